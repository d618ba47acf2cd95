"""What alpha-beta counts with: whole numbers instead of returns.

An estimate lies in [-SCALE, SCALE], a certain win above it, the sooner the higher: it loses one
point a ply, down to SCALE. A value so belongs to a position, not to the ply at which it was met,
and a table of them needs no correction.
"""

from __future__ import annotations

from typing import Final

from everygame.fast.arrays import i64
from everygame.fast.state import FastState

SCALE: Final = 1_000_000
PLIES: Final = 1000
"""A win at once is worth SCALE + PLIES."""
BEST: Final = SCALE + PLIES
INFINITE: Final = 2 * SCALE


def outcome(state: FastState, seat: i64) -> i64:
    """What a finished match is worth to the seat."""
    payoff = state.return_of(seat)
    value: i64 = int(payoff * SCALE)
    if payoff >= 1.0:
        return value + PLIES
    if payoff <= -1.0:
        return value - PLIES
    return value


def share(value: i64) -> float:
    """The value as a return."""
    return max(-1.0, min(1.0, float(value) / float(SCALE)))


def plies_left(value: i64) -> int:
    """To the end, if it is certain who wins; else 0."""
    size = max(value, -value)
    return int(SCALE + PLIES - size) if size > SCALE else 0


def certain(value: i64) -> bool:
    """Somebody wins, whatever the other side does."""
    return value > SCALE or value < -SCALE


def older(value: i64) -> i64:
    """The same value a ply before."""
    if value > SCALE:
        return value - 1
    if value < -SCALE:
        return value + 1
    return value


def younger(alpha: i64) -> i64:
    """The greatest value that a ply before is not more than `alpha`."""
    if alpha >= SCALE:
        return alpha + 1
    if alpha < -SCALE:
        return alpha - 1
    return alpha
