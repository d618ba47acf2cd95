"""Defines the types of all messages and request bodies that a page may send; msgspec checks them.

The field `of` of a command says to whose history its node numbers belong, because in a game with
secrets each seat sees a history of its own.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from everygame.server.clock.terms_and_course import OfferKind, Terms

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(max_length=2_000)]
Title = Annotated[str, Meta(max_length=60)]
Move = Annotated[str, Meta(min_length=1, max_length=200)]
Ahead = Annotated[list[Move], Meta(max_length=40)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Settings = Annotated[dict[Name, Text], Meta(max_length=30)]
MOST_BACKUP_MATCHES = 2_000
"""The number of matches that one backup file may have."""
HistoryOf = Annotated[int, Meta(ge=0, le=15)] | Literal["all"] | None | UnsetType
"""The history to which a message's node numbers belong, as `history.of` of a shown match says: the
history of a seat, of everybody ("all") or of spectators (null). Where the field is left out, it is
the history that was sent last."""


# -- the socket


class SocketMessage(Struct, tag_field="type", tag=str.lower):
    """A message that a page sends through the socket; `type` is the name of its class."""


class Play(SocketMessage):
    """Play a move."""

    id: Name
    at: Number
    move: Move
    of: HistoryOf = UNSET


class Go(SocketMessage):
    """Take the match back or forward to a node, then play the moves `ahead` from there."""

    id: Name
    at: Number
    node: Number
    ahead: Ahead = []
    of: HistoryOf = UNSET


class Look(SocketMessage):
    """Show this device alone another node, or the position after the moves `ahead` from there;
    null shows the present one again."""

    node: Number | None
    ahead: Ahead = []
    of: HistoryOf = UNSET


class Reveal(SocketMessage):
    """Say that the person at this seat is alone with the screen, so that their secrets may be
    shown."""

    seat: Number


class Truth(SocketMessage):
    """Show everything that was hidden, once the match is over, or stop showing it."""

    on: bool


class Mix(SocketMessage):
    """Contribute this device's random bytes to the seed of the dice."""

    id: Name
    bytes: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    of: HistoryOf = UNSET


class Resign(SocketMessage):
    """Resign for a seat, even if the match has moved on meanwhile."""

    id: Name
    seat: Number
    of: HistoryOf = UNSET


class Ask(SocketMessage):
    """Make an offer to the other people: a draw, a pause, to take a move back."""

    id: Name
    at: Number
    seat: Number
    what: OfferKind
    of: HistoryOf = UNSET


class Answer(SocketMessage):
    """Accept or decline an offer; the device that made it withdraws it by declining."""

    id: Name
    offer: Name
    yes: bool
    of: HistoryOf = UNSET


class Hint(SocketMessage):
    """Ask for a hint: a good move for the player to move, and reasons for it."""

    at: Number
    of: HistoryOf = UNSET


class Weigh(SocketMessage):
    """Start or stop the evaluation of each position of the line that is shown."""

    on: bool


class Best(SocketMessage):
    """Search for best play from a node; null stops the search."""

    node: Number | None
    of: HistoryOf = UNSET


class Steps(SocketMessage):
    """Show step by step what the others have done since this device's seat played last."""


class Phrase(SocketMessage):
    """Say one of the fixed phrases to everybody at the match."""

    phrase: Name


class Ping(SocketMessage):
    """Check that the connection still works; the server answers `pong`."""


Deed = Play | Go | Resign
Command = Deed | Mix | Ask | Answer
Message = Command | Look | Reveal | Truth | Hint | Weigh | Best | Steps | Phrase | Ping


# -- requests


class Options(Struct):
    """The options chosen for a new match."""

    options: Settings = {}


class Kit(Struct):
    """How the printable kit of a game is to be made: its paper size, its scale in millimetres of
    a square, and the clearance between printed solids."""

    options: Settings = {}
    size: Name = "A4"
    scale: Name = "25mm"
    clearance: Name = "0.3mm"


class Edit(Struct):
    """The value of an option that a person draws on a board, and the edit just made to it."""

    option: Name
    value: Text
    options: Settings = {}
    move: Move | None = None


class Generate(Struct):
    """A request to generate a value of an option, of the given length."""

    option: Name
    length: Number
    options: Settings = {}


class SeatRequest(Struct):
    """Who shall have a seat of a new match: a person, a bot of some level, or nobody yet."""

    kind: str
    name: Title = ""
    level: Title = ""


class Setup(Struct):
    """A new match. `key` is chosen by the page, so that a repeated request makes no second one."""

    game: Name
    seats: Annotated[list[SeatRequest], Meta(max_length=16)]
    key: Name
    options: Settings = {}
    terms: Terms = Terms()
    lot: bool = False
    """Draw by lot who gets which seat."""
    lot_colours: bool = False
    """Draw by lot who gets which of the chosen colours."""


class PlayOn(Struct):
    """A request to play on from a position of a finished match, after the moves `ahead`."""

    node: Number
    ahead: Ahead = []


class Invite(Struct):
    """A request for an invitation to this seat."""

    seat: Number


class Sit(Struct):
    """A request to take a free seat, under this name."""

    seat: Number
    name: Title = ""


class Replace(Struct):
    """A request that a bot plays on for a seat, or that its person takes the seat back."""

    seat: Number
    kind: Literal["bot", "person"]
    level: Title = ""


class SavePosition(Struct):
    """A request to save a position under a name; `replace` allows it to replace an older save of
    that name."""

    name: Title
    replace: bool = False


class BackupRecord(Struct):
    """A match or a save in a backup file."""

    record: Raw
    """JSON that is decoded when its turn comes: decoded, a file of empty lists takes thirty times
    as much memory."""
    name: Title = ""


class BackupGame(Struct):
    """The game of a record in a backup file, for the sentence about one that cannot be restored."""

    game: str = ""


class BackupFormat(Struct):
    """The format number of a backup file. It is read before the rest, because a file of a newer
    format may have any form."""

    format: int = 0


class BackupFile(Struct):
    """A backup file: the whole library of a device."""

    kind: Literal["everygame library"]
    format: Literal[1]
    matches: Annotated[list[BackupRecord], Meta(max_length=MOST_BACKUP_MATCHES)] = []
    saves: Annotated[list[BackupRecord], Meta(max_length=1_000)] = []
    tables: Annotated[list[str], Meta(max_length=1_000)] = []
    """Games without rules, each a zip archive in base64."""


class NewName(Struct):
    """A name that a person gives to a match or to themselves."""

    name: Title = ""


class Switch(Struct):
    """A request to turn something on or off."""

    on: bool


class PushSubscription(Struct):
    """The push subscription of a browser: the address at its push service, and two keys to encrypt
    with (RFC 8291), in base64url."""

    endpoint: Text
    p256dh: Text
    auth: Text


class BrowserName(Struct):
    """A name for one of the browsers that share a library."""

    number: Number
    name: Title = ""


class Share(Struct):
    """A request for a link that lets another device share a library, or moves it there."""

    move: bool = False


class Token(Struct):
    """The token of a link, or a recovery code."""

    token: Title


class Join(Struct):
    """The token of an invitation, and the name of the person who accepts it."""

    token: Title
    name: Title = ""


class SendAway(Struct):
    """A request to remove the person at a seat; `keep_out` stops them from taking one again."""

    seat: Number
    keep_out: bool = False
