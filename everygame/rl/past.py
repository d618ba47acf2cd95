"""How often each position of one match has occurred, for draws by repetition.

A thousand matches are stepped in turn, so what one of them has read is no longer in the processor's
cache at its next ply. Nearly all positions are new, which a small filter knows at once; the list of
all positions is only written to, and read where the filter is not sure."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec

SMALLEST: Final = 8
"""The words of the filter at the start of the first match; it doubles with the list."""
EACH: Final = 8
"""The positions of the list for each word of the filter: then it is wrong about few new ones."""


@final
class Past:
    """The marks of all positions of a match in order (`FastState.repetition_mark`), each with how
    often it had occurred by then, and a Bloom filter of them: two bits of one word for each mark
    (Putze, Sanders and Singler 2007)."""

    def __init__(self) -> None:
        self.used: i64 = 0
        self.words: i64 = SMALLEST
        self.filter: vec[i64] = vec[i64]([0] * SMALLEST)
        self.marks: vec[i64] = vec[i64]([0] * (EACH * SMALLEST))
        self.times: vec[i64] = vec[i64]([0] * (EACH * SMALLEST))

    def forget(self) -> None:
        """Begin a new match."""
        k: i64
        for k in range(self.words):
            self.filter[k] = 0
        self.used = 0

    def counts(self) -> list[tuple[int, int]]:
        """Return each mark with how often it has occurred."""
        last = {int(self.marks[k]): int(self.times[k]) for k in range(int(self.used))}
        return list(last.items())

    def recall(self, counts: list[tuple[int, int]]) -> None:
        """Take over what `counts` has returned."""
        self.forget()
        for mark, times in counts:
            self.meet(mark)
            self.times[self.used - 1] = times

    def meet(self, mark: i64) -> i64:
        """Count an occurrence of the position; return the number of its occurrences."""
        times: i64 = 1
        if not self.is_new(mark):
            times += self.find(mark)
        if self.used == EACH * self.words:
            self.grow()
        self.note(mark)
        self.marks[self.used] = mark
        self.times[self.used] = times
        self.used += 1
        return times

    def is_new(self, mark: i64) -> bool:
        """Whether the filter is sure that the position has not occurred."""
        bits = bits_of(mark)
        return self.filter[mark >> 10 & (self.words - 1)] & bits != bits

    def note(self, mark: i64) -> None:
        """Put a mark into the filter."""
        self.filter[mark >> 10 & (self.words - 1)] |= bits_of(mark)

    def find(self, mark: i64) -> i64:
        """Return how often a position has occurred: most that come again do so soon."""
        marks, k = self.marks, self.used - 1
        while k >= 0 and marks[k] != mark:
            k -= 1
        return self.times[k] if k >= 0 else 0

    def grow(self) -> None:
        """Double the list and the filter."""
        k: i64
        marks, times, words = self.marks, self.times, 2 * self.words
        self.words = words
        self.filter = vec[i64]([0] * int(words))
        self.marks = vec[i64]([0] * int(EACH * words))
        self.times = vec[i64]([0] * int(EACH * words))
        for k in range(self.used):
            self.marks[k] = marks[k]
            self.times[k] = times[k]
            self.note(marks[k])


def bits_of(mark: i64) -> i64:
    """Return the two bits of a mark in a word of 63."""
    low: i64 = 1
    return low << (mark & 31) | low << 31 + (mark >> 5 & 31)
