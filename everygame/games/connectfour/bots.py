"""What bots think of connect four: holes that would complete a line, lower ones being better.

Which hole is good depends on who is forced to play below it: with all else full the first seat
plays into odd rows and the second into even ones (J. D. Allen, The Complete Book of Connect 4).
"""

from __future__ import annotations

from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.games.connectfour.rules import ROWS, STRIDE, ConnectFourState

BOARD: Final = 0b0111111_0111111_0111111_0111111_0111111_0111111_0111111
ODD_ROWS: Final = 0b0010101_0010101_0010101_0010101_0010101_0010101_0010101
MIDDLE: Final = 0b0111111 << 21

HOLE: Final = 0.06
"""Worth of a hole that completes a line,"""
LASTING: Final = 0.1
"""more of one in a row of the seat's own,"""
CENTRE: Final = 0.01
"""and of a disc in the middle column."""


def evaluate(state: State, seat: int) -> float:
    """How many more lines the seat threatens, and how well."""
    assert isinstance(state, ConnectFourState)
    free = BOARD & ~(state.mine | state.theirs)
    lead = standing(state.mine, free, state.turn) - standing(state.theirs, free, 1 - state.turn)
    lead = lead if seat == state.turn else -lead
    return max(-0.95, min(0.95, lead))


def standing(discs: i64, free: i64, seat: i64) -> float:
    """The worth of what a seat has."""
    holes = completing(discs) & free
    lasting = holes & (ODD_ROWS if seat == 0 else ~ODD_ROWS)
    worth = HOLE * float(count(holes)) + (LASTING - HOLE) * float(count(lasting))
    return worth + CENTRE * float(count(discs & MIDDLE))


def completing(discs: i64) -> i64:
    """The holes that would make four with three discs, and others beside the board."""
    holes = discs << 1 & discs << 2 & discs << 3
    return holes | along(discs, STRIDE) | along(discs, STRIDE - 1) | along(discs, STRIDE + 1)


def along(discs: i64, by: i64) -> i64:
    """The same in one direction: after three, before three, or between them."""
    pairs = discs << by & discs << 2 * by
    holes = pairs & discs << 3 * by | pairs & discs >> by
    pairs = discs >> by & discs >> 2 * by
    return holes | pairs & discs >> 3 * by | pairs & discs << by


def count(bits: i64) -> i64:
    """How many bits are set, row by row of the board."""
    row: i64
    total: i64 = 0
    for row in range(ROWS):
        total += (bits >> row & EVERY_COLUMN) * EVERY_COLUMN >> 42 & 7
    return total


EVERY_COLUMN: Final = 0b0000001_0000001_0000001_0000001_0000001_0000001_0000001
"""Times bits of one row, this gathers their number in the top column: each column is shifted onto
the last one once."""
