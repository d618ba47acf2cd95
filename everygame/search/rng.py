"""A small random number generator that gives the same numbers compiled, interpreted and on every
machine."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64

MASK: Final = 0xFFFFFFFF
"""The lowest 32 bits, which are the state of the generator."""


@final
class Rng:
    """xorshift32 (Marsaglia 2003); a multiplication spreads small seeds first."""

    def __init__(self, seed: int) -> None:
        self.x: i64 = (seed * 2654435761 + 1) & 0xFFFFFFFF or 1

    def below(self, n: i64) -> i64:
        """Return a random number from 0 to n − 1; n is at most 2^31. The method multiplies and
        shifts, because a remainder is slower; the bias is at most n / 2^32."""
        x = self.x
        x ^= (x << 13) & MASK
        x ^= x >> 17
        x ^= (x << 5) & MASK
        self.x = x
        return (x * n) >> 32
