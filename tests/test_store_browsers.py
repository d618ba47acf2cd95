"""Libraries on several browsers, asked of SQLite: passes, what goes over, who is sent away."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from everygame.clock import Clock
from everygame.store import Holder, NewMatch, Save, SQLiteStore, StoredCommand, Taken
from tests.stores import run

ANN, BOB, NEW, EVE = b"ann", b"bob", b"new", b"eve"


class Wall(Clock):
    """A clock on the wall that a test sets."""

    at = 1_000.0

    def wall(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Wall:
    return Wall()


@pytest.fixture
def store(tmp_path: Path, clock: Wall) -> Iterator[SQLiteStore]:
    """Ann is device 1, Bob device 2, and they play `m`; the new browser, 3, has `n` of its own."""
    made = SQLiteStore(tmp_path / "matches.db", clock)
    for secret in (ANN, BOB, NEW):
        run(made.add_device(secret))
    start(made, "m", Holder("person", "Ann", device=1), Holder("person", "Bob", device=2))
    start(made, "n", Holder("person", "New", device=3), Holder("bot", "Low", "low"))
    yield made
    made.close()


def start(store: SQLiteStore, name: str, *holders: Holder) -> None:
    owner = holders[0].device or 0
    run(store.create(NewMatch(name, owner, name, "g", 1, {}, holders)))


def shelf(store: SQLiteStore, device: int) -> set[str]:
    return {entry.match for entry in run(store.library(device, 100))}


def offer(store: SQLiteStore, secret: bytes, kind: str = "share", token: bytes = b"t") -> bytes:
    browser = run(store.find_browser(secret))
    assert browser
    run(store.issue(token, browser.device, browser.number, kind, None))
    return token


def devices(store: SQLiteStore) -> list[int | None]:
    return [run(store.find_device(secret)) for secret in (ANN, BOB, NEW)]


def test_a_library_is_shared_and_what_was_there_comes_along(store: SQLiteStore) -> None:
    run(store.own_table(3, "table"))
    run(store.append("n", 0, [{"n": 1}], StoredCommand(3, "a", 1)))
    assert run(store.take(offer(store, ANN), NEW)) == Taken(1, 3, (3,))
    assert devices(store) == [1, 2, 1] and shelf(store, 1) == {"m", "n"}
    found = run(store.load("n"))
    assert found and (found.device, found.holders[0].device) == (1, 1)
    assert found.commands == {(1, "a"): 1} and run(store.tables(1)) == ["table"]
    assert run(store.add_device(EVE)) == 4, "the number of a device is never given again"


def test_a_pass_works_once(store: SQLiteStore) -> None:
    token = offer(store, ANN)
    assert run(store.take(token, ANN)) == Taken(1), "who has the library does not use it up"
    assert run(store.take(b"forged", NEW)) is None and run(store.take(token, EVE)) is None
    first = run(store.take(token, NEW))
    assert first and first.merged == 3
    assert run(store.take(token, NEW)) == Taken(1), "its answer may have been lost"
    assert run(store.take(token, BOB)) is None and run(store.find_pass(token)) is None
    assert run(store.send_away(1, 3))
    run(store.add_device(NEW))
    assert run(store.take(token, NEW)) is None, "not even for who had it and was sent away"
    assert devices(store) == [1, 2, 4]


def test_who_played_against_each_other_may_share(store: SQLiteStore) -> None:
    """A match that both have, and a command that both have numbered alike."""
    for device in (1, 2):
        run(store.append("m", device - 1, [{"n": 1}], StoredCommand(device, "a", device)))
    run(store.take(offer(store, ANN), BOB))
    found = run(store.load("m"))
    assert found and [holder.device for holder in found.holders] == [1, 1]
    assert shelf(store, 1) == {"m"} and shelf(store, 2) == set() and found.commands[1, "a"] == 1


def test_saves_come_along_under_names_of_their_own(store: SQLiteStore) -> None:
    for device, id in ((1, "a"), (1, "b"), (3, "c"), (3, "d"), (3, "e")):
        name = {"a": "Mine", "b": "Mine (2)", "e": "Other"}.get(id, "Mine")
        named = name if id != "d" else "Mine (2)"
        assert run(store.save(device, Save(id, "g", named, {}, ""), False))
    run(store.take(offer(store, ANN), NEW))
    names = {one.id: one.name for one in run(store.saves(1, 10))}
    assert set(names) == set("abcde") and len(set(names.values())) == 5
    assert (names["a"], names["e"]) == ("Mine", "Other")
    assert [run(store.find_owner_now(device)) for device in (1, 2, 3)] == [1, 2, 1]
    run(store.take(offer(store, BOB, token=b"u"), ANN))
    run(store.take(offer(store, BOB, token=b"v"), NEW))
    assert [run(store.find_owner_now(device)) for device in (1, 2, 3)] == [2, 2, 2]


def test_a_library_that_others_share_stays_with_them(store: SQLiteStore) -> None:
    run(store.take(offer(store, ANN), NEW))
    assert run(store.take(offer(store, BOB, token=b"u"), NEW)) == Taken(2, None, (3,))
    assert devices(store) == [1, 2, 2]
    assert shelf(store, 1) == {"m", "n"} and shelf(store, 2) == {"m"}


def test_a_library_moves(store: SQLiteStore) -> None:
    assert run(store.take(offer(store, ANN, "move"), NEW)) == Taken(1, 3, (3, 1))
    assert devices(store) == [None, 2, 1]
    assert run(store.add_device(ANN)) == 4 and shelf(store, 4) == set()


def test_who_is_sent_away_has_no_way_back(store: SQLiteStore) -> None:
    run(store.take(offer(store, ANN), NEW))
    code, link = offer(store, NEW, "code", b"code"), offer(store, NEW, "share", b"link")
    assert run(store.send_away(2, 3)) is False, "by nobody else"
    assert run(store.send_away(1, 3)) and not run(store.send_away(1, 3))
    assert run(store.find_device(NEW)) is None
    assert run(store.add_device(NEW)) == 4 and shelf(store, 4) == set()
    assert [run(store.take(token, NEW)) for token in (code, link)] == [None, None]
    assert run(store.find_code(1)) is None


def test_passes_of_before_end_with_the_library_that_went_over(store: SQLiteStore) -> None:
    old = offer(store, NEW, "code", b"old code")
    run(store.take(offer(store, ANN), NEW))
    assert run(store.find_pass(old)) is None


def test_the_last_recovery_code_counts_and_links_expire(store: SQLiteStore, clock: Wall) -> None:
    first, second = offer(store, ANN, "code", b"1"), offer(store, ANN, "code", b"2")
    assert run(store.find_pass(first)) is None and run(store.find_pass(second))
    run(store.issue(b"short", 1, 1, "share", 2_000.0))
    clock.at = 1_999.0
    assert run(store.find_pass(b"short"))
    clock.at = 2_001.0
    assert run(store.find_pass(b"short")) is None and run(store.take(b"short", NEW)) is None
    assert run(store.take(second, NEW)), "a recovery code does not"
    assert run(store.find_code(1)) is None, "it works once too"


def test_what_is_only_mine_is_deleted_and_nothing_else(store: SQLiteStore, tmp_path: Path) -> None:
    start(store, "alone", Holder("person", "Ann", device=1), Holder("bot", "Low", "low"))
    run(store.own_table(1, "table"))
    offer(store, ANN, "code")
    assert run(store.delete_device(1)) == ["alone"]
    assert devices(store) == [None, 2, 3] and shelf(store, 2) == {"m"}
    found = run(store.load("m"))
    assert found and [holder.device for holder in found.holders] == [None, 2]
    assert found.holders[0].name == "Ann" and run(store.used_tables()) == {"g"}
    assert run(store.find_pass(b"t")) is None and run(store.add_device(ANN)) == 4
    store.close()
    with sqlite3.connect(tmp_path / "matches.db") as db:
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
