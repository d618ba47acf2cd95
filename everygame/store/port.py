"""What the server asks of a store, whatever keeps the data.

A stored match is its log of events. An event is durable before the method that adds it returns, and
the number of an event is a primary key, so that two writers cannot both write event 42.
A *device* is the owner of a library, of seats and of saves. It is a number, and stands for one
browser until other browsers share the library. The store knows a browser by the hash of its secret;
the secret itself is never stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from everygame.contract import Json
from everygame.errors import EveryGameError
from everygame.match import Event


class Gone(EveryGameError):
    """The match does not exist, or not any more."""


class KeptOut(EveryGameError):
    """The host of the match keeps the device out."""


class Unwritable(EveryGameError):
    """The data cannot be written or read now; the sentence says why."""

    def __init__(self, why: str = "This server cannot write; its disk may be full.") -> None:
        super().__init__(why)


@dataclass(frozen=True)
class Holder:
    """Who has a seat: a person, a bot or nobody."""

    kind: str
    """"person", "bot" or "open"."""
    name: str = ""
    level: str = ""
    device: int | None = None
    """The device of the person. Where a bot plays on for a person, the device of that person. Where
    an open seat is reserved, the only device that may take it, and `name` is its person's."""


@dataclass(frozen=True)
class Change:
    """What changes beside the log of a match, in one transaction with the events that cause it."""

    course: Json
    """How the clock and the questions of the match stand now."""
    uptime: float
    """The moment of the change, in the seconds of `Store.uptime`."""
    due: float | None = None
    """The moment at which the server must look at the match again even if nobody does anything, in
    the same seconds."""
    seat: int | None = None
    """The seat that changes hands, if one does."""
    before: Holder | None = None
    """The holder who must still have that seat."""
    after: Holder | None = None
    """The holder who has it from now on."""


@dataclass(frozen=True)
class NewMatch:
    """A match to be stored."""

    id: str
    device: int
    """The host: the device that asks for the match. Host and holders have the match in their
    libraries from now on."""
    key: str
    """The host's own name for the request: the same key again is answered with the same match."""
    game: str
    version: int
    options: dict[str, str]
    holders: tuple[Holder, ...]
    events: tuple[Event, ...] = ()
    start: str | Json | None = None
    tags: Json = field(default_factory=dict)
    previous: str | None = None
    """The match that this one follows. Where another match follows it already, no new match is
    stored and that one is the answer."""
    instead_of: str | None = None
    """The match that follows the previous one so far, if this one shall follow it instead."""
    terms: Json = field(default_factory=dict)
    """What was agreed beside the rules, a clock for instance. Never changes."""
    last_game: bool = False
    """Keep the previous match in the library of `device` as its `last_game` of this game, in place
    of the one so marked before. Libraries of other devices stay as they are."""
    in_place: bool = False
    """Nothing was played in the previous match: it leaves the library of `device`, and this one
    follows the match that it followed. Not so where the previous match has a name in that library,
    or other people have seats at it or may take one."""


@dataclass(frozen=True)
class Created:
    """What came of storing a match."""

    match: str
    """The id of the new match, or of the stored one to which `key` or `previous` leads."""
    deleted: tuple[str, ...] = ()
    """Matches that `last_game` or `in_place` has taken out of the last library that had them."""


@dataclass(frozen=True)
class StoredMatch:
    """A match as it is stored."""

    id: str
    device: int
    """The host."""
    game: str
    version: int
    options: dict[str, str]
    start: str | Json | None
    tags: Json
    holders: tuple[Holder, ...]
    events: tuple[Event, ...]
    commands: dict[tuple[int, str], int]
    """The node that answered each command, by its device and the id that the device gave it."""
    next: str | None
    updated: float
    terms: Json = field(default_factory=dict)
    course: Json = field(default_factory=dict)
    """`Change.course` of the last change."""
    listed: bool = False
    """Strangers may take its open seats."""


@dataclass(frozen=True)
class OpenMatch:
    """A listed match that has a free seat."""

    match: str
    host: int
    """The device that asked for the match."""
    game: str
    options: dict[str, str]
    terms: Json
    holders: tuple[Holder, ...]
    made: float
    """When it was listed, in seconds since 1970."""


@dataclass(frozen=True)
class LibraryEntry:
    """A match in the library of a device."""

    match: str
    name: str
    """Empty where its person has given it none; "last_game" where a restart has kept it."""
    updated: float
    """Seconds since 1970."""
    game: str


@dataclass(frozen=True)
class Save:
    """A position that a device keeps, whatever becomes of the match."""

    id: str
    game: str
    name: str
    """No two saves of a device and a game have the same name."""
    card: Json
    """What a list of saves shows of this one."""
    kept: str
    """The match up to the position, as a record; empty in a list of saves."""
    made: float = 0.0
    """Seconds since 1970."""


@dataclass(frozen=True)
class StoredCommand:
    """A command of a device, by the id that the device gave it, and the node that answered it."""

    device: int
    id: str
    node: int


@dataclass(frozen=True)
class Invitation:
    """A link to a seat. The first device that opens it may take the seat.

    A link ends when the seat changes hands:

    | what happens at the seat               | an unused link      | a link that a device has used |
    |----------------------------------------|---------------------|-------------------------------|
    | another link is made                   | ends                | stays                         |
    | a person takes the seat by a link      | is used, or ends    | ends                          |
    | a bot takes the seat, for nobody       | ends                | ends                          |
    | a bot plays on for the seat's person   | ends                | stays if that person used it  |
    | the person takes the seat back         | ends                | stays if that person used it  |
    | the seat's own person opens the link   | stays               | leads to the match            |
    """

    match: str
    seat: int
    taken_by: int | None
    """The device that has used the link."""


@dataclass(frozen=True)
class Browser:
    """A browser that has a library, alone or with other browsers."""

    number: int
    """Never given twice."""
    device: int
    """The owner of the library."""
    name: str
    """What its person calls it; may be empty."""
    agent: str
    """Which program it is, "Firefox/Linux" for instance; may be empty."""
    seen: float
    """When it last asked for something, in seconds since 1970."""


@dataclass(frozen=True)
class Pass:
    """A link or code by which one more browser gets a library, once."""

    device: int
    browser: int
    """The browser that made the pass."""
    kind: str
    """"share"; "move", by which the browser that made the pass loses the library; or "code", the
    recovery code, of which a library has at most one."""
    made: float
    """When, in seconds since 1970."""


@dataclass(frozen=True)
class Taken:
    """What came of taking a pass."""

    device: int
    """The owner of the library that the browser has now."""
    merged: int | None = None
    """The device that only this browser was before: its matches, seats, saves and tables belong to
    `device` now."""
    changed: tuple[int, ...] = ()
    """Browsers that have another library now, or none."""


@dataclass(frozen=True)
class PushAddress:
    """Where a browser gets messages while its page is closed, in the form of its push service."""

    endpoint: str
    """An address of the push service. Whoever knows it can send there, so it stands in no log."""
    p256dh: str
    """The public key of the browser, in base64 for addresses."""
    auth: str
    """The secret that the browser shares with this server, in base64 for addresses."""
    site: str
    """The address of the page that asked for messages, `https://` and a name; the push service is
    told it."""
    language: str
    """The language of the messages."""


class Store(Protocol):
    """The port. A method that changes something returns when the change is durable. `secret` and
    `token` are hashes."""

    async def find_device(self, secret: bytes) -> int | None:
        """The device whose library the browser with this secret has."""

    async def add_device(self, secret: bytes) -> int:
        """The device whose library the browser with this secret has; a browser that is not known
        becomes a new device."""

    async def find_owner_now(self, device: int) -> int:
        """The device that has now what a device had: itself, or the one that it was merged into."""

    async def delete_device(self, device: int) -> list[str]:
        """Delete a device with its browsers, library, saves, tables and passes. Its seats stay,
        with nobody at them. Returns the matches that are deleted, for they were in no other
        library."""

    async def find_browser(self, secret: bytes) -> Browser | None:
        """The browser with this secret."""

    async def browsers(self, device: int) -> list[Browser]:
        """The browsers that have the library of a device, the one that came last first."""

    async def note_visit(self, browser: int, agent: str) -> None:
        """Store that a browser has asked for something now, and which program it is."""

    async def rename_browser(self, device: int, browser: int, name: str) -> None:
        """Store what the person of a device calls one of its browsers."""

    async def send_away(self, device: int, browser: int) -> bool:
        """Take the library of a device from a browser and void the passes that the browser made;
        False if the browser does not have that library."""

    async def issue(
        self, token: bytes, device: int, browser: int, kind: str, expires: float | None
    ) -> None:
        """Make a token a pass to the library of a device. It takes the place of the unused pass of
        the same kind that this browser made before, or, if it is a recovery code, of any code."""

    async def find_pass(self, token: bytes) -> Pass | None:
        """The pass of a token, unless it was used or has expired."""

    async def find_code(self, device: int) -> Pass | None:
        """The unused recovery code of a library."""

    async def take(self, token: bytes, secret: bytes) -> Taken | None:
        """Give the library of a pass to a browser; None if another browser has used the pass, or it
        has expired or never was. The library that the browser had is merged into the new one if no
        other browser has it; else it stays as it is. A browser that has the library of the pass
        already does not use the pass up."""

    async def keep_push(self, browser: int, address: PushAddress) -> None:
        """Store the push address of a browser, in place of its former one."""

    async def drop_push(self, browser: int) -> None:
        """Forget the push address of a browser."""

    async def drop_push_address(self, endpoint: str) -> None:
        """Forget a push address that its push service does not know any more."""

    async def has_push(self, browser: int) -> bool:
        """The browser has a push address."""

    async def pushes(self, device: int) -> list[PushAddress]:
        """The push addresses of the browsers that have the library of a device."""

    async def create(self, new: NewMatch) -> Created:
        """Store a match, once."""

    async def load(self, match: str) -> StoredMatch | None:
        """A match with its log."""

    async def find_replacement(self, device: int, match: str) -> str | None:
        """The match of a device that took the place of a deleted one (`NewMatch.in_place`)."""

    async def append(
        self,
        match: str,
        number: int,
        events: list[Event],
        command: StoredCommand | None,
        unseen: bool = False,
        change: Change | None = None,
    ) -> None:
        """Add events to a log that has `number` of them, and what changes with them. `unseen`: the
        match keeps its place in libraries, which show the match changed last first. Raises
        StaleState if the log has grown or the seat of `change` has changed hands, Gone."""

    async def uptime(self) -> float:
        """The seconds for which servers have run on this store, as last told by `beat`."""

    async def beat(self, seconds: float) -> None:
        """Store for how many seconds servers have run on this store."""

    async def due(self) -> dict[str, float]:
        """The matches that the server must look at by itself, and when by `uptime`."""

    async def holders(self, match: str) -> tuple[Holder, ...]:
        """The holders of the seats of a match. Raises Gone."""

    async def set_holder(self, match: str, seat: int, before: Holder, holder: Holder) -> None:
        """Give a seat to another holder, by which the links to the seat end. Raises StaleState if
        `before` does not have the seat any more, Gone."""

    async def library(self, device: int, most: int) -> list[LibraryEntry]:
        """The library of a device, the match changed last first."""

    async def find_name(self, device: int, match: str) -> str:
        """What a match is called in the library of a device; may be empty."""

    async def name(self, device: int, match: str, name: str) -> None:
        """Put a match into the library of a device under a name."""

    async def take_free(self, match: str, seat: int, device: int, name: str) -> None:
        """Give a device an open seat that is reserved for nobody. Raises StaleState, KeptOut,
        Gone."""

    async def watch(self, device: int, match: str) -> None:
        """Put a match into the library of a spectator's device, if it is not there."""

    async def forget(self, device: int, match: str) -> bool:
        """Take a match out of the library of a device. A match that is in no library any more is
        deleted, and the answer is True."""

    async def save(self, device: int, save: Save, replace: bool) -> bool:
        """Store a save. False where the device has a save of this game and name, and `replace` is
        off."""

    async def saves(self, device: int, most: int) -> list[Save]:
        """The saves of a device, the newest first, without what is kept in them."""

    async def find_save(self, device: int, save: str) -> Save | None:
        """A save of a device, with what is kept in it."""

    async def drop_save(self, device: int, save: str) -> None:
        """Delete a save of a device."""

    async def invite(self, match: str, seat: int, token: bytes, device: int) -> bool:
        """Make a token a link to a seat, in place of an unused link. False, and nothing is changed,
        if the seat is neither open nor that of the device's person."""

    async def find_invitation(self, token: bytes) -> Invitation | None:
        """The link of a token, unless it has ended."""

    async def accept(self, token: bytes, device: int, name: str) -> Invitation | None:
        """Give the seat of a link to a device; None if the link has ended or never was, or another
        device has used it. A device that has the seat already keeps it as it is and does not use
        the link up. Raises KeptOut."""

    async def list_openly(self, match: str, on: bool) -> None:
        """List a match, so that strangers may take its open seats, or take it off the list."""

    async def open_matches(self, since: float, most: int) -> list[OpenMatch]:
        """The matches with a free seat that were listed after `since`, the newest first."""

    async def count_open(self, host: int, since: float) -> int:
        """How many of these matches a host has."""

    async def sit_down(self, match: str, device: int, name: str) -> None:
        """Give a device the first free seat of a listed match. Raises Gone where there is none,
        KeptOut."""

    async def keep_out(self, host: int, device: int) -> None:
        """From now on a device gets no seat at any match of a host, not even by a link."""

    async def own_table(self, device: int, game: str) -> None:
        """Store that a table without rules belongs to a device."""

    async def disown_table(self, device: int, game: str) -> bool:
        """Store that a table belongs to a device no more; True where no other device has it, no
        match is played on it and no save was made of one."""

    async def tables(self, device: int) -> list[str]:
        """The tables of a device, the one added last first."""

    async def used_tables(self) -> set[str]:
        """All games that a device has as its table, that a match is of or that a save is of."""

    async def mark(self) -> str:
        """Letters and digits that no other store has, nor a copy of this one's file beside it."""

    async def key(self) -> bytes:
        """A secret of this store that never changes: the server signs with it."""

    def close(self) -> None:
        """Finish what was begun, then close everything."""
