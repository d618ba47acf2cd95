"""Estimate a position of two players between two rolls by the pairs of things in it
(`everygame.search.pairs`).

A thing is either a piece, with its seat, its size, its square and whether it is frozen, or the
number of pieces that a seat has moved off the board. Each pair of things has a weight: two
neighbouring pieces of which one may capture the other have one, for example, and so do two pieces
of a stack. The weights hold for a board that is turned so that the seat that rolls next moves its
pieces off at the top edge. If the two players sit at neighbouring edges, the other seat then moves
its pieces off at the right edge. `everygame learn freezetag --option seating=…` fits the
weights."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, final

from everygame.contract import CHANCE
from everygame.fast.arrays import i64, vec
from everygame.games.freezetag.notation import MOST_OFF, SIDE
from everygame.games.freezetag.rules import KINDS, FreezeTagState
from everygame.games.freezetag.squares import by_bit
from everygame.search.pairs import Pairs

SQUARES: Final = SIDE * SIDE
OWN: Final = 3 * SQUARES
"""How many numbers are set aside for the pieces of one seat that are not frozen, and as many for
its frozen ones: one number for each of three sizes on each of 25 squares."""
LAYER: Final = 2 * OWN
"""How many numbers are set aside for all pieces that are not frozen; those of frozen pieces follow.
The number of a piece is its square + 25 * size, + OWN if it belongs to the seat that does not roll
next, + LAYER if it is frozen."""
OFF: Final = 2 * LAYER
"""OFF + n stands for n pieces off of the seat that rolls next, OFF + 3 + n for those of the other
seat."""
THINGS: Final = OFF + 2 * MOST_OFF
"""How many different things there are: pieces on squares, and numbers of pieces off."""
MOST: Final = 14
"""The most things that a position has: twelve pieces and two numbers of pieces off."""
ACROSS: Final = "SN"
VIEWS: Final = {
    "S": vec[i64](by_bit(list(range(SQUARES)))),
    "N": vec[i64](by_bit([SQUARES - 1 - square for square in range(SQUARES)])),
    "W": vec[i64](by_bit([square % SIDE * SIDE + square // SIDE for square in range(SQUARES)])),
}
"""For the letter of a seat a table of `by_bit`: for each bit of the board, the square as that seat
sees it."""
MIRRORED: Final = [
    thing + SIDE - 1 - 2 * (thing % SQUARES % SIDE) if thing < OFF else thing
    for thing in range(THINGS)
]
"""For each thing the one that it becomes when left and right are exchanged."""


@final
class View:
    """Finds the things of a position in one seating, and holds the weights of their pairs."""

    def __init__(self, letters: str) -> None:
        even = letters == ACROSS
        mirrored = MIRRORED if even else list(range(THINGS))
        file = Path(__file__).with_name("across.gz" if even else "corner.gz")
        self.views: list[vec[i64]] = [VIEWS[letter] for letter in letters]
        self.pairs: Pairs = Pairs(THINGS, mirrored, file)

    def odds(self, state: FreezeTagState) -> float:
        """Return the logarithm of the odds that the seat which rolls next wins. Within a turn it is
        computed as if the seat to play had still to roll, and a captured piece in hand is left out.
        Raises BadGame."""
        things = vec[i64]([0] * MOST)  # a new buffer: all threads of a process share this view
        n = self.find(state, things)
        return self.pairs.odds(things, n)

    def numbers(self, state: FreezeTagState) -> vec[i64]:
        """Return the numbers of all pairs of things in a position, seen by the seat that rolls
        next. If the players sit across from each other, a pair and its mirror image share a number.
        Patterns before a roll are expected as the first seat sees them, so before a roll of the
        second seat each number n is given as ~n, which means that its weight is subtracted."""
        i: i64
        things = vec[i64]([0] * MOST)
        n = self.find(state, things)
        found = self.pairs.numbers(things, n)
        if state.seat == 1 and state.to_play() == CHANCE:
            for i in range(len(found)):
                found[i] = ~found[i]
        return found

    def find(self, state: FreezeTagState, things: vec[i64]) -> i64:
        """Write the things of a position to `things`, ascending, and return how many there are."""
        i: i64
        size: i64
        layer: i64
        n: i64 = 0
        seat = state.seat
        boards, view = state.boards, self.views[seat]
        start: i64 = 0
        for layer in range(0, 2 * KINDS, KINDS):
            for i in range(2):
                kind = layer + (seat if i == 0 else 1 - seat)
                for size in range(3):
                    if boards[kind]:
                        n = add(things, n, boards[kind], start, view)
                    kind += 4
                    start += SQUARES
        things[n] = OFF + state.off[seat]
        things[n + 1] = OFF + MOST_OFF + state.off[1 - seat]
        return n + 2


def add(things: vec[i64], n: i64, pieces: i64, start: i64, view: vec[i64]) -> i64:
    """Write to `things`, from place n on, the one or two pieces of a kind, whose squares are the
    bits of `pieces`; return the place after the last. `start` is the number of such a piece on
    square 0."""
    bit = pieces & -pieces
    one = start + view[bit % 37]
    things[n] = one
    pieces ^= bit
    if pieces == 0:
        return n + 1
    other = start + view[pieces % 37]
    things[n], things[n + 1] = min(one, other), max(one, other)
    return n + 2


@lru_cache
def view_of(letters: str) -> View:
    """Return the view of a seating, which is built only once."""
    return View(letters)
