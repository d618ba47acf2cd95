"""Which positions a search has met before: on the way from its root, and in the match before it.

A position met twice on one way cannot help whoever wants to win, since a shortest win repeats
nothing, so it counts as the draw that it may become. One that stood in the match is another matter:
it is a draw only when it stands there once too often. Until then a win that starts from it is a
win, but anything less than that leads nowhere new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, final

from everygame.contract import State
from everygame.fast.arrays import i64, vec
from everygame.fast.state import FULL
from everygame.search.adapter import as_fast

NEW: Final = 0
SEEN: Final = 1
DRAWN: Final = 2
FLAGS: Final = 1024
"""Positions of the match leave a flag each, so that most others are known to be new at once."""


@final
class Past:
    """The positions of the line that is looked at, by level, and how often those of the match
    stood there."""

    def __init__(self, deepest: int) -> None:
        self.keys: vec[i64] = vec[i64]([-1] * deepest)
        self.limit: i64 = 0
        """How often a position stands in a match that is drawn for it; 0: nothing repeats."""
        self.before: Counter[int] = Counter()
        self.flags: vec[i64] = vec[i64]([0] * FLAGS)

    def remember(self, limit: int, before: Iterable[State]) -> None:
        """Positions met again matter from now on."""
        self.limit = limit
        self.before = Counter(int(as_fast(state).fingerprint() & FULL) for state in before)
        for key in self.before:
            self.flags[key % FLAGS] = 1

    def forget(self, level: i64) -> None:
        """At this level stands something that does not repeat."""
        self.keys[level] = -1

    def meet(self, level: i64, key: i64) -> i64:
        """NEW, SEEN in the match, or DRAWN if the position ends it or stands in this line."""
        i: i64
        keys = self.keys
        keys[level] = -1
        if self.limit > 0 and level > 0:
            for i in range(level):
                if keys[i] == key:
                    return DRAWN
            if self.flags[key % FLAGS] != 0:
                times = self.before[int(key)]
                if times > 0:
                    return DRAWN if times >= self.limit - 1 else SEEN
        keys[level] = key
        return NEW
