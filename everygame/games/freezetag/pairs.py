"""What a position of two players is worth between two rolls, by all pairs of its things.

A thing is a piece, its seat, its size, its square, and whether it is frozen, or how many pieces a
seat has off. Each pair of things, and each thing alone, has a weight: so a piece next to one that
may capture it, a piece in the way of another, or a stack is worth what such things were worth in
matches. The sum is the logarithm of the odds of who rolls next. The board is seen from that seat:
it leaves over the top. Around a corner the other seat leaves to the right.

`bench/freezetag_learn.py` finds the weights; they are read when they are first asked for.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final, final

from everygame.contract import State
from everygame.fast.arrays import i64, vec
from everygame.games.freezetag.notation import MOST_OFF, SIDE
from everygame.games.freezetag.rules import KINDS, FreezeTagState
from everygame.games.freezetag.squares import by_bit

SQUARES: Final = SIDE * SIDE
OWN: Final = 3 * SQUARES
LAYER: Final = 2 * OWN
"""A piece is its square + 25 * size, + 75 if it is the other's, + 150 if it is frozen;"""
OFF: Final = 2 * LAYER
"""a number of pieces off is 300 + that number, + 3 if they are the other's."""
THINGS: Final = OFF + 2 * MOST_OFF
MOST: Final = 14
"""Things of a position at most."""
PAIRS: Final = THINGS * (THINGS + 1) // 2
"""A pair is a * (a + 1) / 2 + b, where b is not greater than a; a thing alone is paired with
itself."""
UNIT: Final = 100
"""A weight in a file is a whole number of so many to one of the logarithm."""

ACROSS: Final = "SN"
CORNER: Final = "SW"
VIEWS: Final = {
    "S": vec[i64](by_bit(list(range(SQUARES)))),
    "N": vec[i64](by_bit([SQUARES - 1 - square for square in range(SQUARES)])),
    "W": vec[i64](by_bit([square % SIDE * SIDE + square // SIDE for square in range(SQUARES)])),
}
"""For each bit of the board the square as a seat sees it."""
MIRROR: Final = vec[i64]([square + SIDE - 1 - 2 * (square % SIDE) for square in range(SQUARES)])


@final
class Pairs:
    """The weights of one seating."""

    def __init__(self, letters: str) -> None:
        self.letters = letters
        self.views: list[vec[i64]] = [VIEWS[letter] for letter in letters]
        self.weights: vec[float] = vec[float]([0.0] * PAIRS)
        self.things: vec[i64] = vec[i64]([0] * MOST)

    def odds(self, state: FreezeTagState) -> float:
        """The logarithm of the odds of the seat that rolls next; in mid-turn, as if the seat whose
        turn it is had still to roll, and without the piece in hand."""
        i: i64
        j: i64
        n = self.find(state)
        things, weights = self.things, self.weights
        total = 0.0
        for i in range(n):
            one = things[i]
            row = one * (one + 1) // 2
            for j in range(i + 1):
                total += weights[row + things[j]]
        return total

    def learn(self, state: State, step: float) -> None:
        """Move the odds of the first seat by so much; across, those in the reflection too."""
        assert isinstance(state, FreezeTagState)
        n = self.find(state)
        step /= float(n * (n + 1) // 2)
        if state.seat:
            step = -step
        self.move(n, step)
        if self.letters == ACROSS:
            reflect(self.things, n)
            self.move(n, step)

    def move(self, n: i64, step: float) -> None:
        i: i64
        j: i64
        things, weights = self.things, self.weights
        for i in range(n):
            one = things[i]
            row = one * (one + 1) // 2
            for j in range(i + 1):
                weights[row + things[j]] += step

    def find(self, state: FreezeTagState) -> i64:
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
                        n = self.add(n, boards[kind], start, view)
                    kind += 4
                    start += SQUARES
        self.things[n] = OFF + state.off[seat]
        self.things[n + 1] = OFF + MOST_OFF + state.off[1 - seat]
        return n + 2

    def add(self, n: i64, pieces: i64, start: i64, view: vec[i64]) -> i64:
        """The pieces of a kind: two at most."""
        things = self.things
        bit = pieces & -pieces
        one = start + view[bit % 37]
        things[n] = one
        pieces ^= bit
        if pieces == 0:
            return n + 1
        other = start + view[pieces % 37]
        things[n], things[n + 1] = min(one, other), max(one, other)
        return n + 2


def reflect(things: vec[i64], n: i64) -> None:
    """The same with left and right exchanged."""
    i: i64
    for i in range(n - 2):
        start = things[i] // SQUARES * SQUARES
        things[i] = start + MIRROR[things[i] - start]
        if i > 0 and things[i - 1] > things[i]:
            things[i - 1], things[i] = things[i], things[i - 1]


@lru_cache
def learned(letters: str) -> Pairs:
    """What was learned of a seating."""
    pairs = Pairs(letters)
    name = "across" if letters == ACROSS else "corner"
    text = (files(__package__) / f"{name}.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line[:1] != "#"]
    pairs.weights = vec[float]([int(word) / UNIT for line in lines for word in line.split()])
    return pairs


def write(weights: vec[float]) -> list[str]:
    """The lines of a file: a row of pairs each."""
    rows = range(THINGS)
    starts = [row * (row + 1) // 2 for row in rows]
    return [
        " ".join([str(round(weights[start + i] * UNIT)) for i in range(row + 1)])
        for row, start in zip(rows, starts, strict=True)
    ]
