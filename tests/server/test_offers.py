"""What people at several devices ask each other, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Device, Hourglass, Line, fresh, is_over, meet, serving

BLITZ = {"clock": {"seconds": 60}}


@pytest.fixture
def port(games: None, data: Path, glass: Hourglass) -> Iterator[int]:
    with serving(data, clock=glass) as port:
        yield port


def ask(line: Line, what: str, id: str = "") -> dict[str, Any]:
    """The offer that was made, as who asked sees it."""
    line.command("ask", what=what, seat=0, id=id or fresh())
    found: dict[str, Any] = line.table["offer"]
    return found


def answer(line: Line, yes: bool = True, what: str = "") -> None:
    asked = line.until(lambda table: table["offer"] and what in ("", table["offer"]["what"]))
    answer = line.try_command("answer", offer=asked["offer"]["id"], yes=yes)
    assert answer["type"] == "ack", answer


def test_all_others_agree_to_take_a_move_back(ann: Device, bob: Device, cid: Device) -> None:
    one, two, three = lines = meet(ann, bob, cid, others=["random"])
    assert one.table["asks"] == ["stop"], "nothing has been played; bots do not agree to draws"
    one.play("up")
    assert one.table["asks"] == ["back", "stop"]
    offer = ask(one, "back")
    assert (offer["what"], offer["seat"], offer["waiting"]) == ("back", 0, [1, 2])
    assert "cannot" in one.refused("ask", what="stop", seat=0)["error"], "one at a time"
    answer(two, what="back")
    assert three.until(lambda table: table["offer"] and table["offer"]["waiting"] == [2])["node"]
    answer(three)
    for line in lines:
        line.until(node=0, offer=None)


def test_a_no_is_told_and_not_asked_again_before_a_ply(ann: Device, bob: Device) -> None:
    one, two = meet(ann, bob)
    assert one.table["asks"] == ["draw", "stop"]
    offer = ask(one, "draw")
    assert "not for you" in one.refused("answer", offer=offer["id"], yes=True)["error"]
    answer(two, False)
    told = one.until(lambda table: table["notice"])
    assert told["notice"] == "Bob does not agree to a draw." and told["asks"] == ["stop"]
    assert not told["over"]
    one.play("up")
    assert "draw" in one.table["asks"]


@pytest.mark.parametrize(
    ("what", "ending", "sentence"),
    [
        ("draw", "agreement", "A draw by agreement."),
        ("stop", "stopped", "Stopped without a result."),
    ],
)
def test_an_agreement_ends_the_match(
    ann: Device, bob: Device, what: str, ending: str, sentence: str
) -> None:
    one, two = meet(ann, bob)
    ask(one, what)
    answer(two)
    over = two.until(is_over)["over"]
    assert over == {"returns": [0.0, 0.0], "ending": ending, "sentence": sentence}
    assert two.table["offer"] is None and two.table["asks"] == []


def test_a_ply_is_an_answer_too(ann: Device, bob: Device) -> None:
    one, two = meet(ann, bob)
    ask(one, "draw")
    one.play("up")
    assert one.table["offer"], "who offers a draw may move on"
    two.until(node=1)
    two.play("down")
    assert two.table["offer"] is None
    one.until(node=2)
    ask(one, "back")
    one.play_on()
    assert one.table["offer"] is None


def test_a_question_is_withdrawn_by_who_asked_and_answered_once(ann: Device, bob: Device) -> None:
    one, two = meet(ann, bob)
    offer = ask(one, "stop", id="q")
    answer(one, False)
    late = two.refused("answer", offer=offer["id"], yes=True)
    assert late["code"] == "stale" and "settled" in late["error"]
    assert one.try_command("ask", at=0, what="stop", seat=0, id="q")["type"] == "ack"
    assert two.until(node=0)["over"] is None, "once"


def test_a_pause_stops_the_clock_and_the_match(ann: Device, bob: Device, glass: Hourglass) -> None:
    one, two = meet(ann, bob, terms=BLITZ)
    one.until(lambda table: table["clock"]["started"])
    glass.turn(10)
    ask(one, "pause")
    glass.turn(5)
    answer(two, what="pause")
    table = one.until(paused=True)
    assert table["clock"]["running"] is None and table["clock"]["left"] == [45_000, 60_000]
    assert not one.moves() and "paused" in one.refused("play", move="up")["error"]
    glass.turn(1000)
    assert table["asks"] == ["resume", "stop"]
    ask(one, "resume")
    answer(two, what="resume")
    table = one.until(paused=False)
    assert table["clock"]["running"] == 0 and table["clock"]["left"] == [45_000, 60_000]
    one.play("up")


@pytest.mark.parametrize("what", ["stop", "draw"])
def test_who_is_away_does_not_hold_the_others(
    ann: Device, bob: Device, cid: Device, glass: Hourglass, what: str
) -> None:
    one, _, three = meet(ann, bob, cid, others=["random"] if what == "stop" else [])
    bob.close()
    three.until(seat=1, online=False)
    assert ask(one, what)["patience"] == 600
    glass.turn(601)
    if what == "stop":
        answer(three, what=what)
    table = three.until(offer=None)
    assert bool(table["over"]) == (what == "stop")
    assert what not in one.until(offer=None)["asks"]


def test_who_is_there_is_waited_for_and_not_when_he_leaves(
    ann: Device, bob: Device, glass: Hourglass
) -> None:
    one, two = meet(ann, bob, terms=BLITZ)
    assert ask(one, "stop")["patience"] == 60
    one.play("up")
    glass.turn(50)
    two.until(node=1)
    two.play("down")
    glass.turn(20)
    assert one.until(node=2)["offer"] and not one.table["over"]
    bob.close()
    one.until(seat=1, online=False)
    glass.turn(20)
    assert one.until(is_over)["over"]["ending"] == "stopped"


def test_who_runs_out_of_time_asks_nothing_any_more(
    ann: Device, bob: Device, glass: Hourglass
) -> None:
    one, two = meet(ann, bob, terms={"clock": {"seconds": 30, "then": "bot"}})
    ask(one, "stop")
    assert two.until(lambda table: table["clock"]["started"] and table["offer"])
    glass.turn(31)
    table = two.until(seat=0, gave_up="time")
    assert table["offer"] is None and table["over"] is None


def test_alone_at_the_table_nobody_is_asked(ann: Device) -> None:
    line = ann.start("icefloes", "person", "random")
    assert line.table["asks"] == ["stop"]
    line.command("ask", what="stop", seat=0)
    assert line.until(is_over)["over"]["ending"] == "stopped"


def test_nobody_asks_to_take_back_what_may_be_secret(ann: Device, bob: Device) -> None:
    one, _ = meet(ann, bob, game="toy")
    one.play("hide:a")
    assert one.table["node"] == 1 and "back" not in one.table["asks"]
    assert "cannot" in one.refused("ask", what="back", seat=0)["error"]
