"""What is acknowledged is on the disk, whatever shares its commit or fails beside it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from everygame.errors import StaleState
from everygame.store import SQLiteStore, Unwritable
from tests.stores import PLY, Direct, add, library, new, opened, run


def test_a_full_disk_is_told_and_what_was_stored_is_still_there(tmp_path: Path) -> None:
    """SQLite refuses to grow, as it does on a full disk, until there is room again."""
    store = opened(tmp_path / "matches.db")
    store.add_device(b"one")
    add(store, new("m", events=(PLY,)))

    def fill(db: sqlite3.Connection) -> None:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}")

    def clear(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA max_page_count = 100000")

    large = new("n", tags={"t": "x" * 100_000})
    store.store.writer.submit(fill).result()
    with pytest.raises(Unwritable, match="its disk is full"):
        add(store, large)
    assert store.load("m") and store.load("n") is None
    store.store.writer.submit(clear).result()
    assert add(store, large) == "n"
    store.close()


@pytest.mark.parametrize("any_store", [SQLiteStore], indirect=True)  # two programs have the file
def test_two_writers_cannot_both_write_an_event(
    begun: Direct, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the lock of the file fails, as on some network drives."""
    monkeypatch.setattr("everygame.store.sqlite.hold", lambda file: sqlite3.connect(":memory:"))
    other = opened(tmp_path / "deep" / "matches.db")

    async def race() -> list[Any]:
        commands = [
            s.store.append("m", 1, [{"who": i}], None) for i, s in enumerate([begun, other] * 5)
        ]
        return await asyncio.gather(*commands, return_exceptions=True)

    results = run(race())
    other.close()
    assert results.count(None) == 1
    assert all(isinstance(error, StaleState) for error in results if error)
    found = begun.load("m")
    assert len(found.events) == 2


def test_work_that_fails_does_not_disturb_what_shares_its_commit(begun: Direct) -> None:
    async def together() -> list[Any]:
        good = [begun.store.append("m", 1 + i, [{"n": i}], None) for i in range(20)]
        bad = [begun.store.append("m", 500, [PLY], None) for _ in range(20)]
        both = [command for pair in zip(good, bad, strict=True) for command in pair]
        return await asyncio.gather(*both, return_exceptions=True)

    results = run(together())
    assert results[::2] == [None] * 20
    assert all(isinstance(error, StaleState) for error in results[1::2])
    found = begun.load("m")
    assert found.events == (PLY, *({"n": i} for i in range(20)))


@pytest.mark.parametrize("any_store", [SQLiteStore], indirect=True)  # two programs have the file
def test_what_was_acknowledged_is_there_for_another_reader(begun: Direct, tmp_path: Path) -> None:
    begun.append("m", 1, [{"n": 1}], None)
    other = sqlite3.connect(tmp_path / "deep" / "matches.db")
    assert other.execute("SELECT count(*) FROM events").fetchone() == (2,)
    assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()


def test_a_cancelled_write_does_not_stop_the_writer(begun: Direct) -> None:
    async def cancel() -> None:
        waiting = [asyncio.ensure_future(begun.store.name(1, "m", str(i))) for i in range(50)]
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await begun.store.name(1, "m", "last")

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
