"""A complete solver for small games, by retrograde analysis: it finds all reachable positions, and
carries wins and losses back from the ends of matches. A position that gets neither a win nor a loss
is a draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.errors import BadGame
from everygame.fast.arrays import append, i64, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.pulse import Pulse
from everygame.fast.state import FULL, FastState
from everygame.search.adapter import as_sides
from everygame.search.transpositions import GOLDEN

NOBODY: Final = -1
"""Marks a position that is a draw or not yet solved."""
SMALL: Final = 10
"""A new `Numbers` has room for 2 to this power."""


def solve(roots: Iterable[State], most: int = 10_000_000) -> Solution:
    """Solve every position that can be reached from `roots`, in a game of one or two sides without
    chance. Positions with the same fingerprint count as one. Raises BadGame for other games, for
    endings other than a plain win, loss or draw, and for more than `most` positions."""
    solution = Solution(most)
    for root in roots:
        solution.explore(as_sides(root))
    solution.carry_back()
    return solution


@final
class Numbers:
    """Gives each fingerprint a number: 0, 1, 2 and so on. A dict of millions would do this too, but
    would keep other threads and Ctrl+C waiting for long whenever it grows and when it ends."""

    def __init__(self, pulse: Pulse) -> None:
        self.pulse = pulse
        self.marks: vec[i64] = vec[i64]()
        """The fingerprint of each number."""
        self.shift: i64 = 63 - SMALL
        self.last: i64 = (1 << SMALL) - 1
        """The last place of the table."""
        self.table: vec[i64] = zeros(self.last + 1, pulse)
        """At the place of a fingerprint, or at the next free one: its number and 1; 0 where a place
        is free."""

    def place(self, mark: i64) -> i64:
        """Return the place of a fingerprint, or the free one where it belongs (see
        `TranspositionTable.place`)."""
        place = (mark * GOLDEN & FULL) >> self.shift
        while self.table[place] and self.marks[self.table[place] - 1] != mark:
            place = place + 1 & self.last
        return place

    def find(self, mark: i64) -> i64:
        """Return the number of a fingerprint; −1 if it has none."""
        return self.table[self.place(mark)] - 1

    def add(self, mark: i64) -> i64:
        """Give a new fingerprint the next number, and return it."""
        if 2 * len(self.marks) > self.last:
            self.double()
        self.marks = append(self.marks, mark)
        self.table[self.place(mark)] = len(self.marks)
        return len(self.marks) - 1

    def double(self) -> None:
        """Double the table, and write all numbers to their new places."""
        number: i64
        self.shift -= 1
        self.last = 2 * self.last + 1
        self.table = zeros(self.last + 1, self.pulse)
        for number in range(len(self.marks)):
            self.table[self.place(self.marks[number])] = number + 1
            self.pulse.step()


def zeros(size: i64, pulse: Pulse) -> vec[i64]:
    """Return so many zeros, of which a list of millions would take too long at once."""
    _: i64
    found = vec[i64]()
    for _ in range(size):
        found = append(found, 0)
        pulse.step()
    return found


@final
class Solution:
    """A solved game. It has for each position the winner if both sides play best, and the number of
    plies to the end of the match if the winner takes the shortest way and the loser the longest.
    Each position, including those where a match has ended, has a number: its index in the arrays
    `who`, `winner`, `plies` and `left`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.pulse = Pulse()
        self.buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.numbers = Numbers(self.pulse)
        """The number of each position, by its fingerprint."""
        self.who: vec[i64] = vec[i64]()
        self.winner: vec[i64] = vec[i64]()
        self.plies: vec[i64] = vec[i64]()
        self.left: vec[i64] = vec[i64]()
        """For each position: how many plies from it are not yet known to lose for the player to
        move."""
        self.source: vec[i64] = vec[i64]()
        self.target: vec[i64] = vec[i64]()
        """The ply with index i leads from position `source[i]` to position `target[i]`."""
        self.solved: vec[i64] = vec[i64]()
        """The solved positions, in order of their distance to the end of the match."""

    def find(self, state: State) -> tuple[int, int] | None:
        """Return the value of a state for the player to move (1: win, 0: draw, −1: loss), and the
        plies to the end of the match (0 in a draw). None for a position that was not reached or
        where the match is over."""
        number = self.numbers.find(as_sides(state).fingerprint())
        if number < 0 or self.who[number] == OVER:
            return None
        return self.outcome(number), int(self.plies[number])

    def outcome(self, number: i64) -> int:
        """Return the value of a position for the player to move: 1 (win), 0 (draw) or −1 (loss)."""
        if self.winner[number] == NOBODY:
            return 0
        return 1 if self.winner[number] == self.who[number] else -1

    def counts(self, seat: int) -> tuple[int, int, int]:
        """Return how many of the positions with `seat` to move are wins, draws and losses for
        it."""
        i: i64
        counts = [0, 0, 0]
        for i in range(len(self.who)):
            if self.who[i] == seat:
                counts[1 - self.outcome(i)] += 1
        return counts[0], counts[1], counts[2]

    def longest(self) -> int:
        """Return the number of plies of the longest way to a win by best play."""
        i: i64
        most: i64 = 0
        for i in range(len(self.who)):
            most = max(most, self.plies[i])
        return int(most)

    # -- finding all positions

    def explore(self, root: FastState) -> None:
        """Number the positions that can be reached from `root`. The last one that was met is
        expanded first, so that in most games few states wait at a time."""
        waiting: list[FastState] = []
        self.meet(root, waiting)
        child = root.blank()
        while waiting:
            self.pulse.step()
            self.expand(waiting.pop(), child, waiting)

    def meet(self, state: FastState, waiting: list[FastState]) -> i64:
        """Return the number of a position; a new position gets the next number and waits for
        `expand`."""
        mark = state.fingerprint()
        number = self.numbers.find(mark)
        if number >= 0:
            return number
        if len(self.numbers.marks) == self.most:
            raise BadGame("This game has more than {most} positions.", most=self.most)
        number = self.numbers.add(mark)
        self.who = append(self.who, state.to_play())
        self.winner = append(self.winner, NOBODY)
        self.plies = append(self.plies, 0)
        self.left = append(self.left, 0)
        waiting.append(state.copy())
        return number

    def expand(self, state: FastState, child: FastState, waiting: list[FastState]) -> None:
        """Record the plies from a position, or the winner where the match is over. `child` is a
        buffer."""
        i: i64
        number = self.numbers.find(state.fingerprint())
        if state.to_play() == OVER:
            self.note_end(number, state)
            return
        if state.to_play() == CHANCE or state.seat_count() > 2:
            raise BadGame("Only games of one or two sides without chance can be solved.")
        n = state.legal_actions_into(self.buffer)
        self.left[number] = n
        for i in range(n):
            child.copy_from(state)
            child.advance(self.buffer[i])
            self.source = append(self.source, number)
            self.target = append(self.target, self.meet(child, waiting))

    def note_end(self, number: i64, state: FastState) -> None:
        """Record the winner of a finished match. Raises BadGame."""
        seat: i64
        for seat in range(state.seat_count()):
            if state.return_of(seat) not in (1.0, 0.0, -1.0):
                raise BadGame("Only games that end in a plain win, loss or draw can be solved.")
            if state.return_of(seat) == 1.0:
                self.winner[number] = seat
                self.solved = append(self.solved, number)

    # -- carrying results back

    def carry_back(self) -> None:
        """Carry the winner of each solved position back to its predecessors, in order of the
        distance to the end of the match."""
        i: i64
        k: i64 = 0
        first, sources = self.plies_into()
        while k < len(self.solved):
            number = self.solved[k]
            self.pulse.step()
            for i in range(first[number], first[number + 1]):
                self.record_win(sources[i], self.winner[number], self.plies[number] + 1)
            k += 1

    def plies_into(self) -> tuple[vec[i64], vec[i64]]:
        """Return two arrays, `first` and `sources`: the predecessors of position n are
        `sources[first[n]:first[n + 1]]` (a counting sort of the plies by target)."""
        i: i64
        size = len(self.numbers.marks)
        first = zeros(size + 2, self.pulse)
        for i in range(len(self.target)):
            first[self.target[i] + 2] += 1
            self.pulse.step()
        for i in range(size + 1):
            first[i + 1] += first[i]
        sources = zeros(len(self.target), self.pulse)
        for i in range(len(self.target)):
            place = self.target[i] + 1
            sources[first[place]] = self.source[i]
            first[place] += 1
            self.pulse.step()
        return first, sources

    def record_win(self, number: i64, winner: i64, plies: i64) -> None:
        """Record that one ply from position `number` leads to a win of `winner`, `plies` plies
        before the end. The position is solved if its player is the winner, or if no other ply is
        left."""
        if self.winner[number] != NOBODY:
            return
        self.left[number] -= 1
        if winner == self.who[number] or self.left[number] == 0:
            self.winner[number] = winner
            self.plies[number] = plies
            self.solved = append(self.solved, number)
