"""Single-observer information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012),
for games with secrets.

Each simulation draws another truth that the seat cannot rule out and walks one tree, whose edges
are what that seat sees: its own actions, and of the others' and of chance the move text as it may
read it. An edge is judged by how often it was there to be taken.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.fast.arrays import append, i64, vec
from everygame.fast.state import MAX_ACTIONS, FastState
from everygame.search.adapter import Evaluate, Policy, Priors, as_fast, unwrap, weights, worth
from everygame.search.budget import Answer, Budget
from everygame.search.playouts import LONG, SHORT, pick, play_on, play_out
from everygame.search.rng import Rng

Edge = int | str
NEW: Final = -1


def ismcts(
    deal: Callable[[], State],
    seat: int,
    budget: Budget,
    seed: int = 0,
    evaluate: Evaluate | None = None,
    horizon: int | None = None,
    exploration: float = 1.4,
    most_nodes: int = 200_000,
    priors: Priors | None = None,
    policy: Policy | None = None,
) -> Answer:
    """The best action of `seat`, which decides in every state that `deal` draws; these are of the
    same game and show the seat the same. A playout that is not over after `horizon` plies (`LONG`,
    or `SHORT` where the game can `evaluate`) counts what `evaluate` says, or nothing. The budget
    counts simulations. With `priors` the heavy actions are tried more, and some perhaps never. The
    tree stops growing at `most_nodes`, of some 200 bytes each."""
    if horizon is None:
        horizon = SHORT if evaluate else LONG
    budget.restart()
    tree = Forest(seat, seed, exploration, most_nodes)
    tree.learn(evaluate, priors, policy, horizon)
    simulations: i64 = 0
    while simulations == 0 or not budget.spent(simulations):
        tree.simulate(as_fast(deal()).copy())
        simulations += 1
    return tree.answer(simulations, budget.elapsed())


@final
class Forest:
    """The trees of all truths, grown together. A node is a number; a column says for each what
    its parent's decider got out of it, and how often it was visited and could have been."""

    def __init__(
        self,
        observer: int,
        seed: int,
        exploration: float,
        most_nodes: int,
    ) -> None:
        self.observer: i64 = observer
        self.rng = Rng(seed)
        self.evaluate: Evaluate | None = None
        self.priors: Priors | None = None
        self.policy: Policy | None = None
        self.horizon: i64 = LONG
        self.exploration = exploration
        self.most: i64 = most_nodes
        self.buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.path: list[tuple[int, int]] = []
        """The nodes entered, each with the seat that chose it, or CHANCE."""
        self.children: list[dict[Edge, int]] = [{}]
        self.visits: vec[i64] = vec[i64]([0])
        self.chances: vec[i64] = vec[i64]([0])
        self.total: vec[float] = vec[float]([0.0])

    def learn(
        self,
        evaluate: Evaluate | None,
        priors: Priors | None,
        policy: Policy | None,
        horizon: int,
    ) -> None:
        """What the game itself knows."""
        self.evaluate = evaluate
        self.priors = priors
        self.policy = policy
        self.horizon = horizon

    def simulate(self, state: FastState) -> None:
        """One match in one truth: down the tree, on at random, and back up."""
        self.path.clear()
        self.descend(state)
        if self.policy is None:
            play_out(state, self.rng, self.buffer, self.horizon)
        else:
            play_on(state, self.rng, self.buffer, self.horizon, self.policy)
        self.back_up(state)

    def descend(self, state: FastState) -> None:
        """Walk until a node is new, the match is over, or the tree is full."""
        node = 0
        fresh = False
        who = state.to_play()
        while not fresh and who != OVER:
            actions = self.actions(state, who)
            edges = self.edges(state, actions, who)
            if self.priors is None or who == CHANCE:
                edge = self.next(node, edges)
            else:
                shares = weights(self.priors, state, self.buffer, len(actions))
                edge = self.likely(node, edges, shares)
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

    def next(self, node: int, edges: list[Edge]) -> Edge:
        """One that was never taken, at random, or the most promising."""
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

    def likely(self, node: int, edges: list[Edge], shares: list[float]) -> Edge:
        """PUCT over the same edges; one that was never taken counts what its siblings got."""
        children = self.children[node]
        weight = dict.fromkeys(edges, 0.0)
        tries, gained = 0.0, 0.0
        for edge, share in zip(edges, shares, strict=True):
            weight[edge] += share
        for edge in weight:
            if edge in children:
                child: i64 = children[edge]
                tries += float(self.visits[child])
                gained += self.total[child]
                self.chances[child] += 1
        usual = gained / tries if tries > 0.0 else 0.0
        best, best_score = edges[0], -1e9
        for edge, share in weight.items():
            n, value, there = 0.0, usual, tries
            if edge in children:
                child = children[edge]
                n, there = float(self.visits[child]), float(self.chances[child])
                value = self.total[child] / n
            score = value + self.exploration * share * sqrt(there + 1.0) / (1.0 + n)
            if score > best_score:
                best, best_score = edge, score
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

    def back_up(self, state: FastState) -> None:
        over = state.to_play() == OVER
        self.visits[0] += 1
        for node, who in self.path:
            self.visits[node] += 1
            if who != CHANCE:
                gain = state.return_of(who) if over else worth(self.evaluate, state, who)
                self.total[node] += gain

    def answer(self, simulations: i64, seconds: float) -> Answer:
        """The child tried most."""
        visits = {int(edge): int(self.visits[child]) for edge, child in self.children[0].items()}
        best = max(sorted(visits), key=visits.__getitem__)
        values = {
            int(edge): self.total[child] / float(self.visits[child])
            for edge, child in self.children[0].items()
        }
        return Answer(
            action=best,
            value=values[best],
            nodes=int(simulations),
            seconds=seconds,
            line=tuple(self.line()),
            visits=dict(sorted(visits.items())),
            values=dict(sorted(values.items())),
        )

    def line(self) -> list[int]:
        """The observer's own actions tried most, up to where somebody else decides."""
        moves: list[int] = []
        children = self.children[0]
        while children and all(isinstance(edge, int) for edge in children):
            visits = {int(edge): int(self.visits[child]) for edge, child in children.items()}
            moves.append(max(sorted(visits), key=visits.__getitem__))
            children = self.children[children[moves[-1]]]
        return moves
