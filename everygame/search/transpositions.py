"""A transposition table: what is known of positions, in a fixed amount of memory."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.fast.state import FULL
from everygame.search.values import SCALE

EXACT: Final = 0
ATLEAST: Final = 1
ATMOST: Final = 2
SETTLED: Final = 128
"""Beside the depth: no deeper look can change this."""
DEPTH: Final = 127

SMALL: Final = 12
"""Bits of a new table."""
POWERS: Final = vec[i64]([1 << n for n in range(31)])
EMPTY: Final = -1
GOLDEN: Final = i64(0x4F1BBCDCBFA53E0B)
"""2^63 divided by the golden ratio, made odd."""
OFFSET: Final = 1 << 21
"""Makes values that are kept positive; they lie within ±2^21."""


@final
class TranspositionTable:
    """At most 2^bits entries of 16 bytes, found by fingerprint, each in one of two places. A
    newcomer takes the place of the position that was looked at less deeply, and of the same
    position unless that was looked at more deeply. The table starts small and doubles."""

    def __init__(self, bits: int) -> None:
        self.most: i64 = POWERS[bits]
        self.size: i64 = POWERS[min(bits, SMALL)]
        self.shift: i64 = 63 - min(bits, SMALL)
        self.used: i64 = 0
        self.keys: vec[i64] = vec[i64]([-1] * int(self.size))
        self.data: vec[i64] = vec[i64]([0] * int(self.size))
        self.value: i64 = 0
        self.depth: i64 = 0
        self.settled = False
        self.bound: i64 = 0
        self.move: i64 = 0

    def find(self, key: i64) -> bool:
        """If the position is known, put what is known into `value`, `depth`, `settled`,
        `bound`, `move`."""
        place = self.place(key)
        if self.keys[place] != key:
            place ^= 1
            if self.keys[place] != key:
                return False
        data = self.data[place]
        self.bound = data & 3
        self.depth = data >> 2 & DEPTH
        self.settled = data >> 2 & SETTLED != 0
        self.value = (data >> 10 & 0x3FFFFF) - OFFSET
        self.move = data >> 32
        return True

    def answers(self, depth: i64, alpha: i64, beta: i64) -> bool:
        """What was just found answers the question, if it looked as deep or is certain."""
        if self.depth < depth and not self.settled and not self.certain():
            return False
        if self.bound == EXACT:
            return True
        return self.value >= beta if self.bound == ATLEAST else self.value <= alpha

    def certain(self) -> bool:
        """What was just found is a win or a loss that no deeper look can change."""
        won = self.value > SCALE and self.bound != ATMOST
        return won or (self.value < -SCALE and self.bound != ATLEAST)

    def keep(
        self, key: i64, value: i64, depth: i64, bound: i64, move: i64, settled: bool = False
    ) -> None:
        """Remember a position; of `move`, the best one, only the last 31 bits. If it is `settled`,
        no deeper look can change this."""
        depth = min(depth, DEPTH)
        if settled:
            depth |= SETTLED
        data = bound | depth << 2 | (value + OFFSET) << 10 | (move & 0x7FFFFFFF) << 32
        if self.used * 2 > self.size and self.size < self.most:
            self.double()
        self.put(key, data)

    def put(self, key: i64, data: i64) -> None:
        """Find a place for an entry."""
        place = self.place(key)
        if self.keys[place] != key:
            other = place ^ 1
            if self.keys[other] == key or self.depth_at(other) < self.depth_at(place):
                place = other
        if self.keys[place] == key and self.data[place] >> 2 & 255 > data >> 2 & 255:
            return
        if self.keys[place] == EMPTY:
            self.used += 1
        self.keys[place] = key
        self.data[place] = data

    def place(self, key: i64) -> i64:
        """The first place for a key: the upper bits of a product (Knuth, The Art of Computer
        Programming 3, 6.4), since fingerprints of like positions may end alike."""
        return (key * GOLDEN & FULL) >> self.shift

    def depth_at(self, place: i64) -> i64:
        """How deeply the position there was looked at; −1 where none is."""
        if self.keys[place] == EMPTY:
            return -1
        return self.data[place] >> 2 & DEPTH

    def double(self) -> None:
        """Make room for twice as many."""
        i: i64
        keys, data, size = self.keys, self.data, self.size
        self.size = size * 2
        self.shift -= 1
        self.used = 0
        self.keys = vec[i64]([-1] * int(self.size))
        self.data = vec[i64]([0] * int(self.size))
        for i in range(size):
            if keys[i] != EMPTY:
                self.put(keys[i], data[i])
