"""What people at several devices ask each other, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Device, Hourglass, Line, fresh, serving

Make = Callable[[], Device]
ALL = ("back", "draw", "pause", "resume", "stop")
BLITZ = {"clock": {"seconds": 60}}


@pytest.fixture
def glass() -> Hourglass:
    return Hourglass()


@pytest.fixture
def port(games: None, data: Path, glass: Hourglass) -> Iterator[int]:
    with serving(data, clock=glass) as port:
        yield port


def meet(*people: Device, game: str = "icefloes", bots: int = 0, terms: Any = None) -> list[Line]:
    """A match with a seat a device, whose lines have seen that everybody is there."""
    kinds = ["person", *["open"] * (len(people) - 1), *["random"] * bots]
    match = people[0].begin(game, *kinds, terms=terms)
    for seat, person in enumerate(people[1:], 1):
        url = people[0].post(f"/api/matches/{match}/invite", {"seat": seat})["url"]
        person.post(f"/api/join/{url.rsplit('/', 1)[1]}", {"name": f"P{seat}"})
    lines = [person.open(match) for person in people]
    for line in lines:
        line.see(lambda table: all(seat["online"] for seat in table["seats"]))
    return lines


def until(line: Line, test: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """The table for which this holds, if need be a later one."""
    return line.table if test(line.table) else line.see(test)


def ask(line: Line, what: str, seat: int, id: str = "") -> dict[str, Any]:
    """The offer that was made, as who asked sees it."""
    answer = line.try_command("ask", at=line.table["node"], what=what, seat=seat, id=id or fresh())
    assert answer["type"] == "ack", answer
    return line.see()["offer"]


def answer(line: Line, yes: bool, what: str = "") -> None:
    asked = until(line, lambda table: table["offer"] and table["offer"]["what"] in (what or ALL))
    offer = asked["offer"]
    assert line.try_command("answer", offer=offer["id"], yes=yes)["type"] == "ack"


def test_all_others_agree_to_take_a_move_back(device: Make) -> None:
    ann, bob, cy = lines = meet(device(), device(), device(), bots=1)
    assert ann.table["asks"] == ["stop"], "nothing has been played; bots do not agree to draws"
    ann.play("up")
    assert until(ann, lambda table: table["node"] == 1)["asks"] == ["back", "stop"]
    offer = ask(ann, "back", 0)
    assert (offer["what"], offer["seat"], offer["waiting"]) == ("back", 0, [1, 2])
    assert "cannot" in ann.try_command("ask", at=1, what="stop", seat=0)["error"], "one at a time"
    answer(bob, True, "back")
    assert until(cy, lambda table: table["offer"] and table["offer"]["waiting"] == [2])["node"] == 1
    answer(cy, True)
    for line in lines:
        until(line, lambda table: table["node"] == 0 and table["offer"] is None)


def test_a_no_is_told_and_not_asked_again_before_a_ply(device: Make) -> None:
    ann, bob = meet(device(), device())
    assert ann.table["asks"] == ["draw", "stop"]
    ask(ann, "draw", 0)
    assert (
        "not for you"
        in ann.try_command("answer", offer=ann.table["offer"]["id"], yes=True)["error"]
    )
    answer(bob, False)
    told = until(ann, lambda table: table["notice"])
    assert told["notice"] == "P1 does not agree to a draw." and told["asks"] == ["stop"]
    assert not told["over"]
    ann.play("up")
    assert "draw" in until(ann, lambda table: table["node"] == 1)["asks"]


def test_a_draw_by_agreement_and_a_stop_without_a_result(device: Make) -> None:
    for what, ending, sentence in (
        ("draw", "agreement", "A draw by agreement."),
        ("stop", "stopped", "Stopped without a result."),
    ):
        ann, bob = meet(device(), device())
        ask(ann, what, 0)
        answer(bob, True)
        over = until(bob, lambda table: table["over"])["over"]
        assert over == {"returns": [0.0, 0.0], "ending": ending, "sentence": sentence}
        assert bob.table["offer"] is None and bob.table["asks"] == []


def test_a_ply_is_an_answer_too(device: Make) -> None:
    ann, bob = meet(device(), device())
    ask(ann, "draw", 0)
    ann.play("up")
    assert ann.table["offer"], "who offers a draw may move on"
    until(bob, lambda table: table["node"] == 1)
    bob.play("down")
    assert bob.table["offer"] is None
    until(ann, lambda table: table["node"] == 2)
    ask(ann, "back", 0)
    ann.play(ann.moves()[0])
    assert ann.table["offer"] is None


def test_a_question_is_withdrawn_by_who_asked_and_answered_once(device: Make) -> None:
    ann, bob = meet(device(), device())
    offer = ask(ann, "stop", 0, id="q")
    answer(ann, False)
    late = bob.try_command("answer", offer=offer["id"], yes=True)
    assert late["code"] == "stale" and "settled" in late["error"]
    assert ann.try_command("ask", at=0, what="stop", seat=0, id="q")["type"] == "ack"
    assert until(bob, lambda table: table["node"] == 0)["over"] is None, "once"


def test_a_pause_stops_the_clock_and_the_match(device: Make, glass: Hourglass) -> None:
    ann, bob = meet(device(), device(), terms=BLITZ)
    until(ann, lambda table: table["clock"]["started"])
    glass.turn(10)
    ask(ann, "pause", 0)
    glass.turn(5)
    answer(bob, True, "pause")
    table = until(ann, lambda table: table["paused"])
    assert table["clock"]["running"] is None and table["clock"]["left"] == [45_000, 60_000]
    assert not ann.moves() and "paused" in ann.try_command("play", at=0, move="up")["error"]
    glass.turn(1000)
    assert table["asks"] == ["resume", "stop"]
    ask(ann, "resume", 0)
    answer(bob, True, "resume")
    table = until(ann, lambda table: not table["paused"])
    assert table["clock"]["running"] == 0 and table["clock"]["left"] == [45_000, 60_000]
    assert ann.play("up")["type"] == "ack"


@pytest.mark.parametrize("what, over", [("stop", True), ("draw", False)])
def test_who_is_away_does_not_hold_the_others(
    device: Make, glass: Hourglass, what: str, over: bool
) -> None:
    ann, bob, cy = meet(device(), device(), device(), bots=0 if what == "draw" else 1)
    bob.device.close()
    until(cy, lambda table: not table["seats"][1]["online"])
    offer = ask(ann, what, 0)
    assert offer["patience"] == 600
    glass.turn(601)
    if over:
        answer(cy, True, what)
    table = until(cy, lambda table: table["offer"] is None)
    assert bool(table["over"]) == over
    if not over:
        assert what not in until(ann, lambda table: table["offer"] is None)["asks"]


def test_who_is_there_is_waited_for_and_not_when_he_leaves(device: Make, glass: Hourglass) -> None:
    ann, bob = meet(device(), device(), terms=BLITZ)
    assert ask(ann, "stop", 0)["patience"] == 60
    ann.play("up")
    glass.turn(50)
    until(bob, lambda table: table["node"] == 1)
    bob.play("down")
    glass.turn(20)
    assert until(ann, lambda table: table["node"] == 2)["offer"] and not ann.table["over"]
    bob.device.close()
    until(ann, lambda table: not table["seats"][1]["online"])
    glass.turn(20)
    assert until(ann, lambda table: table["over"])["over"]["ending"] == "stopped"


def test_offers_survive_a_restart(games: None, data: Path) -> None:
    with serving(data) as port:
        ann, bob = Device(port), Device(port)
        lines = meet(ann, bob)
        offer = ask(lines[0], "draw", 0)
        match = lines[0].table["match"]
        ann.close(), bob.close()
    with serving(data):
        line = bob.open(match)
        assert line.see()["offer"]["id"] == offer["id"]
        answer(line, True)
        assert until(line, lambda table: table["over"])["over"]["ending"] == "agreement"
        bob.close()


def test_alone_at_the_table_nobody_is_asked(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("icefloes", "person", "random"))
    assert line.see()["asks"] == ["stop"]
    assert line.try_command("ask", at=0, what="stop", seat=0)["type"] == "ack"
    assert until(line, lambda table: table["over"])["over"]["ending"] == "stopped"


def test_nobody_asks_to_take_back_what_may_be_secret(device: Make) -> None:
    ann, _ = meet(device(), device(), game="toy")
    ann.play("hide:a")
    assert ann.table["node"] == 1 and "back" not in ann.table["asks"]
    assert "cannot" in ann.try_command("ask", at=ann.table["node"], what="back", seat=0)["error"]
