"""Scores over several deals, and the returns that follow from them."""

from __future__ import annotations

from collections.abc import Sequence


def totals(sheet: Sequence[Sequence[int]], players: int) -> list[int]:
    """Return the total score of each seat, from a sheet with a row for each deal and a number for
    each seat."""
    return [sum(row[seat] for row in sheet) for seat in range(players)]


def places(scores: Sequence[float]) -> list[float]:
    """Return the returns of seats with these scores, where the highest score is the best. Returns
    fall in equal steps from 1 for the first place to −1 for the last. Seats with the same score
    share the mean of their places."""
    last = len(scores) - 1
    return [(worse(scores, own) - worse(scores, own, -1)) / last for own in scores]


def worse(scores: Sequence[float], own: float, sign: int = 1) -> int:
    """Return the number of seats with a lower score than `own`, or, with sign −1, with a higher
    score."""
    return sum(sign * other < sign * own for other in scores)
