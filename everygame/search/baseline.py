"""The baseline: the search with which the strength of bots is measured. Its moves are frozen, and
`tests/test_baseline.py` checks them: if one move changed, all earlier measurements would be
worthless. `ismcts.py` extends the class Ismcts by what a game knows.

Open games: plain UCT (Kocsis and Szepesvári 2006) with c = 1.4 and returns in [-1, 1]. A simulation
walks down the tree by UCB1 until it enters a child for the first time or the match is over. It then
plays the match to its end by uniformly random plies, and adds to each child on its way the return
of the seat that chose this child. Untried children come first, in random order. The outcomes of
chance are drawn anew each time, by their weights. Games with secrets: the same as single-observer
ISMCTS (Cowling, Powley and Whitehouse 2012), where each simulation begins in another state drawn by
`resample`.

The baseline has no heuristic and no solver, and keeps nothing from move to move. It plays the most
visited move; of moves visited equally often, the one with the greatest sum of returns. Bounds: a
playout that has not ended after 1,000 plies counts 0 for each seat; a tree of a million nodes, or
of 200,000 in games with secrets, stops growing."""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Final, final

from everygame.arguments import bare
from everygame.contract import CHANCE, OVER, State
from everygame.errors import BadArgument
from everygame.fast.arrays import append, i64, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.state import FastState
from everygame.search.adapter import as_fast, as_sides, unwrap
from everygame.search.budget import Answer, Budget
from everygame.search.nodes import DEEPEST, Nodes
from everygame.search.playouts import draw_outcome, pick, play_out
from everygame.search.rng import Rng

EXPLORATION: Final = 1.4
"""The exploration constant c of UCB1."""
LONGEST: Final = 1000
"""The most plies of a playout."""
MOST: Final = 1_000_000
"""The most nodes of a tree in an open game."""
MOST_HIDDEN: Final = 200_000
"""The most nodes of a tree in a game with secrets."""
Edge = int | str
"""How the observer sees a ply: its own action as a number, a ply of others or of chance as text."""


def baseline(root: State, budget: Budget, seed: int = 0) -> Answer:
    """Find the move of the seat to play in an open game. The budget counts simulations."""
    budget.restart()
    tree = Uct(as_sides(root), seed)
    simulations: i64 = 0
    while simulations == 0 or not budget.spent(simulations):
        tree.simulate()
        simulations += 1
    return tree.answer(simulations, budget.elapsed())


def hidden_baseline(deal: Callable[[], State], seat: int, budget: Budget, seed: int = 0) -> Answer:
    """Find the move of `seat` in a game with secrets. `deal` draws a state that fits what the seat
    observes and in which it is the seat to move. The budget counts simulations."""
    return Ismcts(seat, seed).run(deal, budget)


@final
class Uct(Nodes):
    """The tree of an open game."""

    def simulate(self) -> None:
        """Simulate one match: walk down the tree, play on at random, and add the returns to the
        nodes on the path."""
        seat: i64
        state = self.state
        state.copy_from(self.root)
        length = self.descend(state)
        play_out(state, self.rng, self.buffer, LONGEST)
        for seat in range(self.seats):
            self.gains[seat] = state.return_of(seat)
        self.back_up(length)

    def descend(self, state: FastState) -> i64:
        """Walk from the root to a new node or to a node where the match is over, and play the same
        plies in `state`; return the number of nodes on the path."""
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
        """Add the children of a node to the tree; return false if the match is over or the tree is
        full."""
        self.who[node] = state.to_play()
        if self.who[node] == OVER:
            return False
        n = state.legal_actions_into(self.buffer)
        if self.size + n > MOST:
            return False
        self.add_children(node, n)
        return True

    def next(self, node: i64, state: FastState) -> i64:
        """Return the child at which the simulation goes on: drawn where chance decides, else an
        untried child at random, else the most promising child."""
        if self.who[node] == CHANCE:
            return self.first[node] + pick(state, self.rng, self.buffer)
        if self.tried[node] == self.count[node]:
            return self.promising(node)
        return self.try_new(node)

    def promising(self, node: i64) -> i64:
        """Return the child with the greatest UCB1 score."""
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

    def answer(self, simulations: i64, seconds: float) -> Answer:
        """Return the result of a search that has ended: the action at the root that was visited
        most, its value, and the visits of all actions. The answer also says how many `simulations`
        and `seconds` the search took."""
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
    """One tree for all drawn states. Its edges are what the observer, the searching seat, sees: its
    own actions, and for plies of others and of chance the move text as the observer may read it. A
    node counts how often it was entered, how often it could have been entered (`chances`), and what
    the seat that chose it got in total."""

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
        """The nodes that the current simulation has entered, each with the seat that chose it, or
        CHANCE."""
        self.children: list[dict[Edge, int]] = [{}]
        self.visits: vec[i64] = vec[i64]([0])
        self.chances: vec[i64] = vec[i64]([0])
        self.total: vec[float] = vec[float]([0.0])

    def run(self, deal: Callable[[], State], budget: Budget) -> Answer:
        """Simulate matches from drawn states until the budget is spent."""
        budget.restart()
        simulations: i64 = 0
        while simulations == 0 or not budget.spent(simulations):
            state = as_fast(deal()).copy()
            if state.to_play() != self.observer:
                raise BadArgument("In a state that was drawn, another seat is to move.")
            self.simulate(state)
            simulations += 1
        return self.answer(simulations, budget.elapsed())

    def simulate(self, state: FastState) -> None:
        """Simulate one match from one drawn state: walk down the tree, play on at random, and add
        the returns to the nodes on the path."""
        self.path.clear()
        self.descend(state)
        play_out(state, self.rng, self.buffer, LONGEST)
        self.visits[0] += 1
        for node, who in self.path:
            self.visits[node] += 1
            if who != CHANCE:
                self.total[node] += state.return_of(who)

    def descend(self, state: FastState) -> None:
        """Walk until a node is new, the match is over, or the tree is full; play the same plies in
        `state`."""
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
        """Return the actions that may be played now; where chance decides, the one outcome that is
        drawn."""
        i: i64
        if who == CHANCE:
            return [draw_outcome(state, self.rng, self.buffer)]
        n = state.legal_actions_into(self.buffer)
        return [self.buffer[i] for i in range(n)]

    def edges(self, state: FastState, actions: list[int], who: i64) -> list[Edge]:
        """Return, for each action, what the observer sees of it."""
        if who == self.observer:
            return [*actions]
        truth = unwrap(state)
        tell = bare(type(truth).text)
        return [tell(truth, action, int(self.observer)) for action in actions]

    def choose(self, node: int, edges: list[Edge], state: FastState, who: i64) -> Edge:
        """Return an edge that was never taken, at random, or else the edge with the greatest UCB1
        score. The score compares the visits of an edge with the number of simulations in which it
        was available, not with the visits of its parent."""
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
        """Return the child behind the edge, which is added to the tree if it does not exist."""
        children = self.children[node]
        if edge not in children:
            children[edge] = len(self.children)
            self.children.append({})
            self.visits = append(self.visits, 0)
            self.chances = append(self.chances, 1)
            self.total = append(self.total, 0.0)
        return children[edge]

    def any_of(self, edge: Edge, edges: list[Edge], actions: list[int]) -> int:
        """Return a random one of the actions that look like this edge to the observer."""
        alike = [action for action, seen in zip(actions, edges, strict=True) if seen == edge]
        return alike[self.rng.below(len(alike))] if len(alike) > 1 else alike[0]

    def answer(self, simulations: i64, seconds: float) -> Answer:
        """Return the result of a search that has ended: the action at the root that was visited
        most, its value, and the visits of all actions. The answer also says how many `simulations`
        and `seconds` the search took."""
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
