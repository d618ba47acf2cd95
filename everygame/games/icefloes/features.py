"""What a learned estimate sees of a position of two players on 7 × 7, and what it is worth.

A position has seven features, each of which is worth a number of `weights.txt`: the lines of each
player (his row and his column: which, where he stands in it, where it has floes), the floes on the
goal and around it together with the square of each player, and the squares of both. Features that
are the same but for a turn or a reflection of the board share a weight. The player to move and the
other have weights of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Final

from everygame.fast.arrays import i16, i64, vec
from everygame.games.icefloes.rules import ROW, IceFloesState

SIZE: Final = 7
SQUARES: Final = SIZE * SIZE
UNIT: Final = 10_000
"""Weights are whole numbers of so many to a win."""

LINES: Final = SQUARES << SIZE
"""A line is (its number * SIZE + place) << SIZE | floes; a row and a column of the same number are
reflections of each other."""
PATTERNS: Final = SQUARES << 9
"""A pattern is square << 9 | floes on the nine squares of the middle, row by row."""
WAITING: Final = LINES + PATTERNS
"""Where the features of the player who does not move begin."""
BOTH: Final = 2 * WAITING
"""Where those of both begin: square of who moves * SQUARES + that of the other."""
ALL: Final = BOTH + SQUARES * SQUARES

Square = tuple[int, int]
Symmetry = Callable[[int, int], Square]
SYMMETRIES: Final[tuple[Symmetry, ...]] = (
    lambda y, x: (y, x),
    lambda y, x: (y, SIZE - 1 - x),
    lambda y, x: (SIZE - 1 - y, x),
    lambda y, x: (SIZE - 1 - y, SIZE - 1 - x),
    lambda y, x: (x, y),
    lambda y, x: (x, SIZE - 1 - y),
    lambda y, x: (SIZE - 1 - x, y),
    lambda y, x: (SIZE - 1 - x, SIZE - 1 - y),
)
MIDDLE: Final = [(y, x) for y in range(2, 5) for x in range(2, 5)]


def features(state: IceFloesState) -> list[int]:
    """The seven features of a position."""
    found: list[int] = []
    for waits in range(2):
        seat = int(state.turn) ^ waits
        row, column = divmod(int(state.at[seat]), ROW)
        start = waits * WAITING
        found.append(start + (row * SIZE + column << SIZE | int(state.floes[row])))
        found.append(start + (column * SIZE + row << SIZE | int(state.floes[ROW + column])))
        found.append(start + LINES + (row * SIZE + column << 9 | int(middle(state.floes))))
    return [*found, BOTH + pair(state)]


def pair(state: IceFloesState) -> int:
    """The squares of both players, counted along the rows, as one number."""
    squares = [int(at) // ROW * SIZE + int(at) % ROW for at in state.at]
    return squares[int(state.turn)] * SQUARES + squares[1 - int(state.turn)]


def middle(floes: vec[i64]) -> i64:
    """The floes on the goal and around it."""
    return floes[2] >> 2 & 7 | (floes[3] >> 2 & 7) << 3 | (floes[4] >> 2 & 7) << 6


def estimate(state: IceFloesState) -> i64:
    """The sum of the weights of a position, for the player to move."""
    floes, weights = state.floes, WEIGHTS
    mine, theirs = state.at[state.turn], state.at[1 - state.turn]
    row, column = mine >> 4, mine & 15
    other_row, other_column = theirs >> 4, theirs & 15
    square, other = row * SIZE + column, other_row * SIZE + other_column
    around = LINES + middle(floes)
    return (
        i64(weights[square << 7 | floes[row]])
        + i64(weights[column * SIZE + row << 7 | floes[ROW + column]])
        + i64(weights[around + (square << 9)])
        + i64(weights[WAITING + (other << 7 | floes[other_row])])
        + i64(weights[WAITING + (other_column * SIZE + other_row << 7 | floes[ROW + other_column])])
        + i64(weights[WAITING + around + (other << 9)])
        + i64(weights[BOTH + square * SQUARES + other])
    )


# -- which features share a weight


def kinds() -> list[int]:
    """The number of the weight of each feature."""
    found = [-1] * ALL
    turns = [(squares_of(turn), middles_of(turn)) for turn in SYMMETRIES]
    count = 0
    for feature in range(ALL):
        if found[feature] < 0:
            for image in images(feature, turns):
                found[image] = count
            count += 1
    return found


def images(feature: int, turns: list[tuple[list[int], list[int]]]) -> Iterator[int]:
    """The feature as all turns and reflections of the board show it."""
    start = feature // WAITING * WAITING
    if start == BOTH:
        mine, theirs = divmod(feature - BOTH, SQUARES)
        for squares, _ in turns:
            yield BOTH + squares[mine] * SQUARES + squares[theirs]
    elif feature - start < LINES:
        for line in line_images(feature - start):
            yield start + line
    else:
        square, floes = divmod(feature - start - LINES, 1 << 9)
        for squares, middles in turns:
            yield start + LINES + (squares[square] << 9 | middles[floes])


def line_images(line: int) -> Iterator[int]:
    """A line seen from both of its ends, and the one as far on the other side of the goal."""
    place, floes = divmod(line, 1 << SIZE)
    number, place = divmod(place, SIZE)
    mirrored = sum(1 << SIZE - 1 - bit for bit in range(SIZE) if floes >> bit & 1)
    for there in (number, SIZE - 1 - number):
        yield there * SIZE + place << SIZE | floes
        yield there * SIZE + SIZE - 1 - place << SIZE | mirrored


def squares_of(turn: Symmetry) -> list[int]:
    """Where each square comes to."""
    found = [turn(*divmod(square, SIZE)) for square in range(SQUARES)]
    return [y * SIZE + x for y, x in found]


def middles_of(turn: Symmetry) -> list[int]:
    """What each set of floes in the middle becomes."""
    bits = [1 << MIDDLE.index(turn(*square)) for square in MIDDLE]
    return [sum(bits[i] for i in range(9) if floes >> i & 1) for floes in range(1 << 9)]


def spread(weights: list[int]) -> vec[i16]:
    """The weight of each feature, from those of each kind."""
    return vec[i16]([i16(weights[kind]) for kind in kinds()])


def read_weights() -> list[int]:
    """One of each kind, in the order of the first features of a kind."""
    text = (files(__package__) / "weights.txt").read_text("utf-8")
    return [int(word) for line in text.splitlines() if line[:1] != "#" for word in line.split()]


WEIGHTS: vec[i16] = spread(read_weights())
