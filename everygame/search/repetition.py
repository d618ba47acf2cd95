"""Repetition of positions: on the line from the root of a search, and in the match before the root.

A position that occurs twice on one line counts as a draw at once: a shortest win repeats nothing,
so the player who wants to win loses nothing by this rule. A position that occurred in the match
before the root is a draw only when it reaches the limit of the rules. Before that, a proven win or
loss from such a position keeps its value, and an estimate counts as a draw, because the line has
made no progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, final

from everygame.contract import State
from everygame.fast.arrays import i64, vec
from everygame.fast.state import FULL
from everygame.search.adapter import as_fast

NEW: Final = 0
"""The position has not occurred yet, or repetition is ignored."""
SEEN: Final = 1
"""The position has occurred in the match, but one more occurrence is not a draw by the rules."""
DRAWN: Final = 2
"""The position counts as a draw."""
FLAGS: Final = 1024
"""The size of a small hash filter: a position whose flag is not set has not occurred in the match,
so most nodes need no look-up in `before`."""


@final
class Past:
    """The fingerprints of the current line by level, and how often each position has occurred in
    the match."""

    def __init__(self, deepest: int) -> None:
        self.keys: vec[i64] = vec[i64]([-1] * deepest)
        self.limit: i64 = 0
        """The occurrence of a position that makes a match a draw, for example 3; 0: repetition is
        ignored."""
        self.before: Counter[int] = Counter()
        self.flags: vec[i64] = vec[i64]([0] * FLAGS)

    def remember(self, limit: int, before: Iterable[State]) -> None:
        """From now on, count repetitions, with the positions of the match before the root
        included."""
        self.limit = limit
        self.before = Counter(int(as_fast(state).fingerprint() & FULL) for state in before)
        for key in self.before:
            self.flags[key % FLAGS] = 1

    def forget(self, level: i64) -> None:
        """Clear a level whose state cannot repeat, such as a chance node."""
        self.keys[level] = -1

    def meet(self, level: i64, key: i64) -> i64:
        """Return NEW, and record the position `key` at its level of the line; or return SEEN, if
        the position has occurred in the match; or DRAWN, if it is a draw by the rules or occurs
        earlier on the current line."""
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
