"""The interface of the store that the server uses, independent of the database.

A match is stored as its log of events. An event is durable before the method that adds it returns.
The number of an event is a primary key, so two writers cannot both write event 42. A *device* owns
a library, seats and saves. It is a number, and stands for one browser until further browsers share
the library. The store recognises a browser by the hash of its secret, and never stores the secret
itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from everygame.contract import Json
from everygame.errors import EveryGameError
from everygame.match import Event


class Gone(EveryGameError):
    """The match does not exist, or no longer exists."""


class KeptOut(EveryGameError):
    """The host of the match keeps the device out."""


class Unwritable(EveryGameError):
    """The data cannot be written or read at the moment; the sentence says why."""

    def __init__(self, why: str = "This server cannot write; its disk may be full.") -> None:
        super().__init__(why)


@dataclass(frozen=True)
class Holder:
    """The holder of a seat: a person, a bot or nobody."""

    kind: str
    """"person", "bot" or "open"."""
    name: str = ""
    level: str = ""
    device: int | None = None
    """For a person: the person's device. For a bot that plays on for a person: that person's
    device. For a reserved open seat: the only device that may take the seat, and `name` is its
    person's."""


@dataclass(frozen=True)
class Change:
    """Changes of a match besides its log, written in one transaction with the events that cause
    them."""

    course: Json
    """The state of the clock and of open questions after the change."""
    uptime: float
    """The time of the change, in the seconds of `Store.uptime`."""
    due: float | None = None
    """The time, in the same seconds, at which the server must handle the match even if nobody does
    anything; None for never."""
    seat: int | None = None
    """The seat that gets another holder, if any."""
    before: Holder | None = None
    """The holder who must still have that seat."""
    after: Holder | None = None
    """The holder who then has that seat."""


@dataclass(frozen=True)
class NewMatch:
    """A match to be stored."""

    id: str
    device: int
    """The host: the device that asks for the match. The match is put into the libraries of the host
    and of all holders."""
    key: str
    """A name that the host chose for the request. A request with the same key again gets the same
    match."""
    game: str
    version: int
    options: dict[str, str]
    holders: tuple[Holder, ...]
    events: tuple[Event, ...] = ()
    start: str | Json | None = None
    tags: Json = field(default_factory=dict)
    previous: str | None = None
    """The match that this one continues, as a rematch or restart does. Where another match already
    continues it, nothing is stored, and that other match is the answer."""
    instead_of: str | None = None
    """The match that has continued the previous one so far, where the new match shall take over."""
    terms: Json = field(default_factory=dict)
    """Agreements beside the rules, such as a clock. They never change."""
    last_game: bool = False
    """True to keep the previous match in the library of `device` as its `last_game` of this game,
    in place of the match that was marked so before. Libraries of other devices stay as they are."""
    in_place: bool = False
    """True where nothing was played in the previous match, so that it leaves the library of
    `device` and the new match takes its place. The previous match stays where it has a name in that
    library, or where other people have seats at it or may take one."""


@dataclass(frozen=True)
class Created:
    """The result of storing a match."""

    match: str
    """The id of the new match, or of the stored match to which `key` or `previous` leads."""
    deleted: tuple[str, ...] = ()
    """The matches that `last_game` or `in_place` has removed from the last library that had
    them."""


@dataclass(frozen=True)
class StoredMatch:
    """A match as the store keeps it."""

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
    """The node with which each command was answered, by the device and the id that the device gave
    the command."""
    next: str | None
    updated: float
    terms: Json = field(default_factory=dict)
    course: Json = field(default_factory=dict)
    """`Change.course` of the last change."""
    listed: bool = False
    """True where strangers may take open seats."""


@dataclass(frozen=True)
class OpenMatch:
    """A match listed for strangers that has a free seat."""

    match: str
    host: int
    """The device that asked for the match."""
    game: str
    options: dict[str, str]
    terms: Json
    holders: tuple[Holder, ...]
    made: float
    """The time when the match was listed, in seconds since 1970."""


@dataclass(frozen=True)
class LibraryEntry:
    """A match in the library of a device."""

    match: str
    name: str
    """The name that a person gave the match; empty without one, and "last_game" where a restart has
    kept the match."""
    updated: float
    """The time of the last change, in seconds since 1970."""
    game: str


@dataclass(frozen=True)
class Save:
    """A position that a device keeps, whatever happens to the match."""

    id: str
    game: str
    name: str
    """A name that no other save of the device and game has."""
    card: Json
    """The facts that a list of saves shows."""
    kept: str
    """The match up to the position, as a record; empty in a list of saves."""
    made: float = 0.0
    """The time of saving, in seconds since 1970."""


@dataclass(frozen=True)
class StoredCommand:
    """A command of a device, by the id that the device gave it, and the node with which the server
    answered it."""

    device: int
    id: str
    node: int


@dataclass(frozen=True)
class Invitation:
    """A link to a seat. The first device that opens the link may take the seat.

    A link ends when the seat gets another holder:

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
    """A browser that uses a library, alone or with other browsers."""

    number: int
    """A number that no other browser gets, even after this one is deleted."""
    device: int
    """The owner of the library."""
    name: str
    """The name that its person gave the browser; may be empty."""
    agent: str
    """The browser's program and system, such as "Firefox/Linux"; may be empty."""
    seen: float
    """The time of its last request, in seconds since 1970."""


@dataclass(frozen=True)
class Pass:
    """A link or code that gives a library to one more browser, once."""

    device: int
    browser: int
    """The browser that made the pass."""
    kind: str
    """ "share"; "move", by which the browser that made the pass loses the library; or "code", the
    recovery code, of which a library has at most one."""
    made: float
    """The time of making it, in seconds since 1970."""


@dataclass(frozen=True)
class Taken:
    """The result of using a pass."""

    device: int
    """The owner of the library that the browser now uses."""
    merged: int | None = None
    """The device that only this browser used before; its matches, seats, saves and tables now
    belong to `device`. None where there was none."""
    changed: tuple[int, ...] = ()
    """The browsers that now have another library, or none."""


@dataclass(frozen=True)
class PushAddress:
    """The address at which a browser gets messages while its page is closed, in the form that push
    services define."""

    endpoint: str
    """A URL of the push service. Everybody who knows it can send messages there, so it is never
    logged."""
    p256dh: str
    """The public key of the browser, in URL-safe base64."""
    auth: str
    """The secret that the browser shares with this server, in URL-safe base64."""
    site: str
    """The address of the page that asked for messages, `https://` and a name; the push service gets
    it."""
    language: str
    """The language of the messages."""


class Store(Protocol):
    """The interface of a store. A method that changes something returns when the change is durable.
    Arguments called `secret` and `token` are hashes."""

    async def find_device(self, secret: bytes) -> int | None:
        """Return the device whose library is used by the browser with this secret; None for an
        unknown browser."""

    async def add_device(self, secret: bytes) -> int:
        """Return the device whose library is used by the browser with this secret; an unknown
        browser becomes a new device."""

    async def find_owner_now(self, device: int) -> int:
        """Return the device that now owns what a device owned: itself, or the device that it was
        merged into."""

    async def delete_device(self, device: int) -> list[str]:
        """Delete a device with its browsers, library, saves, tables and passes. Its seats stay,
        with nobody at them. Return the matches that were deleted because no other library has
        them."""

    async def find_browser(self, secret: bytes) -> Browser | None:
        """Return the browser with this secret."""

    async def browsers(self, device: int) -> list[Browser]:
        """Return the browsers that use a device's library, the last visitor first."""

    async def note_visit(self, browser: int, agent: str) -> None:
        """Store that a browser has made a request now, and which program it is."""

    async def rename_browser(self, device: int, browser: int, name: str) -> None:
        """Store the name that a person gives to a browser of the person's device."""

    async def send_away(self, device: int, browser: int) -> bool:
        """Take the library of a device from a browser, and void the passes that the browser made;
        return False where the browser does not have that library."""

    async def issue(
        self, token: bytes, device: int, browser: int, kind: str, expires: float | None
    ) -> None:
        """Store a token as a pass to a device's library. It replaces the unused pass of the same
        kind that this browser made before, or, if it is a recovery code, any earlier code."""

    async def find_pass(self, token: bytes) -> Pass | None:
        """Return the pass of a token; None where it was used or has expired."""

    async def find_code(self, device: int) -> Pass | None:
        """Return the unused recovery code of a library."""

    async def take(self, token: bytes, secret: bytes) -> Taken | None:
        """Give the library of a pass to a browser; return None where another browser has used the
        pass, or it has expired or never existed. If no other browser uses the browser's former
        library, it is merged into the new one; otherwise it stays as it is. A browser that already
        has the library of the pass does not use the pass up."""

    async def keep_push(self, browser: int, address: PushAddress) -> None:
        """Store the push address of a browser, in place of its former one."""

    async def drop_push(self, browser: int) -> None:
        """Delete the push address of a browser."""

    async def drop_push_address(self, endpoint: str) -> None:
        """Delete a push address that its push service no longer accepts."""

    async def has_push(self, browser: int) -> bool:
        """Whether the browser has a push address."""

    async def pushes(self, device: int) -> list[PushAddress]:
        """Return the push addresses of the browsers that use a device's library."""

    async def create(self, new: NewMatch) -> Created:
        """Store a match, once for each key."""

    async def load(self, match: str) -> StoredMatch | None:
        """Return a match with its log; None where it does not exist."""

    async def find_replacement(self, device: int, match: str) -> str | None:
        """Return the match of a device that took the place of a deleted one
        (`NewMatch.in_place`)."""

    async def append(
        self,
        match: str,
        number: int,
        events: list[Event],
        command: StoredCommand | None,
        unseen: bool = False,
        change: Change | None = None,
    ) -> None:
        """Add events to a log that has `number` of them, and store what changes with them. With
        `unseen`, the match keeps its place in libraries, which list the most recently changed match
        first. Raises StaleState where the log has grown or the seat of `change` has another holder,
        and Gone."""

    async def uptime(self) -> float:
        """Return the seconds for which servers have run on this store, as `beat` last stored
        them."""

    async def beat(self, seconds: float) -> None:
        """Store for how many seconds servers have run on this store."""

    async def due(self) -> dict[str, float]:
        """Return the matches that the server must handle even if nobody does anything, and at which
        `uptime`."""

    async def holders(self, match: str) -> tuple[Holder, ...]:
        """Return the holders of a match's seats. Raises Gone."""

    async def set_holder(self, match: str, seat: int, before: Holder, holder: Holder) -> None:
        """Give a seat to another holder; the links to the seat end. Raises StaleState where
        `before` no longer has the seat, Gone."""

    async def library(self, device: int, most: int) -> list[LibraryEntry]:
        """Return the library of a device, the most recently changed match first."""

    async def find_name(self, device: int, match: str) -> str:
        """Return the name of a match in a device's library; it may be empty."""

    async def name(self, device: int, match: str, name: str) -> None:
        """Put a match into a device's library under a name."""

    async def take_free(self, match: str, seat: int, device: int, name: str) -> None:
        """Give a device an open seat that is reserved for nobody. Raises StaleState, KeptOut,
        Gone."""

    async def watch(self, device: int, match: str) -> None:
        """Put a match into the library of a spectator's device, unless it is there already."""

    async def forget(self, device: int, match: str) -> bool:
        """Remove a match from a device's library. Where no library has the match any more, delete
        it and return True."""

    async def save(self, device: int, save: Save, replace: bool) -> bool:
        """Store a save. Return False where the device has a save of this game and name and
        `replace` is false."""

    async def saves(self, device: int, most: int) -> list[Save]:
        """Return the saves of a device, the newest first, each without its record."""

    async def find_save(self, device: int, save: str) -> Save | None:
        """Return a save of a device with its record."""

    async def drop_save(self, device: int, save: str) -> None:
        """Delete a save of a device."""

    async def invite(self, match: str, seat: int, token: bytes, device: int) -> bool:
        """Store a token as a link to a seat, in place of an unused link. Return False, without any
        change, where the seat is neither open nor the device's own."""

    async def find_invitation(self, token: bytes) -> Invitation | None:
        """Return the link of a token; None where it has ended."""

    async def accept(self, token: bytes, device: int, name: str) -> Invitation | None:
        """Give the seat of a link to a device; return None where the link has ended or never
        existed, or another device has used it. A device that already has the seat keeps it, and
        does not use the link up. Raises KeptOut."""

    async def list_openly(self, match: str, on: bool) -> None:
        """List a match, so that strangers may take its open seats, or take it off the list."""

    async def open_matches(self, since: float, most: int) -> list[OpenMatch]:
        """Return the matches with a free seat that were listed after `since`, the newest first."""

    async def count_open(self, host: int, since: float) -> int:
        """Return how many such matches a host has."""

    async def sit_down(self, match: str, device: int, name: str) -> None:
        """Give a device the first free seat of a listed match. Raises Gone where there is none,
        KeptOut."""

    async def keep_out(self, host: int, device: int) -> None:
        """Store that a device gets no seat at any match of a host, not even by a link."""

    async def own_table(self, device: int, game: str) -> None:
        """Store that a table without rules belongs to a device."""

    async def disown_table(self, device: int, game: str) -> bool:
        """Store that a table no longer belongs to a device. Return True where no device has it, no
        match is played on it and no save is of such a match."""

    async def tables(self, device: int) -> list[str]:
        """Return the tables of a device, the most recently added first."""

    async def used_tables(self) -> set[str]:
        """Return all games that are the table of a device, the game of a match or the game of a
        save."""

    async def mark(self) -> str:
        """Return a text of letters and digits that no other store has, not even a copy of the file
        beside it."""

    async def key(self) -> bytes:
        """Return a secret of this store that never changes; the server signs with it."""

    def close(self) -> None:
        """Finish the writes in progress, then close the store."""
