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
    return offered(line.table, what)


def offered(table: dict[str, Any], what: str) -> Any:
    return next((offer for offer in table["offers"] if offer["what"] == what), {})


def answer(line: Line, what: str, yes: bool = True) -> None:
    asked = offered(line.until(lambda table: offered(table, what)), what)
    answer = line.try_command("answer", offer=asked["id"], yes=yes)
    assert answer["type"] == "ack", answer
    line.until(lambda table: offered(table, what) != asked)


def test_all_others_agree_to_take_a_move_back(ann: Device, bob: Device, cid: Device) -> None:
    one, two, three = lines = meet(ann, bob, cid, others=["random"])
    assert one.table["asks"] == ["stop"], "nothing has been played; bots do not agree to draws"
    one.play("up")
    assert one.table["asks"] == ["back", "stop"]
    offer = ask(one, "back")
    assert (offer["what"], offer["seat"], offer["waiting"]) == ("back", 0, [1, 2])
    assert "cannot" in one.refused("ask", what="back", seat=0)["error"], "one of a kind"
    ask(one, "stop")
    answer(two, "back")
    assert three.until(lambda table: offered(table, "back").get("waiting") == [2])["node"]
    answer(three, "back")
    for line in lines:
        table = line.until(node=0)
        assert [offer["what"] for offer in table["offers"]] == ["stop"]


def test_a_no_is_told_and_not_asked_again_before_a_ply(ann: Device, bob: Device) -> None:
    one, two = meet(ann, bob)
    assert one.table["asks"] == ["draw", "stop"]
    offer = ask(one, "draw")
    assert "not for you" in one.refused("answer", offer=offer["id"], yes=True)["error"]
    answer(two, "draw", False)
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
    answer(two, what)
    over = two.until(is_over)["over"]
    assert over == {"returns": [0.0, 0.0], "ending": ending, "sentence": sentence}
    assert two.table["offers"] == [] and two.table["asks"] == []


def test_a_ply_is_an_answer_too(ann: Device, bob: Device) -> None:
    one, two = meet(ann, bob)
    ask(one, "draw")
    one.play("up")
    assert one.table["offers"], "who offers a draw may move on"
    two.until(node=1)
    two.play("down")
    assert two.table["offers"] == []
    assert one.until(node=2, offers=[])["notice"] == "Bob does not agree to a draw."
    ask(one, "back")
    one.play_on()
    assert one.table["offers"] == []
    assert two.until(node=3)["notice"] == "North no longer asks to take a move back."


@pytest.mark.parametrize("what", ["draw", "stop"])
def test_who_asks_for_the_same_has_agreed(ann: Device, bob: Device, what: str) -> None:
    """Two questions that cross on their way: neither has seen the other's."""
    one, two = meet(ann, bob)
    ask(one, what)
    two.command("ask", what=what, seat=1)
    assert one.until(is_over)["over"]["returns"] == [0.0, 0.0]


def test_a_question_is_withdrawn_by_who_asked_and_answered_once(ann: Device, bob: Device) -> None:
    one, two = meet(ann, bob)
    offer = ask(one, "stop", id="q")
    answer(one, "stop", False)
    told = two.until(lambda table: table["notice"])
    assert told["notice"] == "North no longer asks to stop." and told["offers"] == []
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
    answer(two, "pause")
    table = one.until(paused=True)
    assert table["clock"]["running"] is None and table["clock"]["left"] == [45_000, 60_000]
    assert not one.moves() and "paused" in one.refused("play", move="up")["error"]
    glass.turn(1000)
    assert table["asks"] == ["resume", "stop"]
    ask(one, "resume")
    answer(two, "resume", False)
    assert "resume" not in one.until(lambda table: table["notice"])["asks"]
    glass.turn(61)
    one.until(lambda table: "resume" in table["asks"])
    ask(one, "resume")
    answer(two, "resume")
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
        answer(three, what)
    table = three.until(offers=[])
    assert bool(table["over"]) == (what == "stop")
    assert what not in one.until(offers=[])["asks"]


def test_who_is_there_is_waited_for_and_not_when_he_leaves(
    ann: Device, bob: Device, glass: Hourglass
) -> None:
    one, two = meet(ann, bob)
    ask(one, "stop")
    one.play("up")
    glass.turn(590)
    two.until(node=1)
    two.play("down")
    glass.turn(20)
    assert one.until(node=2)["offers"] and not one.table["over"]
    bob.close()
    one.until(seat=1, online=False)
    glass.turn(20)
    assert one.until(is_over)["over"]["ending"] == "stopped"


@pytest.mark.parametrize("terms", [BLITZ, {"clock": {"seconds": 3 * 86_400, "each": "turn"}}])
def test_silence_within_ones_own_time_is_no_answer(
    ann: Device, bob: Device, glass: Hourglass, terms: dict[str, Any]
) -> None:
    one, _ = meet(ann, bob, terms=terms)
    one.until(lambda table: table["clock"]["started"])
    one.play("up")
    for what in ("back", "draw", "pause", "stop"):
        assert ask(one, what)["patience"] is None
    bob.close()
    one.until(seat=1, online=False)
    glass.turn(terms["clock"]["seconds"] - 2)
    assert len(one.table["offers"]) == 4 and not one.table["over"] and not one.table["paused"]
    seat = ann.post(f"/api/matches/{one.match}/seat", {"seat": 1, "kind": "bot"}, 403)
    assert seat["error"] == "Bob has time left on the clock."
    glass.turn(3)
    assert one.until(is_over)["over"]["ending"] == "time"


def test_who_does_not_come_back_to_a_pause_has_agreed_to_its_end(
    ann: Device, bob: Device, glass: Hourglass
) -> None:
    one, two = meet(ann, bob, terms=BLITZ)
    ask(one, "pause")
    answer(two, "pause")
    one.until(paused=True)
    bob.close()
    one.until(seat=1, online=False)
    glass.turn(20)
    seat = ann.post(f"/api/matches/{one.match}/seat", {"seat": 1, "kind": "bot"}, 403)
    assert seat["error"] == "Bob has time left on the clock.", "a bot would agree at once"
    assert ask(one, "resume")["patience"] == 60
    glass.turn(61)
    assert not one.until(paused=False)["over"]


def test_who_runs_out_of_time_asks_nothing_any_more(
    ann: Device, bob: Device, glass: Hourglass
) -> None:
    one, two = meet(ann, bob, terms={"clock": {"seconds": 30, "then": "bot"}})
    ask(one, "stop")
    assert two.until(lambda table: table["clock"]["started"] and table["offers"])
    glass.turn(31)
    table = two.until(seat=0, gave_up="time")
    assert table["offers"] == [] and table["over"] is None


def test_an_offer_is_settled_when_the_last_who_was_asked_leaves_to_a_bot(
    ann: Device, bob: Device, cid: Device
) -> None:
    one, two, three = meet(ann, bob, cid)
    ask(one, "stop")
    answer(two, "stop")
    three.command("resign", seat=2)
    assert one.until(is_over)["over"]["ending"] == "stopped"


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
