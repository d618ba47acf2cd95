"""The baseline: the search that bots are measured against. Its moves are frozen, and
`tests/test_baseline.py` keeps them: another move would make all earlier measurements worthless.
`ismcts.py` adds to the second tree what a game knows.

Open games: plain UCT (Kocsis and Szepesvári 2006) with c = 1.4 on returns in [-1, 1]. A simulation
walks down by UCB1 until it has entered a child for the first time, or one where the match is over,
then plays one match to its end by uniformly random plies, and adds what each seat got to the
children that the seat chose. Untried children come first, in random order; chance is drawn, by its
weights, anew each time. Hidden games: the same as single-observer ISMCTS (Cowling, Powley and
Whitehouse 2012) over truths drawn by `resample`, a new one for each simulation.

No heuristic, no solver, nothing kept from move to move. The move is the one tried most; of those
tried equally often, the one that got most. Bounds: a playout ends after 1,000 plies and then counts
nothing; a tree of a million nodes, or 200,000 for hidden games, stops growing.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.fast.arrays import append, i64, vec
from everygame.fast.state import MAX_ACTIONS, FastState
from everygame.search.adapter import as_fast, unwrap
from everygame.search.budget import Answer, Budget
from everygame.search.playouts import pick, play_out
from everygame.search.rng import Rng

EXPLORATION: Final = 1.4
LONGEST: Final = 1000
MOST: Final = 1_000_000
MOST_HIDDEN: Final = 200_000
DEEPEST: Final = 4096
Edge = int | str


def baseline(root: State, budget: Budget, seed: int = 0) -> Answer:
    """The move of the seat to play in an open game. The budget counts simulations."""
    budget.restart()
    tree = Uct(as_fast(root), seed)
    simulations: i64 = 0
    while simulations == 0 or not budget.spent(simulations):
        tree.simulate()
        simulations += 1
    return tree.answer(simulations, budget.elapsed())


def hidden_baseline(deal: Callable[[], State], seat: int, budget: Budget, seed: int = 0) -> Answer:
    """The move of `seat`, which decides in every truth that `deal` draws for it. The budget counts
    simulations."""
    budget.restart()
    tree = Ismcts(seat, seed)
    simulations: i64 = 0
    while simulations == 0 or not budget.spent(simulations):
        tree.simulate(as_fast(deal()).copy())
        simulations += 1
    return tree.answer(simulations, budget.elapsed())


@final
class Uct:
    """The tree of an open game. A node is a number and each attribute of nodes is a column, because
    one object a node would cost too much memory. The children of a node are neighbours, the tried
    ones first. `total` sums up what the seat that chose the node got, so with many seats each
    maximizes its own return (max^n)."""

    def __init__(self, root: FastState, seed: int) -> None:
        self.root = root
        self.state = root.blank()
        self.rng = Rng(seed)
        self.seats: i64 = root.seat_count()
        self.gains: vec[float] = vec[float]([0.0] * int(self.seats))
        self.buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.path: vec[i64] = vec[i64]([0] * DEEPEST)
        self.size: i64 = 1
        self.action: vec[i64] = vec[i64]([-1])
        self.who: vec[i64] = vec[i64]([OVER])
        self.first: vec[i64] = vec[i64]([0])
        self.count: vec[i64] = vec[i64]([0])
        self.tried: vec[i64] = vec[i64]([0])
        self.visits: vec[i64] = vec[i64]([0])
        self.total: vec[float] = vec[float]([0.0])

    def simulate(self) -> None:
        """One match: down the tree, on at random, and back up."""
        seat: i64
        state = self.state
        state.copy_from(self.root)
        length = self.descend(state)
        play_out(state, self.rng, self.buffer, LONGEST)
        for seat in range(self.seats):
            self.gains[seat] = state.return_of(seat)
        self.back_up(length)

    def descend(self, state: FastState) -> i64:
        """Walk to a node that is new, or where the match is over; return the length of the path."""
        node: i64 = 0
        length: i64 = 1
        while length < DEEPEST:
            if self.count[node] == 0 and not self.expand(node, state):
                break
            untried = self.tried[node] < self.count[node]
            fresh = untried and self.who[node] != CHANCE
            node = self.next(node, state)
            state.advance(self.action[node])
            self.path[length] = node
            length += 1
            if fresh:
                break
        return length

    def expand(self, node: i64, state: FastState) -> bool:
        """Give a node its children; false if the match is over or the tree is full."""
        i: i64
        self.who[node] = state.to_play()
        if self.who[node] == OVER:
            return False
        n = state.legal_actions_into(self.buffer)
        if self.size + n > MOST:
            return False
        self.first[node] = self.size
        self.count[node] = n
        self.size += n
        for i in range(n):
            self.action = append(self.action, self.buffer[i])
            self.who = append(self.who, OVER)
            self.first = append(self.first, 0)
            self.count = append(self.count, 0)
            self.tried = append(self.tried, 0)
            self.visits = append(self.visits, 0)
            self.total = append(self.total, 0.0)
        return True

    def next(self, node: i64, state: FastState) -> i64:
        """The child to go on with: by chance, an untried one at random, or the most promising."""
        first, tried, count = self.first[node], self.tried[node], self.count[node]
        if self.who[node] == CHANCE:
            return first + pick(state, self.rng, self.buffer)
        if tried == count:
            return self.promising(node)
        other = first + tried + self.rng.below(count - tried)
        child = first + tried
        self.action[child], self.action[other] = self.action[other], self.action[child]
        self.tried[node] = tried + 1
        return child

    def promising(self, node: i64) -> i64:
        """UCB1 over the children."""
        i: i64
        visits, total = self.visits, self.total
        wide = EXPLORATION * sqrt(log(float(visits[node])))
        best = self.first[node]
        best_score = -1e9
        for i in range(self.first[node], self.first[node] + self.count[node]):
            n = float(visits[i])
            score = total[i] / n + wide / sqrt(n)
            if score > best_score:
                best_score = score
                best = i
        return best

    def back_up(self, length: i64) -> None:
        i: i64
        self.visits[0] += 1
        for i in range(1, length):
            node = self.path[i]
            who = self.who[self.path[i - 1]]
            self.visits[node] += 1
            if who >= 0:
                self.total[node] += self.gains[who]

    def answer(self, simulations: i64, seconds: float) -> Answer:
        """The child tried most."""
        i: i64
        best = self.first[0]
        visits: dict[int, int] = {}
        for i in range(best, best + self.count[0]):
            visits[self.action[i]] = self.visits[i]
            more = self.visits[i] - self.visits[best]
            if more > 0 or (more == 0 and self.total[i] > self.total[best]):
                best = i
        return Answer(
            action=self.action[best],
            value=self.total[best] / float(self.visits[best]),
            nodes=simulations,
            seconds=seconds,
            line=(int(self.action[best]),),
            visits=dict(sorted(visits.items())),
        )


class Ismcts:
    """The trees of all truths, grown together. Edges are what the observer sees: its own actions,
    and of what others and chance do the move text as it may read it. A node counts what its
    parent's decider got out of it, and how often it was entered and could have been."""

    def __init__(
        self,
        observer: int,
        seed: int,
        exploration: float = EXPLORATION,
        most: int = MOST_HIDDEN,
    ) -> None:
        self.observer: i64 = observer
        self.exploration = exploration
        self.most: i64 = most
        self.rng = Rng(seed)
        self.buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.path: list[tuple[int, int]] = []
        """The nodes entered, each with the seat that chose it, or CHANCE."""
        self.children: list[dict[Edge, int]] = [{}]
        self.visits: vec[i64] = vec[i64]([0])
        self.chances: vec[i64] = vec[i64]([0])
        self.total: vec[float] = vec[float]([0.0])

    def simulate(self, state: FastState) -> None:
        """One match in one truth: down the tree, on at random, and back up."""
        self.path.clear()
        self.descend(state)
        play_out(state, self.rng, self.buffer, LONGEST)
        self.visits[0] += 1
        for node, who in self.path:
            self.visits[node] += 1
            if who != CHANCE:
                self.total[node] += state.return_of(who)

    def descend(self, state: FastState) -> None:
        """Walk until a node is new, the match is over, or the tree is full."""
        node = 0
        fresh = False
        who = state.to_play()
        while not fresh and who != OVER:
            actions = self.actions(state, who)
            edges = self.edges(state, actions, who)
            edge = self.choose(node, edges, state, who)
            fresh = edge not in self.children[node]
            if fresh and len(self.children) >= self.most:
                return
            node = self.enter(node, edge)
            self.path.append((node, int(who)))
            state.advance(self.any_of(edge, edges, actions))
            who = state.to_play()

    def actions(self, state: FastState, who: i64) -> list[int]:
        """What may happen now; at CHANCE, the one outcome that does."""
        i: i64
        if who == CHANCE:
            chosen = pick(state, self.rng, self.buffer)
            state.legal_actions_into(self.buffer)
            return [self.buffer[chosen]]
        n = state.legal_actions_into(self.buffer)
        return [self.buffer[i] for i in range(n)]

    def edges(self, state: FastState, actions: list[int], who: i64) -> list[Edge]:
        """What the observer sees of each action."""
        if who == self.observer:
            return [*actions]
        truth = unwrap(state)
        return [truth.text(action, int(self.observer)) for action in actions]

    def choose(self, node: int, edges: list[Edge], state: FastState, who: i64) -> Edge:
        """An edge that was never taken, at random, or the best by UCB1. An edge is compared by how
        often this truth and those before let it be taken, not by the visits of its parent."""
        children = self.children[node]
        untried = [edge for edge in edges if edge not in children]
        if untried:
            return untried[self.rng.below(len(untried))]
        best = edges[0]
        best_score = -1e9
        for edge in edges:
            child: i64 = children[edge]
            n = float(self.visits[child])
            wide = sqrt(log(float(self.chances[child]) + 1.0) / n)
            score = self.total[child] / n + self.exploration * wide
            if score > best_score:
                best_score = score
                best = edge
        for edge in set(edges):
            self.chances[children[edge]] += 1
        return best

    def enter(self, node: int, edge: Edge) -> int:
        """The child behind the edge, made if it is new."""
        children = self.children[node]
        if edge not in children:
            children[edge] = len(self.children)
            self.children.append({})
            self.visits = append(self.visits, 0)
            self.chances = append(self.chances, 1)
            self.total = append(self.total, 0.0)
        return children[edge]

    def any_of(self, edge: Edge, edges: list[Edge], actions: list[int]) -> int:
        """An action that looks so to the observer."""
        alike = [action for action, seen in zip(actions, edges, strict=True) if seen == edge]
        return alike[self.rng.below(len(alike))] if len(alike) > 1 else alike[0]

    def answer(self, simulations: i64, seconds: float) -> Answer:
        """The child tried most."""
        found = {int(edge): child for edge, child in self.children[0].items()}
        merits = {e: (self.visits[child], self.total[child]) for e, child in found.items()}
        best = max(sorted(merits), key=merits.__getitem__)
        child: i64 = found[best]
        return Answer(
            action=best,
            value=self.total[child] / float(self.visits[child]),
            nodes=int(simulations),
            seconds=seconds,
            line=(best,),
            visits={edge: int(merits[edge][0]) for edge in sorted(merits)},
        )
