"""A library shows where its matches stand from what the store keeps, and opens only those that have
changed since."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from everygame.server.matches import library_list
from everygame.server.matches.live_matches import LiveMatches
from everygame.store import SQLiteStore
from tests.server.serving import Device, Hourglass, fresh, serving


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The matches that were replayed so far."""
    found: list[str] = []
    load = LiveMatches.load

    async def note(self: LiveMatches, match: str) -> Any:
        found.append(match)
        return await load(self, match)

    monkeypatch.setattr(LiveMatches, "load", note)
    return found


@contextmanager
def away(data: Path, *devices: Device, clock: Hourglass) -> Iterator[None]:
    """A server that runs for a while, for devices that were there before."""
    with serving(data, clock=clock) as port:
        for device in devices:
            device.port = port
        yield
        for device in devices:
            device.close()


def without_time(entry: Any) -> Any:
    return {key: value for key, value in entry.items() if key != "updated"}


def begin_three(ann: Device, bob: Device) -> list[str]:
    """A match with secrets, one with a clock, and one that is over."""
    secret = ann.begin("evade", "person", "open")
    timed = ann.begin("tictactoe", "person", "open", terms={"clock": {"seconds": 60}})
    for match in (secret, timed):
        ann.admit(bob, match)
    lines = [person.enter(timed) for person in (ann, bob)]
    lines[0].until(lambda table: all(seat["online"] for seat in table["seats"]))
    lines[0].command("play", move="b2")
    over = ann.begin("tictactoe", "person", "person")
    ann.enter(over).command("resign", seat=0)
    return [secret, timed, over]


def test_a_library_is_shown_without_replaying_its_matches(
    games: None, data: Path, glass: Hourglass, opened: list[str]
) -> None:
    with serving(data, clock=glass) as port:
        ann, bob, eve = (Device(port) for _ in range(3))
        secret, timed, over = begin_three(ann, bob)
        eve.enter(timed)
        seen = [person.shelf() for person in (ann, bob, eve)]
        glass.turn(5)
        later = [person.shelf() for person in (ann, bob, eve)]
        for person in (ann, bob, eve):
            person.close()
    lefts = [[one["left"] for one in library if one["match"] == timed] for library in seen]
    assert lefts == [[None], [60], [None]], "the time of the seat to move, at its own device"
    opened.clear()
    with away(data, ann, bob, eve, clock=glass):
        assert [person.shelf() for person in (ann, bob, eve)] == later
        assert opened == []
        cards = {one["match"]: one for one in ann.shelf()}
        assert cards[over]["over"] and not cards[timed]["over"] and cards[over]["ply"] == 0
        assert [[one["watching"] for one in person.shelf()] for person in (bob, eve)] == [
            [False, False],
            [True],
        ]
        pictures = [
            next(one["picture"] for one in person.shelf() if one["match"] == secret)
            for person in (ann, bob)
        ]
        assert pictures[0] != pictures[1], "each seat has the picture of what it may know"
        assert opened == []


def test_a_match_is_looked_at_again_after_each_change(
    games: None, data: Path, glass: Hourglass, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(data, clock=glass) as port:
        ann = Device(port)
        match = ann.begin("tictactoe", "person", "person")
        ann.shelf()
        line = ann.enter(match)
        line.command("play", move="b2")
        (played,) = ann.shelf()
        assert played["ply"] == 1
        ann.post(f"/api/matches/{match}/seat", {"kind": "bot", "level": "random", "seat": 1})
        (changed,) = ann.shelf()
        assert changed["seats"][1]["kind"] == "bot"
        ann.close()
    with away(data, ann, clock=glass):
        opened.clear()
        assert ann.shelf() == [changed] and opened == []
        monkeypatch.setattr(library_list, "own_stamp", lambda: "other files")
        assert ann.shelf() == [changed] and opened == [match]
        ann.shelf()
        ann.request("GET", "/api/library", headers={"Accept-Language": "de"})
        assert opened == [match], "it is in memory now"


def test_a_game_that_is_gone_or_changed_is_asked_again(
    sticks: Path, data: Path, glass: Hourglass, opened: list[str]
) -> None:
    with serving(data, clock=glass) as port:
        ann = Device(port)
        ann.post(
            "/api/matches", {"game": "sticks", "seats": [{"kind": "person"}] * 2, "key": fresh()}
        )
        (before,) = ann.shelf()
    with away(data, ann, clock=glass):
        opened.clear()
        assert ann.shelf() == [before] and opened == []
        rules = sticks / "rules.py"
        text = rules.read_text("utf-8")
        rules.write_text(f"{text}\n# changed", "utf-8")
        assert ann.shelf() == [before] and len(opened) == 1
    sticks.rename(sticks.with_name("elsewhere"))
    with away(data, ann, clock=glass):
        (gone,) = ann.shelf()
        assert "is not here" in gone["problem"]


def test_a_library_is_shown_although_the_disk_is_full(
    games: None, data: Path, glass: Hourglass, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: Any) -> None:
        raise library_list.Unwritable

    with serving(data, clock=glass) as port:
        ann = Device(port)
        ann.begin("tictactoe")
        monkeypatch.setattr(SQLiteStore, "keep_glance", full)
        (shown,) = ann.shelf()
        assert shown["problem"] == "" and shown["picture"]
