"""A transposition table: what is known of positions, in a fixed amount of memory."""

from __future__ import annotations

from typing import Final, final

from everygame.packed import i64, vec

EXACT: Final = 0
ATLEAST: Final = 1
ATMOST: Final = 2
SETTLED: Final = 255
"""The depth of what no deeper look can change."""

SMALL: Final = 12
"""Bits of a new table."""
POWERS: Final = vec[i64]([1 << n for n in range(31)])
EMPTY: Final = -1
OFFSET: Final = 1 << 21
"""Makes values that are kept positive; they lie within ±2^21."""


@final
class Table:
    """At most 2^bits entries of 16 bytes, found by fingerprint, each in one of two places. A
    newcomer takes the place of the position that was looked at less deeply, and of the same
    position unless that was looked at more deeply. The table starts small and doubles."""

    def __init__(self, bits: int) -> None:
        self.most: i64 = POWERS[bits]
        self.size: i64 = POWERS[min(bits, SMALL)]
        self.used: i64 = 0
        self.keys: vec[i64] = vec[i64]([-1] * int(self.size))
        self.data: vec[i64] = vec[i64]([0] * int(self.size))
        self.value: i64 = 0
        self.depth: i64 = 0
        self.bound: i64 = 0
        self.move: i64 = 0

    def find(self, key: i64) -> bool:
        """If the position is known, put what is known into `value`, `depth`, `bound`, `move`."""
        place = key & self.size - 1
        if self.keys[place] != key:
            place ^= 1
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
        data = bound | depth << 2 | (value + OFFSET) << 10 | (move & 0x7FFFFFFF) << 32
        if self.used * 2 > self.size and self.size < self.most:
            self.double()
        self.put(key, data)

    def put(self, key: i64, data: i64) -> None:
        """Find a place for an entry."""
        place = key & self.size - 1
        if self.keys[place] != key:
            other = place ^ 1
            if self.keys[other] == key or self.depth_at(other) < self.depth_at(place):
                place = other
        if self.keys[place] == key and self.depth_at(place) > data >> 2 & 255:
            return
        if self.keys[place] == EMPTY:
            self.used += 1
        self.keys[place] = key
        self.data[place] = data

    def depth_at(self, place: i64) -> i64:
        """How deeply the position there was looked at; −1 where none is."""
        return -1 if self.keys[place] == EMPTY else self.data[place] >> 2 & 255

    def double(self) -> None:
        """Make room for twice as many."""
        i: i64
        keys, data, size = self.keys, self.data, self.size
        self.size = size * 2
        self.used = 0
        self.keys = vec[i64]([-1] * int(self.size))
        self.data = vec[i64]([0] * int(self.size))
        for i in range(size):
            if keys[i] != EMPTY:
                self.put(keys[i], data[i])
