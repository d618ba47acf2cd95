"""The values of alpha-beta: integers instead of returns.

An estimate lies in [-SCALE, SCALE]. A proven win lies above it, by one point less for each ply that
it is away. So a value counts plies from its own position, not from the root, and needs no
correction when the transposition table gives it at another ply."""

from __future__ import annotations

from typing import Final

from everygame.fast.arrays import i64
from everygame.fast.state import FastState

SCALE: Final = 1_000_000
PLIES: Final = 1000
"""A win on the board is worth SCALE + PLIES."""
BEST: Final = SCALE + PLIES
INFINITE: Final = 2 * SCALE


def outcome(state: FastState, seat: i64) -> i64:
    """The value of a finished match for a seat."""
    payoff = state.return_of(seat)
    value: i64 = int(payoff * SCALE)
    if payoff >= 1.0:
        return value + PLIES
    if payoff <= -1.0:
        return value - PLIES
    return value


def share(value: i64) -> float:
    """The return that a value stands for."""
    return max(-1.0, min(1.0, float(value) / float(SCALE)))


def plies_left(value: i64) -> int:
    """The number of plies to a proven win or loss; 0 for an estimate."""
    size = max(value, -value)
    return int(SCALE + PLIES - size) if size > SCALE else 0


def certain(value: i64) -> bool:
    """Whether the value is a proven win or loss."""
    return value > SCALE or value < -SCALE


def older(value: i64) -> i64:
    """The value as seen one ply earlier."""
    if value > SCALE:
        return value - 1
    if value < -SCALE:
        return value + 1
    return value


def younger(alpha: i64) -> i64:
    """The bound `alpha` as seen one ply later: the greatest value that `older` makes at most
    `alpha`."""
    if alpha >= SCALE:
        return alpha + 1
    if alpha < -SCALE:
        return alpha - 1
    return alpha
