"""What a live match knows of its game without asking the game: facts that never change, and the
moment at which the match stands."""

from __future__ import annotations

from dataclasses import dataclass

from everygame.match import Event
from everygame.search.advice import Level


@dataclass(frozen=True)
class Facts:
    """What never changes in a match. It is read once, so that the game need not be asked again."""

    name: str
    title: str
    version: int
    settings: dict[str, str]
    players: int
    hidden: bool
    """The game hides something from some players."""
    endless: bool
    """No rule ends a match, as on a table without rules: the players agree that it is over."""
    chance: bool
    """Dice or cards decide something."""
    repetition: int
    """The occurrence of a position that makes the match a draw; 0 if none does."""
    seat_names: tuple[str, ...]
    """The name that the game gives to each seat, such as "North"."""
    levels: tuple[Level, ...]
    """The levels of the game's bots, the weakest first."""
    programs: tuple[Level, ...] = ()
    """Bot programs that the operator added for this game. They are in no order of strength."""


@dataclass(frozen=True)
class Moment:
    """The point that a match has reached."""

    node: int
    """The current node of the history."""
    nodes: int
    """How many nodes the history has."""
    to_play: int
    """The seat to play, or CHANCE, or OVER."""
    over: bool
    """The match is over, by its rules or by repetition, resignation, time or agreement."""
    can_show_truth: bool
    """The match is over, and its game had hidden something that everybody may see now."""
    mixed_devices: frozenset[int] | None = None
    """The devices whose random bytes are mixed into the dice; None in a match without a seed."""
    unseen: bool = False
    """The change that led here is visible only to the seat to play."""


Applied = tuple[list[Event], Moment]
"""The events of a change that are still to be stored, and the moment after them."""


@dataclass(frozen=True)
class Rights:
    """What the device that sent a command may do."""

    mine: frozenset[int]
    """The seats of the device."""
    shared: bool
    """All people of the match sit at this device, so it may undo and branch freely."""
    device: int
    """The device's number in the store."""
