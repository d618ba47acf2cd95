"""Clocks of live matches, in a time that passes only when a test says so."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everygame.contract import OVER
from everygame.server.clock.course import Clock, Course, run_clock, start_clock
from everygame.server.clock.timekeeper import SAVE_INTERVAL
from tests.server.serving import Device, Hourglass, Line, serving
from tests.waiting import wait_until

Make = Callable[[], Device]
BLITZ = {"clock": {"seconds": 60, "increment": 2}}
TURNS = {"clock": {"seconds": 30, "each": "turn"}}
DAYS = {"clock": {"seconds": 2 * 86_400, "each": "turn"}}


@pytest.fixture
def glass() -> Hourglass:
    return Hourglass()


@pytest.fixture
def port(games: None, data: Path, glass: Hourglass) -> Iterator[int]:
    with serving(data, clock=glass) as port:
        yield port


def meet(first: Device, *others: Device, terms: Any, game: str = "icefloes", bots: int = 0) -> Any:
    """A match with a seat a device, whose lines have seen that everybody is there."""
    open_seats = ["open"] * len(others)
    match = first.begin(game, "person", *open_seats, *["random"] * bots, terms=terms)
    for seat, other in enumerate(others, 1):
        url = first.post(f"/api/matches/{match}/invite", {"seat": seat})["url"]
        other.post(f"/api/join/{url.rsplit('/', 1)[1]}", {"name": f"P{seat}"})
    lines = [device.open(match) for device in (first, *others)]
    for line in lines:
        line.see(lambda table: table["clock"]["started"])
    return lines


def left(line: Line) -> list[float]:
    """Seconds, as a page that is opened now shows them."""
    clock = line.device.open(line.match).see()["clock"]
    return [ms / 1000 if ms is not None else -1 for ms in clock["left"]]


def both_see(lines: list[Line], node: int) -> None:
    for line in lines:
        if line.table["node"] != node:
            line.see(lambda table: table["node"] == node)


def test_time_runs_for_who_is_to_play_from_when_all_are_there(
    device: Make, glass: Hourglass
) -> None:
    ann, bob = device(), device()
    match = ann.begin("icefloes", "person", "open", terms=BLITZ)
    line = ann.open(match)
    clock = line.see()["clock"]
    assert clock == {
        "left": [60_000, 60_000], "running": None, "started": False,
        "seconds": 60.0, "each": "match", "increment": 2.0, "then": "end",
    }  # fmt: skip
    glass.turn(100)
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    bob.post(f"/api/join/{url.rsplit('/', 1)[1]}", {})
    glass.turn(100)  # he has the seat and has not come yet
    other = bob.open(match)
    assert other.see(lambda table: table["clock"]["started"])["clock"]["running"] == 0
    glass.turn(10)
    assert left(line) == [50, 60]
    line.play("up")
    assert line.table["clock"]["running"] == 1
    assert left(line) == [52, 60], "a turn adds two seconds"
    glass.turn(5)
    other.see(lambda table: table["node"] == 1)
    other.play("down")
    assert left(other) == left(other) == [52, 57]


def test_a_turn_has_its_own_time(device: Make, glass: Hourglass) -> None:
    lines = meet(device(), device(), terms=TURNS)
    glass.turn(29)
    lines[0].play("up")
    assert left(lines[0])[1] == 30
    glass.turn(12)
    both_see(lines, 1)
    lines[1].play("down")
    assert left(lines[1])[0] == 30


def test_who_is_out_of_time_has_lost_whoever_looks(device: Make, glass: Hourglass) -> None:
    ann, bob = device(), device()
    lines = meet(ann, bob, terms=BLITZ)
    glass.turn(59.5)
    assert not lines[1].table["over"]
    glass.turn(1)
    for line in lines:
        over = line.see(lambda table: table["over"])["over"]
        assert over["sentence"] == "The time of North is up; P1 won."
        assert over["returns"] == [-1, 1] and over["ending"] == "time"
    table = lines[0].table
    assert table["undo"] is None and "cannot be taken back" in table["why_not"]
    assert "over" in lines[0].play("up")["error"]
    record = ann.get(f"/api/matches/{table['match']}/record")
    assert record["result"] == {"returns": [-1.0, 1.0], "ending": "time", "resigned": 0}
    again = ann.post("/api/matches/load", record)["match"]
    assert ann.open(again).see()["over"]["ending"] == "time"


def test_days_pass_while_nobody_looks(device: Make, glass: Hourglass) -> None:
    ann, bob = device(), device()
    match = ann.begin("icefloes", "person", "open", terms=DAYS)
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    bob.post(f"/api/join/{url.rsplit('/', 1)[1]}", {})
    (shown,) = ann.get("/api/library")["matches"]
    assert shown["your_turn"] and shown["left"] == 2 * 86_400
    glass.turn(86_400)
    assert ann.get("/api/library")["matches"][0]["left"] == 86_400
    glass.turn(86_401)
    line = bob.open(match)
    assert line.see(lambda table: table["over"])["over"]["returns"] == [-1, 1]


def test_a_ply_that_comes_too_late_is_not_played(
    device: Make, glass: Hourglass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "everygame.server.clock.timekeeper.Timekeeper.wake_due", lambda self: self.dues.clear()
    )
    lines = meet(device(), device(), terms=BLITZ)
    glass.turn(61)
    assert lines[0].play("up")["error"] == "The match is over."
    lines[1].see(lambda table: table["over"])
    assert lines[1].table["node"] == 0


@pytest.mark.parametrize("then", ["end", "bot"])
def test_of_four_the_others_play_on_with_a_bot(device: Make, glass: Hourglass, then: str) -> None:
    people = [device() for _ in range(3)]
    terms = {"clock": {"seconds": 60, "then": then}}
    lines = meet(*people, terms=terms, bots=1)
    assert lines[0].table["clock"]["left"][3] is None, "bots have no clock"
    glass.turn(61)
    table = lines[1].see(lambda table: table["seats"][0]["gave_up"])
    assert table["seats"][0]["gave_up"] == "time" and not table["over"]
    level = {"end": "random", "bot": "last"}[then]
    assert (table["seats"][0]["kind"], table["seats"][0]["level"]) == ("bot", level)
    lines[1].see(lambda table: table["node"] == 1)
    lines[0].see(lambda table: table["viewer"] is None)
    assert "no seat" in people[0].post(f"/api/matches/{table['match']}/rematch", {}, 403)["error"]


def test_a_bot_may_take_the_seat_of_one_of_two(device: Make, glass: Hourglass) -> None:
    lines = meet(device(), device(), terms={"clock": {"seconds": 5, "then": "bot"}})
    glass.turn(6)
    lines[1].see(lambda table: table["node"] == 1 and not table["over"])
    assert lines[1].table["seats"][0]["kind"] == "bot"


def test_who_gives_up_leaves_the_others_playing_until_one_is_left(device: Make) -> None:
    people = [device() for _ in range(3)]
    match = people[0].begin("icefloes", "person", "open", "open", "random")
    for seat in (1, 2):
        url = people[0].post(f"/api/matches/{match}/invite", {"seat": seat})["url"]
        people[seat].post(f"/api/join/{url.rsplit('/', 1)[1]}", {})
    lines = [person.open(match) for person in people]
    for line in lines:
        line.see(lambda table: all(seat["online"] for seat in table["seats"]))
    assert lines[1].command("resign", id="gone", seat=1)["type"] == "ack"
    table = lines[2].see(lambda table: table["seats"][1]["gave_up"] == "resignation")
    assert not table["over"] and table["seats"][1]["kind"] == "bot"
    assert lines[1].try_command("resign", id="gone", seat=1)["type"] == "ack", "once"
    assert lines[0].command("resign", seat=0)["type"] == "ack"
    lines[2].see(lambda table: table["seats"][0]["gave_up"] == "resignation")
    lines[2].see(lambda table: table["seats"][2]["to_play"])
    lines[2].command("resign", seat=2)
    assert lines[2].table["over"]["ending"] == "resignation", "nobody is left"


def test_how_long_it_has_run_is_written_while_a_turn_goes_on(
    device: Make, glass: Hourglass, data: Path
) -> None:
    """So that a kill gives back no more than a few seconds of the turn."""
    meet(device(), device(), terms=BLITZ)
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
        lines = meet(ann, bob, terms=BLITZ)
        glass.turn(20)
        lines[0].play("up")
        glass.turn(7)
        left(lines[0])
        match = lines[0].table["match"]
        ann.close(), bob.close()
    with serving(data, clock=Hourglass()):
        line = ann.open(match)
        running = line.see()["clock"]
        assert running["running"] == 1
        assert running["left"] == [42_000, 53_000]
        ann.close()


def test_a_clock_that_cannot_be_is_refused(device: Make) -> None:
    ann = device()
    for terms in ({"clock": {"seconds": 0}}, {"clock": {"seconds": 9e9}}, {"clock": 5}):
        body = {"game": "icefloes", "seats": [{"kind": "person"}] * 2, "key": "k", "terms": terms}
        assert "cannot be read" in ann.post("/api/matches", body, 400)["error"]
    body = {"game": "chessset", "seats": [{"kind": "person"}] * 2, "key": "k", "terms": BLITZ}
    assert "no clock" in ann.post("/api/matches", body, 400)["error"]


def test_going_to_and_fro_makes_no_time(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("icefloes", "person", "person", terms=BLITZ))
    move = line.see(lambda table: table["clock"]["started"])["scene"]["choices"][0]["move"]
    line.play(move)
    assert left(line) == [62, 60]
    for node in (0, 1, 0, 1):
        assert line.command("go", at=1 - node, node=node)["type"] == "ack"
    assert left(line) == [62, 60]


def test_a_rematch_has_the_same_clock(device: Make) -> None:
    ann = device()
    match = ann.begin("icefloes", "person", "person", terms=TURNS)
    line = ann.open(match)
    line.see()
    line.command("resign", seat=0)
    again = ann.post(f"/api/matches/{match}/rematch")["match"]
    clock = ann.open(again).see()["clock"]
    assert clock["each"] == "turn" and clock["seconds"] == 30


@given(
    st.sampled_from(["match", "turn"]),
    st.floats(0, 9),
    st.lists(st.tuples(st.integers(-2, 2), st.booleans(), st.booleans(), st.floats(0, 50))),
)
def test_time_is_neither_lost_nor_made(
    each: Any, increment: float, steps: list[tuple[int, bool, bool, float]]
) -> None:
    """Against a clock that is counted second by second and knows nothing of stamps."""
    clock = Clock(100, each, increment)
    course, now = start_clock(clock, 3, Course()), 0.0
    naive, turn, running = [100.0] * 3, -1, None
    for to_play, runs, played, seconds in steps:
        course = run_clock(clock, course, to_play, runs and to_play >= 0, played, now)
        if to_play != turn and running is not None and played and to_play != OVER:
            naive[running] += increment
        if to_play != turn and to_play >= 0 and each == "turn":
            naive[to_play] = 100.0
        turn, running = to_play, to_play if runs and to_play >= 0 else None
        now += seconds
        if running is not None:
            naive[running] = max(0.0, naive[running] - seconds)
        assert course.left_at(now) == pytest.approx(naive)
