"""What each seat of Cold Spell has at the end, packed."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.games.coldspell.field import SEATS

BONUS: Final = 20
"""Points for the player whose longest word is longer than all others."""


@final
class Totals:
    """Points, longest words, and the bonus that follows from these."""

    def __init__(self, seats: int) -> None:
        self.seats: i64 = seats
        self.known = False
        """Whether they have been counted, which is done at the first question."""
        self.points: vec[i64] = vec[i64]([0] * SEATS)
        """Cards used less cards left."""
        self.longest: vec[i64] = vec[i64]([0] * SEATS)
        """Letters of the longest word."""

    def copy_from(self, other: Totals) -> None:
        """Become equal to other totals of the same game."""
        seat: i64
        self.known = other.known
        if self.known:
            for seat in range(self.seats):
                self.points[seat] = other.points[seat]
                self.longest[seat] = other.longest[seat]

    def bonus(self, seat: i64) -> i64:
        """The bonus of the seat, if no other seat has a word as long."""
        other: i64
        for other in range(self.seats):
            if other != seat and self.longest[other] >= self.longest[seat]:
                return 0
        return BONUS

    def total(self, seat: i64) -> i64:
        return self.points[seat] + self.bonus(seat)

    def return_of(self, seat: i64) -> float:
        """The winner gets 1, each other loses 1 / (n - 1); those who share a win share the gain."""
        other: i64
        most = self.total(seat)
        winners: i64 = 0
        for other in range(self.seats):
            total = self.total(other)
            if total > most:
                return -1.0 / float(self.seats - 1)
            if total == most:
                winners += 1
        return float(self.seats - winners) / float(winners * (self.seats - 1))
