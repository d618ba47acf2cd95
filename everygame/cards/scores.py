"""Scores over several deals, and what they are worth in the end."""

from __future__ import annotations

from collections.abc import Sequence


def totals(sheet: Sequence[Sequence[int]], players: int) -> list[int]:
    """What each seat has, from a sheet with a row for each deal and a number for each seat."""
    return [sum(row[seat] for row in sheet) for seat in range(players)]


def places(scores: Sequence[float]) -> list[float]:
    """The returns of seats with these scores, the highest is the best: places are spread evenly
    from 1 for the first to −1 for the last, and who has the same shares them."""
    last = len(scores) - 1
    return [(worse(scores, own) - worse(scores, own, -1)) / last for own in scores]


def worse(scores: Sequence[float], own: float, sign: int = 1) -> int:
    """How many have less, or with −1 how many have more."""
    return sum(sign * other < sign * own for other in scores)
