"""What a live match knows about its game without asking the game's code: facts that never change,
and the moment that the match has reached."""

from __future__ import annotations

from dataclasses import dataclass

from everygame.match import Event
from everygame.search.game_advice import Level


@dataclass(frozen=True)
class Facts:
    """The facts of a match that never change. They are read once, so that the game's code need not
    be asked again."""

    name: str
    title: str
    version: int
    settings: dict[str, str]
    players: int
    hidden: bool
    """True where the game hides something from some players."""
    endless: bool
    """True where no rule ends a match, as on a table without rules, and the players agree that it
    is over."""
    chance: bool
    """True where dice or cards decide something."""
    repetition: int
    """A match is a draw when the same position occurs this many times; 0 allows any number."""
    sides: tuple[int, ...]
    """The side of each seat; seats of one side win and lose together."""
    seat_names: tuple[str, ...]
    """The name that the game gives to each seat, such as "North"."""
    levels: tuple[Level, ...]
    """The levels of the game's bots, the weakest first."""
    programs: tuple[Level, ...] = ()
    """Bot programs that the operator added for this game. They are in no order of strength."""

    files: tuple[str, ...] = ()
    """The endings of the files of other programs that the game reads and writes."""

    @property
    def has_opponents(self) -> bool:
        """Whether there are two sides or more."""
        return len(set(self.sides)) > 1

    def partners(self, seat: int) -> list[int]:
        """Return the other seats on the side of a seat."""
        return [
            other
            for other, side in enumerate(self.sides)
            if other != seat and side == self.sides[seat]
        ]

    @property
    def has_bots(self) -> bool:
        """Whether a bot can play this game to its end."""
        return bool(self.levels) and not self.endless


@dataclass(frozen=True)
class Moment:
    """The point that a match has reached."""

    node: int
    """The current node of the history."""
    nodes: int
    """The number of nodes of the history."""
    to_play: int
    """The seat to move, or CHANCE, or OVER."""
    turn: int
    """Which turn of the seat to move it is, counted from 1; 0 where no seat is to move."""
    over: bool
    """True where the match is over, by its rules or by repetition, resignation, time or
    agreement."""
    can_show_truth: bool
    """True where the match is over and its game had hidden something that everybody may see now."""
    mixed_devices: frozenset[int] | None = None
    """The devices that have added random bytes to the dice; None in a match without a seed."""
    unseen: bool = False
    """True where only the seat to move can see the change that led here."""


Applied = tuple[list[Event], Moment]
"""The events of a change, which still have to be stored, and the moment after them."""


@dataclass(frozen=True)
class Rights:
    """What the device that sent a command may do."""

    mine: frozenset[int]
    """The seats of the device."""
    shared: bool
    """True where all people of the match sit at this device, so that it may undo and branch
    freely."""
    device: int
    """The device's number in the store."""
