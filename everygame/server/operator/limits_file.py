"""Reads the file in which an operator sets limits of the server. Each limit is a constant of the
module that keeps to it. The file replaces constants before anything else of the server begins, so
code reads them when it needs them, by the name of their module, and copies none of them."""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final

from everygame.contract import AnyJson
from everygame.errors import EveryGameError
from everygame.process import pool, remote_game
from everygame.server.bots import jobs, programs
from everygame.server.devices import routes as devices
from everygame.server.invitations import open_matches
from everygame.server.library import cards, kits
from everygame.server.matches import library_list, live_matches, socket
from everygame.server.people import phrases
from everygame.server.push import push_services
from everygame.server.requests import connections, crowd, guard, limits, quotas
from everygame.server.saves import backup, snapshots
from everygame.server.tables import uploads


@dataclass(frozen=True)
class Limit:
    """A limit: the constant of a module."""

    module: ModuleType
    constant: str

    @property
    def usual(self) -> float:
        """The value now, an int where only whole numbers are allowed."""
        value: float = getattr(self.module, self.constant)
        return value

    def set(self, value: float) -> None:
        """Replace the constant."""
        setattr(self.module, self.constant, value)


LIMITS: Final = {
    "requests.changes_at_once": Limit(guard, "CHANGES_AT_ONCE"),
    "requests.changes_a_second": Limit(guard, "CHANGES_A_SECOND"),
    "requests.body_bytes": Limit(limits, "MAX_BODY"),
    "requests.body_seconds": Limit(limits, "BODY_SECONDS"),
    "requests.head_seconds": Limit(connections, "REQUEST_SECONDS"),
    "requests.addresses": Limit(limits, "MOST_ADDRESSES"),
    "connections.files": Limit(connections, "WANTED_FILES"),
    "connections.of_address": Limit(crowd, "MOST_OF_ONE_ADDRESS"),
    "connections.waiting": Limit(connections, "BACKLOG"),
    "connections.unread_seconds": Limit(connections, "STUCK_SECONDS"),
    "sockets.message_bytes": Limit(connections, "MOST_MESSAGE_BYTES"),
    "sockets.messages_at_once": Limit(socket, "MESSAGES_AT_ONCE"),
    "sockets.messages_a_second": Limit(socket, "MESSAGES_A_SECOND"),
    "sockets.unsent_bytes": Limit(socket, "MOST_UNSENT"),
    "sockets.of_match": Limit(socket, "MOST_WATCHERS"),
    "long_work.threads": Limit(limits, "MOST_AT_ONCE"),
    "long_work.of_address": Limit(limits, "MOST_OF_ADDRESS"),
    "matches.in_memory": Limit(live_matches, "MOST_LIVE"),
    "matches.opening": Limit(live_matches, "MOST_OPENING"),
    "matches.unused_events": Limit(live_matches, "MOST_UNUSED_EVENTS"),
    "bots.processes": Limit(pool, "MOST_PROCESSES"),
    "bots.memory_bytes": Limit(pool, "MEMORY"),
    "bots.seconds": Limit(jobs, "KILL_SECONDS"),
    "bots.hint_seconds": Limit(jobs, "HINT_SECONDS"),
    "bots.programs": Limit(programs, "MOST_PROGRAMS"),
    "games.call_seconds": Limit(remote_game, "CALL_SECONDS"),
    "games.load_seconds": Limit(remote_game, "LOAD_SECONDS"),
    "games.option_seconds": Limit(cards, "SECONDS"),
    "library.matches_shown": Limit(library_list, "MOST_SHOWN"),
    "library.saves": Limit(snapshots, "MOST_SAVES"),
    "library.backup_bytes": Limit(backup, "MOST_BYTES"),
    "tables.of_device": Limit(uploads, "MOST_OF_DEVICE"),
    "tables.of_server": Limit(uploads, "MOST_OF_SERVER"),
    "tables.arriving": Limit(uploads, "MOST_ARRIVING"),
    "tables.arriving_of_address": Limit(uploads, "MOST_OF_ADDRESS"),
    "tables.seconds": Limit(uploads, "SECONDS"),
    "kits.waiting": Limit(kits, "MOST_WAITING"),
    "devices.link_seconds": Limit(devices, "LINK_SECONDS"),
    "devices.tries_at_once": Limit(devices, "TRIES_AT_ONCE"),
    "devices.tries_a_minute": Limit(devices, "TRIES_A_MINUTE"),
    "open_matches.of_host": Limit(open_matches, "MOST_OF_HOST"),
    "open_matches.shown": Limit(open_matches, "MOST_SHOWN"),
    "open_matches.seconds": Limit(open_matches, "LISTED_FOR"),
    "push.threads": Limit(push_services, "MOST_THREADS"),
    "push.waiting": Limit(push_services, "MOST_WAITING"),
    "addresses.devices_at_once": Limit(quotas, "DEVICES_AT_ONCE"),
    "addresses.devices_a_day": Limit(quotas, "DEVICES_A_DAY"),
    "addresses.matches_at_once": Limit(quotas, "MATCHES_AT_ONCE"),
    "addresses.matches_a_day": Limit(quotas, "MATCHES_A_DAY"),
    "addresses.saves_at_once": Limit(quotas, "SAVES_AT_ONCE"),
    "addresses.saves_a_day": Limit(quotas, "SAVES_A_DAY"),
    "addresses.tables_at_once": Limit(quotas, "TABLES_AT_ONCE"),
    "addresses.tables_a_day": Limit(quotas, "TABLES_A_DAY"),
    "addresses.listings_at_once": Limit(quotas, "LISTINGS_AT_ONCE"),
    "addresses.listings_a_day": Limit(quotas, "LISTINGS_A_DAY"),
    "addresses.kept_bytes_at_once": Limit(quotas, "KEPT_BYTES_AT_ONCE"),
    "addresses.kept_bytes_a_day": Limit(quotas, "KEPT_BYTES_A_DAY"),
    "addresses.processor_seconds": Limit(quotas, "PROCESSOR_SECONDS"),
    "addresses.processor_share": Limit(quotas, "PROCESSOR_SHARE"),
    "addresses.open_requests": Limit(quotas, "OPEN_REQUESTS"),
    "addresses.open_events": Limit(quotas, "OPEN_EVENTS"),
    "kept.matches_of_device": Limit(quotas, "MATCHES_OF_DEVICE"),
    "kept.free_bytes": Limit(quotas, "FREE_BYTES"),
    "kept.disk_gigabytes": Limit(quotas, "DISK_GIGABYTES"),
    "kept.match_days": Limit(quotas, "MATCH_DAYS"),
    "kept.library_days": Limit(quotas, "LIBRARY_DAYS"),
    "people.phrases_at_once": Limit(phrases, "PHRASES_AT_ONCE"),
    "people.phrase_seconds": Limit(phrases, "PHRASE_SECONDS"),
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
