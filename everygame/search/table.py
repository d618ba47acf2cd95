"""A transposition table: what is known of positions, in a fixed amount of memory."""

from __future__ import annotations

from typing import Final, final

from everygame.packed import i64, vec

EXACT: Final = 0
ATLEAST: Final = 1
ATMOST: Final = 2
SETTLED: Final = 255
"""The depth of what no deeper look can change."""

OFFSET: Final = 1 << 21
"""Makes values that are kept positive; they lie within ±2^21."""


@final
class Table:
    """2^bits entries of 16 bytes, found by fingerprint. A newcomer takes the place of another
    position, and of the same position unless that was looked at more deeply."""

    def __init__(self, bits: int) -> None:
        self.mask: i64 = (1 << bits) - 1
        self.keys: vec[i64] = vec[i64]([-1] * (1 << bits))
        self.data: vec[i64] = vec[i64]([0] * (1 << bits))
        self.value: i64 = 0
        self.depth: i64 = 0
        self.bound: i64 = 0
        self.move: i64 = 0

    def find(self, key: i64) -> bool:
        """If the position is known, put what is known into `value`, `depth`, `bound`, `move`."""
        place = key & self.mask
        if self.keys[place] != key:
            return False
        data = self.data[place]
        self.bound = data & 3
        self.depth = data >> 2 & 255
        self.value = (data >> 10 & 0x3FFFFF) - OFFSET
        self.move = data >> 32
        return True

    def keep(self, key: i64, value: i64, depth: i64, bound: i64, move: i64) -> None:
        """Remember a position; of `move`, the best one, only the last 31 bits."""
        place = key & self.mask
        if self.keys[place] == key and self.data[place] >> 2 & 255 > depth:
            return
        self.keys[place] = key
        self.data[place] = bound | depth << 2 | (value + OFFSET) << 10 | (move & 0x7FFFFFFF) << 32
