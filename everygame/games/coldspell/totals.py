"""The result of each seat of Cold Spell, in packed arrays."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.games.coldspell.field import SEATS

BONUS: Final = 20
"""Points for the seat whose longest word is longer than all words of the other seats."""


@final
class Totals:
    """The points and longest words of all seats, and the bonus and the returns that follow from
    them."""

    def __init__(self, seats: int) -> None:
        self.seats: i64 = seats
        self.known = False
        """Whether points and longest words have been counted, which is done when they are first
        asked for."""
        self.points: vec[i64] = vec[i64]([0] * SEATS)
        """For each seat the points of its cards in words minus those of its other cards."""
        self.longest: vec[i64] = vec[i64]([0] * SEATS)
        """For each seat how many letters its longest word has."""

    def copy_from(self, other: Totals) -> None:
        """Make these totals equal to others of the same game."""
        seat: i64
        self.known = other.known
        if self.known:
            for seat in range(self.seats):
                self.points[seat] = other.points[seat]
                self.longest[seat] = other.longest[seat]

    def bonus(self, seat: i64) -> i64:
        """Return the bonus of the seat: 0 if another seat has a word as long as its longest."""
        other: i64
        for other in range(self.seats):
            if other != seat and self.longest[other] >= self.longest[seat]:
                return 0
        return BONUS

    def total(self, seat: i64) -> i64:
        """Return the points of the seat with its bonus."""
        return self.points[seat] + self.bonus(seat)

    def return_of(self, seat: i64) -> float:
        """Return 1 for the only winner and −1 / (n − 1) for each loser of n seats. Seats that share
        the win divide equally what the losers lose."""
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
