"""A backup made while a server writes is one moment of it, and is written back whole."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import zipfile
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from everygame.cli import main
from everygame.errors import BadRecord
from everygame.store import Save, SQLiteStore
from everygame.store.copies import DATA, FACTS, Copied, back_up, key_file, restore
from everygame.store.migrations import MIGRATIONS
from tests.stores import PLY, add, library, new, opened


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data file with a match, a save, a table and a key for push messages."""
    data = tmp_path / "here" / "matches.db"
    store = opened(data)
    for secret in (b"one", b"two"):
        store.add_device(secret)
    add(store, new("m"))
    store.save(1, Save("s", "g", "Name", {}, "kept"), False)
    store.close()
    table = data.parent / "tables" / "t0123"
    table.mkdir(parents=True)
    (table / "table.json").write_text("{}")
    key_file(data).write_text("key")
    return data


def test_all_that_is_kept_comes_back(data: Path, tmp_path: Path) -> None:
    file, there = tmp_path / "backup", tmp_path / "there" / "other.db"
    store = opened(data)  # a server has it
    before = store.load("m"), store.identity()
    copied = back_up(data, file)
    assert copied == restore(file, there) == Copied(1, 1, 1, file.stat().st_size)
    add(store, new("later"))
    store.close()
    store = opened(there)
    assert (store.load("m"), store.identity()) == before and library(store, 1) == {"m": ""}
    assert [save.id for save in store.saves(1, 9)] == ["s"] and store.load("later") is None
    store.close()
    assert (there.parent / "tables" / "t0123" / "table.json").read_text() == "{}"
    assert key_file(there).read_text() == "key"
    for secret in (file, there, key_file(there)):
        assert os.name == "nt" or secret.stat().st_mode & 0o077 == 0, "for its owner alone"
    left = {path.name for path in [*tmp_path.iterdir(), *there.parent.iterdir()]}
    assert not {name for name in left if name.endswith(".new") or name.startswith(".backup")}


def test_a_backup_is_one_moment_of_a_server_that_writes(data: Path, tmp_path: Path) -> None:
    store, written, done = SQLiteStore(data), threading.Event(), threading.Event()

    def write() -> None:
        for number in range(2_000):
            store.writer.submit(partial(append, number)).result()
            written.set()
            if done.is_set():
                return

    def append(number: int, db: sqlite3.Connection) -> None:
        text = json.dumps(PLY)
        db.execute("INSERT INTO events VALUES ('m', ?, ?, 0)", (number, text))
        db.execute("UPDATE uptime SET seconds = ?", (number + 1,))

    writer = threading.Thread(target=write)
    writer.start()
    written.wait(60)
    for number in range(3):
        file = tmp_path / f"backup{number}"
        back_up(data, file)
        restore(file, tmp_path / f"{number}.db")
        with closing(sqlite3.connect(tmp_path / f"{number}.db")) as db:
            (events,) = db.execute("SELECT count(*) FROM events").fetchone()
            assert events == db.execute("SELECT seconds FROM uptime").fetchone()[0] >= 1
    done.set()
    writer.join()
    store.close()


def test_nothing_is_written_over(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    back_up(data, file)
    back_up(data, file)  # an older backup is replaced
    with pytest.raises(BadRecord, match="is there already"):
        restore(file, data)
    fresh = tmp_path / "fresh.db"
    fresh.with_name("fresh.db-wal").touch()
    with pytest.raises(BadRecord, match=r"fresh\.db-wal is there already"):
        restore(file, fresh)
    other = tmp_path / "letter"
    other.write_text("Dear Ann")
    with pytest.raises(BadRecord, match="is no backup"):
        back_up(data, other)
    assert other.read_text() == "Dear Ann"
    with pytest.raises(BadRecord, match="There is no data file"):
        back_up(tmp_path / "none.db", tmp_path / "another")
    assert not (tmp_path / "none.db").exists() and not (tmp_path / "another").exists()


def spoil(file: Path, name: str, content: bytes) -> None:
    """Put something else into a backup."""
    with zipfile.ZipFile(file) as found:
        parts = {one: found.read(one) for one in found.namelist()}
    with zipfile.ZipFile(file, "w") as into:
        for one, old in {**parts, name: content}.items():
            into.writestr(one, content if one == name else old)


@pytest.mark.parametrize("name", [FACTS, DATA])
def test_a_damaged_backup_leaves_nothing(data: Path, tmp_path: Path, name: str) -> None:
    file, there = tmp_path / "backup", tmp_path / "there.db"
    back_up(data, file)
    spoil(file, name, b"\0" * 5_000)
    with pytest.raises(BadRecord, match="is no backup of EveryGame, or it is damaged"):
        restore(file, there)
    assert not there.exists() and not there.with_name("there.db.new").exists()


def test_no_file_of_a_backup_leads_out_of_its_folder(data: Path, tmp_path: Path) -> None:
    file, there = tmp_path / "backup", tmp_path / "there" / "m.db"
    back_up(data, file)
    for name in ("../out", "tables/../../out", "tables/t/../../../out", "/out", "tables/x/.."):
        spoil(file, name, b"x")
    restore(file, there)
    assert {path.name for path in there.parent.rglob("*")} == {
        *("m.db", "m.db-lock", "m.db.push.pem", "tables", "t0123", "table.json")
    }
    assert not (tmp_path / "out").exists()


def test_a_backup_of_a_newer_program_is_refused(data: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(data)) as db, db:
        db.execute("INSERT INTO schema_version VALUES (?)", (len(MIGRATIONS) + 1,))
    back_up(data, tmp_path / "backup")
    with pytest.raises(BadRecord, match="newer EveryGame"):
        restore(tmp_path / "backup", tmp_path / "there.db")
    spoil(tmp_path / "backup", FACTS, b'{"kind": "everygame backup", "format": 2}')
    with pytest.raises(BadRecord, match="newer EveryGame"):
        restore(tmp_path / "backup", tmp_path / "there.db")


def test_the_commands_tell_what_they_copied(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EVERYGAME_DATA", raising=False)
    file, there = tmp_path / "backup", tmp_path / "there.db"
    assert main(["backup", str(file), "--data", str(data)]) == 0
    assert main(["restore", str(file), "--data", str(there)]) == 0
    assert main(["restore", str(file), "--data", str(there)]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        f"{file} holds 1 match, 1 save and 1 table.",
        f"{there} holds 1 match, 1 save and 1 table again.",
    ]
    assert "is there already" in err
