"""What the port of the store promises, asked of SQLite, with threads and without."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from everygame.errors import BadRecord, StaleState
from everygame.pocket.store import PocketStore
from everygame.store import (
    Created,
    Gone,
    Holder,
    NewMatch,
    SQLiteStore,
    Store,
    StoredCommand,
    Unwritable,
    default_file,
)
from everygame.store.migrations import MIGRATIONS

Result = TypeVar("Result")
HOLDERS = (Holder("person", "Ann", device=1), Holder("bot", "Medium", "medium"), Holder("open"))
PLY = {"type": "play", "at": 0, "move": "up"}


@pytest.fixture(params=[SQLiteStore, PocketStore])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    file = tmp_path / "deep" / "matches.db"
    if request.param is PocketStore:  # whose file the browser has opened, empty
        file.parent.mkdir()
        file.touch(0o600)
    made = request.param(file)
    yield made
    made.close()


def run(command: Awaitable[Result]) -> Result:
    async def wait() -> Result:
        return await command

    return asyncio.run(wait())


def new(name: str, **changes: Any) -> NewMatch:
    plain: dict[str, Any] = {"device": 1, "key": name, "game": "g", "version": 1}
    return NewMatch(id=name, **{**plain, "options": {"a": "b"}, "holders": HOLDERS, **changes})


def add(store: Store, match: NewMatch) -> str:
    return run(store.create(match)).match


def library(store: Store, device: int) -> dict[str, str]:
    return {entry.match: entry.name for entry in run(store.library(device, 100))}


@pytest.fixture
def two(store: Store) -> Store:
    """A store with devices 1 and 2 and a match of device 1."""
    assert run(store.add_device(b"one")) == 1 and run(store.add_device(b"two")) == 2
    add(store, new("m", events=(PLY,), tags={"t": 1}, start={"s": None}))
    return store


def test_devices_are_known_by_the_hash_of_their_secret(store: Store) -> None:
    assert run(store.find_device(b"x")) is None
    device = run(store.add_device(b"x"))
    assert run(store.add_device(b"x")) == device == run(store.find_device(b"x"))
    assert run(store.add_device(b"y")) != device


def test_a_match_comes_back_as_it_was_stored(two: Store) -> None:
    found = run(two.load("m"))
    assert found and (found.game, found.version, found.options) == ("g", 1, {"a": "b"})
    assert (found.start, found.tags, found.holders) == ({"s": None}, {"t": 1}, HOLDERS)
    assert (found.events, found.commands, found.next) == ((PLY,), {}, None)
    assert run(two.load("n")) is None
    assert library(two, 1) == {"m": ""} and library(two, 2) == {}


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


def test_the_same_key_answers_the_same_match(two: Store) -> None:
    assert add(two, new("other", key="m")) == "m"
    assert run(two.load("other")) is None
    assert add(two, new("other", key="m", device=2)) == "other", "the key is the device's"


def test_events_are_numbered_and_no_number_is_written_twice(two: Store) -> None:
    run(two.append("m", 1, [{"n": 1}, {"n": 2}], StoredCommand(1, "a", 7)))
    for number in (0, 1, 2, 4):
        with pytest.raises(StaleState):
            run(two.append("m", number, [{"n": 9}], StoredCommand(1, "b", 8)))
    run(two.append("m", 3, [{"n": 3}], None))
    found = run(two.load("m"))
    assert found and found.events == (PLY, {"n": 1}, {"n": 2}, {"n": 3})
    assert found.commands == {(1, "a"): 7}
    with pytest.raises(Gone):
        run(two.append("n", 0, [PLY], None))


@pytest.mark.parametrize("store", [SQLiteStore], indirect=True)  # two programs have the file
def test_two_writers_cannot_both_write_an_event(
    two: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the lock of the file fails, as on some network drives."""
    monkeypatch.setattr("everygame.store.sqlite.hold", lambda file: sqlite3.connect(":memory:"))
    other = SQLiteStore(tmp_path / "deep" / "matches.db")

    async def race() -> list[Any]:
        commands = [s.append("m", 1, [{"who": i}], None) for i, s in enumerate([two, other] * 5)]
        return await asyncio.gather(*commands, return_exceptions=True)

    results = run(race())
    other.close()
    assert results.count(None) == 1
    assert all(isinstance(error, StaleState) for error in results if error)
    found = run(two.load("m"))
    assert found and len(found.events) == 2


def test_work_that_fails_does_not_disturb_what_shares_its_commit(two: Store) -> None:
    async def together() -> list[Any]:
        good = [two.append("m", 1 + i, [{"n": i}], None) for i in range(20)]
        bad = [two.append("m", 500, [PLY], None) for _ in range(20)]
        both = [command for pair in zip(good, bad, strict=True) for command in pair]
        return await asyncio.gather(*both, return_exceptions=True)

    results = run(together())
    assert results[::2] == [None] * 20
    assert all(isinstance(error, StaleState) for error in results[1::2])
    found = run(two.load("m"))
    assert found and found.events == (PLY, *({"n": i} for i in range(20)))


def test_what_is_refused_halfway_leaves_nothing_of_what_it_had_written(two: Store) -> None:
    """A command that is known already is noticed when its events are written."""
    command = StoredCommand(1, "same", 2)
    run(two.append("m", 1, [{"n": 1}], command))
    before = run(two.load("m"))
    with pytest.raises(sqlite3.IntegrityError):
        run(two.append("m", 2, [{"n": 2}], command))
    assert run(two.load("m")) == before


@pytest.mark.parametrize("store", [SQLiteStore], indirect=True)  # two programs have the file
def test_what_was_acknowledged_is_there_for_another_reader(two: Store, tmp_path: Path) -> None:
    run(two.append("m", 1, [{"n": 1}], None))
    other = sqlite3.connect(tmp_path / "deep" / "matches.db")
    assert other.execute("SELECT count(*) FROM events").fetchone() == (2,)
    assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()


def test_a_cancelled_write_does_not_stop_the_writer(two: Store) -> None:
    async def cancel() -> None:
        waiting = [asyncio.ensure_future(two.name(1, "m", str(i))) for i in range(50)]
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await two.name(1, "m", "last")

    run(cancel())
    assert library(two, 1) == {"m": "last"}


def test_names_of_saves(two: Store) -> None:
    run(two.name(1, "m", "Best"))
    run(two.name(2, "m", "Watched"))
    assert run(two.find_name(1, "m")) == "Best" and run(two.find_name(2, "m")) == "Watched"
    assert library(two, 1) == {"m": "Best"} and library(two, 2) == {"m": "Watched"}
    assert run(two.find_name(2, "nothing")) == ""


def test_a_match_that_is_in_no_library_is_deleted(two: Store) -> None:
    run(two.name(2, "m", "Mine too"))
    assert run(two.forget(1, "m")) is False
    assert run(two.load("m")) is not None
    assert run(two.forget(2, "m")) is True
    assert run(two.load("m")) is None


def test_a_match_that_follows_is_made_once(two: Store) -> None:
    assert add(two, new("n", previous="m")) == "n"
    assert add(two, new("o", previous="m", device=2)) == "n"
    found = run(two.load("m"))
    assert found and found.next == "n"
    run(two.forget(1, "n"))
    assert add(two, new("o", previous="m")) == "o", "the one that followed is deleted"


def test_last_game_is_one_slot_a_game_and_a_device(two: Store) -> None:
    add(two, new("n", previous="m", last_game=True))
    assert library(two, 1) == {"m": "last_game", "n": ""}
    assert run(two.create(new("o", previous="n", last_game=True))) == Created("o", ("m",))
    assert library(two, 1) == {"n": "last_game", "o": ""}, "the slot is taken over"
    assert run(two.load("m")) is None
    run(two.name(1, "n", "Saved"))
    add(two, new("p", previous="o", last_game=True))
    assert library(two, 1) == {"n": "Saved", "o": "last_game", "p": ""}
    add(two, new("x", game="h"))
    add(two, new("y", game="h", previous="x", last_game=True))
    assert library(two, 1)["o"] == "last_game" and library(two, 1)["x"] == "last_game"


def test_a_match_takes_the_place_of_one_without_a_ply(two: Store) -> None:
    alone = HOLDERS[:2]
    add(two, new("n", previous="m", holders=alone))
    o = new("o", previous="n", in_place=True, holders=alone)
    assert run(two.create(o)) == Created("o", ("n",))
    assert library(two, 1) == {"m": "", "o": ""} and run(two.load("n")) is None
    before = run(two.load("m"))
    assert before and before.next == "o", "who rests at the one before is led on"
    assert run(two.find_successor(1, "n")) == "o"
    assert run(two.find_successor(2, "n")) is None, "it is told to who asked for it"
    assert run(two.find_successor(1, "o")) is None, "of a match that is there"
    again = new("o2", previous="o", in_place=True, holders=alone)
    assert run(two.create(again)) == Created("o2", ("o",))
    assert [run(two.find_successor(1, one)) for one in ("n", "o", "o2")] == ["o2", "o2", None]
    o = new("o", previous="o2", in_place=True, holders=alone)
    assert run(two.create(o)) == Created("o", ("o2",))
    before = run(two.load("m"))
    assert before and before.next == "o"
    run(two.watch(2, "o"))
    assert run(two.create(new("p", previous="o", in_place=True))) == Created("p")
    assert library(two, 1) == {"m": "", "p": ""} and library(two, 2) == {"o": ""}


def test_last_game_is_a_slot_of_who_restarts_and_takes_nothing_from_others(two: Store) -> None:
    run(two.name(2, "m", ""))  # who only watches has it in the library, too
    both = (HOLDERS[0], Holder("person", "Bob", device=2))
    add(two, new("n", previous="m", last_game=True, holders=both))
    assert run(two.create(new("o", previous="n", last_game=True))) == Created("o")
    add(two, new("p", previous="o", last_game=True))
    assert library(two, 1) == {"n": "", "o": "last_game", "p": ""}
    assert library(two, 2) == {"m": "", "n": ""}
    assert run(two.forget(1, "n")) is False and run(two.load("n"))


def test_an_invitation_is_taken_once(two: Store) -> None:
    run(two.invite("m", 2, b"old", 1))
    run(two.invite("m", 2, b"new", 1))
    assert run(two.find_invitation(b"old")) is None, "a new one replaces the old one"
    assert run(two.accept(b"old", 2, "Bob")) is None
    for _ in range(2):  # the same device again: the same answer
        offer = run(two.accept(b"new", 2, "Bob"))
        assert offer and (offer.match, offer.seat) == ("m", 2)
    assert run(two.accept(b"new", 1, "Thief")) is None
    found = run(two.load("m"))
    assert found and found.holders[2] == Holder("person", "Bob", "", 2)
    assert library(two, 2) == {"m": ""}


def test_of_two_links_one_gives_the_seat(two: Store) -> None:
    """Also where the second is asked for while the first is being used."""
    run(two.invite("m", 2, b"a", 1))

    async def race() -> list[Any]:
        commands = (
            two.accept(b"a", 2, "Bob"),
            two.invite("m", 2, b"b", 1),
            two.accept(b"b", 1, "Ann"),
        )
        return await asyncio.gather(*commands)

    taken, offered, stolen = run(race())
    assert taken and offered is False and stolen is None
    assert run(two.holders("m"))[2] == Holder("person", "Bob", "", 2)


def test_a_seat_is_taken_only_from_whom_one_saw_there(two: Store) -> None:
    run(two.invite("m", 2, b"a", 1))
    run(two.accept(b"a", 2, "Bob"))
    with pytest.raises(StaleState, match="just now"):
        run(two.set_holder("m", 2, Holder("open"), Holder("bot", "Medium", "medium")))
    with pytest.raises(Gone):
        run(two.set_holder("n", 2, Holder("open"), Holder("bot", "Medium", "medium")))
    assert run(two.holders("m"))[2].name == "Bob"


def write_old(path: Path, version: int, *more: str) -> None:
    """A file as a program of that version has left it: the match `m` of device 1."""
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
    for number, script in enumerate(MIGRATIONS[:version], 1):
        db.executescript(script)
        db.execute("INSERT INTO schema_version VALUES (?)", (number,))
    for number, secret in enumerate((b"one", b"two"), 1):
        db.execute("INSERT INTO devices VALUES (?, ?, ?)", (number, secret, 1000.0 + number))
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
    store = SQLiteStore(tmp_path / "matches.db")
    assert [
        run(store.find_invitation(token.encode())) is not None for token, _, _ in links
    ] == [True, False, False, True]  # fmt: skip
    store.close()


def test_browsers_of_older_versions_keep_their_libraries(tmp_path: Path) -> None:
    write_old(tmp_path / "matches.db", 6)
    store = SQLiteStore(tmp_path / "matches.db")
    assert [run(store.find_device(secret)) for secret in (b"one", b"two", b"three")] == [1, 2, None]
    assert [one.seen for one in run(store.browsers(1))] == [1001.0]
    assert run(store.add_device(b"three")) == 3 and library(store, 1) == {"m": "Mine"}
    store.close()


def test_the_file_remembers_and_knows_its_version(two: Store, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "matches.db"
    before = run(two.load("m")), run(two.mark())
    two.close()
    again = SQLiteStore(path)
    assert (run(again.load("m")), run(again.mark())) == before
    again.close()
    db = sqlite3.connect(path)
    versions = db.execute("SELECT version FROM schema_version ORDER BY version").fetchall()
    assert versions == [(n + 1,) for n in range(len(MIGRATIONS))]
    db.execute("INSERT INTO schema_version VALUES (999)")
    db.commit()
    db.close()
    with pytest.raises(BadRecord, match="newer EveryGame"):
        SQLiteStore(path)


def test_a_second_store_on_a_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    first = SQLiteStore(path)
    (tmp_path / "link.db").symlink_to(path)
    for again in (path, tmp_path / "link.db", tmp_path / "." / ".." / tmp_path.name / path.name):
        with pytest.raises(BadRecord, match=r"^\S+ is in use by another EveryGame; stop that"):
            SQLiteStore(again)
    other = SQLiteStore(tmp_path / "other.db")
    assert run(other.mark()) != run(first.mark())
    other.close()
    first.close()
    SQLiteStore(path).close()


def test_a_file_with_two_names_is_refused_under_both(tmp_path: Path) -> None:
    """Also while the other one is open; what is kept is there again when one name is gone."""
    path, link = tmp_path / "matches.db", tmp_path / "link.db"
    first = SQLiteStore(path)
    mark = run(first.mark())
    link.hardlink_to(path)
    with pytest.raises(BadRecord, match=r"link\.db has another name too, a hard link"):
        SQLiteStore(link)
    first.close()
    with pytest.raises(BadRecord, match=r"matches\.db has another name too"):
        SQLiteStore(path)
    link.unlink()
    again = SQLiteStore(path)
    assert run(again.mark()) == mark
    again.close()


def test_a_file_that_could_not_be_opened_is_free_again(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    path.write_text("Dear Sir, " * 1000)
    with pytest.raises(BadRecord, match="cannot be used"):
        SQLiteStore(path)
    path.unlink()
    SQLiteStore(path).close()
    (tmp_path / "matches.db-lock").unlink()
    (tmp_path / "matches.db-lock").mkdir()
    with pytest.raises(BadRecord, match="cannot be used to keep matches"):
        SQLiteStore(path)
    (tmp_path / "matches.db-lock").rmdir()
    (tmp_path / "matches.db-lock").write_text("Dear Sir, " * 1000)
    with pytest.raises(BadRecord, match=r"matches\.db-lock, by which matches\.db is kept for one"):
        SQLiteStore(path)
    assert (tmp_path / "matches.db-lock").read_text().startswith("Dear Sir, ")


def test_a_file_that_is_no_store_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir, " * 1000)
    with pytest.raises(BadRecord, match=r"letter.txt cannot be used to keep matches: .*\.$"):
        SQLiteStore(path)
    with pytest.raises(BadRecord, match="cannot be used"):
        SQLiteStore(tmp_path)


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
def test_the_file_is_for_its_owner_alone(two: Store, tmp_path: Path) -> None:
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


def test_what_is_acknowledged_is_on_the_disk(tmp_path: Path) -> None:
    """SQLite syncs every commit, and keeps references whole (2 is FULL, 1 is on)."""
    made = SQLiteStore(tmp_path / "matches.db")
    connection = made.prepare()
    for pragma, value in (("synchronous", 2), ("foreign_keys", 1), ("journal_mode", "wal")):
        assert connection.execute(f"PRAGMA {pragma}").fetchone() == (value,)
    connection.close()
    made.close()
