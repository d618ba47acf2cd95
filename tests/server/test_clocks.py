"""Clocks of live matches, in a time that passes only when a test says so."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everygame.server.clock.terms_and_course import Clock, Course, run_clock, start_clock
from everygame.server.clock.timekeeper import SAVE_INTERVAL
from tests.server.serving import SETUP, Device, Hourglass, Line, is_over, meet, serving
from tests.waiting import wait_until

BLITZ = {"clock": {"seconds": 60, "increment": 2}}
TURNS = {"clock": {"seconds": 30, "each": "turn"}}
DAYS = {"clock": {"seconds": 2 * 86_400, "each": "turn"}}


@pytest.fixture
def port(games: None, data: Path, glass: Hourglass) -> Iterator[int]:
    with serving(data, clock=glass) as port:
        yield port


def begin(*people: Device, terms: Any = BLITZ, **more: Any) -> list[Line]:
    """A match whose clocks have started."""
    lines = meet(*people, terms=terms, **more)
    for line in lines:
        line.until(started)
    return lines


def started(table: dict[str, Any]) -> Any:
    return table["clock"]["started"]


def test_time_runs_for_who_is_to_play_from_when_all_are_there(
    ann: Device, bob: Device, glass: Hourglass
) -> None:
    line = ann.start("icefloes", "person", "open", terms=BLITZ)
    assert line.table["clock"] == {
        "left": [60_000, 60_000], "running": None, "started": False,
        "seconds": 60.0, "each": "match", "increment": 2.0, "then": "end",
    }  # fmt: skip
    glass.turn(100)
    ann.admit(bob, line.match)
    glass.turn(100)  # he has the seat and has not come yet
    other = bob.open(line.match)
    assert other.see(started)["clock"]["running"] == 0
    glass.turn(10)
    assert left(line) == [50, 60]
    line.play("up")
    assert line.table["clock"]["running"] == 1
    assert left(line) == [52, 60], "a turn adds two seconds"
    glass.turn(5)
    other.see(node=1)
    other.play("down")
    assert left(other) == left(other) == [52, 57]


def test_who_is_out_of_time_has_lost_whoever_looks(
    ann: Device, bob: Device, glass: Hourglass
) -> None:
    lines = begin(ann, bob)
    glass.turn(59.5)
    assert not lines[1].table["over"]
    glass.turn(1)
    for line in lines:
        over = line.see(is_over)["over"]
        assert over["sentence"] == "The time of North is up; Bob won."
        assert over["returns"] == [-1, 1] and over["ending"] == "time"
    table = lines[0].table
    assert table["undo"] is None and "cannot be taken back" in table["why_not"]
    assert "over" in lines[0].refused("play", move="up")["error"]
    record = ann.record(line.match)
    assert record["result"] == {"returns": [-1.0, 1.0], "ending": "time", "resigned": 0}
    assert ann.load(record).table["over"]["ending"] == "time"


def test_days_pass_while_nobody_looks(ann: Device, bob: Device, glass: Hourglass) -> None:
    match = ann.begin("icefloes", "person", "open", terms=DAYS)
    ann.admit(bob, match)
    (shown,) = ann.shelf()
    assert shown["your_turn"] and shown["left"] == 2 * 86_400
    glass.turn(86_400)
    assert ann.shelf()[0]["left"] == 86_400
    glass.turn(86_401)
    assert bob.open(match).see(is_over)["over"]["returns"] == [-1, 1]


def test_a_ply_that_comes_too_late_is_not_played(
    ann: Device, bob: Device, glass: Hourglass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "everygame.server.clock.timekeeper.Timekeeper.wake_due", lambda self: self.dues.clear()
    )
    lines = begin(ann, bob)
    glass.turn(61)
    assert lines[0].refused("play", move="up")["error"] == "The match is over."
    lines[1].see(is_over)
    assert lines[1].table["node"] == 0


@pytest.mark.parametrize("then", ["end", "bot"])
def test_of_four_the_others_play_on_with_a_bot(
    ann: Device, bob: Device, cid: Device, glass: Hourglass, then: str
) -> None:
    terms = {"clock": {"seconds": 60, "then": then}}
    lines = begin(ann, bob, cid, others=["random"], terms=terms)
    assert lines[0].table["clock"]["left"][3] is None, "bots have no clock"
    glass.turn(61)
    lines[1].see(seat=0, gave_up="time", kind="bot", level={"end": "random", "bot": "last"}[then])
    assert not lines[1].table["over"]
    lines[1].see(node=1)
    lines[0].see(viewer=None)
    assert "no seat" in ann.post(f"/api/matches/{lines[0].match}/rematch", {}, 403)["error"]


def test_a_bot_may_take_the_seat_of_one_of_two(ann: Device, bob: Device, glass: Hourglass) -> None:
    lines = begin(ann, bob, terms={"clock": {"seconds": 5, "then": "bot"}})
    glass.turn(6)
    lines[1].see(node=1, over=None)
    assert lines[1].table["seats"][0]["kind"] == "bot"


def test_a_bot_may_play_one_turn(ann: Device, bob: Device, glass: Hourglass) -> None:
    """And the seat is its person's again when the turn is over."""
    terms = {"clock": {"seconds": 30, "each": "turn", "then": "turn"}}
    one, two = begin(ann, bob, terms=terms)
    glass.turn(31)
    two.until(node=1)
    one.until(node=1)
    assert [seat["kind"] for seat in one.table["seats"]] == ["person", "person"]
    assert one.table["seats"][0]["mine"] and one.table["clock"]["running"] == 1
    two.play_on()
    one.until(node=2)
    assert left(one) == [30, 30]
    blitz = {**terms["clock"], "each": "match"}
    body = {**SETUP, "terms": {"clock": blitz}}
    assert "terms.clock" in ann.post("/api/matches", body, 400)["error"]


def test_a_bot_on_ones_own_seat_is_no_rest(ann: Device, bob: Device, glass: Hourglass) -> None:
    """Bots have no clock. So whoever could put one there and take the seat back in the same turn
    could think without a clock."""
    one, other = begin(ann, bob)
    for line in (one, other):  # a bot thinks only where somebody watches
        line.close()
    seat = f"/api/matches/{one.match}/seat"
    ann.post(seat, {"seat": 0, "kind": "bot"})
    glass.turn(50)
    told = ann.post(seat, {"seat": 0, "kind": "person"}, 403)["error"]
    assert told == "A bot plays this turn; the next one is yours."
    bob.enter(one.match).until(node=1)
    ann.post(seat, {"seat": 0, "kind": "person"})


def test_who_gives_up_leaves_the_others_playing_until_one_is_left(
    ann: Device, bob: Device, cid: Device
) -> None:
    lines = meet(ann, bob, cid, others=["random"])
    lines[1].command("resign", id="gone", seat=1)
    table = lines[2].see(seat=1, gave_up="resignation", kind="bot")
    assert not table["over"]
    assert lines[1].try_command("resign", id="gone", seat=1)["type"] == "ack", "once"
    lines[0].command("resign", seat=0)
    lines[2].see(seat=0, gave_up="resignation")
    lines[2].see(seat=2, to_play=True)
    lines[2].command("resign", seat=2)
    assert lines[2].table["over"]["ending"] == "resignation", "nobody is left"


def test_how_long_it_has_run_is_written_while_a_turn_goes_on(
    ann: Device, bob: Device, glass: Hourglass, data: Path
) -> None:
    """So that a kill gives back no more than a few seconds of the turn."""
    begin(ann, bob)
    for _ in range(4):
        glass.turn(SAVE_INTERVAL)
        wait_until(
            lambda: written(data) > glass.passed - SAVE_INTERVAL, "it is written every few seconds"
        )


def written(data: Path) -> float:
    """For how long a server has run, as the next one will know it."""
    with closing(sqlite3.connect(data)) as store:
        (seconds,) = store.execute("SELECT seconds FROM uptime").fetchone()
        return float(seconds)


def test_clocks_stop_while_the_server_is_down(games: None, data: Path) -> None:
    glass = Hourglass()
    with serving(data, clock=glass) as port:
        ann, bob = Device(port), Device(port)
        line = begin(ann, bob)[0]
        glass.turn(20)
        line.play("up")
        glass.turn(7)
        left(line)
        ann.close(), bob.close()
    with serving(data, clock=Hourglass()):
        running = ann.enter(line.match).table["clock"]
        assert (running["running"], running["left"]) == (1, [42_000, 53_000])
        ann.close()


def test_a_clock_that_cannot_be_is_refused(ann: Device) -> None:
    for terms in ({"clock": {"seconds": 0}}, {"clock": {"seconds": 9e9}}, {"clock": 5}):
        body = {**SETUP, "terms": terms}
        assert "cannot be read" in ann.post("/api/matches", body, 400)["error"]
    body = {**SETUP, "game": "chessset", "terms": BLITZ}
    assert "no clock" in ann.post("/api/matches", body, 400)["error"]


@pytest.mark.parametrize(("terms", "after"), [(BLITZ, [57, 60]), (TURNS, [25, 30])])
def test_taking_back_makes_no_time(
    ann: Device, glass: Hourglass, terms: dict[str, Any], after: list[float]
) -> None:
    """Two at one device: the first turn takes five seconds, and is played and taken back again."""
    line = ann.start(terms=terms)
    line.until(started)
    glass.turn(5)
    line.play_on()
    gained = left(line)[0] - after[0]
    for _ in range(5):
        line.command("go", node=0)
        assert left(line) == [after[0] + gained, 60 if terms is BLITZ else 30]
        line.play_on()
    assert left(line)[0] == after[0] + gained


def test_a_rematch_has_the_same_clock(ann: Device) -> None:
    line = ann.start(terms=TURNS)
    line.command("resign", seat=0)
    clock = ann.follow(line.match).table["clock"]
    assert clock["each"] == "turn" and clock["seconds"] == 30


@given(
    st.sampled_from(["match", "turn"]),
    st.integers(0, 9),
    st.lists(st.tuples(st.integers(-1, 12), st.integers(0, 2), st.booleans(), st.integers(0, 50))),
)
def test_time_is_neither_lost_nor_made(
    each: Any, increment: int, steps: list[tuple[int, int, bool, int]]
) -> None:
    """Against a clock that is counted second by second and remembers each turn by its seat and
    number. A step plays a ply by a seat, or goes back to an earlier one, and then time passes."""
    clock = Clock(100, each, increment)
    course, now, line = start_clock(clock, 3, Course()), 0.0, [0]
    total, turns, paid, here = [100.0] * 3, {}, [0] * 3, None
    for goal, seat, runs, seconds in steps:
        forward = goal < 0 or goal >= len(line)
        line = [*line, seat] if forward else line[: goal + 1]
        number = [mover for mover, _ in groupby(line)].count(line[-1])
        course = run_clock(clock, course, line[-1], number, runs, forward, now)
        turn = line[-1], number
        # one that was played before the clock began brings nothing when it is played again later
        if each == "match" and forward and here and here != turn and here[1] > paid[here[0]]:
            total[here[0]] += increment
            paid[here[0]] = here[1]
        here = turn
        turns.setdefault(turn, 100.0)
        now += seconds
        used = seconds if runs else 0
        turns[turn] = max(0.0, turns[turn] - used)
        total[line[-1]] = max(0.0, total[line[-1]] - used)
        expected = turns[turn] if each == "turn" else total[line[-1]]
        assert course.left_at(now)[line[-1]] == pytest.approx(expected)
        if each == "match":
            assert course.left_at(now) == pytest.approx(total)


def left(line: Line) -> list[float]:
    """Seconds, as a page that is opened now shows them."""
    clock = line.device.enter(line.match).table["clock"]
    return [ms / 1000 for ms in clock["left"]]
