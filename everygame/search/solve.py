"""A complete solver for small games, by retrograde analysis: it finds all reachable positions, and
carries wins and losses back from the ends of matches. A position that gets neither a win nor a loss
is a draw."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.errors import BadGame
from everygame.fast.arrays import append, i64, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.pulse import Pulse
from everygame.fast.state import FastState
from everygame.search.adapter import as_sides

NOBODY: Final = -1
"""Marks a position that is a draw or not yet solved."""


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
class Solution:
    """A solved game. It has for each position the winner if both sides play best, and the number of
    plies to the end of the match if the winner takes the shortest way and the loser the longest.
    Each position, including those where a match has ended, has a number: its index in the arrays
    `who`, `winner`, `plies` and `left`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.pulse = Pulse()
        self.buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.number: dict[int, int] = {}
        """The number of each position; its fingerprint is the key."""
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
        number: i64 = self.number.get(as_sides(state).fingerprint(), -1)
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
        """Number the positions that can be reached from `root`, in breadth-first order."""
        waiting: deque[FastState] = deque()
        self.meet(root, waiting)
        child = root.blank()
        while waiting:
            self.pulse.step()
            self.expand(waiting.popleft(), child, waiting)

    def meet(self, state: FastState, waiting: deque[FastState]) -> i64:
        """Return the number of a position; a new position gets the next number and is queued for
        `expand`."""
        mark = int(state.fingerprint())
        number = self.number.get(mark)
        if number is not None:
            return number
        size = len(self.number)
        if size == self.most:
            raise BadGame("This game has more than {most} positions.", most=self.most)
        self.number[mark] = size
        self.who = append(self.who, state.to_play())
        self.winner = append(self.winner, NOBODY)
        self.plies = append(self.plies, 0)
        self.left = append(self.left, 0)
        waiting.append(state.copy())
        return size

    def expand(self, state: FastState, child: FastState, waiting: deque[FastState]) -> None:
        """Record the plies from a position, or the winner where the match is over. `child` is a
        buffer."""
        i: i64
        number = self.number[int(state.fingerprint())]
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
        size = len(self.number)
        first = vec[i64]([0] * (size + 2))
        for i in range(len(self.target)):
            first[self.target[i] + 2] += 1
            self.pulse.step()
        for i in range(size + 1):
            first[i + 1] += first[i]
        sources = vec[i64]([0] * len(self.target))
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
