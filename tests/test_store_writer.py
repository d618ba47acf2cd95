"""What is acknowledged is on the disk, whatever shares its commit or fails beside it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from everygame.errors import StaleState
from everygame.pocket.store import PocketStore
from everygame.store import SQLiteStore, Store, Unwritable
from tests.stores import PLY, add, library, new, run


def test_a_full_disk_is_told_and_what_was_stored_is_still_there(tmp_path: Path) -> None:
    """SQLite refuses to grow, as it does on a full disk, until there is room again."""
    store = SQLiteStore(tmp_path / "matches.db")
    run(store.add_device(b"one"))
    add(store, new("m", events=(PLY,)))

    def fill(db: sqlite3.Connection) -> None:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}")

    def clear(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA max_page_count = 100000")

    large = new("n", tags={"t": "x" * 100_000})
    store.writer.submit(fill).result()
    why = "no room left" if isinstance(store, PocketStore) else "its disk is full"
    with pytest.raises(Unwritable, match=why):
        add(store, large)
    assert run(store.load("m")) and run(store.load("n")) is None
    store.writer.submit(clear).result()
    assert add(store, large) == "n"
    store.close()


@pytest.mark.parametrize("any_store", [SQLiteStore], indirect=True)  # two programs have the file
def test_two_writers_cannot_both_write_an_event(
    begun: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the lock of the file fails, as on some network drives."""
    monkeypatch.setattr("everygame.store.sqlite.hold", lambda file: sqlite3.connect(":memory:"))
    other = SQLiteStore(tmp_path / "deep" / "matches.db")

    async def race() -> list[Any]:
        commands = [s.append("m", 1, [{"who": i}], None) for i, s in enumerate([begun, other] * 5)]
        return await asyncio.gather(*commands, return_exceptions=True)

    results = run(race())
    other.close()
    assert results.count(None) == 1
    assert all(isinstance(error, StaleState) for error in results if error)
    found = run(begun.load("m"))
    assert found and len(found.events) == 2


def test_work_that_fails_does_not_disturb_what_shares_its_commit(begun: Store) -> None:
    async def together() -> list[Any]:
        good = [begun.append("m", 1 + i, [{"n": i}], None) for i in range(20)]
        bad = [begun.append("m", 500, [PLY], None) for _ in range(20)]
        both = [command for pair in zip(good, bad, strict=True) for command in pair]
        return await asyncio.gather(*both, return_exceptions=True)

    results = run(together())
    assert results[::2] == [None] * 20
    assert all(isinstance(error, StaleState) for error in results[1::2])
    found = run(begun.load("m"))
    assert found and found.events == (PLY, *({"n": i} for i in range(20)))


@pytest.mark.parametrize("any_store", [SQLiteStore], indirect=True)  # two programs have the file
def test_what_was_acknowledged_is_there_for_another_reader(begun: Store, tmp_path: Path) -> None:
    run(begun.append("m", 1, [{"n": 1}], None))
    other = sqlite3.connect(tmp_path / "deep" / "matches.db")
    assert other.execute("SELECT count(*) FROM events").fetchone() == (2,)
    assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()


def test_a_cancelled_write_does_not_stop_the_writer(begun: Store) -> None:
    async def cancel() -> None:
        waiting = [asyncio.ensure_future(begun.name(1, "m", str(i))) for i in range(50)]
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await begun.name(1, "m", "last")

    run(cancel())
    assert library(begun, 1) == {"m": "last"}


def test_what_is_acknowledged_is_on_the_disk(tmp_path: Path) -> None:
    """SQLite syncs every commit, and keeps references whole (2 is FULL, 1 is on)."""
    made = SQLiteStore(tmp_path / "matches.db")
    connection = made.prepare()
    for pragma, value in (("synchronous", 2), ("foreign_keys", 1), ("journal_mode", "wal")):
        assert connection.execute(f"PRAGMA {pragma}").fetchone() == (value,)
    connection.close()
    made.close()
