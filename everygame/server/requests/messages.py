"""What a page may send, typed; anything else is refused in one sentence."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from everygame.contract import AnyJson
from everygame.server.clock.course import Asked, Terms

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(max_length=2_000)]
Title = Annotated[str, Meta(max_length=60)]
Move = Annotated[str, Meta(min_length=1, max_length=200)]
Ahead = Annotated[list[Move], Meta(max_length=40)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Settings = Annotated[dict[Name, Text], Meta(max_length=30)]
MOST_MOVED = 2_000
"""Matches in a file of a whole library."""
Of = Annotated[int, Meta(ge=0, le=15)] | Literal["all"] | None | UnsetType
"""The history whose numbers nodes have, as `history.of` says; the one shown last if left out."""


# -- the socket


class Play(Struct, tag_field="type", tag="play"):
    """Play a move."""

    id: Name
    at: Number
    move: Move
    of: Of = UNSET


class Go(Struct, tag_field="type", tag="go"):
    """Take the match to a node, and play on from there."""

    id: Name
    at: Number
    node: Number
    ahead: Ahead = []
    of: Of = UNSET


class Look(Struct, tag_field="type", tag="look"):
    """Show this device a node, or what comes of moves from there."""

    node: Number | None
    ahead: Ahead = []
    of: Of = UNSET


class Reveal(Struct, tag_field="type", tag="reveal"):
    """The person of a seat is alone with the screen."""

    seat: Number


class Truth(Struct, tag_field="type", tag="truth"):
    """Show what was hidden, once the match is over, or no more."""

    on: bool


class Mix(Struct, tag_field="type", tag="mix"):
    """Give random bytes of this device to the dice."""

    id: Name
    bytes: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    of: Of = UNSET


class Resign(Struct, tag_field="type", tag="resign"):
    """A seat gives up, wherever the match is by then."""

    id: Name
    seat: Number
    of: Of = UNSET


class Ask(Struct, tag_field="type", tag="ask"):
    """Ask the others for something."""

    id: Name
    at: Number
    seat: Number
    what: Asked
    of: Of = UNSET


class Answer(Struct, tag_field="type", tag="answer"):
    """Answer what was asked; or by who asked, with no: ask no more."""

    id: Name
    offer: Name
    yes: bool
    of: Of = UNSET


class Hint(Struct, tag_field="type", tag="hint"):
    """Ask for a good move."""

    at: Number
    of: Of = UNSET


class Weigh(Struct, tag_field="type", tag="weigh"):
    """Tell who stood better along the line, from now on or no more."""

    on: bool


class Best(Struct, tag_field="type", tag="best"):
    """Look for best play from a node; null stops it."""

    node: Number | None
    of: Of = UNSET


class Phrase(Struct, tag_field="type", tag="phrase"):
    """Say one of the phrases to all at the match."""

    phrase: Name


class Ping(Struct, tag_field="type", tag="ping"):
    """Ask whether the line stands."""


Deed = Play | Go | Resign
Command = Deed | Mix | Ask | Answer
Message = (
    Play
    | Go
    | Mix
    | Ask
    | Answer
    | Look
    | Reveal
    | Truth
    | Resign
    | Hint
    | Weigh
    | Best
    | Phrase
    | Ping
)


# -- requests


class Options(Struct):
    """The options of a match to be."""

    options: Settings = {}


class Kit(Struct):
    """How a box to print is to be made."""

    options: Settings = {}
    size: Name = "A4"
    scale: Name = "25mm"
    clearance: Name = "0.3mm"


class Edit(Struct):
    """A value that is being drawn, and the edit just made."""

    option: Name
    value: Text
    options: Settings = {}
    move: Move | None = None


class Generate(Struct):
    """A value wanted."""

    option: Name
    length: Number
    options: Settings = {}


class SeatRequest(Struct):
    """Who shall sit there."""

    kind: str
    name: Title = ""
    level: Title = ""


class Setup(Struct):
    """A match wanted."""

    game: Name
    seats: Annotated[list[SeatRequest], Meta(max_length=16)]
    key: Name
    options: Settings = {}
    terms: Terms = Terms()
    lot: bool = False
    """Who gets which seat is drawn."""
    lot_colours: bool = False
    """And who gets which of the colours that were chosen."""


class PlayOn(Struct):
    """A position of a match that is over, and moves from there."""

    node: Number
    ahead: Ahead = []


class Invite(Struct):
    """A seat to be offered."""

    seat: Number


class Sit(Struct):
    """A free seat to be taken."""

    seat: Number
    name: Title = ""


class Replace(Struct):
    """A bot to play on for a seat, or the person back."""

    seat: Number
    kind: Literal["bot", "person"]
    level: Title = ""


class Kept(Struct):
    """A position to be kept under a name, or in place of the one that has it."""

    name: Title
    replace: bool = False


class Moved(Struct):
    """A match or a save in a file of a whole library."""

    record: dict[str, AnyJson]
    name: Title = ""


class MovedFormat(Struct):
    """Which format a file of a whole library has; the rest of a newer one may be anything."""

    format: AnyJson = None


class MovedLibrary(Struct):
    """All that a device has."""

    kind: Literal["everygame library"]
    format: Literal[1]
    matches: Annotated[list[Moved], Meta(max_length=MOST_MOVED)] = []
    saves: Annotated[list[Moved], Meta(max_length=1_000)] = []
    tables: Annotated[list[str], Meta(max_length=1_000)] = []
    """Packed, in base64."""
    left: AnyJson = None
    """What is not in it: for people."""


class Called(Struct):
    """A name."""

    name: Title = ""


class Switch(Struct):
    """Something on, or off."""

    on: bool


class PushWanted(Struct):
    """Where a browser wants to be told that it is its turn, as its push service says."""

    endpoint: Text
    p256dh: Text
    auth: Text


class CalledBrowser(Struct):
    """A name for one of the browsers that have a library."""

    number: Number
    name: Title = ""


class Share(Struct):
    """A link to a library, which moves there or is shared."""

    move: bool = False


class Token(Struct):
    """A link's token, or a recovery code."""

    token: Title


class SendAway(Struct):
    """A seat that somebody loses."""

    seat: Number
    keep_out: bool = False
