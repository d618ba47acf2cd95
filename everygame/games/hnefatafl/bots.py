"""What bots know of hnefatafl: an estimate by the number of pieces, and by how near the king is to
a corner."""

from __future__ import annotations

from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64, vec
from everygame.games.hnefatafl.rules import (
    ATTACKER,
    DEFENDER,
    EMPTY,
    POINTS,
    WAYS,
    WIDTH,
    HnefataflState,
    is_corner,
)

GUARD: Final = 0.03
"""The value of a defender. All values here are parts of a return."""
SIEGE: Final = 0.018
"""The value of an attacker; there are twice as many attackers as defenders."""
OPEN: Final = 0.3
"""The value of a way that leads the king to a corner in one move."""
NEAR: Final = 0.05
"""The value of each way that leads the king to a corner in two moves."""
PRESSED: Final = 0.06
"""What an attacker right beside the king subtracts."""

seen: Final = vec[i64]([0] * POINTS)


def evaluate(state: State, seat: int) -> float:
    """Return an estimate of the return of the seat, from −1 to 1."""
    assert isinstance(state, HnefataflState)
    lead = 0.14 - king_prospects(state)
    point: i64
    for point in range(WIDTH, POINTS - WIDTH):
        if state.points[point] == ATTACKER:
            lead += SIEGE
        elif state.points[point] == DEFENDER:
            lead -= GUARD
    lead = max(-0.95, min(0.95, lead - 0.07))
    return lead if seat == 0 else -lead


def king_prospects(state: HnefataflState) -> float:
    """Return the value of the king's position for the defenders."""
    i: i64
    worth = 0.0
    for i in range(4):
        way = WAYS[i]
        beside = state.king + way
        if state.points[beside] == ATTACKER:
            worth -= PRESSED
        while state.points[beside] == EMPTY:
            if is_corner[beside]:
                worth += OPEN
            worth += NEAR * float(corners_from(state, beside, way))
            beside += way
    return worth


def corners_from(state: HnefataflState, point: i64, came: i64) -> i64:
    """Return the number of corners that the king would reach in one move from this point, if it
    turned off the way by which it came."""
    i: i64
    found: i64 = 0
    for i in range(4):
        way = WAYS[i]
        if way == came or way == -came:
            continue
        beside = point + way
        while state.points[beside] == EMPTY and not is_corner[beside]:
            beside += way
        if is_corner[beside] and state.points[beside] == EMPTY:
            found += 1
    return found
