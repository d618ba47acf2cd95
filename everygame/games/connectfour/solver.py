"""Exact search for connect four: who wins with best play, and how soon.

The search is alpha-beta over the moves that do not lose at once, those with the most threats first,
with a table of bounds (Pascal Pons, Solving Connect 4, 2015) and an opening book. A score says how
early a win or a loss comes: n if the seat to play wins with its disc number 22 − n (so greater
numbers are earlier wins), −n for such a win of the other seat, 0 for a draw. `mine` are the discs
of the seat to play, `taken` those of both seats, in the bits of `ConnectFourState`."""

from __future__ import annotations

import sys
from functools import cache
from threading import Lock
from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.fast.bits import count
from everygame.games.connectfour.book import BOOK_PLY, Book
from everygame.games.connectfour.rules import BOTTOMS, COLUMNS, ROWS, STRIDE, has_line
from everygame.search.budget import Answer, Budget

SQUARES: Final = COLUMNS * ROWS
"""The number of squares."""
BOARD: Final = 0b0111111_0111111_0111111_0111111_0111111_0111111_0111111
"""The bits of all squares."""
BOTTOM_ROW: Final = 0b0000001_0000001_0000001_0000001_0000001_0000001_0000001
"""The bits of the lowest row."""
ODD_ROWS: Final = 0b0010101_0010101_0010101_0010101_0010101_0010101_0010101
"""The bits of the rows 1, 3 and 5 from the bottom."""
EVEN_ROWS: Final = 0b0101010_0101010_0101010_0101010_0101010_0101010_0101010
"""The bits of the rows 2, 4 and 6 from the bottom."""
FROM_MIDDLE: Final = (3, 2, 4, 1, 5, 0, 6)
"""The columns, those with the most lines through them first."""
COLUMN: Final = vec[i64]([0b0111111 << STRIDE * column for column in FROM_MIDDLE])
"""The bits of each column, in the order of FROM_MIDDLE."""
LATE: Final = 20
"""After this many discs the search tests whether a side can still make a line with all empty
squares; before, it mostly can."""
BARREN: Final = 34
"""After this many discs the search does not look up the positions after all moves first: what is
left to search is too short to repay it."""
MOVES: Final = (SQUARES + 1) * 8
"""The size of the list of moves: eight for each number of discs."""
if sys.platform == "emscripten":  # memory is scarce on a page, and what Python has there it keeps
    TABLE_BITS: Final = 19
else:
    TABLE_BITS: Final = 22
"""The table has 2 to this power entries of 8 bytes: four million, or half a million on a page."""
MULTIPLIER: Final = 0x4F1BBCDCBFA53E0B
"""2^63 divided by the golden ratio, made odd: the upper bits of a product with it are an index in
the table."""
SHIFT: Final = 63 - TABLE_BITS
PLACES: Final = (1 << TABLE_BITS) - 1
"""The bits of an index in the table."""
ZERO: Final = 32
"""Added to a score so that it is packed as a number that is not negative."""
ATLEAST: Final = 64
"""The flag of a lower bound. An entry of the table has, from the lowest bit: score + ZERO (6 bits);
this flag (1 bit), set if the score is a lower bound and clear if it is an upper bound; the key of
the position."""


class OutOfTime(Exception):
    """Raised anywhere in the tree when the time is spent, and caught at its root."""


@final
class Solver:
    """A solver that runs one search after another with one table; a second thread waits for the
    first."""

    def __init__(self, book: Book | None) -> None:
        self.book = book
        self.free = Lock()
        """The lock that a search holds while it uses the table and the lists of moves."""
        self.table: vec[i64] = vec[i64]([-1] * (1 << TABLE_BITS))
        self.moves: vec[i64] = vec[i64]([0] * MOVES)
        self.rank: vec[i64] = vec[i64]([0] * MOVES)
        self.budget = Budget(1)
        self.nodes: i64 = 0

    def begin(self, budget: Budget) -> None:
        """Set the limits of the searches that follow."""
        budget.restart()
        self.budget = budget
        self.nodes = 0

    def score(self, mine: i64, taken: i64, alpha: i64, beta: i64) -> i64:
        """Return the score for the seat to play. Outside alpha and beta it is only a bound on the
        same side. Raises OutOfTime."""
        ply = count(taken)
        if ply == SQUARES:
            return 0
        if holes(mine, taken) & landings(taken):
            return (SQUARES + 1 - ply) // 2
        return self.search(mine, taken, ply, alpha, beta)

    def search(self, mine: i64, taken: i64, ply: i64, alpha: i64, beta: i64) -> i64:
        """Return the score, as from the method `score`, where the seat to play cannot win at once
        and `ply` discs have been played. Raises OutOfTime."""
        self.nodes += 1
        if self.budget.spent(self.nodes):
            raise OutOfTime
        next = safe_moves(mine, taken)
        if next == 0:
            # After each move the other side can make a line with its next disc.
            return -(SQUARES - ply >> 1)
        if ply >= SQUARES - 2:
            return 0
        # The earliest loss and win that are possible: neither side makes a line with its next disc.
        low = max(alpha, -(SQUARES - 2 - ply >> 1))
        high = min(beta, SQUARES - 1 - ply >> 1)
        # If the second seat can follow to the end, it does not lose and the first does not win.
        if ply & 1:
            if low < 0 and can_follow(mine, taken, 1):
                low = 0
        elif high > 0 and can_follow(mine ^ taken, taken, 0):
            high = 0
        # A side that would have no line even if it got all empty squares cannot win.
        if ply > LATE:
            if low < 0 and not has_line(BOARD ^ mine):
                low = 0
            if high > 0 and not has_line(BOARD ^ mine ^ taken):
                high = 0
        if low >= high:
            return low if low >= beta else high
        # The sum is a different key for each position: in a column with h discs, `taken` is 2^h − 1
        # and `mine` at most that, so the sums for different heights do not overlap.
        key = mine + taken
        entry = self.table[key * MULTIPLIER >> SHIFT & PLACES]
        if entry >> 7 == key:
            bound = (entry & 63) - ZERO
            if entry & ATLEAST:
                low = max(low, bound)
            else:
                high = min(high, bound)
            if low >= high:
                return bound
        if ply == BOOK_PLY and self.book is not None:
            known = self.book.find(mine, taken)
            if known == 0 or (known > 0 and high <= 1) or (known < 0 and low >= -1):
                return known
            low, high = (max(low, 1), high) if known > 0 else (low, min(high, -1))
        return self.try_moves(mine, taken, ply, low, high, next)

    def try_moves(self, mine: i64, taken: i64, ply: i64, alpha: i64, beta: i64, next: i64) -> i64:
        """Return the score of the best of the moves in `next`, or of the first whose score reaches
        beta."""
        i: i64
        theirs, key, start = mine ^ taken, mine + taken, ply * 8
        n = self.sort(mine, taken, next, start)
        # If the table already proves that a move reaches beta, no search is needed.
        if ply < BARREN:
            for i in range(start, start + n):
                after = theirs + (taken | self.moves[i])
                entry = self.table[after * MULTIPLIER >> SHIFT & PLACES]
                if entry >> 7 == after and not entry & ATLEAST and ZERO - (entry & 63) >= beta:
                    return ZERO - (entry & 63)
        place = key * MULTIPLIER >> SHIFT & PLACES
        for i in range(start, start + n):
            score = -self.search(theirs, taken | self.moves[i], ply + 1, -beta, -alpha)
            if score >= beta:
                self.table[place] = key << 7 | ATLEAST | score + ZERO
                return score
            alpha = max(alpha, score)
        self.table[place] = key << 7 | alpha + ZERO
        return alpha

    def sort(self, mine: i64, taken: i64, next: i64, start: i64) -> i64:
        """Write the moves in `next` to `moves` from index `start` on, those with the most threats
        first; return their number."""
        i: i64
        moves, rank = self.moves, self.rank
        end = start
        for i in range(COLUMNS):
            move = next & COLUMN[i]
            if move:
                worth = count(holes(mine | move, taken))
                # Insertion sort: there are at most seven moves, and it allocates nothing.
                place = end
                while place > start and rank[place - 1] < worth:
                    moves[place] = moves[place - 1]
                    rank[place] = rank[place - 1]
                    place -= 1
                moves[place] = move
                rank[place] = worth
                end += 1
        return end - start

    # -- the search from the root

    def solve(self, mine: i64, taken: i64, budget: Budget) -> Answer | None:
        """Return a best move of the seat to play; None where the time does not suffice to prove who
        wins. The time that is left is spent on the results of the other moves, then on how soon the
        match ends."""
        with self.free:
            self.begin(budget)
            root = Root(self, mine, taken)
            try:
                root.find_value()
                root.find_others()
                root.find_distance()
                root.find_line()
            except OutOfTime:
                pass
            return root.answer()


@final
class Root:
    """What is known of a position and of its moves while `solve` works on it."""

    def __init__(self, solver: Solver, mine: i64, taken: i64) -> None:
        self.solver = solver
        self.mine = mine
        self.taken = taken
        most = (SQUARES + 1 - count(taken)) // 2
        self.low: i64 = -most
        self.high: i64 = most
        """`low` and `high` are bounds of the score."""
        self.known = False
        safe = safe_moves(mine, taken)
        legal = [column for column in FROM_MIDDLE if disc_in(column, taken)]
        good = [column for column in legal if disc_in(column, taken) & safe]
        self.columns = [*good, *(column for column in legal if column not in good)]
        """The legal moves; the first is a best one as far as is known."""
        self.exact: dict[int, int] = {}
        """The results of the moves for which they are known: 1 (win), 0 (draw) or −1 (loss)."""
        self.line: list[int] = []
        """The best moves after the first move, one after another."""

    def find_value(self) -> None:
        """Find out who wins, and a move that keeps this result."""
        self.narrow(1)
        if self.low < 1:
            self.narrow(0)
        if self.low >= 0:
            at_once = (SQUARES + 1 - count(self.taken)) // 2
            self.follow(at_once if self.low == at_once else min(self.low, 1))
        self.known = True

    def narrow(self, least: i64) -> None:
        """Find out whether the score is at least `least`, and move one bound."""
        score = self.solver.score(self.mine, self.taken, least - 1, least)
        if score >= least:
            self.low = max(self.low, score)
        else:
            self.high = min(self.high, score)

    def follow(self, least: i64) -> None:
        """Move a column whose score is at least `least` to the front of the columns."""
        for column in self.columns:
            if self.after(column, least - 1, least) >= least:
                self.columns = [column, *(other for other in self.columns if other != column)]
                return

    def after(self, column: int, alpha: i64, beta: i64) -> i64:
        """Return the score of the seat to play after a move in this column; outside alpha and beta
        only a bound."""
        disc = disc_in(column, self.taken)
        if has_line(self.mine | disc):
            return (SQUARES + 1 - count(self.taken)) // 2
        return -self.solver.score(self.mine ^ self.taken, self.taken | disc, -beta, -alpha)

    def value(self) -> int:
        """Return the result for the seat to play: 1 (win), 0 (draw) or −1 (loss)."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0

    def find_others(self) -> None:
        """Find the result of each move."""
        for column in list(self.columns):
            if self.after(column, 0, 1) > 0:
                self.exact[column] = 1
            else:
                self.exact[column] = 0 if self.after(column, -1, 0) >= 0 else -1

    def find_distance(self) -> None:
        """Find the quickest win, or the loss with the longest resistance."""
        if self.low > 1:
            self.follow(self.low)
        while self.low < self.high:
            before = self.low
            self.narrow((self.low + self.high + 1) // 2)
            if self.low > before:
                self.follow(self.low)

    def find_line(self) -> None:
        """Find best play to the end; in a draw, only the answer to the first move."""
        node, score = self, -self.low
        while len(self.line) < self.plies() - 1 or (score == 0 and not self.line):
            disc = disc_in(node.columns[0], node.taken)
            node = Root(self.solver, node.mine ^ node.taken, node.taken | disc)
            if not node.columns:
                break
            node.follow(score)
            self.line.append(node.columns[0])
            score = -score

    def plies(self) -> int:
        """Return the number of plies to the end of the match, where a win or a loss and its exact
        score are known; else 0. A score of n is a win with disc number 22 − n of the winner."""
        if self.low != self.high or self.low == 0:
            return 0
        score, discs = self.low, count(self.taken)
        if score > 0:
            return 2 * (22 - score - discs // 2) - 1
        return 2 * (22 + score - (discs + 1) // 2)

    def answer(self) -> Answer | None:
        """Return the answer of the search; None where the result is not known."""
        if not self.known:
            return None
        best, value = self.columns[0], self.value()
        exact = {**self.exact, best: value}
        floats = {column: float(exact[column]) for column in sorted(exact)}
        return Answer(
            action=best,
            value=float(value),
            nodes=self.solver.nodes,
            seconds=self.solver.budget.elapsed(),
            proven=True,
            plies=self.plies(),
            line=(best, *self.line),
            values=floats,
            exact=floats,
        )


@cache
def shared() -> Solver:
    """Return the solver of this process, which is made when it is first needed."""
    return Solver(Book())


def disc_in(column: i64, taken: i64) -> i64:
    """Return the square where a disc dropped into a column comes to lie, as a bit; 0 if the column
    is full."""
    return landings(taken) & BOTTOMS[column] * 63


def landings(taken: i64) -> i64:
    """Return the squares where the next disc can come to lie, as bits."""
    return taken + BOTTOM_ROW & BOARD


def holes(discs: i64, taken: i64) -> i64:
    """Return the empty squares where one more disc makes a line of four with `discs`, as bits."""
    # In a column, only the square above three discs counts, because discs lie on each other.
    found = discs << 1 & discs << 2 & discs << 3
    found |= along(discs, STRIDE) | along(discs, STRIDE - 1) | along(discs, STRIDE + 1)
    return found & (BOARD ^ taken)


def along(discs: i64, by: i64) -> i64:
    """Return the squares, empty or not, where one more disc makes a line of four in the direction
    in which neighbours are `by` bits apart: after three discs, before three, or between them."""
    pairs = discs << by & discs << 2 * by
    found = pairs & discs << 3 * by | pairs & discs >> by
    pairs = discs >> by & discs >> 2 * by
    return found | pairs & discs >> 3 * by | pairs & discs << by


def safe_moves(mine: i64, taken: i64) -> i64:
    """Return the moves after which the other side cannot make a line at once, as bits. If the other
    side threatens several squares at once, no single disc can fill them all, and no move is
    safe."""
    next = landings(taken)
    theirs = holes(mine ^ taken, taken)
    forced = next & theirs
    if forced:
        if forced & forced - 1:
            return 0
        next = forced
    # A disc right below a hole of the other side would let that side play into the hole.
    return next & ~(theirs >> 1)


def can_follow(second: i64, taken: i64, to_move: i64) -> bool:
    """Whether the second seat can follow the first up each column to the end, and so never lose.
    The first seat then gets only the odd rows and, of two columns with an odd number of empty
    squares, the next square of one (claimeven and baseinverse: Victor Allis, A Knowledge-Based
    Approach of Connect-Four, 1988). `second` are the discs of the second seat; `to_move` is 1 if it
    is the turn of the second seat, else 0."""
    first = second ^ taken | (BOARD ^ taken) & ODD_ROWS
    if has_line(first):
        return False
    odd = landings(taken) & EVEN_ROWS
    left: i64 = 2 + to_move
    while odd:
        one = odd & -odd
        odd ^= one
        left -= 1
        if left < 0:
            return False
        if has_line(first | one):
            to_move -= 1
            if to_move < 0:
                return False
    return True
