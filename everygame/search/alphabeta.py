"""Alpha-beta for one or two sides: iterative deepening, principal variation search, a transposition
table, killer moves, the history heuristic, and quiescence search through noisy moves.

The value of a chance node is the expectation over its outcomes. Each outcome is searched within
bounds of its own, which follow from the outcomes that are left (Star1) and from one searched reply
to each outcome (Star2; B. W. Ballard, The *-Minimax Search Procedure for Trees Containing Chance
Nodes, 1983)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.errors import BadArgument
from everygame.fast.arrays import i64
from everygame.fast.state import FULL, FastState
from everygame.search.adapter import Evaluate, Noisy, Priors, Quiet, as_sides, unwrap, worth
from everygame.search.budget import Answer, Budget
from everygame.search.ordering import NOTHING, Frame, Ordering
from everygame.search.repetition import NEW, SEEN, Past
from everygame.search.rng import Rng
from everygame.search.transpositions import ATLEAST, ATMOST, EXACT, TranspositionTable
from everygame.search.values import (
    BEST,
    INFINITE,
    SCALE,
    certain,
    older,
    outcome,
    plies_left,
    share,
    younger,
)

MOST_NOISY: Final = 16
"""The most plies of quiescence search below the last full ply."""
DEEPEST: Final = 100
"""The most plies of iterative deepening; it limits the memory for the current line."""
SEAT: Final = i64(0x2545F4914F6CDD1D)
"""Added to the fingerprint of a chance node if the second seat is the seat whose value is stored:
the value of a chance node depends on the seat, so the two seats need different table entries."""


def alphabeta(
    root: State,
    budget: Budget,
    seed: int = 0,
    evaluate: Evaluate | None = None,
    repetition: int = 0,
    contempt: float = 0.0,
    before: Iterable[State] = (),
    deepest: int = DEEPEST,
    table_bits: int = 18,
    priors: Priors | None = None,
    noisy: Noisy | None = None,
    quiet: Quiet | None = None,
) -> Answer:
    """Find the best action of the seat to play, searching at most `deepest` plies ahead. The budget
    counts positions. The same seed, which breaks ties, and the same number of positions give the
    same answer. Moves with the greatest `priors` are tried first. Beyond the last ply the search
    follows `noisy` moves, and all moves from states that are not `quiet`. The transposition table
    holds at most 2^`table_bits` positions of 16 bytes.

    `repetition` is the occurrence of a position that makes a match a draw, for example 3; 0:
    repetition is ignored. With it, a position that occurs twice on the current line counts as a
    draw, which is worth -`contempt` to the seat to play at the root. A position that occurred in
    the match before the root (`before`) counts as a draw too, unless it is proven to be won or lost
    and one more occurrence is not yet a draw by the rules. The transposition table may return a
    value that rests on a draw by repetition on another line; the search accepts this error."""
    start = as_sides(root)
    if root.to_play() < 0 or start.seat_count() > 2:
        raise BadArgument("Alpha-beta needs a state in which one of at most two sides decides.")
    budget.restart()
    search = AlphaBeta(start, budget, seed, table_bits, evaluate, priors, noisy, quiet)
    if repetition > 0:
        search.avoid_repetition(repetition, contempt, before)
    return search.run(min(deepest, DEEPEST))


class OutOfBudget(Exception):
    """Raised anywhere in the tree when the budget is spent, and caught at the root."""


@final
class AlphaBeta:
    """The data of one search: the current line, the transposition table and the move ordering."""

    def __init__(
        self,
        root: FastState,
        budget: Budget,
        seed: int,
        table_bits: int,
        evaluate: Evaluate | None,
        priors: Priors | None,
        noisy: Noisy | None,
        quiet: Quiet | None,
    ) -> None:
        self.frames = [Frame(root.copy())]
        self.budget = budget
        self.rng = Rng(seed)
        self.order = Ordering(self.rng, priors)
        self.past = Past(DEEPEST + MOST_NOISY + 1)
        self.table = TranspositionTable(table_bits)
        self.evaluate = evaluate
        self.noisy = noisy
        self.quiet = quiet
        for _ in range(MOST_NOISY if noisy or quiet else 0):
            self.frames.append(Frame(root.blank()))
        self.contempt: i64 = 0
        self.nodes: i64 = 0
        self.open = False
        """Whether the value being computed rests on an estimate, or on a draw by repetition that
        holds only on the current line. Such a value is not final: a deeper search may change it."""
        self.best: i64 = NOTHING
        self.value: i64 = 0
        self.values: dict[int, float] = {}
        """The latest value of each root move for the player to move."""
        self.exact: dict[int, float] = {}
        """The values of the root moves whose result, a win or a loss, is proven."""

    def avoid_repetition(self, limit: int, contempt: float, before: Iterable[State]) -> None:
        """From now on, count the occurrence number `limit` of a position as a draw, with the states
        `before` the root included."""
        self.contempt = int(contempt * SCALE)
        self.past.remember(limit, before)

    def run(self, deepest: int) -> Answer:
        """Deepen the search ply by ply until the budget is spent or the value is proven."""
        done = 0
        known = False
        root = self.frames[0].state
        self.best = self.any_move()
        try:
            while done < deepest and not known:
                self.frames.append(Frame(root.blank()))
                self.open = False
                self.decide(0, done + 1, -INFINITE, INFINITE, root.to_play())
                done += 1
                known = not self.open or 0 < plies_left(self.value) <= done
        except OutOfBudget:
            pass
        proven = known or self.value > SCALE
        if proven:
            self.exact[int(self.best)] = share(self.value)
        return Answer(
            action=self.best,
            value=share(self.value),
            nodes=int(self.nodes),
            seconds=self.budget.elapsed(),
            proven=proven,
            plies=plies_left(self.value),
            depth=done,
            line=tuple(self.line(done)),
            values=dict(sorted(self.values.items())),
            exact=dict(sorted(self.exact.items())),
        )

    def any_move(self) -> i64:
        """Return a random move, for the case that the budget is spent before the first move has
        been searched."""
        root = self.frames[0]
        return root.moves[self.rng.below(root.state.legal_actions_into(root.moves))]

    def search(self, level: i64, depth: i64, alpha: i64, beta: i64, seat: i64) -> i64:
        """Return the value of the state at `level` of the line for `seat`, as seen from one ply
        earlier. If it lies outside alpha and beta, the returned value is only a bound
        (fail-soft)."""
        frame = self.frames[level]
        who = frame.state.to_play()
        if who == OVER:
            return older(outcome(frame.state, seat))
        alpha, beta = younger(alpha), -younger(-beta)
        if depth <= 0 and self.may_stop(frame.state, depth):
            self.open = True
            return older(self.estimate(level, depth, alpha, beta, seat))
        if who == CHANCE:
            return older(self.expect(level, depth, alpha, beta, seat))
        if who == seat:
            return older(self.decide(level, depth, alpha, beta, who))
        return older(-self.decide(level, depth, -beta, -alpha, who))

    def may_stop(self, state: FastState, depth: i64) -> bool:
        """Whether the state is quiet, so that it may be estimated, or the quiescence search has
        reached its greatest depth, so that it must be."""
        return self.quiet is None or depth <= -MOST_NOISY or self.quiet(unwrap(state))

    def estimate(self, level: i64, depth: i64, alpha: i64, beta: i64, seat: i64) -> i64:
        """Return the estimate of a state for `seat`, or the value after the best noisy move where
        that is better for the player to move: no player must play a noisy move (stand pat)."""
        self.nodes += 1
        state = self.frames[level].state
        value: i64 = int(worth(self.evaluate, state, seat) * SCALE)
        who = state.to_play()
        if self.noisy is None or who == CHANCE or depth <= -MOST_NOISY:
            return value
        if self.budget.spent(self.nodes):
            raise OutOfBudget
        if who == seat:
            return self.quiesce(level, depth, value, alpha, beta, who)
        return -self.quiesce(level, depth, -value, -beta, -alpha, who)

    def quiesce(self, level: i64, depth: i64, best: i64, alpha: i64, beta: i64, who: i64) -> i64:
        """Return the better of `best` and the values of all noisy moves, for the player to move
        (quiescence search)."""
        i: i64
        frame, child = self.frames[level], self.frames[level + 1].state
        self.past.forget(level)
        assert self.noisy is not None
        if best >= beta:
            return best
        n = self.noisy_moves(frame, self.noisy)
        self.order.rate(frame, n, NOTHING, who)
        for i in range(n):
            move = frame.bring_forward(i, n)
            child.copy_from(frame.state)
            child.advance(move)
            value = self.search(level + 1, depth - 1, max(alpha, best), beta, who)
            best = max(best, value)
            if best >= beta:
                break
        return best

    def noisy_moves(self, frame: Frame, noisy: Noisy) -> i64:
        """Write the noisy legal actions to the front of the frame's `moves`; return their
        number."""
        i: i64
        kept: i64 = 0
        state = unwrap(frame.state)
        for i in range(frame.state.legal_actions_into(frame.moves)):
            if noisy(state, frame.moves[i]):
                frame.moves[kept] = frame.moves[i]
                kept += 1
        return kept

    def expect(self, level: i64, depth: i64, alpha: i64, beta: i64, seat: i64) -> i64:
        """Return the value of a chance node for `seat`: from the table, or by searching the
        outcomes."""
        frame, table = self.frames[level], self.table
        self.past.forget(level)
        frame.key = (frame.state.fingerprint() + seat * SEAT) & FULL
        if table.find(frame.key) and table.answers(depth, alpha, beta):
            self.open = self.open or not (table.settled or table.certain())
            return table.value
        open_before, self.open = self.open, False
        best = self.average(level, depth, alpha, beta, seat)
        bound = ATMOST if best <= alpha else ATLEAST if best >= beta else EXACT
        table.keep(frame.key, best, max(depth, 0), bound, NOTHING, not self.open)
        self.open = self.open or open_before
        return best

    def average(self, level: i64, depth: i64, alpha: i64, beta: i64, seat: i64) -> i64:
        """Return the expectation over the outcomes of a chance node. The search stops early once
        the outcomes that are left cannot bring the expectation back between alpha and beta (Star1):
        each lies between a loss and a win, or below its limit from `probe`."""
        i: i64
        total: i64 = 0
        frame, child = self.frames[level], self.frames[level + 1].state
        n = frame.state.legal_actions_into(frame.moves)
        sum = frame.state.weights_into(frame.order)
        most = self.probe(level, depth, alpha, n, sum, seat)
        if most <= alpha * sum:
            return most // sum
        left = sum
        for i in range(n):
            weight = frame.order[i]
            left -= weight
            most -= weight * frame.limits[i]
            low = (alpha * sum - total - most) // weight
            high = -((total - left * BEST - beta * sum) // weight)
            child.copy_from(frame.state)
            child.advance(frame.moves[i])
            low, high = max(low, -INFINITE), min(high, INFINITE)
            value = self.search(level + 1, depth - 1, low, high, seat)
            total += weight * value
            if value <= low:
                return (total + most) // sum
            if value >= high:
                return (total - left * BEST) // sum
        return total // sum

    def probe(self, level: i64, depth: i64, alpha: i64, n: i64, sum: i64, seat: i64) -> i64:
        """Bound the value of each outcome from above by searching one reply of the opponent
        (Star2), and write the bounds to the frame's `limits`. Return their weighted sum, early as
        soon as it is at most `alpha` times the sum of the weights (T. Hauk, M. Buro, J. Schaeffer,
        *-Minimax Performance in Backgammon, 2004)."""
        i: i64
        frame, child = self.frames[level], self.frames[level + 1].state
        most = sum * BEST
        for i in range(n):
            weight = frame.order[i]
            child.copy_from(frame.state)
            child.advance(frame.moves[i])
            who = child.to_play()
            limit: i64 = BEST
            if who >= 0 and who != seat and not (depth <= 1 and self.may_stop(child, depth - 1)):
                low = max((alpha * sum - most) // weight + BEST, -INFINITE)
                limit = min(self.reply(level + 1, depth - 1, low, who), BEST)
            frame.limits[i] = limit
            most -= weight * (BEST - limit)
            if most <= alpha * sum:
                break
        return most

    def reply(self, level: i64, depth: i64, low: i64, who: i64) -> i64:
        """Search only the move of `who` that is ordered first. Return its value for the other seat,
        as seen from one ply earlier."""
        frame, child = self.frames[level], self.frames[level + 1].state
        self.past.forget(level)
        first: i64 = NOTHING
        if self.table.find(frame.state.fingerprint() & FULL):
            first = self.table.move
        n = self.sort(level, depth, who, first)
        child.copy_from(frame.state)
        child.advance(frame.bring_forward(0, n))
        value = self.search(level + 1, depth - 1, -INFINITE, -low, who)
        return older(-value)

    def decide(self, level: i64, depth: i64, alpha: i64, beta: i64, who: i64) -> i64:
        """Return the value of a state for `who`, the player to move there; a repeated position
        counts as a draw."""
        if self.budget.spent(self.nodes):
            raise OutOfBudget
        self.nodes += 1
        frame = self.frames[level]
        frame.key = frame.state.fingerprint() & FULL
        met = self.past.meet(level, frame.key)
        if met == NEW:
            return self.settle(level, depth, alpha, beta, who)
        value: i64 = 0
        if met == SEEN:
            value = self.settle(level, depth, -INFINITE, INFINITE, who)
        if certain(value):
            return value
        self.open = True
        return -self.contempt if who == self.frames[0].state.to_play() else self.contempt

    def settle(self, level: i64, depth: i64, alpha: i64, beta: i64, who: i64) -> i64:
        """Return the value of a state for `who` without regard to its own repetition: from the
        table, or by searching the moves."""
        table = self.table
        first = self.best if level == 0 else NOTHING
        if level > 0 and table.find(self.frames[level].key):
            if table.answers(depth, alpha, beta):
                self.open = self.open or not (table.settled or table.certain())
                return table.value
            first = table.move
        return self.try_moves(level, depth, alpha, beta, who, first)

    def try_moves(self, level: i64, depth: i64, alpha: i64, beta: i64, who: i64, first: i64) -> i64:
        """Search the moves one after another, up to the first whose value reaches beta, and store
        the best value in the table. `first` is the move to try first."""
        i: i64
        frame, child = self.frames[level], self.frames[level + 1].state
        open_before, self.open = self.open, False
        n = self.sort(level, depth, who, first)
        low = alpha
        best: i64 = -INFINITE
        best_move: i64 = NOTHING
        for i in range(n):
            move = frame.bring_forward(i, n)
            if level == 0:
                self.note(best, best_move, move)
            child.copy_from(frame.state)
            child.advance(move)
            value = self.scout(level + 1, depth - 1, low, beta, who, i > 0)
            if level == 0:
                self.values[int(move)] = share(value)
                if value < -SCALE or (value > SCALE and value > best):
                    self.exact[int(move)] = share(value)  # a win that is not the best is a bound
            if value > best:
                best, best_move = value, move
                low = max(low, best)
            if low >= beta:
                self.order.credit(frame, move, who, depth)
                break
        if level == 0:
            self.best, self.value = best_move, best
        bound = ATMOST if best <= alpha else ATLEAST if best >= beta else EXACT
        self.table.keep(frame.key, best, max(depth, 0), bound, best_move, not self.open)
        self.open = self.open or open_before
        return best

    def sort(self, level: i64, depth: i64, who: i64, first: i64) -> i64:
        """Write the legal actions and their ratings to the frame; return their number."""
        frame = self.frames[level]
        n = frame.state.legal_actions_into(frame.moves)
        self.order.rate(frame, n, first, who)
        if self.order.priors is not None and depth > 1:
            self.order.advise(frame, n)
        elif level == 0:
            self.order.break_ties(frame, n)
        return n

    def note(self, best: i64, best_move: i64, next_move: i64) -> None:
        """Keep the answer for the case that the budget is spent now: the best move so far, or the
        next move if all moves before it are proven to lose."""
        self.best = next_move if best < -SCALE else best_move
        if best > -INFINITE:
            self.value = best

    def scout(self, level: i64, depth: i64, low: i64, beta: i64, who: i64, later: bool) -> i64:
        """Principal variation search: search a move that is not the first with a null window, which
        usually shows that it is no better than the best move so far; search it again with the full
        window if it is."""
        if later and beta - low > 1:
            value = self.search(level, depth, low, low + 1, who)
            if value <= low or value >= beta:
                return value
        return self.search(level, depth, low, beta, who)

    def line(self, most: int) -> list[int]:
        """Return the principal variation, at most `most` moves, as far as the table still holds
        it."""
        moves = [int(self.best)]
        state = self.frames[0].state.copy()
        state.advance(moves[0])
        while len(moves) < most and state.to_play() >= 0:
            legal = state.legal_actions()
            known = self.table.find(state.fingerprint() & FULL)
            if known and self.table.move in legal:
                moves.append(int(self.table.move))
            elif len(legal) == 1:
                moves.append(legal[0])
            else:
                break
            state.advance(moves[-1])
        return moves
