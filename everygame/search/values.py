"""The values of alpha-beta, which are integers that stand for returns.

An estimate lies in [-SCALE, SCALE]. A proven win in n plies is SCALE + PLIES − n, and a proven loss
is the negative. So the distance to the end counts from the position of the value, not from the
root, and the value is the same wherever the transposition table returns it."""

from __future__ import annotations

from typing import Final

from everygame.fast.arrays import i64
from everygame.fast.state import FastState

SCALE: Final = 1_000_000
"""The value of a return of 1."""
PLIES: Final = 1000
"""The value of a won match that is over is SCALE + PLIES; the difference limits the plies to a
proven win."""
BEST: Final = SCALE + PLIES
"""The greatest value of a position."""
INFINITE: Final = 2 * SCALE
"""A bound above all values."""


def outcome(state: FastState, seat: i64) -> i64:
    """Return the value of a finished match for a seat."""
    payoff = state.return_of(seat)
    value: i64 = int(payoff * SCALE)
    if payoff >= 1.0:
        return value + PLIES
    if payoff <= -1.0:
        return value - PLIES
    return value


def share(value: i64) -> float:
    """Return the return, from −1 to 1, that a value stands for."""
    return max(-1.0, min(1.0, float(value) / float(SCALE)))


def plies_left(value: i64) -> int:
    """Return the number of plies to a proven win or loss; 0 for an estimate."""
    size = max(value, -value)
    return int(SCALE + PLIES - size) if size > SCALE else 0


def certain(value: i64) -> bool:
    """Whether the value is a proven win or loss."""
    return value > SCALE or value < -SCALE


def older(value: i64) -> i64:
    """Return the value as seen one ply earlier: a proven win or loss moves away by one ply."""
    if value > SCALE:
        return value - 1
    if value < -SCALE:
        return value + 1
    return value


def younger(alpha: i64) -> i64:
    """Return the bound `alpha` as seen one ply later: the greatest value that `older` makes at most
    `alpha`."""
    if alpha >= SCALE:
        return alpha + 1
    if alpha < -SCALE:
        return alpha - 1
    return alpha
