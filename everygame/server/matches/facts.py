"""What a live match knows of its game without asking it: facts that never change, and where the
match stands."""

from __future__ import annotations

from dataclasses import dataclass

from everygame.match import Event
from everygame.search.advice import Level


@dataclass(frozen=True)
class Facts:
    """What never changes of a match, so that nobody has to ask its game."""

    name: str
    title: str
    version: int
    settings: dict[str, str]
    players: int
    hidden: bool
    endless: bool
    chance: bool
    repetition: int
    called: tuple[str, ...]
    """What each seat is called."""
    levels: tuple[Level, ...]
    """Of its bots, the weakest first."""
    programs: tuple[Level, ...] = ()
    """Programs of one's own that may play it too, however well."""


@dataclass(frozen=True)
class Moment:
    """Where a match stands."""

    node: int
    nodes: int
    """How many there are."""
    to_play: int
    """The seat that decides, or CHANCE, or OVER."""
    over: bool
    """Also by repetition, resignation, time or agreement."""
    tells_truth: bool
    """It is over, and something was hidden that can be shown now."""
    given: frozenset[int] | None = None
    """The devices whose bytes are mixed into the dice; None where it has none."""
    unseen: bool = False
    """Only the seat to play has seen how it came to this."""


Done = tuple[list[Event], Moment]
"""The events that must be made durable, and where the match stands then."""


@dataclass(frozen=True)
class Rights:
    """What the sender of a command may do."""

    mine: frozenset[int]
    """The seats of its device."""
    shared: bool
    """All people of the match sit there."""
    device: int
    """The device, by its number in the store."""
