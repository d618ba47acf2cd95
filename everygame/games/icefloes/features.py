"""Evaluate positions of two players on 7 × 7 by learned weights.

A position has seven features, each with a weight from `weights.txt`. Six belong to the players,
three to each: his row, with his place in it and its floes; his column, likewise; and his square
together with the floes on the nine squares in the middle. The seventh is the pair of both players'
squares. Features that are turns or reflections of each other share a weight. Features of the player
to move and of the other player have different weights.
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
"""A weight in the file is an integer; this sum of weights means a win."""

LINES: Final = SQUARES << SIZE
"""How many different features of one line, a row or a column, a player has. Such a feature has the
number (line * SIZE + place) << SIZE | floes: the number of the line, the player's place in it, and
a bit for each place with a floe. A row and a column with the same number are reflections of each
other, so that they need not be told apart."""
PATTERNS: Final = SQUARES << 9
"""How many different features of the middle a player has. Such a feature has the number square << 9
| floes: the player's square, and a bit for each of the nine middle squares with a floe, row by
row."""
WAITING: Final = LINES + PATTERNS
"""Added to the numbers of features of the player who is not to move."""
BOTH: Final = 2 * WAITING
"""Added to the numbers of features of both players' squares: the square of the player to move *
SQUARES + that of the other."""
ALL: Final = BOTH + SQUARES * SQUARES
"""How many different features there are."""

Square = tuple[int, int]
Symmetry = Callable[[int, int], Square]
"""Maps the row and the column of a square to those of its image by a turn or a reflection of the
board."""
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
"""The nine squares in the middle, row by row."""


def features(state: IceFloesState) -> list[int]:
    """Return the numbers of the seven features of a position."""
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
    """Return the squares of both players as one number; squares are counted along the rows from the
    top left."""
    squares = [int(at) // ROW * SIZE + int(at) % ROW for at in state.at]
    return squares[int(state.turn)] * SQUARES + squares[1 - int(state.turn)]


def middle(floes: vec[i64]) -> i64:
    """Return a bit for each of the nine middle squares with a floe, row by row."""
    return floes[2] >> 2 & 7 | (floes[3] >> 2 & 7) << 3 | (floes[4] >> 2 & 7) << 6


def estimate(state: IceFloesState) -> i64:
    """Return the sum of the weights of a position's seven features, for the player to move."""
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
    """Return for each feature the number of its weight. Features that are images of each other by
    turns and reflections of the board have the same."""
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
    """Yield the images of a feature by all turns and reflections of the board, given as
    `squares_of` and `middles_of` describe them."""
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
    """Yield the images of a feature of a line: the line read from either end, and the line at the
    same distance on the other side of the goal, read from either end."""
    place, floes = divmod(line, 1 << SIZE)
    number, place = divmod(place, SIZE)
    mirrored = sum(1 << SIZE - 1 - bit for bit in range(SIZE) if floes >> bit & 1)
    for there in (number, SIZE - 1 - number):
        yield there * SIZE + place << SIZE | floes
        yield there * SIZE + SIZE - 1 - place << SIZE | mirrored


def squares_of(turn: Symmetry) -> list[int]:
    """Return for each square its image by a turn or a reflection of the board."""
    found = [turn(*divmod(square, SIZE)) for square in range(SQUARES)]
    return [y * SIZE + x for y, x in found]


def middles_of(turn: Symmetry) -> list[int]:
    """Return for each set of floes on the nine middle squares its image by a turn or a reflection
    of the board; sets are bits."""
    bits = [1 << MIDDLE.index(turn(*square)) for square in MIDDLE]
    return [sum(bits[i] for i in range(9) if floes >> i & 1) for floes in range(1 << 9)]


def spread(weights: list[int]) -> vec[i16]:
    """Return the weight of each feature. `weights` has one weight for all features that are turns
    or reflections of each other; `kinds` says which weight a feature has."""
    return vec[i16]([i16(weights[kind]) for kind in kinds()])


def read_weights() -> list[int]:
    """Return the weights in the file `weights.txt`, numbered as `kinds` numbers them."""
    text = (files(__package__) / "weights.txt").read_text("utf-8")
    return [int(word) for line in text.splitlines() if line[:1] != "#" for word in line.split()]


WEIGHTS: vec[i16] = spread(read_weights())
