"""No query of the store passes over a table that grows with what people keep."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Final

import pytest

import everygame.store.open_matches as open_matches
from everygame.store import Change, Holder, Kept, PushAddress, Save, SQLiteStore, StoredCommand
from tests.stores import HOLDERS, PLY, new, run

ADDRESS: Final = PushAddress("https://push.example/1", "p", "a", "https://x", "en")
CALLS: Final[dict[str, tuple[Any, ...]]] = {
    "add_device": (b"one",),
    "find_device": (b"one",),
    "find_owner_now": (1,),
    "find_browser": (b"one",),
    "find_secret": (b"one",),
    "set_next_secret": (1, b"next"),
    "renew_secret": (1, b"next", b"after"),
    "browsers": (1,),
    "note_visit": (1, "Firefox/Linux"),
    "rename_browser": (1, 1, "Phone"),
    "issue": (b"pass", 1, 1, "share", 5e9),
    "find_pass": (b"pass",),
    "find_code": (1,),
    "keep_push": (1, ADDRESS),
    "has_push": (1,),
    "pushes": (1,),
    "drop_push": (1,),
    "drop_push_address": (ADDRESS.endpoint,),
    "create": (new("n", previous="m", last_game=True),),
    "load": ("m",),
    "append": ("m", 0, [PLY], StoredCommand(1, "a", 1), False, Change({}, 1.0, 2.0)),
    "count_matches": (1,),
    "note_look": ("m",),
    "find_unused": (5e9, 50),
    "find_unused_libraries": (5e9, 50),
    "find_existing": (["m", "n"],),
    "delete_matches": (["gone"],),
    "forget_addresses": (5e9,),
    "barred": (),
    "find_replacement": (1, "m"),
    "uptime": (),
    "beat": (1.0,),
    "due": (),
    "library": (1, 60),
    "has_match": (1, "m"),
    "find_name": (1, "m"),
    "name": (1, "m", "Mine"),
    "put_match": (2, "m"),
    "keep_glance": ("m", [0], "en", Kept(1, "stamp", "{}")),
    "glances": (1, ["m", "n", "gone"], "en"),
    "save": (1, Save("s", "g", "Name", {}, "kept"), True),
    "saves": (1, 60),
    "find_save": (1, "s"),
    "drop_save": (1, "s"),
    "own_table": (1, "t"),
    "tables": (1,),
    "disown_table": (1, "t"),
    "used_tables": (),
    "holders": ("m",),
    "set_holder": ("m", 2, HOLDERS[2], Holder("open")),
    "invite": ("m", 2, "name", b"token", 1),
    "find_invitation": (b"token",),
    "find_invited_match": ("name",),
    "list_openly": ("m", True),
    "open_matches": (0.0, 60),
    "count_open": (1, 0.0),
    "take_free": ("n", 2, 2, "Bob"),
    "accept": (b"token", 2, "Bob"),
    "sit_down": ("m", 2, "Bob"),
    "keep_out": (1, 2),
    "forget": (1, "n"),
    "take": (b"pass", b"two"),
    "send_away": (1, 2),
    "delete_device": (1,),
}
"""Each method of the store, with arguments that let it do its work."""
WHOLE: Final = {
    "SCAN uptime": "it has one row",
    "SCAN identity": "it has one row",
    "SCAN barred": "the operator's list is wanted whole, seldom",
    "SCAN courses USING INDEX courses_due": "what is due is wanted whole, once",
    "SCAN tables USING COVERING INDEX tables_of_game": "all games are wanted, once",
    "SCAN matches USING COVERING INDEX matches_of_game": "all games are wanted, once",
    "SCAN saves USING COVERING INDEX saves_of_game": "all games are wanted, once",
}
"""What may pass over a whole table."""


def test_queries_find_their_rows_by_an_index(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "matches.db")
    for secret in (b"one", b"two"):
        run(store.add_device(secret))
    run(store.create(new("m")))
    asked: list[str] = []
    for connection in (store.reading, store.writer.connection):
        connection.set_trace_callback(asked.append)
    methods = {name for name, it in vars(SQLiteStore).items() if hasattr(it, "__wrapped__")}
    assert set(CALLS) == methods, "each method of the store is called here"
    for name, arguments in CALLS.items():
        run(getattr(store, name)(*arguments))
    for connection in (store.reading, store.writer.connection):
        connection.set_trace_callback(None)
    found = {(step, query) for query in asked for step in steps(store.reading, query)}
    store.close()
    assert not {(step, query) for step, query in found if step not in WHOLE}


def steps(db: sqlite3.Connection, query: str) -> list[str]:
    """How SQLite passes over whole tables for a query."""
    if not query.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
        return []
    plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}")]
    return [step for step in plan if step.startswith("SCAN ") and "CONSTANT" not in step]


def test_the_matches_of_a_host_are_counted_without_reading_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SQLiteStore(tmp_path / "matches.db")
    for number, host in enumerate((1, 1, 2, 1)):
        run(store.add_device(b"%d" % host))
        free = Holder("open", device=None if number else 1)
        run(store.create(new(f"m{number}", device=host, holders=(HOLDERS[0], free))))
        run(store.list_openly(f"m{number}", True))
    monkeypatch.delattr(open_matches, "find_holders")
    assert [run(store.count_open(host, 0.0)) for host in (1, 2, 3)] == [2, 1, 0]
    assert run(store.count_open(1, 5e9)) == 0
    store.close()
