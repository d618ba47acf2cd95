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
        """The words of the filter."""
        self.kept: vec[i64] = vec[i64]([0] * ((1 + 2 * EACH) * SMALLEST))
        """The filter, then the list: each mark is followed by how often it had occurred. They share
        an array, because each array costs the processor a wait of its own."""

    def forget(self) -> None:
        """Begin a new match."""
        k: i64
        for k in range(self.words):
            self.kept[k] = 0
        self.used = 0

    def counts(self) -> list[tuple[int, int]]:
        """Return each mark with how often it has occurred."""
        begin, end = int(self.words), int(self.words + 2 * self.used)
        last = {int(self.kept[at]): int(self.kept[at + 1]) for at in range(begin, end, 2)}
        return list(last.items())

    def recall(self, counts: list[tuple[int, int]]) -> None:
        """Take over what `counts` has returned."""
        self.forget()
        for mark, times in counts:
            self.meet(mark)
            self.kept[self.words + 2 * self.used - 1] = times

    def meet(self, mark: i64) -> i64:
        """Count an occurrence of the position; return the number of its occurrences."""
        times: i64 = 1
        bits, kept = bits_of(mark), self.kept
        place = mark >> 10 & (self.words - 1)
        word = kept[place]
        if word & bits == bits:
            times += self.find(mark)
        if self.used == EACH * self.words:
            self.grow()
            kept, place = self.kept, mark >> 10 & (self.words - 1)
            word = kept[place]
        kept[place] = word | bits
        at = self.words + 2 * self.used
        kept[at] = mark
        kept[at + 1] = times
        self.used += 1
        return times

    def find(self, mark: i64) -> i64:
        """Return how often a position has occurred: most that come again do so soon."""
        kept, first, at = self.kept, self.words, self.words + 2 * self.used - 2
        while at >= first and kept[at] != mark:
            at -= 2
        return kept[at + 1] if at >= first else 0

    def grow(self) -> None:
        """Double the list and the filter."""
        k: i64
        old, begin, words = self.kept, self.words, 2 * self.words
        kept = vec[i64]([0] * int((1 + 2 * EACH) * words))
        for k in range(2 * self.used):
            kept[words + k] = old[begin + k]
            if k & 1 == 0:
                kept[old[begin + k] >> 10 & (words - 1)] |= bits_of(old[begin + k])
        self.words, self.kept = words, kept


def bits_of(mark: i64) -> i64:
    """Return the two bits of a mark in a word of 63."""
    low: i64 = 1
    return low << (mark & 31) | low << 31 + (mark >> 5 & 31)
