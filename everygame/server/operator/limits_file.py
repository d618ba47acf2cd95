"""Reads the file in which an operator sets limits of the server. Each limit is a constant of the
module that keeps to it. The file replaces constants before anything else of the server begins, so
code reads them when it needs them, by the name of their module, and copies none of them."""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from everygame.contract import AnyJson
from everygame.errors import EveryGameError


@dataclass(frozen=True)
class Limit:
    """A limit: the constant of a module."""

    path: str
    """The name of the module within `everygame`."""
    constant: str

    @property
    def module(self) -> ModuleType:
        """The module, which is imported only now: this table knows files of all folders."""
        return import_module(f"everygame.{self.path}")

    @property
    def usual(self) -> float:
        """The value now, an int where only whole numbers are allowed."""
        value: float = getattr(self.module, self.constant)
        return value

    def set(self, value: float) -> None:
        """Replace the constant."""
        setattr(self.module, self.constant, value)


LIMITS: Final = {
    "requests.changes_at_once": Limit("server.requests.guard", "CHANGES_AT_ONCE"),
    "requests.changes_a_second": Limit("server.requests.guard", "CHANGES_A_SECOND"),
    "requests.body_bytes": Limit("server.requests.limits", "MAX_BODY"),
    "requests.body_seconds": Limit("server.requests.limits", "BODY_SECONDS"),
    "requests.head_bytes": Limit("server.requests.connections", "MOST_HEAD_BYTES"),
    "requests.head_seconds": Limit("server.requests.connections", "REQUEST_SECONDS"),
    "requests.addresses": Limit("server.requests.limits", "MOST_ADDRESSES"),
    "connections.files": Limit("server.requests.connections", "WANTED_FILES"),
    "connections.of_address": Limit("server.requests.crowd", "MOST_OF_ONE_ADDRESS"),
    "connections.waiting": Limit("server.requests.connections", "BACKLOG"),
    "connections.unread_seconds": Limit("server.requests.connections", "STUCK_SECONDS"),
    "connections.pieces": Limit("server.requests.connections", "MOST_PIECES"),
    "sockets.frames_a_second": Limit("server.requests.connections", "PIECES_A_SECOND"),
    "sockets.message_bytes": Limit("server.requests.connections", "MOST_MESSAGE_BYTES"),
    "sockets.messages_at_once": Limit("server.matches.socket", "MESSAGES_AT_ONCE"),
    "sockets.messages_a_second": Limit("server.matches.socket", "MESSAGES_A_SECOND"),
    "sockets.unsent_bytes": Limit("server.matches.socket", "MOST_UNSENT"),
    "sockets.of_match": Limit("server.matches.socket", "MOST_WATCHERS"),
    "long_work.threads": Limit("server.requests.limits", "MOST_AT_ONCE"),
    "long_work.of_address": Limit("server.requests.limits", "MOST_OF_ADDRESS"),
    "matches.in_memory": Limit("server.matches.live_matches", "MOST_LIVE"),
    "matches.opening": Limit("server.matches.live_matches", "MOST_OPENING"),
    "matches.unused_events": Limit("server.matches.live_matches", "MOST_UNUSED_EVENTS"),
    "bots.processes": Limit("process.pool", "MOST_PROCESSES"),
    "bots.memory_bytes": Limit("process.pool", "MEMORY"),
    "bots.seconds": Limit("server.bots.jobs", "KILL_SECONDS"),
    "bots.hint_seconds": Limit("server.bots.jobs", "HINT_SECONDS"),
    "bots.programs": Limit("server.bots.programs", "MOST_PROGRAMS"),
    "games.call_seconds": Limit("process.remote_game", "CALL_SECONDS"),
    "games.load_seconds": Limit("process.remote_game", "LOAD_SECONDS"),
    "games.option_seconds": Limit("server.library.cards", "SECONDS"),
    "library.matches_shown": Limit("server.matches.library_list", "MOST_SHOWN"),
    "library.saves": Limit("server.saves.snapshots", "MOST_SAVES"),
    "library.backup_bytes": Limit("server.saves.backup", "MOST_BYTES"),
    "tables.of_device": Limit("server.tables.uploads", "MOST_OF_DEVICE"),
    "tables.of_server": Limit("server.tables.uploads", "MOST_OF_SERVER"),
    "tables.arriving": Limit("server.tables.uploads", "MOST_ARRIVING"),
    "tables.arriving_of_address": Limit("server.tables.uploads", "MOST_OF_ADDRESS"),
    "tables.seconds": Limit("server.tables.uploads", "SECONDS"),
    "kits.waiting": Limit("server.library.kits", "MOST_WAITING"),
    "devices.link_seconds": Limit("server.devices.routes", "LINK_SECONDS"),
    "devices.tries_at_once": Limit("server.devices.routes", "TRIES_AT_ONCE"),
    "devices.tries_a_minute": Limit("server.devices.routes", "TRIES_A_MINUTE"),
    "open_matches.of_host": Limit("server.invitations.open_matches", "MOST_OF_HOST"),
    "open_matches.shown": Limit("server.invitations.open_matches", "MOST_SHOWN"),
    "open_matches.seconds": Limit("server.invitations.open_matches", "LISTED_FOR"),
    "push.threads": Limit("server.push.push_services", "MOST_THREADS"),
    "push.waiting": Limit("server.push.push_services", "MOST_WAITING"),
    "addresses.devices_at_once": Limit("server.requests.quotas", "DEVICES_AT_ONCE"),
    "addresses.devices_a_day": Limit("server.requests.quotas", "DEVICES_A_DAY"),
    "addresses.matches_at_once": Limit("server.requests.quotas", "MATCHES_AT_ONCE"),
    "addresses.matches_a_day": Limit("server.requests.quotas", "MATCHES_A_DAY"),
    "addresses.saves_at_once": Limit("server.requests.quotas", "SAVES_AT_ONCE"),
    "addresses.saves_a_day": Limit("server.requests.quotas", "SAVES_A_DAY"),
    "addresses.tables_at_once": Limit("server.requests.quotas", "TABLES_AT_ONCE"),
    "addresses.tables_a_day": Limit("server.requests.quotas", "TABLES_A_DAY"),
    "addresses.listings_at_once": Limit("server.requests.quotas", "LISTINGS_AT_ONCE"),
    "addresses.listings_a_day": Limit("server.requests.quotas", "LISTINGS_A_DAY"),
    "addresses.kept_bytes_at_once": Limit("server.requests.quotas", "KEPT_BYTES_AT_ONCE"),
    "addresses.kept_bytes_a_day": Limit("server.requests.quotas", "KEPT_BYTES_A_DAY"),
    "addresses.processor_seconds": Limit("server.requests.quotas", "PROCESSOR_SECONDS"),
    "addresses.processor_share": Limit("server.requests.quotas", "PROCESSOR_SHARE"),
    "addresses.open_requests": Limit("server.requests.quotas", "OPEN_REQUESTS"),
    "addresses.open_events": Limit("server.requests.quotas", "OPEN_EVENTS"),
    "kept.matches_of_device": Limit("server.requests.quotas", "MATCHES_OF_DEVICE"),
    "kept.free_bytes": Limit("server.requests.quotas", "FREE_BYTES"),
    "kept.disk_gigabytes": Limit("server.requests.quotas", "DISK_GIGABYTES"),
    "kept.match_days": Limit("server.requests.quotas", "MATCH_DAYS"),
    "kept.library_days": Limit("server.requests.quotas", "LIBRARY_DAYS"),
    "people.phrases_at_once": Limit("server.people.phrases", "PHRASES_AT_ONCE"),
    "people.phrase_seconds": Limit("server.people.phrases", "PHRASE_SECONDS"),
}
"""All limits by their names: the table of the file, a dot, and the key."""
HEADER: Final = re.compile(r"\s*\[\s*([\w.-]+)\s*\]")
"""Matches the line in which a table of a TOML file begins."""
KEY: Final = re.compile(r"""\s*["']?([\w.-]+)["']?\s*=""")
"""Matches the line of a key."""


def take_limits(file: Path | None) -> None:
    """Replace the limits that a file names, all of them or none. Raises EveryGameError, with the
    file and the line, for a file that cannot be read, an unknown name or a wrong value."""
    for name, value in (read_limits(file) if file else {}).items():
        LIMITS[name].set(value)


def read_limits(file: Path) -> dict[str, float]:
    """Return the limits of a file by their names. Raises EveryGameError."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = str(getattr(error, "strerror", None) or error)
        raise EveryGameError("{file} cannot be read: {why}.", file=file, why=why) from None
    try:
        found = flatten(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise EveryGameError("{file} is no TOML: {error}.", file=file, error=error) from None
    for name, value in found.items():
        if fault := find_fault(name, value):
            line = find_line(text, name)
            raise EveryGameError("{file}, line {line}: {fault}", file=file, line=line, fault=fault)
    return found


def flatten(tables: dict[str, AnyJson], before: str = "") -> dict[str, AnyJson]:
    """Return the values of tables within tables, by their names with dots."""
    found: dict[str, AnyJson] = {}
    for key, value in tables.items():
        name = f"{before}{key}"
        found |= flatten(value, f"{name}.") if isinstance(value, dict) else {name: value}
    return found


def find_fault(name: str, value: AnyJson) -> EveryGameError | None:
    """Return what is wrong with a line, or None."""
    if name not in LIMITS:
        return EveryGameError("There is no limit {name}.", name=name)
    whole = isinstance(LIMITS[name].usual, int)
    if whole and not (type(value) is int and value >= 1):
        return EveryGameError("{name} must be a whole number of at least 1.", name=name)
    if not (type(value) in (int, float) and 0 < value < math.inf):
        return EveryGameError("{name} must be a number above 0.", name=name)
    return None


def find_line(text: str, name: str) -> int:
    """Return the number of the line in which a TOML file sets a value; 1 where it does so in a way
    that is not found."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            table = f"{header[1]}."
        elif (key := KEY.match(line)) and table + key[1] == name:
            return number
    return 1
