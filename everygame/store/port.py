"""The data that the server gives to the store and gets from it, whichever database keeps them.

A match is stored as its log of events. An event is durable before the method that adds it returns.
The number of an event is a primary key, so two writers cannot both write event 42. A *device* owns
a library, seats and saves. It is a number, and stands for one browser until further browsers share
the library. The store recognises a browser by the hash of its secret, and never stores the secret
itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

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

    @property
    def is_free(self) -> bool:
        """Whether the seat is open and reserved for nobody."""
        return self.kind == "open" and self.device is None

    @property
    def stands_in(self) -> bool:
        """Whether a bot plays on for a person."""
        return self.kind == "bot" and self.device is not None


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
    looked: float = 0.0
    """The time at which somebody last opened the match, in seconds since 1970."""
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
    looked: float = 0.0
    """The time at which somebody last opened the match, in seconds since 1970."""


@dataclass(frozen=True)
class Kept:
    """Where a match stood for the device with some of its seats, as a library shows it."""

    events: int
    """The number of events of the match then."""
    stamp: str
    """A text that says by which files of the game and of EveryGame the glance was made."""
    glance: str
    """The JSON that the server has made of the match."""
    host: int = 0
    """The device that made the match."""
    holders: tuple[Holder, ...] = ()
    """The holders of the seats now."""
    terms: Json = field(default_factory=dict)
    course: Json = field(default_factory=dict)
    """`Change.course` of the last change."""


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
class BrowserSecret:
    """What is known of a secret that a browser has sent."""

    browser: int
    role: str
    """"present"; "next", which follows the present one; or "former", which was before it and is
    valid for some days more."""
    issued: float
    """The time at which the browser first used its present secret, in seconds since 1970."""
    has_next: bool
    """Whether the next secret is known already."""


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
