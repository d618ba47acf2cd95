"""The command `everygame admin`: what a server keeps and for whom, what the operator removes, and
whom the operator keeps out. It works on the data file, also while a server uses it; that server
takes up each change within seconds (`housekeeping.py`)."""

from __future__ import annotations

import secrets
import shutil
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from everygame.errors import BadRecord, EveryGameError
from everygame.sandbox.definition import FILE
from everygame.server.operator.barred import name_of
from everygame.server.operator.exit_statuses import BAD_DATA_FILE
from everygame.server.operator.housekeeping import free_bytes, size_of
from everygame.store import barred, usage
from everygame.store.copies import TABLES
from everygame.store.expiry import delete_matches
from everygame.store.sqlite import find_size
from everygame.time_source import REAL
from everygame.words import Message, say
from everygame.words import count as tally

Words = Callable[[str], str]
"""Translates a sentence into the language of the terminal."""
CHANGES: Final = ("remove", "keep-out", "let-in")
"""What is done with what the operator names; all else is a list."""


MADE: Final = (say("matches"), say("saves"), say("tables"), say("size"))
"""The heads of the columns with what devices have made (`numbers`)."""


class Admin:
    """The operator at a data file. Each method returns what is to be printed, one line after the
    other; all raise EveryGameError."""

    def __init__(self, file: Path, words: Words, most: int) -> None:
        """`most` is the number of lines that a list may have."""
        self.file = file
        self.words = words
        self.most = most

    # -- lists

    def disk(self) -> list[str]:
        """Return how much of each kind the server keeps, and how much the disk has left."""
        folders = tables_of(self.file)
        with usage.opened(self.file) as db:
            found, used = usage.total(db), find_size(db)
        whole = self.file.stat().st_size
        rows = [
            (say("matches"), f"{found.matches:,}", size(found.match_bytes)),
            (say("saves"), f"{found.saves:,}", size(found.save_bytes)),
            (say("tables"), f"{len(folders):,}", size(size_of(self.file.parent / TABLES))),
            (say("devices"), f"{found.devices:,}", ""),
        ]
        last = say(
            "{file} has {whole}, of which {empty} are free for what comes; the disk has {free}"
            " free.",
            file=str(self.file),
            whole=size(whole),
            empty=size(max(0, whole - used)),
            free=size(free_bytes(str(self.file))),
        )
        return [*self.columns(rows, right=(1, 2)), self.words(last)]

    def matches(self) -> list[str]:
        """Return the largest matches."""
        with usage.opened(self.file) as db:
            found = usage.list_matches(db, self.most)
        heads = (
            say("match"),
            say("game"),
            say("device"),
            say("address"),
            say("last used"),
            say("events"),
            say("size"),
        )
        rows = [
            (one.id, one.game, one.device, one.address, day(one.used), one.events, size(one.size))
            for one in found
        ]
        return self.table(heads, rows, right=(2, 5, 6))

    def tables(self) -> list[str]:
        """Return the tables without rules that people have made or uploaded, the largest first."""
        with usage.opened(self.file) as db:
            found = [
                (size_of_table(folder), folder.name, *usage.count_users(db, folder.name))
                for folder in tables_of(self.file)
            ]
        found.sort(reverse=True)
        heads = (say("table"), say("devices"), say("matches"), say("size"))
        rows = [(name, *users, size(much)) for much, name, *users in found[: self.most]]
        return self.table(heads, rows, right=(1, 2, 3))

    def devices(self) -> list[str]:
        """Return the devices that have made most."""
        with usage.opened(self.file) as db:
            found = usage.list_devices(db, self.most)
        heads = (say("device"), say("address"), say("last seen"), *MADE)
        rows = [
            (one.number, one.address, day(one.seen), *numbers(one), size(one.size)) for one in found
        ]
        return self.table(heads, rows, right=(0, 3, 4, 5, 6))

    def addresses(self) -> list[str]:
        """Return the addresses from which most was made by devices that are new."""
        with usage.opened(self.file) as db:
            found = usage.list_addresses(db, self.most)
        heads = (say("address"), say("new devices"), say("last seen"), *MADE)
        rows = [
            (one.address, one.number, day(one.seen), *numbers(one), size(one.size)) for one in found
        ]
        return self.table(heads, rows, right=(1, 3, 4, 5, 6))

    def kept_out(self) -> list[str]:
        """Return the devices and networks that are kept out."""
        with usage.opened(self.file) as db:
            names = barred.list_all(db)
        return [self.cell(called(name)) for name in names]

    # -- changes

    def check_removable(self, name: str) -> Message:
        """Say what would be removed with a match or table, as a question."""
        with usage.opened(self.file) as db:
            match, users = usage.find_match(db, name), usage.count_users(db, name)
        if match:
            return say(
                "Remove the match {match} of {game}, which device {device} began, for everybody?",
                match=name,
                game=match.game,
                device=match.device,
            )
        if folder_of(self.file, name) or any(users):
            return say(
                "Remove the table {table}, which {devices} have in their library? {matches} on it"
                " cannot go on.",
                table=name,
                devices=tally("{n} device", "{n} devices", users[0]),
                matches=tally("{n} match", "{n} matches", users[1]),
            )
        raise EveryGameError("There is no match or table {name}.", name=repr(name))

    def remove(self, name: str) -> list[str]:
        """Remove a match, or a table without rules, for everybody."""
        self.check_removable(name)
        if folder := folder_of(self.file, name):
            delete_folder(folder)
        with usage.opened(self.file) as db:
            delete_matches(db, [name])
            usage.disown_by_all(db, name)
        return [self.words(say("{name} is removed.", name=name))]

    def keep_out(self, name: str) -> list[str]:
        """Keep out a device or an address."""
        who = name_of(name)
        with usage.opened(self.file) as db:
            if who.isdecimal() and not usage.has_device(db, int(who)):
                raise EveryGameError("There is no device {number}.", number=who)
            barred.add(db, who, REAL.wall())
        return [self.words(say("{who} is kept out.", who=called(who)))]

    def let_in(self, name: str) -> list[str]:
        """Let a device or an address in again."""
        who = name_of(name)
        with usage.opened(self.file) as db:
            if not barred.remove(db, who):
                raise EveryGameError("{who} was not kept out.", who=called(who))
        return [self.words(say("{who} is let in again.", who=called(who)))]

    # -- how lists look

    def table(
        self, heads: Sequence[Message], rows: Sequence[Sequence[object]], right: Sequence[int]
    ) -> list[str]:
        """Return rows under their heads; nothing where there are none."""
        lines = self.columns([heads, *rows], right) if rows else []
        if len(rows) == self.most:
            lines.append(self.words(say("These are the largest; --most N shows more.")))
        return lines

    def columns(self, rows: Sequence[Sequence[object]], right: Sequence[int]) -> list[str]:
        """Return rows whose columns stand below each other, numbers at their right ends."""
        texts = [list(map(self.cell, row)) for row in rows]
        widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
        return [
            "  ".join(
                cell.rjust(width) if at in right else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in texts
        ]

    def cell(self, value: object) -> str:
        return self.words(value) if isinstance(value, Message) else str(value)


def run(
    file: Path, what: str, names: Sequence[str], yes: bool, most: int, words: Words
) -> list[str]:
    """Do what the operator asks for, and return what is to be printed. Before something is removed
    the operator is asked, unless `yes`. Raises EveryGameError, with the status of
    `exit_statuses.py` where the data file cannot be used."""
    try:
        return do_what(Admin(file, words, most), what, names, yes)
    except BadRecord as error:
        error.exit_status = BAD_DATA_FILE
        raise


def do_what(admin: Admin, what: str, names: Sequence[str], yes: bool) -> list[str]:
    """Return the lines of a list, or make a change and return what was changed."""
    do = getattr(admin, what.replace("-", "_"))
    if what not in CHANGES:
        lines: list[str] = do()
        return lines
    if what == "remove" and not yes:
        names = [name for name in names if ask(admin.words(admin.check_removable(name)))]
    return [line for name in names for line in do(name)]


def ask(question: str) -> bool:
    """Ask the operator a question; any answer but yes is no. Raises EveryGameError where nobody
    sits at the terminal."""
    if not sys.stdin.isatty():
        raise EveryGameError("Nobody is here to be asked; say --yes to remove it.")
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def called(who: str) -> str:
    """Return a device or network as people read it."""
    return say("Device {number}", number=who) if who.isdecimal() else who.removesuffix("/32")


def tables_of(file: Path) -> list[Path]:
    """Return the folders of the tables without rules beside a data file."""
    return sorted(one.parent for one in file.parent.glob(f"{TABLES}/*/{FILE}"))


def folder_of(file: Path, name: str) -> Path | None:
    """Return the folder of a table by its name; None where there is none."""
    return next((folder for folder in tables_of(file) if folder.name == name), None)


def delete_folder(folder: Path) -> None:
    """Delete the folder of a table. Raises EveryGameError."""
    try:
        # renamed first, so that no server finds half a table
        draft = folder.rename(folder.with_name(f"draft-{secrets.token_hex(8)}"))
        shutil.rmtree(draft)
    except OSError as error:
        raise EveryGameError(
            "{folder} cannot be deleted: {error}.", folder=str(folder), error=error
        ) from None


def numbers(one: usage.OwnerUse) -> tuple[int, int, int]:
    """Return how many matches, saves and tables somebody has."""
    return one.matches, one.saves, one.tables


def size_of_table(folder: Path) -> int:
    """Return the bytes of the files of a table."""
    return sum(file.lstat().st_size for file in folder.iterdir())


def size(number: int) -> str:
    """Return a number of bytes in the largest unit of which there is one."""
    amount, units = float(number), ("B", "kB", "MB", "GB", "TB")
    for unit in units:
        if amount < 1_000 or unit == units[-1]:
            break
        amount /= 1_000
    return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"


def day(moment: float) -> str:
    """Return the day of a time in seconds since 1970; a dash for 0, which means never."""
    return f"{datetime.fromtimestamp(moment):%Y-%m-%d}" if moment else "–"
