"""Alpha-beta for one or two seats: iterative deepening, principal variation search, a
transposition table, killer moves, history, and loud moves looked through before an estimate. Chance
is an expectation whose outcomes have bounds of their own (star1, Ballard 1983).

Values are whole numbers: an estimate lies in [-SCALE, SCALE], a certain win above it, the sooner
the higher: it loses one point a ply, down to SCALE. A value so belongs to a position, not to the
ply at which it was met, and the table needs no correction.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.fast import MAX_ACTIONS, FastState
from everygame.packed import i64, vec
from everygame.search.adapter import Evaluate, Loud, Priors, as_fast, inner, weights, worth
from everygame.search.budget import Answer, Budget
from everygame.search.rng import Rng
from everygame.search.table import ATLEAST, ATMOST, EXACT, Table

SCALE: Final = 1_000_000
PLIES: Final = 1000
"""A win at once is worth SCALE + PLIES."""
BEST: Final = SCALE + PLIES
INFINITE: Final = 2 * SCALE
LOUDEST: Final = 16
"""How many plies of loud moves follow each other at most."""
PROMISE: Final = 4096
"""What a prior of 1 counts beside history."""
DEEPEST: Final = 100
HISTORY: Final = 1 << 14
NOTHING: Final = -1
MASK: Final = (1 << 63) - 1


def alphabeta(
    root: State,
    budget: Budget,
    seed: int = 0,
    evaluate: Evaluate | None = None,
    repetition: bool = False,
    contempt: float = 0.0,
    before: Iterable[State] = (),
    deepest: int = DEEPEST,
    table_bits: int = 18,
    priors: Priors | None = None,
    loud: Loud | None = None,
) -> Answer:
    """The best action of the seat to play, at most `deepest` plies ahead. The budget counts
    positions; the same seed, which breaks ties, and number of them give the same answer. Moves with
    the greatest `priors` are tried first; `loud` moves are looked at beyond the last ply. The table
    holds at most 2^`table_bits` positions of 16 bytes.

    With `repetition`, a position met again on the way, or one of those `before` the root, counts
    as a draw, which is worth -`contempt` to the seat to play. A value in the table may rest on such
    a draw of another way: that is the price of having a table."""
    if root.to_play() < 0 or len(root.returns()) > 2:
        raise ValueError("Alpha-beta needs a state in which one of at most two seats decides.")
    budget.restart()
    search = AlphaBeta(as_fast(root), budget, seed, table_bits)
    search.learn(evaluate, priors, loud)
    if repetition:
        search.avoid_repetition(contempt, before)
    return search.run(min(deepest, DEEPEST))


class OutOfBudget(Exception):
    """Thrown from anywhere in the tree to its root."""


@final
class Frame:
    """What one ply of the current line needs."""

    def __init__(self, state: FastState) -> None:
        self.state = state
        self.moves: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.order: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.key: i64 = NOTHING
        self.killer: i64 = NOTHING
        self.second_killer: i64 = NOTHING


@final
class AlphaBeta:
    """One search: the line that is looked at, the table, and what ordered moves well so far."""

    def __init__(
        self,
        root: FastState,
        budget: Budget,
        seed: int,
        table_bits: int,
    ) -> None:
        self.frames = [Frame(root.copy())]
        self.budget = budget
        self.rng = Rng(seed)
        self.evaluate: Evaluate | None = None
        self.priors: Priors | None = None
        self.loud: Loud | None = None
        self.repetition = False
        self.contempt: i64 = 0
        self.before: set[int] = set()
        self.table = Table(table_bits)
        self.history: vec[i64] = vec[i64]([0] * (2 * HISTORY))
        self.nodes: i64 = 0
        self.cut = False
        """Something below was left open: an estimate, or a draw that this line alone explains."""
        self.best: i64 = NOTHING
        self.value: i64 = 0
        self.values: dict[int, float] = {}
        """Of the moves at the root, as last looked at."""

    def learn(self, evaluate: Evaluate | None, priors: Priors | None, loud: Loud | None) -> None:
        """What the game itself knows."""
        self.evaluate = evaluate
        self.priors = priors
        self.loud = loud
        for _ in range(LOUDEST if loud else 0):
            self.frames.append(Frame(self.frames[0].state.new()))

    def avoid_repetition(self, contempt: float, before: Iterable[State]) -> None:
        """Positions met twice are draws from now on."""
        self.repetition = True
        self.contempt = int(contempt * SCALE)
        self.before = {int(as_fast(state).fingerprint() & MASK) for state in before}

    def run(self, deepest: int) -> Answer:
        """Deepen ply by ply until the budget is spent or all is known."""
        done = 0
        known = False
        self.best = self.any_move()
        try:
            while done < deepest and not known:
                self.frames.append(Frame(self.frames[0].state.new()))
                self.cut = False
                self.deepen(done + 1)
                done += 1
                known = not self.cut or 0 < self.plies() <= done
        except OutOfBudget:
            pass
        return Answer(
            action=self.best,
            value=share(self.value),
            nodes=int(self.nodes),
            seconds=self.budget.elapsed(),
            proven=known or self.value > SCALE,
            plies=self.plies(),
            depth=done,
            line=tuple(self.line(done)),
            values=dict(sorted(self.values.items())),
        )

    def plies(self) -> int:
        """To the end, if it is certain who wins."""
        size = max(self.value, -self.value)
        return int(SCALE + PLIES - size) if size > SCALE else 0

    def any_move(self) -> i64:
        """Something to answer even if there is no time at all."""
        root = self.frames[0]
        return root.moves[self.rng.below(root.state.fill(root.moves))]

    def deepen(self, depth: i64) -> None:
        self.decide(0, depth, -INFINITE, INFINITE, self.frames[0].state.decider())

    def look(self, level: i64, depth: i64, alpha: i64, beta: i64, seat: i64) -> i64:
        """What the state at `level` is worth to `seat`, one ply later. Only beyond the bounds it
        may be off, on the same side of them."""
        frame = self.frames[level]
        who = frame.state.decider()
        if who == OVER:
            return older(outcome(frame.state, seat))
        alpha, beta = younger(alpha), -younger(-beta)
        if depth <= 0:
            self.cut = True
            return older(self.estimate(level, depth, alpha, beta, seat))
        if who == CHANCE:
            return older(self.expect(level, depth, alpha, beta, seat))
        if who == seat:
            return older(self.decide(level, depth, alpha, beta, who))
        return older(-self.decide(level, depth, -beta, -alpha, who))

    def estimate(self, level: i64, depth: i64, alpha: i64, beta: i64, seat: i64) -> i64:
        """What the game thinks of a state, or what loud moves make of it if that is better for
        who decides: nobody has to make one."""
        self.nodes += 1
        state = self.frames[level].state
        value: i64 = int(worth(self.evaluate, state, seat) * SCALE)
        who = state.decider()
        if self.loud is None or who == CHANCE or depth <= -LOUDEST:
            return value
        if self.budget.spent(self.nodes):
            raise OutOfBudget
        if who == seat:
            return self.shout(level, depth, value, alpha, beta, who)
        return -self.shout(level, depth, -value, -beta, -alpha, who)

    def shout(self, level: i64, depth: i64, best: i64, alpha: i64, beta: i64, who: i64) -> i64:
        """The best of loud moves and of `best`."""
        i: i64
        frame, child = self.frames[level], self.frames[level + 1].state
        frame.key = NOTHING
        assert self.loud is not None
        if best >= beta:
            return best
        n = self.sift(frame, self.loud)
        self.rate(frame, n, NOTHING, who, level, 0)
        for i in range(n):
            move = bring_forward(frame, i, n)
            child.assign(frame.state)
            child.step(move)
            value = self.look(level + 1, depth - 1, max(alpha, best), beta, who)
            best = max(best, value)
            if best >= beta:
                break
        return best

    def sift(self, frame: Frame, loud: Loud) -> i64:
        """Keep the loud ones of the legal actions; return how many."""
        i: i64
        kept: i64 = 0
        state = inner(frame.state)
        for i in range(frame.state.fill(frame.moves)):
            if loud(state, frame.moves[i]):
                frame.moves[kept] = frame.moves[i]
                kept += 1
        return kept

    def expect(self, level: i64, depth: i64, alpha: i64, beta: i64, seat: i64) -> i64:
        """The mean over the outcomes of chance, as far as it matters: however good or bad the
        outcomes are that are left, they can do no more than a win or a loss."""
        i: i64
        total: i64 = 0
        frame, child = self.frames[level], self.frames[level + 1].state
        frame.key = NOTHING
        n = frame.state.fill(frame.moves)
        sum = frame.state.weigh(frame.order)
        left = sum
        for i in range(n):
            weight = frame.order[i]
            left -= weight
            low = (alpha * sum - total - left * BEST) // weight
            high = -((total - left * BEST - beta * sum) // weight)
            child.assign(frame.state)
            child.step(frame.moves[i])
            low, high = max(low, -INFINITE), min(high, INFINITE)
            value = self.look(level + 1, depth - 1, low, high, seat)
            total += weight * value
            if value <= low:
                return (total + left * BEST) // sum
            if value >= high:
                return (total - left * BEST) // sum
        return total // sum

    def decide(self, level: i64, depth: i64, alpha: i64, beta: i64, who: i64) -> i64:
        """What the state at `level` is worth to `who`, who decides there."""
        if self.budget.spent(self.nodes):
            raise OutOfBudget
        self.nodes += 1
        frame, table = self.frames[level], self.table
        key = frame.state.fingerprint() & MASK
        if self.repetition and level > 0 and self.repeats(level, key):
            self.cut = True
            return -self.contempt if who == self.frames[0].state.decider() else self.contempt
        frame.key = key
        first = self.best if level == 0 else NOTHING
        if level > 0 and table.find(key):
            if enough(table, depth, alpha, beta):
                self.cut = self.cut or not (table.settled or certain(table))
                return table.value
            first = table.move
        return self.try_moves(level, depth, alpha, beta, who, first)

    def try_moves(self, level: i64, depth: i64, alpha: i64, beta: i64, who: i64, first: i64) -> i64:
        """The best of all moves, or the first that reaches beta."""
        i: i64
        frame, child = self.frames[level], self.frames[level + 1].state
        open_before, self.cut = self.cut, False
        n = frame.state.fill(frame.moves)
        self.rate(frame, n, first, who, level, depth)
        low = alpha
        best: i64 = -INFINITE
        best_move: i64 = NOTHING
        for i in range(n):
            move = bring_forward(frame, i, n)
            if level == 0:
                self.note(best, best_move, move)
            child.assign(frame.state)
            child.step(move)
            value = self.scout(level + 1, depth - 1, low, beta, who, i > 0)
            if level == 0:
                self.values[int(move)] = share(value)
            if value > best:
                best, best_move = value, move
                low = max(low, best)
            if low >= beta:
                self.remember(frame, move, who, depth)
                break
        if level == 0:
            self.best, self.value = best_move, best
        bound = ATMOST if best <= alpha else ATLEAST if best >= beta else EXACT
        self.table.keep(frame.key, best, depth, bound, best_move, not self.cut)
        self.cut = self.cut or open_before
        return best

    def note(self, best: i64, best_move: i64, next_move: i64) -> None:
        """What to answer should time run out now: the best move of those looked at, or the next
        one if they all surely lose."""
        self.best = next_move if best < -SCALE else best_move
        if best > -INFINITE:
            self.value = best

    def scout(self, level: i64, depth: i64, low: i64, beta: i64, who: i64, later: bool) -> i64:
        """A later move only has to be shown to be no better than the best one so far."""
        if later and beta - low > 1:
            value = self.look(level, depth, low, low + 1, who)
            if value <= low or value >= beta:
                return value
        return self.look(level, depth, low, beta, who)

    def rate(self, frame: Frame, n: i64, first: i64, who: i64, level: i64, depth: i64) -> None:
        """Which moves to try first: the best one known, killers, then those that often were good
        or that the game finds promising; at the root the seed breaks ties."""
        i: i64
        shares: list[float] = []
        if self.priors is not None and depth > 1:
            shares = weights(self.priors, frame.state, frame.moves, n)
        for i in range(n):
            move = frame.moves[i]
            if move == first:
                frame.order[i] = 1 << 60
            elif move == frame.killer or move == frame.second_killer:
                frame.order[i] = 1 << 59
            else:
                frame.order[i] = self.history[history_place(who, move)]
                if shares:
                    frame.order[i] += int(shares[i] * PROMISE)
                elif level == 0:
                    frame.order[i] += self.rng.below(1024)

    def remember(self, frame: Frame, move: i64, who: i64, depth: i64) -> None:
        """This move was too good for the other side to let it happen."""
        if move != frame.killer:
            frame.second_killer = frame.killer
            frame.killer = move
        self.history[history_place(who, move)] += depth * depth

    def repeats(self, level: i64, key: i64) -> bool:
        """The position stands further up in this line, or came before its start."""
        i: i64
        for i in range(level):
            if self.frames[i].key == key:
                return True
        return bool(self.before) and int(key) in self.before

    def line(self, most: int) -> list[int]:
        """Best play, as far as the table still knows it."""
        moves = [int(self.best)]
        state = self.frames[0].state.copy()
        state.advance(moves[0])
        while len(moves) < most and state.to_play() >= 0:
            legal = state.legal_actions()
            known = self.table.find(state.fingerprint() & MASK)
            if known and self.table.move in legal:
                moves.append(int(self.table.move))
            elif len(legal) == 1:
                moves.append(legal[0])
            else:
                break
            state.advance(moves[-1])
        return moves


def bring_forward(frame: Frame, place: i64, n: i64) -> i64:
    """The most promising of the moves from `place` on, which changes places with that one."""
    i: i64
    moves, order = frame.moves, frame.order
    best = place
    for i in range(place + 1, n):
        if order[i] > order[best]:
            best = i
    move = moves[best]
    moves[best], moves[place] = moves[place], move
    order[best] = order[place]
    return move


def enough(table: Table, depth: i64, alpha: i64, beta: i64) -> bool:
    """What the table has just found answers the question, if it looked as deep or is certain."""
    if table.depth < depth and not table.settled and not certain(table):
        return False
    if table.bound == EXACT:
        return True
    return table.value >= beta if table.bound == ATLEAST else table.value <= alpha


def certain(table: Table) -> bool:
    """What the table has just found is a win or a loss that no deeper look can change."""
    won = table.value > SCALE and table.bound != ATMOST
    return won or (table.value < -SCALE and table.bound != ATLEAST)


def history_place(who: i64, move: i64) -> i64:
    return who * HISTORY + (move & HISTORY - 1)


def outcome(state: FastState, seat: i64) -> i64:
    """What a finished match is worth to the seat."""
    payoff = state.payoff(seat)
    value: i64 = int(payoff * SCALE)
    if payoff >= 1.0:
        return value + PLIES
    if payoff <= -1.0:
        return value - PLIES
    return value


def share(value: i64) -> float:
    """The value as a return."""
    return max(-1.0, min(1.0, float(value) / float(SCALE)))


def older(value: i64) -> i64:
    """The same value a ply before."""
    if value > SCALE:
        return value - 1
    if value < -SCALE:
        return value + 1
    return value


def younger(alpha: i64) -> i64:
    """The greatest value that a ply before is not more than `alpha`."""
    if alpha >= SCALE:
        return alpha + 1
    if alpha < -SCALE:
        return alpha - 1
    return alpha
