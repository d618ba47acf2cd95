"""What the others have done is shown step by step to whoever asks for it."""

from __future__ import annotations

from typing import Any

from tests.server.serving import Device, Line


def steps(line: Line) -> list[dict[str, Any]]:
    line.say(type="steps")
    found: list[dict[str, Any]] = line.told("steps")["steps"]
    return found


def where(step: dict[str, Any], piece: str) -> list[str]:
    """The places of the pieces with this name."""
    return sorted(one["at"] for one in step["scene"]["pieces"] if one["name"] == piece)


def test_a_turn_of_several_steps_is_shown_step_by_step(ann: Device, bob: Device) -> None:
    line = ann.start("freez", "person", "open")
    ann.admit(bob, line.match)
    other = bob.enter(line.match)
    line.play("c1-b4", "done")
    assert steps(line) == [], "one knows what one has played"
    other.until(lambda table: table["seats"][1]["to_play"])
    other.play("b8-b7", "tap")
    line.until(lambda table: table["node"] == 4)
    found = steps(line)
    assert [step["node"] for step in found] == [2, 3, 4]
    assert [where(step, "Black's 2")[:1] for step in found] == [["b8"], ["b7"], ["d8"]]
    assert [where(step, "Black's 1") for step in found][2] == ["a8", "b7", "h8"]
    assert found[1]["last"]["pieces"] == {"b-b7": ["b8", "a7", "b7"]}
    assert not any(step["scene"].get("choices") for step in found)
    line.say(type="look", node=1)
    line.see(looking=1)
    assert [step["node"] for step in steps(line)] == [2, 3, 4], "of the match, not of what one sees"


def test_where_people_share_a_screen_the_last_turn_is_shown(ann: Device) -> None:
    line = ann.start("freez")
    line.play("c1-b4", "done", "b8-b7", "tap")
    assert [step["node"] for step in steps(line)] == [2, 3, 4]
    assert steps(ann.start("tictactoe")) == []
