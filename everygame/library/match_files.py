"""Matches in files: records, and files of other programs, which the games read and write.

A game says in `game.toml` which endings its files have, so that no program of a game runs for a
file that cannot be its own (`everygame.notation`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Final, TypeVar

from everygame.errors import (
    BadArgument,
    BadGame,
    BadRecord,
    EveryGameError,
    find_place,
    shown,
    writing,
)
from everygame.foreign_json import read_json
from everygame.library.registry import Entry, find_game, games
from everygame.notation import Found, Notation
from everygame.record import Record, from_json, read_record, write_record
from everygame.words import list_of, one_of, say

RECORD: Final = "json"
"""The ending of a file that holds one record."""

Host = Callable[[Entry], Entry]
"""Returns the entry of a game as this process may use it; a server takes `isolation.host`."""


Answer = TypeVar("Answer")


def as_it_is(entry: Entry) -> Entry:
    return entry


def load_record(path: str | Path) -> Record:
    """Read the match in a file: a record, or a file of another program that a game here reads, such
    as SGF and PDN. Raises BadRecord, also where the file holds several games."""
    found = games_in(path)
    if len(found) > 1:
        raise BadRecord(
            "{path} holds {number} games, not one; `everygame convert {path} FOLDER` writes each"
            " into a file of its own.",
            path=path,
            number=len(found),
        )
    return found[0].read()


def load_records(path: str | Path) -> Iterator[Record]:
    """Yield the matches in a file, in their order. Raises BadRecord; after a faulty game the next
    one can no longer be asked for."""
    return (found.read() for found in games_in(path))


def save_record(record: Record, path: str | Path) -> None:
    """Write a match to a file: `.json` is a record, and for other endings the game writes the file.
    Raises BadRecord."""
    save_records([record], path)


def save_records(records: Sequence[Record], path: str | Path) -> None:
    """Write matches of one game to a file. A file of another program may hold several, a record
    (`.json`) one. Raises BadRecord."""
    need_path(path)
    data = write_file(records, str(path))
    with writing(path, BadRecord):
        Path(path).write_bytes(data)


def need_path(path: object) -> None:
    """Raise BadArgument where this is no path: `open` would take a number for an open file."""
    if not isinstance(path, (str, PathLike)):
        raise BadArgument("A record lies in a file with a path, not in {path}.", path=repr(path))


def games_in(path: str | Path) -> list[Found]:
    """Return the games in a file, at least one. Raises BadRecord, BadArgument."""
    need_path(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadRecord(
            "{path} cannot be opened: {strerror}.", path=path, strerror=error.strerror
        ) from None
    return read_file(data, str(path))


def read_file(data: bytes, name: str, host: Host = as_it_is) -> list[Found]:
    """Return the games in the bytes of a file, at least one; `name` is its name. Raises
    BadRecord."""
    ending = ending_of(name)
    readers = list(readers_of(ending))
    is_json = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    if ending == RECORD or (is_json and not readers):
        return read_log(data) or [Found(name, partial(read_one, data))]
    if not readers:
        raise BadRecord(
            "No game here reads this file: its name should end in {endings}.",
            endings=one_of(f".{one}" for one in known_endings()),
        )
    faults = []
    for entry in readers:
        try:
            if found := ask(entry, lambda ours: list(ours.read(data)), host):
                return found
        except EveryGameError as error:  # it may be a file of the next game
            faults.append(error)
    if faults:
        raise faults[0]
    titles = list_of(str(say(entry.facts()["title"])) for entry in readers)
    raise BadRecord(
        "This file is of none of the games here whose files end in .{ending}: {titles}.",
        ending=ending,
        titles=titles,
    )


def read_log(data: bytes) -> list[Found]:
    """Return the matches in the log of an arena, which has a JSON object on each line; none for any
    other file. Raises BadRecord."""
    try:
        head, *lines = data.decode("utf-8").splitlines()
        if not lines or "contestants" not in read_json(head):
            return []
        told = [read_json(line) for line in lines]
        records = [one["record"] for one in told if "record" in one]
    except (ValueError, TypeError, RecursionError):
        return []
    if not records:
        raise BadRecord("This is the log of an arena in which no match is over yet.")
    return [
        Found(say("match {number}", number=number), partial(from_json, record))
        for number, record in enumerate(records, 1)
    ]


def read_one(data: bytes) -> Record:
    """Return the record in the bytes of a .json file. Raises BadRecord."""
    try:
        return read_record(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadRecord("This file is not UTF-8 text.") from None


def write_file(records: Sequence[Record], name: str, host: Host = as_it_is) -> bytes:
    """Return the bytes of a file with these matches, for a file of this name. Raises BadRecord."""
    ending = ending_of(name)
    kinds = sorted({record.game for record in records})
    if len(kinds) != 1 or (ending == RECORD and len(records) > 1):
        raise BadRecord(
            "A .json file holds one match, and another file matches of one game; here are {number}"
            " of {kinds}.",
            number=len(records),
            kinds=list_of(kinds) or say("no game"),
        )
    if ending == RECORD:
        return write_record(records[0]).encode()
    if not ending.isalnum():
        raise BadRecord("The name of a file says its kind by its ending, as in match.json.")
    entry = find_game(kinds[0])
    if ending not in endings_of(entry):
        raise BadRecord(
            "Matches of {game} are written to files that end in {endings}, not to {name}.",
            game=kinds[0],
            endings=one_of(f".{one}" for one in [RECORD, *endings_of(entry)]),
            name=name,
        )
    for record in records:
        require_whole(record)
    return ask(entry, lambda ours: ours.write(records), host)


def ask(entry: Entry, question: Callable[[Notation], Answer], host: Host) -> Answer:
    """Return what the notation of a game answers. Raises BadGame where its code fails."""
    try:
        return question(host(entry).notation())
    except EveryGameError:
        raise
    except Exception as error:
        place = find_place(error, str(entry.folder)) or "notation.py"
        raise BadGame(
            "{game}: {place} {error}.", game=entry.name, place=place, error=shown(error)
        ) from error


def require_whole(record: Record) -> None:
    """Refuse a record that leaves something out. Raises BadRecord."""
    if not record.whole:
        raise BadRecord("A match that keeps secrets can be written in no other notation yet.")


def ending_of(name: str) -> str:
    """Return the ending of a file's name, in small letters and without the stop."""
    return Path(name).suffix[1:].lower()


def endings_of(entry: Entry) -> list[str]:
    """Return the endings of the files of other programs that a game reads; none for a broken game,
    which hurts no other."""
    try:
        return list(entry.facts().get("files", [])) if entry.has("notation.py") else []
    except BadGame:
        return []


def readers_of(ending: str) -> Iterator[Entry]:
    """Yield the games that read files with this ending."""
    return (entry for entry in games().values() if ending in endings_of(entry))


def known_endings() -> Iterable[str]:
    """Return all endings of files that are read here."""
    return sorted({RECORD, *(one for entry in games().values() for one in endings_of(entry))})
