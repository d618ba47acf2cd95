"""How often each position of one match has occurred, for draws by repetition."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec

SMALLEST: Final = 64
"""The size of the table at the start of a match; it doubles whenever it is half full."""


@final
class Past:
    """A hash table from marks of positions (`FastState.repetition_mark`) to how often they have
    occurred."""

    def __init__(self) -> None:
        self.size: i64 = SMALLEST
        self.used: i64 = 0
        self.table: vec[i64] = vec[i64]([0] * (2 * SMALLEST))
        """For each place: a mark, then how often the position has occurred; 0 times where the place
        is empty."""

    def forget(self) -> None:
        """Begin a new match."""
        k: i64
        for k in range(2 * self.size):
            self.table[k] = 0
        self.used = 0

    def counts(self) -> list[tuple[int, int]]:
        """Return each mark with how often it has occurred."""
        k: i64
        table = self.table
        pairs = [(int(table[2 * k]), int(table[2 * k + 1])) for k in range(self.size)]
        return [(mark, times) for mark, times in pairs if times]

    def recall(self, counts: list[tuple[int, int]]) -> None:
        """Take over what `counts` has returned."""
        self.forget()
        for mark, times in counts:
            self.meet(mark)
            self.table[self.find(mark) + 1] = times

    def meet(self, mark: i64) -> i64:
        """Count an occurrence of the position; return the number of its occurrences."""
        place = self.find(mark)
        times = self.table[place + 1] + 1
        self.table[place] = mark
        self.table[place + 1] = times
        if times == 1:
            self.used += 1
            if 2 * self.used > self.size:
                self.grow()
        return times

    def find(self, mark: i64) -> i64:
        """Return where the mark stands in the table, or where it belongs."""
        table, last = self.table, 2 * self.size - 1
        place = 2 * (mark ^ mark >> 17) & last
        while table[place + 1] != 0 and table[place] != mark:
            place = (place + 2) & last
        return place

    def grow(self) -> None:
        """Double the table."""
        k: i64
        table, end = self.table, 2 * self.size
        self.size = end
        self.table = vec[i64]([0] * int(2 * end))
        for k in range(0, end, 2):
            if table[k + 1] != 0:
                place = self.find(table[k])
                self.table[place] = table[k]
                self.table[place + 1] = table[k + 1]
