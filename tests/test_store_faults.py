"""A data file that goes away or is spoiled while the server runs: one true sentence, and nothing is
acknowledged that would not be there again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from everygame.errors import BadRecord
from everygame.store import SQLiteStore, Unwritable
from tests.stores import PLY, Direct, add, new, opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.fixture
def store(file: Path) -> Iterator[Direct]:
    """A store with a match of one event."""
    store = opened(file)
    store.add_device(b"one")
    add(store, new("one", events=(PLY,)))
    yield store
    store.close()


def write(store: Direct) -> None:
    store.append("one", 1, [PLY], None)


def refused(store: Direct) -> str:
    with pytest.raises(Unwritable) as caught:
        write(store)
    return str(caught.value)


def delete_log(file: Path) -> None:
    file.with_name(file.name + "-wal").unlink()


def replace(file: Path) -> None:
    other = file.with_name("other.db")
    other.write_bytes(file.read_bytes())
    other.rename(file)


@pytest.mark.parametrize("spoil", [Path.unlink, delete_log, replace])
def test_a_file_that_went_away_is_told(
    store: Direct, file: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(file)
    assert "deleted or replaced" in refused(store)


def test_a_file_that_is_put_back_is_written_again(store: Direct, file: Path) -> None:
    away = file.rename(file.with_name("away.db"))
    assert "deleted or replaced" in refused(store)
    away.rename(file)
    write(store)


def test_a_file_that_goes_away_as_it_is_written_is_not_acknowledged(
    store: Direct, file: Path
) -> None:
    with pytest.raises(Unwritable, match="deleted or replaced"):
        store.write(lambda db: file.unlink())


def test_a_file_that_another_program_locked_is_told(store: Direct, file: Path) -> None:
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store.store.writer.connection.execute("PRAGMA busy_timeout = 0")  # its patience is over at once
    assert "locked" in refused(store)
    other.close()
    write(store)


def test_a_file_that_may_not_be_written_is_told(store: Direct) -> None:
    store.store.writer.connection.execute("PRAGMA query_only = ON")
    assert refused(store) == "This server may not write its data file."


def test_a_damaged_file_is_told(store: Direct, file: Path) -> None:
    store.store.writer.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = file.read_bytes()
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(b"\xff" * (len(data) - 4096))
    with pytest.raises(Unwritable, match="damaged"):
        store.load("one")
    store.store.writer.connection.execute("PRAGMA shrink_memory")
    assert "damaged" in refused(store)


def test_a_file_with_any_damaged_page_is_not_opened(store: Direct, file: Path) -> None:
    """Before anything is written there; what is not damaged is as it was."""
    store.close()
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
