"""A data file that goes away or is spoiled while the server runs: one true sentence, and nothing is
acknowledged that would not be there again."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from everygame.errors import BadRecord
from everygame.store import Holder, NewMatch, SQLiteStore, Unwritable


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.fixture
def store(file: Path) -> Iterator[SQLiteStore]:
    """A store with a match of one event."""
    store = SQLiteStore(file)
    asyncio.run(begin(store, "one"))
    yield store
    store.close()


async def begin(store: SQLiteStore, name: str) -> None:
    device = await store.add_device(name.encode())
    await store.create(NewMatch(name, device, name, "toy", 1, {}, (Holder("open"),)))
    await store.append(name, 0, [{"type": "play", "at": 0, "move": name}], None)


def refused(store: SQLiteStore) -> str:
    with pytest.raises(Unwritable) as caught:
        asyncio.run(store.append("one", 1, [{"type": "play", "at": 1, "move": "x"}], None))
    return str(caught.value)


def delete(file: Path) -> None:
    file.unlink()


def delete_log(file: Path) -> None:
    file.with_name(file.name + "-wal").unlink()


def replace(file: Path) -> None:
    other = file.with_name("other.db")
    other.write_bytes(file.read_bytes())
    other.rename(file)


@pytest.mark.parametrize("spoil", [delete, delete_log, replace])
def test_a_file_that_went_away_is_told(
    store: SQLiteStore, file: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(file)
    assert "deleted or replaced" in refused(store)


def test_a_file_that_is_put_back_is_written_again(store: SQLiteStore, file: Path) -> None:
    away = file.rename(file.with_name("away.db"))
    assert "deleted or replaced" in refused(store)
    away.rename(file)
    asyncio.run(store.append("one", 1, [{"type": "play", "at": 1, "move": "x"}], None))


def test_a_file_that_goes_away_as_it_is_written_is_not_acknowledged(
    store: SQLiteStore, file: Path
) -> None:
    async def write() -> None:
        await store.write(lambda db: file.unlink())

    with pytest.raises(Unwritable, match="deleted or replaced"):
        asyncio.run(write())


def test_a_file_that_another_program_locked_is_told(store: SQLiteStore, file: Path) -> None:
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store.writer.connection.execute("PRAGMA busy_timeout = 0")  # its patience is over at once
    assert "locked" in refused(store)
    other.close()
    asyncio.run(store.append("one", 1, [{"type": "play", "at": 1, "move": "x"}], None))


def test_a_file_that_may_not_be_written_is_told(store: SQLiteStore) -> None:
    store.writer.connection.execute("PRAGMA query_only = ON")
    assert refused(store) == "This server may not write its data file."


def test_a_damaged_file_is_told(store: SQLiteStore, file: Path) -> None:
    store.writer.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = file.read_bytes()
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(b"\xff" * (len(data) - 4096))
    with pytest.raises(Unwritable, match="damaged"):
        asyncio.run(store.load("one"))
    store.writer.connection.execute("PRAGMA shrink_memory")
    assert "damaged" in refused(store)


def test_a_file_with_any_damaged_page_is_not_opened(tmp_path: Path) -> None:
    """Before anything is written there; what is not damaged is as it was."""
    file = tmp_path / "matches.db"
    whole = SQLiteStore(file)
    asyncio.run(begin(whole, "one"))
    whole.close()
    data = file.read_bytes()
    size = int.from_bytes(data[16:18])
    for page in range(size, len(data), size):  # without the first it is no database
        spoiled = data[:page] + bytes([7]) * size + data[page + size :]
        file.write_bytes(spoiled)
        with pytest.raises(BadRecord, match=r"matches.db is damaged: .*Put a copy of it"):
            SQLiteStore(file)
        assert file.read_bytes() == spoiled
    file.write_bytes(data)
    SQLiteStore(file).close()
