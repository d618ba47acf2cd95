"""What a server asks of a store, whatever is behind it.

A stored match is its log of events. An event is durable before its method returns, and the
number of an event is a primary key, so that two writers cannot both write event 42.
A device is a number for whose library and seats something is: one browser's, until others share
it. Browsers are known by the hash of their secret; the secret itself is never stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from everygame.contract import Json
from everygame.errors import EveryGameError
from everygame.match import Event


class Gone(EveryGameError):
    """There is no such match (any more)."""


class KeptOut(EveryGameError):
    """The host of the match keeps this device out."""


class Unwritable(EveryGameError):
    """Nothing can be written or read now; why is in the sentence."""

    def __init__(self, why: str = "This server cannot write; its disk may be full.") -> None:
        super().__init__(why)


@dataclass(frozen=True)
class Holder:
    """Who sits at a seat."""

    kind: str
    """"person", "bot" or "open"."""
    name: str = ""
    level: str = ""
    device: int | None = None
    """The device of a person; of a bot, that of the person for whom it plays on; of an open seat,
    the only one that may take it. Then `name` is that person's."""


@dataclass(frozen=True)
class Change:
    """What changes of a match beside its log, with the events that bring it about."""

    course: Json
    """How its clock and its questions stand now."""
    uptime: float
    """When, in the seconds of `Store.uptime`."""
    due: float | None = None
    """When somebody must look at it again, by the same seconds, even if nobody does anything."""
    seat: int | None = None
    """The seat where somebody else sits from now on."""
    before: Holder | None = None
    """Who sat there."""
    after: Holder | None = None
    """Who sits there."""


@dataclass(frozen=True)
class NewMatch:
    """A match to be stored."""

    id: str
    device: int
    """Who asks for it, and has it in the library from now on, as all who sit at it have."""
    key: str
    """The sender's own name for it: the same again answers the same match."""
    game: str
    version: int
    options: dict[str, str]
    holders: tuple[Holder, ...]
    events: tuple[Event, ...] = ()
    start: str | Json | None = None
    tags: Json = field(default_factory=dict)
    previous: str | None = None
    """The match that this one follows; where another follows it already, that one is answered."""
    instead_of: str | None = None
    """The one that follows it so far and is not wanted any more."""
    terms: Json = field(default_factory=dict)
    """What was agreed about it beside its rules: a clock, for one. Never changes."""
    last_game: bool = False
    """In the library of `device` the previous match is kept as `last_game`, in place of the last
    one of that name; libraries of others stay as they are."""
    in_place: bool = False
    """Nothing was played in the previous match: it leaves the library of `device` and this one
    follows what it followed, unless it has a name there, or somebody else sits there or may."""


@dataclass(frozen=True)
class Created:
    """What came of storing a match."""

    match: str
    """Its id, or that of the one that `key` or `previous` had already led to."""
    deleted: tuple[str, ...] = ()
    """Matches that made room for it, and are in no library any more."""


@dataclass(frozen=True)
class StoredMatch:
    """A match as it is stored."""

    id: str
    device: int
    """Who asked for it."""
    game: str
    version: int
    options: dict[str, str]
    start: str | Json | None
    tags: Json
    holders: tuple[Holder, ...]
    events: tuple[Event, ...]
    commands: dict[tuple[int, str], int]
    """The node that answered each command, by device and the sender's id."""
    next: str | None
    updated: float
    terms: Json = field(default_factory=dict)
    course: Json = field(default_factory=dict)
    """`Change.course` of the last change."""
    listed: bool = False
    """Anybody may take its open seats."""


@dataclass(frozen=True)
class OpenMatch:
    """A match that waits for anybody."""

    match: str
    host: int
    """The device that asked for it."""
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
    """"" where nobody gave it one; "last_game" after a restart."""
    updated: float
    """Seconds since 1970."""
    game: str


@dataclass(frozen=True)
class Save:
    """A position that a device keeps: it stays as it is, whatever becomes of its match."""

    id: str
    game: str
    name: str
    """One of a kind among the device's saves of the game."""
    card: Json
    """What a list shows of it."""
    kept: str
    """The match up to there; empty in a list."""
    made: float = 0.0
    """Seconds since 1970."""


@dataclass(frozen=True)
class StoredCommand:
    """What a device did, by the sender's id, and the node that answered it."""

    device: int
    id: str
    node: int


@dataclass(frozen=True)
class Invitation:
    """An offer of a seat, which whoever knows its token may take once.

    It dies with every change of who sits there:

    | what happens at the seat       | an unused link | one that a device took      |
    |--------------------------------|----------------|-----------------------------|
    | another link is made           | dies           | stays                       |
    | somebody takes it by a link    | taken, or dies | dies                        |
    | a bot takes it, for nobody     | dies           | dies                        |
    | a bot plays on for its person  | dies           | stays if that person's      |
    | its person takes it back       | dies           | stays if that person's      |
    | who sits there opens it        | stays          | leads to the match          |
    """

    match: str
    seat: int
    taken_by: int | None


@dataclass(frozen=True)
class Browser:
    """A browser that has a library, alone or with others."""

    number: int
    """Never given twice."""
    device: int
    """Whose library it has."""
    name: str
    """As its person calls it; may be empty."""
    agent: str
    """What it is, "Firefox/Linux"; may be empty."""
    seen: float
    """When it last came, in seconds since 1970."""


@dataclass(frozen=True)
class Pass:
    """A link or code by which one more browser gets a library, once."""

    device: int
    browser: int
    """The one that made it."""
    kind: str
    """"share"; "move", by which the one that made it loses the library; or "code", the recovery
    code, of which a library has one at most."""
    made: float
    """In seconds since 1970."""


@dataclass(frozen=True)
class Taken:
    """What came of a pass."""

    device: int
    """Whose library the browser has now."""
    merged: int | None = None
    """The device that it was alone before, whose matches, seats and tables have gone over."""
    changed: tuple[int, ...] = ()
    """Browsers that are another device's now, or nobody's."""


@dataclass(frozen=True)
class PushAddress:
    """Where a browser is told something while its page is closed, as its push service wants it."""

    endpoint: str
    """Who knows it can send there: it stands in no log."""
    p256dh: str
    """The public key of the browser, in base64 for addresses."""
    auth: str
    """The secret that it shares with this server, likewise."""
    site: str
    """The page that asked for it, `https://` and a name: for the push service."""
    language: str
    """In which it is told."""


class Store(Protocol):
    """The port. Every method that changes something returns when the change is durable."""

    async def find_device(self, secret: bytes) -> int | None:
        """The device of the browser with this hash of its secret."""

    async def add_device(self, secret: bytes) -> int:
        """The device of the browser with this hash, made if there is none."""

    async def find_browser(self, secret: bytes) -> Browser | None:
        """The browser with this hash of its secret."""

    async def browsers(self, device: int) -> list[Browser]:
        """All that have the library of a device, the one that came last first."""

    async def note_visit(self, browser: int, agent: str) -> None:
        """The browser came now, and is this."""

    async def rename_browser(self, device: int, browser: int, name: str) -> None:
        """What its person calls a browser of a device."""

    async def send_away(self, device: int, browser: int) -> bool:
        """The browser has the library of the device no more, and what it made to let others in is
        void; False if it has not had it."""

    async def issue(
        self, token: bytes, device: int, browser: int, kind: str, expires: float | None
    ) -> None:
        """Make the token with this hash a pass to the library of a device, in place of the one of
        the same kind that this browser made before, and of any recovery code before."""

    async def find_pass(self, token: bytes) -> Pass | None:
        """The pass of a token, unless it was used or has expired."""

    async def find_code(self, device: int) -> Pass | None:
        """The recovery code that a library has."""

    async def take(self, token: bytes, secret: bytes) -> Taken | None:
        """Give the library of a pass to the browser with this hash; None if the pass was used by
        another one, has expired or never was. If nobody shares the library that the browser had,
        that one goes over; else it stays with those who do. Who has the library already keeps the
        pass unused."""

    async def find_successor(self, device: int, match: str) -> str | None:
        """The match that took the place of one that is gone (`NewMatch.in_place`), for the device
        that asked for it."""

    async def find_heir(self, device: int) -> int:
        """Who has now what a device had: it, or the one that all went over to."""

    async def delete_device(self, device: int) -> list[str]:
        """Forget a device with its browsers, library, saves, tables and passes. Its seats stay,
        with nobody at them. The matches that are deleted, for they are in no library."""

    async def keep_push(self, browser: int, address: PushAddress) -> None:
        """Where a browser is told that it is its turn, in place of the one before."""

    async def drop_push(self, browser: int) -> None:
        """It is told no more."""

    async def drop_push_address(self, endpoint: str) -> None:
        """Nobody is there any more."""

    async def has_push(self, browser: int) -> bool:
        """It is told."""

    async def pushes(self, device: int) -> list[PushAddress]:
        """Where the browsers of a device are told."""

    async def create(self, new: NewMatch) -> Created:
        """Store a match, once."""

    async def load(self, match: str) -> StoredMatch | None:
        """A match with its log."""

    async def append(
        self,
        match: str,
        number: int,
        events: list[Event],
        command: StoredCommand | None,
        unseen: bool = False,
        change: Change | None = None,
    ) -> None:
        """Add events after the first `number` ones, and what changes with them; `unseen`: libraries
        do not show that anything has changed. Raises StaleState if there are more or somebody else
        sits at the seat, Gone."""

    async def uptime(self) -> float:
        """Seconds for which servers have used this store, as far as that was told."""

    async def beat(self, uptime: float) -> None:
        """Tell that a server has used it for so long."""

    async def due(self) -> dict[str, float]:
        """The matches that must be looked at by themselves, and when by `uptime`."""

    async def holders(self, match: str) -> tuple[Holder, ...]:
        """Who sits at a match. Raises Gone."""

    async def set_holder(self, match: str, seat: int, before: Holder, holder: Holder) -> None:
        """Change who sits at a seat, by which its links die. Raises StaleState if it is not
        `before` who sits there, Gone."""

    async def library(self, device: int, most: int) -> list[LibraryEntry]:
        """The library of a device, the match changed last first."""

    async def find_name(self, device: int, match: str) -> str:
        """What a match is called in the library of a device."""

    async def name(self, device: int, match: str, name: str) -> None:
        """Put a match into the library of a device under a name."""

    async def take_free(self, match: str, seat: int, device: int, name: str) -> None:
        """Take an open seat that waits for nobody. Raises StaleState, KeptOut, Gone."""

    async def watch(self, device: int, match: str) -> None:
        """Put a match into the library of a device, if it is not there."""

    async def forget(self, device: int, match: str) -> bool:
        """Take a match out of the library of a device; a match that is in no library any more
        is deleted, and True returned."""

    async def save(self, device: int, save: Save, replace: bool) -> bool:
        """Keep a save. False where the device has one of this game and name already, which is
        not to be replaced."""

    async def saves(self, device: int, most: int) -> list[Save]:
        """The saves of a device, the newest first."""

    async def find_save(self, device: int, save: str) -> Save | None:
        """A save of a device, with what is kept."""

    async def drop_save(self, device: int, save: str) -> None:
        """Forget a save of a device."""

    async def invite(self, match: str, seat: int, token: bytes, device: int) -> bool:
        """Offer a seat to whoever has the token with this hash, and to nobody else. False if the
        seat is neither open nor that of a person at this device; then nothing has changed."""

    async def find_invitation(self, token: bytes) -> Invitation | None:
        """The offer of a token, unless the seat has changed hands since."""

    async def accept(self, token: bytes, device: int, name: str) -> Invitation | None:
        """Take the seat of an offer; None if there is none (any more), or another device has
        taken it. Who sits there already keeps the seat as it is, and an offer of it. Raises
        KeptOut."""

    async def list_openly(self, match: str, on: bool) -> None:
        """Let anybody take the open seats of a match, or no more."""

    async def open_matches(self, since: float, most: int) -> list[OpenMatch]:
        """Those with open seats that were listed after a time, the newest first."""

    async def count_open(self, host: int, since: float) -> int:
        """How many of them a device hosts."""

    async def sit_down(self, match: str, device: int, name: str) -> None:
        """Take the first open seat of a listed match, once. Raises Gone where there is none, or
        KeptOut."""

    async def keep_out(self, host: int, device: int) -> None:
        """A device gets no seat in matches of a host any more, by a link neither."""

    async def own_table(self, device: int, game: str) -> None:
        """A table without rules belongs to a device."""

    async def disown_table(self, device: int, game: str) -> bool:
        """It belongs to the device no more; True where it is no other's either, no match is
        played on it and no save kept of it."""

    async def tables(self, device: int) -> list[str]:
        """The tables of a device, the newest first."""

    async def used_tables(self) -> set[str]:
        """All games that belong to a device, or that a match is played on or a save kept of."""

    async def mark(self) -> str:
        """A name that no other store has, nor a copy beside this one: letters and digits."""

    async def key(self) -> bytes:
        """A secret of this store, always the same: what is signed with it comes from here."""

    def close(self) -> None:
        """Finish what was begun, then let go of everything."""
