"""A transposition table of limited size.

An entry is two integers of 64 bits: the fingerprint, and `data`, packed from the lowest bit: bound
(2 bits), depth (7), settled (1), value + OFFSET (22), move (31). Two integers in two arrays take 16
bytes, where an object would take over a hundred."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.fast.pulse import Pulse
from everygame.fast.state import FULL
from everygame.search.values import SCALE

EXACT: Final = 0
"""A stored value is exact."""
ATLEAST: Final = 1
"""A stored value is a lower bound."""
ATMOST: Final = 2
"""A stored value is an upper bound."""
SETTLED: Final = 128
"""A flag above the bits of the depth: no deeper search can change the value."""
DEPTH: Final = 127
"""The bits of the depth, which are also the greatest depth that can be stored."""

SMALL: Final = 12
"""A new table has 2 to this power entries."""
POWERS: Final = vec[i64]([1 << n for n in range(31)])
"""The powers of two: compiled, a shift of a literal has only 32 bits."""
EMPTY: Final = -1
"""The key of a place without an entry."""
GOLDEN: Final = i64(0x4F1BBCDCBFA53E0B)
"""The multiplier of the hash function: 2^63 divided by the golden ratio, made odd."""
OFFSET: Final = 1 << 21
"""Added to values, which lie within ±2^21, so that they are packed as numbers that are not
negative."""


@final
class TranspositionTable:
    """A table of at most 2^bits entries. Each position may lie in one of two neighbouring places. A
    new entry replaces the older entry of the same position, unless that has a greater depth;
    otherwise it replaces the one of the two entries with the smaller depth. The table starts small
    and doubles when it is half full, so that a short search need not clear 32 megabytes."""

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
        """Whether the position is in the table. If so, its entry is unpacked into `value`, `depth`,
        `settled`, `bound` and `move`."""
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
        """Whether the entry just found makes a search to this depth within alpha and beta
        needless."""
        if self.depth < depth and not self.settled and not self.certain():
            return False
        if self.bound == EXACT:
            return True
        return self.value >= beta if self.bound == ATLEAST else self.value <= alpha

    def certain(self) -> bool:
        """Whether the entry just found is a proven win or loss."""
        won = self.value > SCALE and self.bound != ATMOST
        return won or (self.value < -SCALE and self.bound != ATLEAST)

    def keep(
        self, key: i64, value: i64, depth: i64, bound: i64, move: i64, settled: bool = False
    ) -> None:
        """Store a position with its best move, of which the lowest 31 bits are kept. A `settled`
        value is one that no deeper search can change."""
        depth = min(depth, DEPTH)
        if settled:
            depth |= SETTLED
        data = bound | depth << 2 | (value + OFFSET) << 10 | (move & 0x7FFFFFFF) << 32
        if self.used * 2 > self.size and self.size < self.most:
            self.double()
        self.put(key, data)

    def put(self, key: i64, data: i64) -> None:
        """Write an entry to one of its two places, or drop it where the same position has a deeper
        entry."""
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
        """Return the first place for a key: the upper bits of a product (Knuth, The Art of Computer
        Programming 3, 6.4), because the fingerprints of similar positions may have equal lower
        bits."""
        return (key * GOLDEN & FULL) >> self.shift

    def depth_at(self, place: i64) -> i64:
        """Return the depth of the entry at a place; −1 where the place is empty."""
        if self.keys[place] == EMPTY:
            return -1
        return self.data[place] >> 2 & DEPTH

    def double(self) -> None:
        """Double the size of the table, and write all entries to their new places."""
        i: i64
        keys, data, size = self.keys, self.data, self.size
        self.size = size * 2
        self.shift -= 1
        self.used = 0
        self.keys = vec[i64]([-1] * int(self.size))
        self.data = vec[i64]([0] * int(self.size))
        pulse = Pulse()
        for i in range(size):
            pulse.step()
            if keys[i] != EMPTY:
                self.put(keys[i], data[i])
