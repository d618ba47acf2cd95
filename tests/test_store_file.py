"""Which files a store opens, and that one program has a file at a time."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from everygame.errors import BadRecord
from everygame.store import SQLiteStore, default_file
from tests.stores import Direct, opened


def test_a_second_store_on_a_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    first = opened(path)
    (tmp_path / "link.db").symlink_to(path)
    for again in (path, tmp_path / "link.db", tmp_path / "." / ".." / tmp_path.name / path.name):
        with pytest.raises(BadRecord, match=r"^\S+ is in use by another EveryGame; stop that"):
            SQLiteStore(again)
    other = opened(tmp_path / "other.db")
    assert other.mark() != first.mark()
    other.close()
    first.close()
    SQLiteStore(path).close()


def test_a_file_with_two_names_is_refused_under_both(tmp_path: Path) -> None:
    """Also while the other one is open; what is kept is there again when one name is gone."""
    path, link = tmp_path / "matches.db", tmp_path / "link.db"
    first = opened(path)
    mark = first.mark()
    link.hardlink_to(path)
    with pytest.raises(BadRecord, match=r"link\.db has another name too, a hard link"):
        SQLiteStore(link)
    first.close()
    with pytest.raises(BadRecord, match=r"matches\.db has another name too"):
        SQLiteStore(path)
    link.unlink()
    again = opened(path)
    assert again.mark() == mark
    again.close()


@pytest.mark.parametrize("table", ["bookmarks", "matches", "schema_version (version), old"])
def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path, table: str) -> None:
    path = tmp_path / "places.sqlite"
    with closing(sqlite3.connect(path)) as db:
        for name in table.split(", "):
            db.execute(f"CREATE TABLE {name if '(' in name else name + ' (url)'}")
        db.commit()
    before = path.read_bytes()
    with pytest.raises(BadRecord, match=r"a database of another program, and is left as it is"):
        SQLiteStore(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path], "and nothing is left beside it"


@pytest.mark.skipif(os.name == "nt", reason="no such permissions")
def test_the_file_is_for_its_owner_alone(begun: Direct, tmp_path: Path) -> None:
    for file in (tmp_path / "deep").iterdir():
        assert file.stat().st_mode & 0o077 == 0, file


def test_the_default_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EVERYGAME_DATA", str(tmp_path / "x.db"))
    assert default_file() == tmp_path / "x.db"
    monkeypatch.delenv("EVERYGAME_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert default_file() == tmp_path / "everygame" / "everygame.db"
    monkeypatch.setattr("sys.platform", "darwin")
    assert default_file().parts[-4:-1] == ("Library", "Application Support", "EveryGame")


def test_a_file_that_is_no_store_is_refused_in_a_sentence_and_is_free_again(tmp_path: Path) -> None:
    path, lock = tmp_path / "matches.db", tmp_path / "matches.db-lock"
    with pytest.raises(BadRecord, match="cannot be used"):
        SQLiteStore(tmp_path)
    path.write_text("Dear Sir, " * 1000)
    with pytest.raises(BadRecord, match=r"matches.db cannot be used to keep matches: .*\.$"):
        SQLiteStore(path)
    path.unlink()
    SQLiteStore(path).close()
    lock.unlink()
    lock.mkdir()
    with pytest.raises(BadRecord, match="cannot be used to keep matches"):
        SQLiteStore(path)
    lock.rmdir()
    lock.write_text("Dear Sir, " * 1000)
    with pytest.raises(BadRecord, match=r"matches\.db-lock, by which matches\.db is kept for one"):
        SQLiteStore(path)
    assert lock.read_text().startswith("Dear Sir, ")
