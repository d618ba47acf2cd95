"""Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006) for any number of seats, with chance
and with proven wins (MCTS-Solver, Winands and others 2008). Where the game has priors, the search
uses PUCT (Rosin 2011, in the form of AlphaZero). On request, equal actions share their results
(`search.rave`).

The tree is a set of columns: a node is a number, and the children of a node have consecutive
numbers. Each child sums up the returns of the seat that chose it, so with more than two seats each
seat maximizes its own return (max^n). Where seats share a side, the side is the seat
(`adapter.SidesState`)."""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.errors import BadArgument
from everygame.fast.arrays import append, i64, vec
from everygame.fast.state import FastState
from everygame.search.adapter import (
    Evaluate,
    Policy,
    Priors,
    as_sides,
    of_seats,
    weights,
    worth,
)
from everygame.search.budget import Answer, Budget
from everygame.search.guidance import Guidance
from everygame.search.nodes import DEEPEST, Nodes
from everygame.search.playouts import pick, play_on
from everygame.search.rave import Rave

NOBODY: Final = -3
"""Marks a node without a proven winner: it is no seat, nor CHANCE, nor OVER."""
CERTAIN: Final = 1e12
"""In the rank of a move, a proven result counts more than any number of visits."""


def mcts(
    root: State,
    budget: Budget,
    seed: int = 0,
    evaluate: Evaluate | None = None,
    horizon: int | None = None,
    exploration: float = 1.4,
    solver: bool = True,
    most_nodes: int = 500_000,
    priors: Priors | None = None,
    policy: Policy | None = None,
    shared_actions: int = 0,
) -> Answer:
    """Find the best action of the seat to play, by simulated matches. A playout that is not over
    after `horizon` plies (`LONG`, or `SHORT` where the game has an `evaluate`) counts what
    `evaluate` returns, or 0 without one. The budget counts simulations; the same seed and the same
    number of simulations give the same answer. With `solver`, the search proves wins. With
    `priors`, children with large priors are tried more often, and others perhaps never. The tree
    stops growing at `most_nodes`, of some 70 bytes each. With `shared_actions`, the game's
    `num_actions`, equal actions share their results by RAVE, and the priors are the first shared
    results."""
    if root.to_play() < 0:
        raise BadArgument("A search needs a state in which a seat decides.")
    budget.restart()
    guidance = Guidance(evaluate, priors, policy, horizon)
    tree = Tree(as_sides(root), seed, exploration, solver, most_nodes, guidance)
    if shared_actions:
        tree.rave = Rave(tree.seats, shared_actions)
    simulations: i64 = 0
    while simulations == 0 or (tree.proven[0] == NOBODY and not budget.spent(simulations)):
        tree.simulate()
        simulations += 1
    return tree.answer(simulations, budget.elapsed())


@final
class Tree(Nodes):
    """The tree of a search, and all other data that the search keeps between simulations."""

    def __init__(
        self,
        root: FastState,
        seed: int,
        exploration: float,
        solver: bool,
        most_nodes: int,
        guidance: Guidance,
    ) -> None:
        super().__init__(root, seed)
        self.guidance = guidance
        self.priors = guidance.priors
        self.rave: Rave | None = None
        self.exploration = exploration
        self.solver = solver
        self.most: i64 = most_nodes
        self.sums: vec[float] = vec[float]([0.0] * int(self.seats))
        self.prior: vec[float] = vec[float]([1.0])
        self.proven: vec[i64] = vec[i64]([NOBODY])
        self.plies: vec[i64] = vec[i64]([0])
        """For each proven node: the most plies to the end of the match if both sides play as the
        proof says."""

    def simulate(self) -> None:
        """Simulate one match: walk down the tree, play on to the horizon, and add the returns to
        the nodes on the path."""
        i: i64
        state = self.state
        state.copy_from(self.root)
        length = self.descend(state)
        leaf = self.path[length - 1]
        if self.proven[leaf] == NOBODY:
            self.play_out(state)
        self.score(state, self.proven[leaf])
        for i in range(self.seats):
            self.sums[i] += self.gains[i]
        self.back_up(length)
        if self.rave is not None:
            self.share(self.rave, length)
        if self.solver and self.proven[leaf] != NOBODY:
            self.prove(length)

    def play_out(self, state: FastState) -> None:
        """Play on from the last node of the path to the horizon."""
        guidance = self.guidance
        if self.rave is None:
            guidance.play_out(state, self.rng, self.buffer)
        else:
            trace = self.rave.trace
            play_on(state, self.rng, self.buffer, guidance.horizon, guidance.policy, trace)

    def descend(self, state: FastState) -> i64:
        """Walk from the root to a node that is new or proven, or where the match is over, or to the
        greatest depth; play the same plies in `state`. Return the number of nodes on the path."""
        node: i64 = 0
        length: i64 = 1
        while self.proven[node] == NOBODY and length < DEEPEST:
            if self.count[node] == 0 and not self.expand(node, state):
                break
            who = self.who[node]
            node = self.next(node, state)
            state.advance(self.action[node])
            if self.rave is not None:
                self.rave.trace.note(self.action[node], who)
            self.path[length] = node
            length += 1
            if who != CHANCE and self.visits[node] == 0:
                self.mark_won(node, state)
                break
        return length

    def expand(self, node: i64, state: FastState) -> bool:
        """Add the children of a node to the tree; return false if the match is over or the tree is
        full."""
        i: i64
        who = state.to_play()
        self.who[node] = who
        if who == OVER:
            return False
        n = state.legal_actions_into(self.buffer)
        if self.size + n > self.most:
            return False
        self.add_children(node, n)
        for i in range(n):
            self.proven = append(self.proven, NOBODY)
            self.plies = append(self.plies, 0)
        if self.rave is not None:
            self.rave.grow(n)
            if self.priors is not None and who != CHANCE:
                self.expect(self.rave, state, n)
        elif self.priors is not None:
            self.weigh(state, who, n)
        return True

    def expect(self, rave: Rave, state: FastState, n: i64) -> None:
        """Start the newest n nodes with their priors as shared results."""
        i: i64 = 0
        if self.priors is not None:
            for share in weights(self.priors, state, self.buffer, n):
                rave.expect(self.size - n + i, share * float(n))
                i += 1

    def weigh(self, state: FastState, who: i64, n: i64) -> None:
        """Store the priors of the newest n nodes."""
        shares = [1.0] * n
        if who != CHANCE and self.priors is not None:
            shares = weights(self.priors, state, self.buffer, n)
        while len(self.prior) < self.size - n:
            self.prior = append(self.prior, 1.0)
        for share in shares:
            self.prior = append(self.prior, share)

    def mark_won(self, node: i64, state: FastState) -> None:
        """If the match is over and a seat has won, store this seat as the proven winner of the
        node."""
        seat: i64
        if self.solver and state.to_play() == OVER:
            for seat in range(self.seats):
                if state.return_of(seat) >= 1.0:
                    self.proven[node] = seat

    def next(self, node: i64, state: FastState) -> i64:
        """Return the child at which the simulation goes on: drawn where chance decides; else the
        best by RAVE or by PUCT, where the search uses one of them; else an untried child at random,
        or the best by UCB1."""
        if self.who[node] == CHANCE:
            return self.first[node] + pick(state, self.rng, self.buffer)
        if self.rave is not None:
            return self.familiar(self.rave, node)
        if self.priors is not None:
            return self.likely(node)
        if self.tried[node] == self.count[node]:
            return self.promising(node)
        return self.try_new(node)

    def promising(self, node: i64) -> i64:
        """Return the child with the greatest UCB1 score among those without a proven winner."""
        i: i64
        visits, total, proven = self.visits, self.total, self.proven
        wide = self.exploration * sqrt(log(float(visits[node])))
        best = self.first[node]
        best_score = -1e9
        for i in range(self.first[node], self.first[node] + self.count[node]):
            if proven[i] == NOBODY:
                n = float(visits[i])
                score = total[i] / n + wide / sqrt(n)
                if score > best_score:
                    best_score = score
                    best = i
        return best

    def likely(self, node: i64) -> i64:
        """Return the child with the greatest PUCT score among those without a proven winner. An
        untried child gets the mean result of the children beside it."""
        i: i64
        first, end = self.first[node], self.first[node] + self.count[node]
        visits, total, proven, prior = self.visits, self.total, self.proven, self.prior
        tries, gained = 0.0, 0.0
        for i in range(first, end):
            tries += float(visits[i])
            gained += total[i]
        usual = gained / tries if tries > 0.0 else 0.0
        wide = self.exploration * sqrt(tries + 1.0)
        best = first
        best_score = -1e9
        for i in range(first, end):
            if proven[i] == NOBODY:
                n = float(visits[i])
                score = (total[i] / n if n > 0.0 else usual) + wide * prior[i] / (1.0 + n)
                if score > best_score:
                    best_score = score
                    best = i
        return best

    def familiar(self, rave: Rave, node: i64) -> i64:
        """Return the child with the greatest RAVE value among those without a proven winner; of
        equal children, the first one after a random start. The shared results make an exploration
        term needless."""
        i: i64
        first, count = self.first[node], self.count[node]
        visits, total, proven = self.visits, self.total, self.proven
        start = self.rng.below(count)
        best = first + start
        best_score = -1e9
        for i in range(count):
            child = first + (start + i) % count
            if proven[child] == NOBODY:
                score = rave.value(child, visits[child], total[child])
                if score > best_score:
                    best_score = score
                    best = child
        return best

    def score(self, state: FastState, winner: i64) -> None:
        """Write the return of each seat to `gains`: by the proven winner, by the rules if the match
        is over, or else by the game's estimate."""
        seat: i64
        over = state.to_play() == OVER
        for seat in range(self.seats):
            if winner != NOBODY:
                self.gains[seat] = 1.0 if seat == winner else -1.0 / float(self.seats - 1)
            elif over:
                self.gains[seat] = state.return_of(seat)
            elif seat == 1 and self.seats == 2:
                self.gains[1] = -self.gains[0]
            else:
                self.gains[seat] = worth(self.guidance.evaluate, state, seat)

    def share(self, rave: Rave, length: i64) -> None:
        """Credit all children of nodes on the path whose actions were played at that node or later
        in the simulation."""
        i: i64
        rave.begin()
        level = length - 1
        while level >= 0:
            node = self.path[level]
            who = self.who[node]
            rave.look_back(level)
            if who >= 0:
                for i in range(self.first[node], self.first[node] + self.count[node]):
                    rave.share(i, self.action[i], who, self.gains[who])
            level -= 1

    def prove(self, length: i64) -> None:
        """Carry a proven win from the last node up the path as far as it proves more nodes."""
        level = length - 2
        while level >= 0 and self.settled(self.path[level]):
            level -= 1

    def settled(self, node: i64) -> bool:
        """Whether a node is now proven. The seat that decides at it wins if one child is won by it;
        then the quickest win counts. Another seat wins if it wins all children; then the longest
        resistance counts."""
        i: i64
        who, first = self.who[node], self.first[node]
        winner = self.proven[first]
        quickest: i64 = DEEPEST
        longest: i64 = 0
        for i in range(first, first + self.count[node]):
            if self.proven[i] == who:
                quickest = min(quickest, self.plies[i])
            if self.proven[i] != winner:
                winner = NOBODY
            longest = max(longest, self.plies[i])
        if quickest < DEEPEST:
            winner, longest = who, quickest
        self.proven[node], self.plies[node] = winner, longest + 1
        return winner != NOBODY

    def answer(self, simulations: i64, seconds: float) -> Answer:
        """Return the answer of the search: the most visited action, but a proven win before all
        others and a proven loss after all others."""
        i: i64
        me = self.who[0]
        best = self.first[0]
        visits: dict[int, int] = {}
        values: dict[int, float] = {}
        exact: dict[int, float] = {}
        for i in range(best, best + self.count[0]):
            visits[self.action[i]] = self.visits[i]
            if self.visits[i] > 0 or self.proven[i] != NOBODY:
                values[self.action[i]] = self.value(i, me)
            if self.proven[i] != NOBODY:
                exact[self.action[i]] = self.value(i, me)
            if self.rank(i, me) > self.rank(best, me):
                best = i
        return Answer(
            action=self.action[best],
            value=self.value(best, me),
            nodes=simulations,
            seconds=seconds,
            proven=self.proven[0] != NOBODY,
            line=tuple(self.line()),
            visits=dict(sorted(visits.items())),
            values=dict(sorted(values.items())),
            exact=dict(sorted(exact.items())),
            returns=tuple(of_seats(self.root, self.all_expected())),
        )

    def all_expected(self) -> list[float]:
        """Return what each player may expect."""
        seat: i64
        return [self.expected(seat) for seat in range(self.seats)]

    def expected(self, seat: i64) -> float:
        """Return the mean return of the seat over all simulations, or its proven return."""
        if self.proven[0] == NOBODY:
            return self.sums[seat] / float(self.visits[0])
        return 1.0 if self.proven[0] == seat else -1.0 / float(self.seats - 1)

    def value(self, child: i64, who: i64) -> float:
        """Return the expected or proven return for `who`, the seat that chose the child."""
        proven = self.proven[child]
        if proven == NOBODY:
            return self.total[child] / float(max(self.visits[child], 1))
        return 1.0 if proven == who else -1.0 / float(self.seats - 1)

    def line(self) -> list[int]:
        """Return the best children, one after another, by `rank`."""
        i: i64
        moves: list[int] = []
        node: i64 = 0
        while self.who[node] >= 0 and self.count[node] > 0:
            best = self.first[node]
            for i in range(best, best + self.count[node]):
                if self.rank(i, self.who[node]) > self.rank(best, self.who[node]):
                    best = i
            if self.visits[best] == 0:
                break
            moves.append(int(self.action[best]))
            node = best
        return moves

    def rank(self, child: i64, me: i64) -> float:
        """Return the sort key of a child for `me`, the seat that chooses it, the greatest first:
        proven wins, the quickest first; then children without a proof by their visits; then proven
        losses, the longest first."""
        proven, plies = self.proven[child], float(self.plies[child])
        if proven == NOBODY:
            return float(self.visits[child])
        return CERTAIN - plies if proven == me else plies - CERTAIN
