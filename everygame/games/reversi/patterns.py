"""The patterns of a position of reversi, by which a learned estimate rates it: how the discs lie in
50 groups of squares.

The groups are those of Logistello (M. Buro, Experiments with Multi-ProbCut and a New High-Quality
Evaluation Function for Othello, 1997): edges with the two inner squares next to their corners;
corners of 3 × 3, 2 × 2 and 2 × 5 squares; the second to fourth lines; and diagonals of at least
four squares. Groups that differ only by a turn or a reflection of the board share their weights.
Five counts come with them: the squares open to each side, the discs of each side next to empty
squares, and the empty squares. Each stage of the match has weights of its own, and everything is
seen from the side of the seat to play."""

from __future__ import annotations

from typing import Final

from everygame.fast.arrays import i64, vec
from everygame.fast.bits import count, word
from everygame.games.reversi.rules import open_places

TERNARY: Final = vec[i64]([int(f"{bits:b}", 3) for bits in range(1 << 10)])
"""For each number below 2^10: the number that has its bits as digits of base 3. A group has a digit
for each square: 0 for an empty square, 1 for an own disc, 2 for a disc of the other side."""

EDGE: Final = 0
FIVE: Final = EDGE + 3**10
NINE: Final = FIVE + 3**10
SECOND: Final = NINE + 3**9
THIRD: Final = SECOND + 3**8
FOURTH: Final = THIRD + 3**8
LONG: Final = FOURTH + 3**8
SEVEN: Final = LONG + 3**8
SIX: Final = SEVEN + 3**7
SHORT: Final = SIX + 3**6
FOUR: Final = SHORT + 3**5
SMALL: Final = FOUR + 3**4
OPEN: Final = SMALL + 3**4
MOST: Final = 32
"""How many different values a count may have; larger counts are treated as the largest value."""
OTHERS_OPEN: Final = OPEN + MOST
OUTER: Final = OTHERS_OPEN + MOST
OTHERS_OUTER: Final = OUTER + MOST
EMPTY: Final = OTHERS_OUTER + MOST
KINDS: Final = EMPTY + 64
"""How many numbers a stage has. The constants from EDGE to EMPTY are where the numbers of each kind
of group or count begin within a stage."""

STAGE: Final = 12
"""The number of discs that are added during a stage."""
STAGES: Final = 5
"""The number of stages of a match."""
NUMBERS: Final = STAGES * KINDS
"""How many numbers of patterns there are in all."""
SHOWN: Final = 55
"""How many patterns each position has: 50 groups and 5 counts."""


def find(mine: i64, theirs: i64, places: i64, out: vec[i64]) -> None:
    """Write the numbers, within a stage, of the patterns of a position to the front of `out`.
    `places` are the squares open to the seat to play, which has the discs `mine`."""
    left, other_left = mirror(mine), mirror(theirs)
    turned, other_turned = transpose(mine), transpose(theirs)
    top, other_top = flip(mine), flip(theirs)
    side(mine, theirs, out, 0)
    side(top, other_top, out, 5)
    side(turned, other_turned, out, 10)
    side(flip(turned), flip(other_turned), out, 15)
    corner(mine, theirs, out, 20)
    corner(top, other_top, out, 22)
    corner(left, other_left, out, 24)
    corner(flip(left), flip(other_left), out, 26)
    out[28] = five(left, other_left)
    out[29] = five(flip(left), flip(other_left))
    turned, other_turned = mirror(turned), mirror(other_turned)
    out[30] = five(turned, other_turned)
    out[31] = five(flip(turned), flip(other_turned))
    diagonals(mine, theirs, out, 32)
    diagonals(left, other_left, out, 41)
    counts(mine, theirs, places, out, 50)


def stage(mine: i64, theirs: i64) -> i64:
    """Return where the numbers of the stage of this position begin."""
    return (count(mine | theirs) - 4) // STAGE * KINDS


def side(mine: i64, theirs: i64, out: vec[i64], n: i64) -> None:
    """Write the five groups along the upper side to `out` from index n on."""
    out[n] = EDGE + group(edge(mine), edge(theirs))
    out[n + 1] = five(mine, theirs)
    out[n + 2] = SECOND + group(mine >> 8 & 255, theirs >> 8 & 255)
    out[n + 3] = THIRD + group(mine >> 16 & 255, theirs >> 16 & 255)
    out[n + 4] = FOURTH + group(mine >> 24 & 255, theirs >> 24 & 255)


def corner(mine: i64, theirs: i64, out: vec[i64], n: i64) -> None:
    """Write the groups of nine and of four squares in the corner a1 to `out` from index n on."""
    out[n] = NINE + group(block(mine), block(theirs))
    out[n + 1] = SMALL + group(mine & 3 | mine >> 6 & 12, theirs & 3 | theirs >> 6 & 12)


def block(discs: i64) -> i64:
    """Return the discs on the squares a1 to c3, as 9 bits."""
    return discs & 7 | discs >> 5 & 0x38 | discs >> 10 & 0x1C0


def counts(mine: i64, theirs: i64, places: i64, out: vec[i64], n: i64) -> None:
    """Write the five counts to `out` from index n on: the squares open to each side, the discs of
    each side next to empty squares, and the empty squares."""
    empty = ~(mine | theirs)
    near = around(empty)
    out[n] = OPEN + min(count(places), MOST - 1)
    out[n + 1] = OTHERS_OPEN + min(count(open_places(theirs, mine)), MOST - 1)
    out[n + 2] = OUTER + min(count(mine & near), MOST - 1)
    out[n + 3] = OTHERS_OUTER + min(count(theirs & near), MOST - 1)
    out[n + 4] = EMPTY + (count(empty) & 63)


def around(squares: i64) -> i64:
    """Return these squares and all squares that touch one of them."""
    wide = squares | (squares & NOT_H) << 1 | (squares & NOT_A) >> 1 & NOT_H
    return wide | wide << 8 & UP | wide >> 8 & DOWN


NOT_A: Final = word(0xFEFEFEFEFEFEFEFE)
NOT_H: Final = 0x7F7F7F7F7F7F7F7F
UP: Final = word(0xFFFFFFFFFFFFFF00)
DOWN: Final = 0x00FFFFFFFFFFFFFF


def edge(discs: i64) -> i64:
    """Return the discs on the upper row, b2 and g2, as 10 bits."""
    return discs & 255 | discs >> 1 & 0x100 | discs >> 5 & 0x200


def five(mine: i64, theirs: i64) -> i64:
    """Return the number of the group on the squares a1 to e2."""
    return FIVE + group(mine & 31 | mine >> 3 & 0x3E0, theirs & 31 | theirs >> 3 & 0x3E0)


def diagonals(mine: i64, theirs: i64, out: vec[i64], n: i64) -> None:
    """Write the groups of the diagonal from a1 to h8 and of those parallel to it to `out` from
    index n on."""
    out[n] = LONG + group(slant(mine, A1_H8), slant(theirs, A1_H8))
    out[n + 1] = SEVEN + group(slant(mine, B1_H7) >> 1, slant(theirs, B1_H7) >> 1)
    out[n + 2] = SEVEN + group(slant(mine, A2_G8), slant(theirs, A2_G8))
    out[n + 3] = SIX + group(slant(mine, C1_H6) >> 2, slant(theirs, C1_H6) >> 2)
    out[n + 4] = SIX + group(slant(mine, A3_F8), slant(theirs, A3_F8))
    out[n + 5] = SHORT + group(slant(mine, D1_H5) >> 3, slant(theirs, D1_H5) >> 3)
    out[n + 6] = SHORT + group(slant(mine, A4_E8), slant(theirs, A4_E8))
    out[n + 7] = FOUR + group(slant(mine, E1_H4) >> 4, slant(theirs, E1_H4) >> 4)
    out[n + 8] = FOUR + group(slant(mine, A5_D8), slant(theirs, A5_D8))


A1_H8: Final = word(0x8040201008040201)
"""The squares of a diagonal; the name says where it begins and ends."""
B1_H7: Final = 0x0080402010080402
C1_H6: Final = 0x0000804020100804
D1_H5: Final = 0x0000008040201008
E1_H4: Final = 0x0000000080402010
A2_G8: Final = 0x4020100804020100
A3_F8: Final = 0x2010080402010000
A4_E8: Final = 0x1008040201000000
A5_D8: Final = 0x0804020100000000


def slant(discs: i64, diagonal: i64) -> i64:
    """Return the discs of a diagonal, moved into one row of 8 bits. The product adds up all rows; a
    diagonal has at most one square in each file, so nothing is carried."""
    return (discs & diagonal) * 0x0101010101010101 >> 56 & 255


def group(mine: i64, theirs: i64) -> i64:
    """Return the number of a group's content, from the bits of the discs of each side."""
    return TERNARY[mine] + 2 * TERNARY[theirs]


# -- reflections of the board (delta swaps: Knuth, The Art of Computer Programming 4A, 7.1.3)


def mirror(discs: i64) -> i64:
    """Return the board reflected so that a1 becomes h1."""
    discs = discs >> 1 & 0x5555555555555555 | (discs & 0x5555555555555555) << 1
    discs = discs >> 2 & 0x3333333333333333 | (discs & 0x3333333333333333) << 2
    return discs >> 4 & 0x0F0F0F0F0F0F0F0F | (discs & 0x0F0F0F0F0F0F0F0F) << 4


def flip(discs: i64) -> i64:
    """Return the board reflected so that a1 becomes a8."""
    discs = discs >> 8 & 0x00FF00FF00FF00FF | (discs & 0x00FF00FF00FF00FF) << 8
    discs = discs >> 16 & 0x0000FFFF0000FFFF | (discs & 0x0000FFFF0000FFFF) << 16
    return discs >> 32 & 0xFFFFFFFF | (discs & 0xFFFFFFFF) << 32


def transpose(discs: i64) -> i64:
    """Return the board reflected so that h1 becomes a8."""
    swapped = (discs ^ discs << 28) & 0x0F0F0F0F00000000
    discs ^= swapped ^ swapped >> 28
    swapped = (discs ^ discs << 14) & 0x3333000033330000
    discs ^= swapped ^ swapped >> 14
    swapped = (discs ^ discs << 7) & 0x5500550055005500
    return discs ^ swapped ^ swapped >> 7


# -- groups that a reflection maps to themselves


def shared() -> list[int]:
    """Return, for each number of a stage, the number whose weight it has. If a reflection maps a
    group to itself, the two contents that it exchanges have the weight of the lower number."""
    found = list(range(KINDS))
    for start, order in OWN_REFLECTIONS:
        for number, image in enumerate(images(order)):
            found[start + number] = start + min(number, image)
    return found


def backwards(squares: int) -> list[int]:
    """Return the order of a line of squares after a reflection."""
    return list(range(squares - 1, -1, -1))


OWN_REFLECTIONS: Final = (
    (EDGE, [*backwards(8), 9, 8]),
    (NINE, [0, 3, 6, 1, 4, 7, 2, 5, 8]),
    (SMALL, [0, 2, 1, 3]),
    (SECOND, backwards(8)),
    (THIRD, backwards(8)),
    (FOURTH, backwards(8)),
    (LONG, backwards(8)),
    (SEVEN, backwards(7)),
    (SIX, backwards(6)),
    (SHORT, backwards(5)),
    (FOUR, backwards(4)),
)
"""For each kind of group that a reflection maps to itself: where its numbers begin, and to which
place each of its squares goes."""


def images(order: list[int]) -> list[int]:
    """Return, for each number of a group, the number after its digits have moved to these
    places."""
    found = [0]
    for place in order:
        found = [image + digit * 3**place for digit in range(3) for image in found]
    return found
