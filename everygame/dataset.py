"""The command `everygame records`: all plies of many matches as one table, for programs that learn
from them or count something in them."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import BinaryIO, Final

from everygame.contract import CHANCE, Json, State
from everygame.errors import BadPosition, BadRecord, EveryGameError, writing
from everygame.history import Node
from everygame.library.match_files import games_in, known_endings
from everygame.library.registry import blame, find_game
from everygame.match import Match
from everygame.record import Record, Visitor, visit
from everygame.terminal.language import local_language
from everygame.words import count, say, translate

COLUMNS: Final = {
    "file": "string",
    "number": "int64",
    "game": "string",
    "version": "int64",
    "options": "string",
    "node": "int64",
    "parent": "int64",
    "ply": "int64",
    "main": "bool",
    "seat": "int64",
    "position": "string",
    "move": "string",
    "returns": "string",
    "ending": "string",
    "told": "string",
    "value": "double",
    "nodes": "int64",
    "visits": "string",
}
"""For each column its type in Parquet; `docs/reference/record.md` says what it holds."""
FORMATS: Final = ("jsonl", "csv", "parquet")
NESTED: Final = ("options", "returns", "visits")
"""Columns that are an object or a list in JSON Lines, and the JSON of one in a table."""
GROUP: Final = 50_000
"""The number of rows that Parquet keeps together."""
LOG: Final = b'"contestants":'
"""What stands in the first line of a log of an arena, whatever its file is called."""
HEAD: Final = 4096
"""The number of bytes in which that is looked for."""

Row = Json


@dataclass
class Rows(Visitor):
    """Collects the rows of a match while it is replayed."""

    head: Json
    """The columns that are the same in all rows of the match."""
    searches: Json
    rows: list[Row] = field(default_factory=list)

    def ply(self, node: Node, before: State, after: State) -> None:
        search = self.searches.get(str(node.id))
        told = search if isinstance(search, dict) else {}
        row = {
            "node": node.id,
            "parent": node.parent,
            "ply": node.ply,
            "seat": None if node.seat == CHANCE else node.seat,
            "position": position_of(before),
            "move": node.move,
            **{name: told.get(name) for name in ("value", "nodes", "visits")},
        }
        self.rows.append(self.head | row)

    def end(self, match: Match) -> None:
        line, outcome = set(match.line()), match.outcome()
        for row in self.rows:
            row["main"] = row["node"] in line
            row["returns"] = list(outcome.returns) if outcome and row["main"] else None
            row["ending"] = outcome.ending if outcome and row["main"] else None


def position_of(state: State) -> str:
    """Return the position text of a state, or its JSON where it has none."""
    try:
        return state.position()
    except BadPosition:
        return json.dumps(state.to_json(), ensure_ascii=False)


def rows_of(record: Record, file: str, number: int) -> list[Row]:
    """Return a row for each ply of a match. Raises BadRecord."""
    head = {
        "file": file,
        "number": number,
        "game": record.game,
        "version": record.version,
        "options": record.options,
        "told": record.tags.get("result"),
    }
    searches = record.tags.get("searches")
    rows = Rows(head, searches if isinstance(searches, dict) else {})
    visit(record, find_game(record.game).game(record.version, **record.options), Random(0), rows)
    return [{name: row[name] for name in COLUMNS} for row in rows.rows]


# -- files


def files_in(folder: Path) -> list[Path]:
    """Return the files in a folder, and in the folders in it, that may hold matches. Raises
    BadRecord where there are none."""
    endings = {f".{one}" for one in known_endings()}
    found = [folder] if folder.is_file() else sorted(folder.rglob("*"))
    files = [
        path
        for path in found
        if path.is_file() and (path.suffix.lower() in endings or is_log(path))
    ]
    if not files:
        raise BadRecord("{folder} holds no file with a match.", folder=folder)
    return files


def is_log(path: Path) -> bool:
    """Whether a file begins like the log of an arena; False where it cannot be opened."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return False
    return head.startswith(b"{") and LOG in head.split(b"\n")[0]


@dataclass
class Reading:
    """The files that are read, and how far that is."""

    folder: Path
    matches: int = 0
    plies: int = 0
    faults: int = 0
    told: set[tuple[str, str]] = field(default_factory=set)
    """The files and what was said of them."""

    def rows(self) -> Iterator[Row]:
        """Yield the rows of all matches. A match that cannot be read is told, and left out."""
        files = files_in(self.folder)
        for done, path in enumerate(files):
            name = path.name if path == self.folder else path.relative_to(self.folder).as_posix()
            try:
                found = games_in(path)
            except EveryGameError as error:
                self.refuse(error, name)
                continue
            for number, game in enumerate(found, 1):
                self.show(done, len(files))
                try:
                    rows = rows_of(game.read(), name, number)
                except Exception as error:
                    self.refuse(blamed(error), name, number)
                    continue
                self.matches += 1
                self.plies += len(rows)
                yield from rows
        self.clear()

    def refuse(self, error: EveryGameError, file: str, number: int = 0) -> None:
        """Say why a file, or a match in it, cannot be read; of all matches of a file for which this
        is the same, only at the first."""
        self.faults += 1
        if (file, error.message) in self.told:
            return
        self.told.add((file, error.message))
        place = say("{file}, game {number}", file=file, number=number) if number else file
        self.clear()
        tell(say("{place}: {why}", place=place, why=error.message))

    def show(self, done: int, files: int) -> None:
        """On a terminal, say how far the reading is."""
        if sys.stderr.isatty():
            text = say(
                "{done} of {files} files, {plies} plies", done=done, files=files, plies=self.plies
            )
            print(f"\r\x1b[K{translate(text, local_language())}", end="", file=sys.stderr)

    def clear(self) -> None:
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def blamed(error: Exception) -> EveryGameError:
    """Return an error as one for people: one of a game names its file and line. Raises the error
    itself where it is neither for people nor of a game."""
    if isinstance(error, EveryGameError):
        return error
    found = blame(error)
    if not found:
        raise error
    return found


def tell(message: str) -> None:
    print(translate(message, local_language()), file=sys.stderr)


# -- formats


def flat(row: Row) -> Row:
    """Return a row with the JSON of what is no single value."""
    nested = {name: row[name] for name in NESTED if row[name] is not None}
    return row | {name: json.dumps(value, ensure_ascii=False) for name, value in nested.items()}


def write_jsonl(rows: Iterable[Row], file: BinaryIO) -> None:
    for row in rows:
        file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")


def write_csv(rows: Iterable[Row], file: BinaryIO) -> None:
    text = io.TextIOWrapper(file, "utf-8", newline="")
    table = csv.DictWriter(text, list(COLUMNS), lineterminator="\n")
    table.writeheader()
    table.writerows(map(flat, rows))
    text.detach()  # which writes what is left, and leaves the file open


def write_parquet(rows: Iterable[Row], file: BinaryIO) -> None:
    import pyarrow  # it is in the extra `records`, which few need
    from pyarrow import parquet

    schema = pyarrow.schema([(name, kind) for name, kind in COLUMNS.items()])
    group: list[Row] = []
    with parquet.ParquetWriter(file, schema) as writer:
        for row in rows:
            group.append(flat(row))
            if len(group) == GROUP:
                writer.write_table(pyarrow.Table.from_pylist(group, schema))
                group = []
        writer.write_table(pyarrow.Table.from_pylist(group, schema))


WRITERS: Final[dict[str, Callable[[Iterable[Row], BinaryIO], None]]] = {
    "jsonl": write_jsonl,
    "csv": write_csv,
    "parquet": write_parquet,
}


# -- the command


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("folder", help="with matches: .json, .sgf, .pdn, arena logs by any name")
    command.add_argument("--format", choices=FORMATS, default="jsonl")
    command.add_argument("-o", "--output", metavar="FILE", help="instead of the standard output")


def run(options: argparse.Namespace) -> None:
    """Write the table, and say how many matches are in it. Raises BadRecord, also where a match
    could not be read; then the others are in the table all the same."""
    if options.format == "parquet" and not options.output:
        raise BadRecord("Parquet is no text: name a file for it with -o FILE.")
    if options.format == "parquet" and find_spec("pyarrow") is None:
        raise BadRecord("Parquet needs pyarrow: pip install 'everygame[records]'.")
    reading = Reading(Path(options.folder))
    with opened(options.output) as file:
        WRITERS[options.format](reading.rows(), file)
    told = summary(reading)
    if reading.faults:
        one, more = "{told} {n} could not be read.", "{told} {n} could not be read."
        raise BadRecord(count(one, more, reading.faults, told=told))
    tell(told)


@contextmanager
def opened(path: str | None) -> Iterator[BinaryIO]:
    """Open the file for the table. It gets its name when it is whole, so that nobody takes a part
    for the whole. Raises BadRecord."""
    if path is None:
        yield sys.stdout.buffer
        return
    draft = Path(f"{path}.part")
    try:
        with writing(path, BadRecord):
            with draft.open("wb") as file:
                yield file
            draft.replace(path)
    finally:
        with suppress(OSError):  # where the folder is none, there is no draft either
            draft.unlink(missing_ok=True)


def summary(reading: Reading) -> str:
    """Return what was read, in one sentence."""
    plies = count("{n} ply", "{n} plies", reading.plies)
    return count(
        "{n} match with {plies}.", "{n} matches with {plies}.", reading.matches, plies=plies
    )
