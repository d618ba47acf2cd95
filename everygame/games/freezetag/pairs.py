"""What a position of two players is worth between two rolls, by all pairs of its things.

A thing is a piece, its seat, its size, its square, and whether it is frozen, or how many pieces a
seat has off (`everygame.search.pairs`): so a piece next to one that may capture it, or a stack, has
a worth. The board is seen from the seat that rolls next: it leaves over the top. Around a corner
the other seat leaves to the right. `everygame learn freezetag --option seating=…` finds the
weights.
"""

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
LAYER: Final = 2 * OWN
"""The number of a piece is its square + 25 * size, + OWN for the other seat, + LAYER if frozen."""
OFF: Final = 2 * LAYER
"""From here on are the numbers of pieces off, + 3 for those of the other seat."""
THINGS: Final = OFF + 2 * MOST_OFF
MOST: Final = 14
"""Things of a position at most."""
ACROSS: Final = "SN"
CORNER: Final = "SW"
VIEWS: Final = {
    "S": vec[i64](by_bit(list(range(SQUARES)))),
    "N": vec[i64](by_bit([SQUARES - 1 - square for square in range(SQUARES)])),
    "W": vec[i64](by_bit([square % SIDE * SIDE + square // SIDE for square in range(SQUARES)])),
}
"""For each bit of the board the square as a seat sees it, by the letter of the seat."""
MIRRORED: Final = [
    thing + SIDE - 1 - 2 * (thing % SQUARES % SIDE) if thing < OFF else thing
    for thing in range(THINGS)
]
"""Each thing with left and right exchanged."""


@final
class View:
    """Finds the things of a position in one seating, and knows what was learned of their pairs."""

    def __init__(self, letters: str) -> None:
        even = letters == ACROSS
        mirrored = MIRRORED if even else list(range(THINGS))
        file = Path(__file__).with_name("across.gz" if even else "corner.gz")
        self.views: list[vec[i64]] = [VIEWS[letter] for letter in letters]
        self.pairs: Pairs = Pairs(THINGS, mirrored, file)

    def odds(self, state: FreezeTagState) -> float:
        """The logarithm of the odds of the seat that rolls next; in mid-turn, as if the seat whose
        turn it is had still to roll, and without the piece in hand. Raises BadGame."""
        things = vec[i64]([0] * MOST)  # not kept: all threads of a process share this view
        n = self.find(state, things)
        return self.pairs.odds(things, n)

    def numbers(self, state: FreezeTagState) -> vec[i64]:
        """The pairs of a position; across, a pair and its reflection have one number. They are seen
        by the seat that rolls next, so a roll of the second seat has their complements."""
        i: i64
        things = vec[i64]([0] * MOST)
        n = self.find(state, things)
        found = self.pairs.numbers(things, n)
        if state.seat == 1 and state.to_play() == CHANCE:
            for i in range(len(found)):
                found[i] = ~found[i]
        return found

    def find(self, state: FreezeTagState, things: vec[i64]) -> i64:
        """Write the things of a position, ascending; return how many."""
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
    """Write the pieces of a kind, two at most; return how many things there are then."""
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
    """What is seen in a seating."""
    return View(letters)
