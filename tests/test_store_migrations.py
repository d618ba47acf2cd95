"""Files of older versions keep all that was acknowledged, and files of newer ones are refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from everygame.errors import BadRecord
from everygame.store import SQLiteStore
from everygame.store.migrations import MIGRATIONS
from tests.stores import Direct, add, library, new, opened


def write_old(path: Path, version: int, *more: str) -> None:
    """A file as a program of that version has left it: the match `m` of device 1."""
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
    for number, script in enumerate(MIGRATIONS[:version], 1):
        db.executescript(script)
        db.execute("INSERT INTO schema_version VALUES (?)", (number,))
    for number, secret in enumerate((b"one", b"two"), 1):
        values = (number, secret, 1000.0 + number)
        db.execute("INSERT INTO devices (id, secret, created) VALUES (?, ?, ?)", values)
    db.execute(
        "INSERT INTO matches VALUES ('m', 1, 'm', 'g', 1, '{}', 'null', '{}', NULL, 1.0, 1.0)"
    )
    chairs = [(0, "person", "Ann", 1), (1, "open", "", None), (2, "person", "Bob", 2)]
    for seat, kind, name, device in chairs:
        db.execute("INSERT INTO chairs VALUES ('m', ?, ?, ?, '', ?)", (seat, kind, name, device))
    db.execute("INSERT INTO shelves VALUES (1, 'm', 'Mine', 0)")
    for statement in more:
        db.execute(statement)
    db.commit()
    db.close()


def test_links_of_older_versions_that_should_be_dead_are(tmp_path: Path) -> None:
    links = [("open", 1, "NULL"), ("taken", 2, "NULL"), ("old", 2, "1"), ("his", 2, "2")]
    rows = [f"CAST('{token}' AS BLOB), 'm', {seat}, {device}" for token, seat, device in links]
    inserts = [f"INSERT INTO invitations VALUES ({row})" for row in rows]
    write_old(tmp_path / "matches.db", 2, *inserts)
    store = opened(tmp_path / "matches.db")
    assert [
        store.find_invitation(token.encode()) is not None for token, _, _ in links
    ] == [True, False, False, True]  # fmt: skip
    store.close()


def test_browsers_of_older_versions_keep_their_libraries(tmp_path: Path) -> None:
    write_old(tmp_path / "matches.db", 6)
    store = opened(tmp_path / "matches.db")
    assert [store.find_device(secret) for secret in (b"one", b"two", b"three")] == [1, 2, None]
    assert [one.seen for one in store.browsers(1)] == [1001.0]
    assert store.add_device(b"three") == 3 and library(store, 1) == {"m": "Mine"}
    store.close()


KEYS = {"n": "in place of a b", "o": "in place of c 4 of 2 of 3", "p": "in place", "q": "key"}
"""By which version 9 led from deleted matches to those in their places."""


def test_matches_that_were_replaced_before_there_was_a_table_lead_on(tmp_path: Path) -> None:
    rows = [f"'{id}', 1, '{key}'" for id, key in KEYS.items()]
    rest = "'g', 1, '{}', 'null', '{}', NULL, 1.0, 1.0"
    inserts = [f"INSERT INTO matches VALUES ({row}, {rest})" for row in rows]
    write_old(tmp_path / "matches.db", 9, *inserts)
    store = opened(tmp_path / "matches.db")
    found = {gone: store.find_replacement(1, gone) for gone in (*"abc423m", "of")}
    assert {gone: led for gone, led in found.items() if led} == {
        "a": "n",
        "b": "n",
        "c": "o",
        "4": "o",
    }
    assert store.find_replacement(2, "a") is None
    assert add(store, new("r", key="key")) == "q" and library(store, 1) == {"m": "Mine"}
    store.close()


def test_what_is_acknowledged_by_any_older_version_is_there(tmp_path: Path) -> None:
    for version in range(1, len(MIGRATIONS)):
        path = tmp_path / f"{version}.db"
        event = "INSERT INTO events VALUES ('m', 0, '{\"type\": \"play\"}', 1.0)"
        deed = "INSERT INTO deeds VALUES ('m', 1, 'a', 1)"
        write_old(path, version, event, deed)
        store = opened(path)
        found = store.load("m")
        assert found.events == ({"type": "play"},) and found.commands == {(1, "a"): 1}
        assert [holder.name for holder in found.holders] == ["Ann", "", "Bob"]
        assert library(store, 1) == {"m": "Mine"}
        store.close()


def test_the_file_remembers_and_knows_its_version(begun: Direct, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "matches.db"
    before = begun.load("m"), begun.mark()
    begun.close()
    again = opened(path)
    assert (again.load("m"), again.mark()) == before
    again.close()
    db = sqlite3.connect(path)
    versions = db.execute("SELECT version FROM schema_version ORDER BY version").fetchall()
    assert versions == [(n + 1,) for n in range(len(MIGRATIONS))]
    db.execute("INSERT INTO schema_version VALUES (999)")
    db.commit()
    db.close()
    with pytest.raises(BadRecord, match="newer EveryGame"):
        SQLiteStore(path)
