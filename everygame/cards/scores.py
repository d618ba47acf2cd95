"""Scores over several deals, and the returns for them."""

from __future__ import annotations

from collections.abc import Sequence


def totals(sheet: Sequence[Sequence[int]], players: int) -> list[int]:
    """What each seat has, from a sheet with a row for each deal and a number for each seat."""
    return [sum(row[seat] for row in sheet) for seat in range(players)]


def places(scores: Sequence[float]) -> list[float]:
    """The returns of seats with these scores, of which the highest is the best: evenly from 1 for
    the first place to −1 for the last. Seats with the same score share the mean of their places."""
    last = len(scores) - 1
    return [(worse(scores, own) - worse(scores, own, -1)) / last for own in scores]


def worse(scores: Sequence[float], own: float, sign: int = 1) -> int:
    """The number of seats with a lower score, or with sign −1 with a higher one."""
    return sum(sign * other < sign * own for other in scores)
