"""Evaluate positions of two players on 7 × 7 by learned weights.

A position has seven features, each with a weight from `weights.txt`. Six belong to the players,
three to each: his row, with his place in it and its floes; his column, likewise; and his square
together with the floes on the nine squares in the middle. The seventh is the pair of both players'
squares. Features that are turns or reflections of each other share a weight. Features of the player
to move and of the other player have different weights.
"""

from __future__ import annotations

from collections.abc import Iterator
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


def features(state: IceFloesState) -> list[int]:
    """Return the numbers of the seven features of a position."""
    found: list[int] = []
    both = 0
    for waits in range(2):
        row, column = divmod(int(state.at[int(state.turn) ^ waits]), ROW)
        square, start = row * SIZE + column, waits * WAITING
        found.append(start + (square << SIZE | int(state.floes[row])))
        found.append(start + (column * SIZE + row << SIZE | int(state.floes[ROW + column])))
        found.append(start + LINES + (square << 9 | int(middle(state.floes))))
        both = both * SQUARES + square
    return [*found, BOTH + both]


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
    turns = list(zip(symmetries(SIZE), map(middles_of, symmetries(3)), strict=True))
    count = 0
    for feature in range(ALL):
        if found[feature] < 0:
            for image in images(feature, turns):
                found[image] = count
            count += 1
    return found


def images(feature: int, turns: list[tuple[list[int], list[int]]]) -> Iterator[int]:
    """Yield the images of a feature by all turns and reflections of the board. Each of `turns`
    gives the image of each square, and of each set of floes on the nine middle squares."""
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


def symmetries(size: int) -> list[list[int]]:
    """Return the turns and reflections of a board of `size` squares a side, each as the image of
    each square; squares are counted along the rows from the top left."""
    rows = [list(range(size * y, size * y + size)) for y in range(size)]
    found = []
    for _ in range(4):
        rows = [list(column) for column in zip(*reversed(rows), strict=True)]
        found += [[square for row in board for square in row] for board in (rows, rows[::-1])]
    return found


def middles_of(turn: list[int]) -> list[int]:
    """Return for each set of floes on the nine middle squares, as bits, its image by a turn or a
    reflection of these squares."""
    return [sum(1 << turn[i] for i in range(9) if floes >> i & 1) for floes in range(1 << 9)]


def read_weights() -> list[int]:
    """Return the weights in the file `weights.txt`, numbered as `kinds` numbers them."""
    text = (files(__package__) / "weights.txt").read_text("utf-8")
    return [int(word) for line in text.splitlines() if line[:1] != "#" for word in line.split()]


def spread(weights: list[int]) -> vec[i16]:
    """Return the weight of each feature; `kinds` says which of the weights it has."""
    return vec[i16]([i16(weights[kind]) for kind in kinds()])


WEIGHTS: vec[i16] = spread(read_weights())
