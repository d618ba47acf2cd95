"""Single-observer information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012),
for games with secrets: the tree of the baseline with what a game knows.

Each simulation draws another truth that the seat cannot rule out and walks one tree, whose edges
are what that seat sees: its own actions, and of the others' and of chance the move text as it may
read it. An edge is judged by how often it was there to be taken.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import final

from everygame.contract import CHANCE, State
from everygame.fast.arrays import i64
from everygame.fast.state import FastState
from everygame.search.adapter import Evaluate, Policy, Priors, as_fast, weights
from everygame.search.baseline import Edge, Ismcts
from everygame.search.budget import Answer, Budget
from everygame.search.guidance import Guidance


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
    budget.restart()
    guidance = Guidance(evaluate, priors, policy, horizon)
    tree = Tree(seat, seed, exploration, most_nodes, guidance)
    simulations: i64 = 0
    while simulations == 0 or not budget.spent(simulations):
        tree.simulate(as_fast(deal()).copy())
        simulations += 1
    return tree.answer(simulations, budget.elapsed())


@final
class Tree(Ismcts):
    """The tree of the baseline, in which the game chooses, estimates and plays on."""

    def __init__(
        self, observer: int, seed: int, exploration: float, most_nodes: int, guidance: Guidance
    ) -> None:
        super().__init__(observer, seed, exploration, most_nodes)
        self.guidance = guidance

    def simulate(self, state: FastState) -> None:
        """One match in one truth: down the tree, on to the horizon, and back up."""
        guidance = self.guidance
        self.path.clear()
        self.descend(state)
        guidance.play_out(state, self.rng, self.buffer)
        self.visits[0] += 1
        for node, who in self.path:
            self.visits[node] += 1
            if who != CHANCE:
                self.total[node] += guidance.gain(state, who)

    def choose(self, node: int, edges: list[Edge], state: FastState, who: i64) -> Edge:
        """By PUCT where the game has priors, which chance has not."""
        priors = self.guidance.priors
        if priors is None or who == CHANCE:
            return super().choose(node, edges, state, who)
        return self.likely(node, edges, weights(priors, state, self.buffer, len(edges)))

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
