"""Libraries on several browsers, asked of SQLite: passes, what goes over, who is sent away."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from everygame.store import Holder, Save, SQLiteStore, StoredCommand, Taken
from everygame.time_source import Clock
from tests.stores import Direct, library, new

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
def store(tmp_path: Path, clock: Wall) -> Iterator[Direct]:
    """Ann is device 1, Bob device 2, and they play `m`; the new browser, 3, has `n` of its own."""
    made = Direct(SQLiteStore(tmp_path / "matches.db", clock))
    for secret in (ANN, BOB, NEW):
        made.add_device(secret)
    start(made, "m", Holder("person", "Ann", device=1), Holder("person", "Bob", device=2))
    start(made, "n", Holder("person", "New", device=3), Holder("bot", "Low", "low"))
    yield made
    made.close()


def start(store: Direct, name: str, *holders: Holder) -> None:
    store.create(new(name, device=holders[0].device, holders=holders))


def offer(store: Direct, secret: bytes, kind: str = "share", token: bytes = b"t") -> bytes:
    browser = store.find_browser(secret)
    store.issue(token, browser.device, browser.number, kind, None)
    return token


def devices(store: Direct) -> list[int | None]:
    return [store.find_device(secret) for secret in (ANN, BOB, NEW)]


def test_a_library_is_shared_and_what_was_there_comes_along(store: Direct) -> None:
    store.own_table(3, "table")
    store.append("n", 0, [{"n": 1}], StoredCommand(3, "a", 1))
    assert store.take(offer(store, ANN), NEW) == Taken(1, 3, (3,))
    assert devices(store) == [1, 2, 1] and set(library(store, 1)) == {"m", "n"}
    found = store.load("n")
    assert (found.device, found.holders[0].device) == (1, 1)
    assert found.commands == {(1, "a"): 1} and store.tables(1) == ["table"]
    assert store.add_device(EVE) == 4, "the number of a device is never given again"


def test_a_pass_works_once(store: Direct) -> None:
    token = offer(store, ANN)
    assert store.take(token, ANN) == Taken(1), "who has the library does not use it up"
    assert store.take(b"forged", NEW) is None and store.take(token, EVE) is None
    first = store.take(token, NEW)
    assert first and first.merged == 3
    assert store.take(token, NEW) == Taken(1), "its answer may have been lost"
    assert store.take(token, BOB) is None and store.find_pass(token) is None
    assert store.send_away(1, 3)
    store.add_device(NEW)
    assert store.take(token, NEW) is None, "not even for who had it and was sent away"
    assert devices(store) == [1, 2, 4]


def test_who_played_against_each_other_may_share(store: Direct) -> None:
    """A match that both have, and a command that both have numbered alike."""
    for device in (1, 2):
        store.append("m", device - 1, [{"n": 1}], StoredCommand(device, "a", device))
    store.take(offer(store, ANN), BOB)
    found = store.load("m")
    assert [holder.device for holder in found.holders] == [1, 1]
    assert (
        set(library(store, 1)) == {"m"} and library(store, 2) == {} and found.commands[1, "a"] == 1
    )


def test_saves_come_along_under_names_of_their_own(store: Direct) -> None:
    for device, id in ((1, "a"), (1, "b"), (3, "c"), (3, "d"), (3, "e")):
        name = {"a": "Mine", "b": "Mine (2)", "e": "Other"}.get(id, "Mine")
        named = name if id != "d" else "Mine (2)"
        assert store.save(device, Save(id, "g", named, {}, ""), False)
    store.take(offer(store, ANN), NEW)
    names = {one.id: one.name for one in store.saves(1, 10)}
    assert set(names) == set("abcde") and len(set(names.values())) == 5
    assert (names["a"], names["e"]) == ("Mine", "Other")
    assert [store.find_owner_now(device) for device in (1, 2, 3)] == [1, 2, 1]
    store.take(offer(store, BOB, token=b"u"), ANN)
    store.take(offer(store, BOB, token=b"v"), NEW)
    assert [store.find_owner_now(device) for device in (1, 2, 3)] == [2, 2, 2]


def test_a_library_that_others_share_stays_with_them(store: Direct) -> None:
    store.take(offer(store, ANN), NEW)
    assert store.take(offer(store, BOB, token=b"u"), NEW) == Taken(2, None, (3,))
    assert devices(store) == [1, 2, 2]
    assert set(library(store, 1)) == {"m", "n"} and set(library(store, 2)) == {"m"}


def test_a_library_moves(store: Direct) -> None:
    assert store.take(offer(store, ANN, "move"), NEW) == Taken(1, 3, (3, 1))
    assert devices(store) == [None, 2, 1]
    assert store.add_device(ANN) == 4 and library(store, 4) == {}


def test_who_is_sent_away_has_no_way_back(store: Direct) -> None:
    store.take(offer(store, ANN), NEW)
    code, link = offer(store, NEW, "code", b"code"), offer(store, NEW, "share", b"link")
    assert store.send_away(2, 3) is False, "by nobody else"
    assert store.send_away(1, 3) and not store.send_away(1, 3)
    assert store.find_device(NEW) is None
    assert store.add_device(NEW) == 4 and library(store, 4) == {}
    assert [store.take(token, NEW) for token in (code, link)] == [None, None]
    assert store.find_code(1) is None


def test_passes_of_before_end_with_the_library_that_went_over(store: Direct) -> None:
    old = offer(store, NEW, "code", b"old code")
    store.take(offer(store, ANN), NEW)
    assert store.find_pass(old) is None


def test_the_last_recovery_code_counts_and_links_expire(store: Direct, clock: Wall) -> None:
    first, second = offer(store, ANN, "code", b"1"), offer(store, ANN, "code", b"2")
    assert store.find_pass(first) is None and store.find_pass(second)
    store.issue(b"short", 1, 1, "share", 2_000.0)
    clock.at = 1_999.0
    assert store.find_pass(b"short")
    clock.at = 2_001.0
    assert store.find_pass(b"short") is None and store.take(b"short", NEW) is None
    assert store.take(second, NEW), "a recovery code does not"
    assert store.find_code(1) is None, "it works once too"


def test_what_is_only_mine_is_deleted_and_nothing_else(store: Direct, tmp_path: Path) -> None:
    start(store, "alone", Holder("person", "Ann", device=1), Holder("bot", "Low", "low"))
    store.own_table(1, "table")
    offer(store, ANN, "code")
    assert store.delete_device(1) == ["alone"]
    assert devices(store) == [None, 2, 3] and set(library(store, 2)) == {"m"}
    found = store.load("m")
    assert [holder.device for holder in found.holders] == [None, 2]
    assert found.holders[0].name == "Ann" and store.used_tables() == {"g"}
    assert store.find_pass(b"t") is None and store.add_device(ANN) == 4
    store.close()
    with sqlite3.connect(tmp_path / "matches.db") as db:
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
