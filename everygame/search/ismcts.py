"""Single-observer information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012),
for games with secrets: the baseline's tree, guided by what the game knows.

Each simulation draws another state that fits what the searching seat, the observer, has observed.
All simulations walk one tree. Its edges are what the observer sees: its own actions, and for plies
of others and of chance the move text as the observer may read it. The visits of an edge are
compared with the number of simulations in which the edge was available."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import final

from everygame.contract import CHANCE, State
from everygame.fast.arrays import i64
from everygame.fast.state import FastState
from everygame.search.adapter import Evaluate, Policy, Priors, weights
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
    """Find the best action of `seat`, which is to move in every state that `deal` draws. These
    states belong to the same game and look the same to the seat. A playout that is not over after
    `horizon` plies (`LONG`, or `SHORT` where the game has an `evaluate`) counts what `evaluate`
    returns, or 0 without one. The budget counts simulations. With `priors`, actions with large
    priors are tried more often, and others perhaps never. The tree stops growing at `most_nodes`,
    of some 200 bytes each."""
    guidance = Guidance(evaluate, priors, policy, horizon)
    return Tree(seat, seed, exploration, most_nodes, guidance).run(deal, budget)


@final
class Tree(Ismcts):
    """The baseline's tree, with the priors, the playouts and the estimates of the game."""

    def __init__(
        self, observer: int, seed: int, exploration: float, most_nodes: int, guidance: Guidance
    ) -> None:
        super().__init__(observer, seed, exploration, most_nodes)
        self.guidance = guidance

    def simulate(self, state: FastState) -> None:
        """Simulate one match from one drawn state: walk down the tree, play on to the horizon, and
        add the gains to the nodes on the path."""
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
        """Return the edge to take: by PUCT where the game has priors and a seat decides, else as in
        the baseline."""
        priors = self.guidance.priors
        if priors is None or who == CHANCE:
            return super().choose(node, edges, state, who)
        return self.likely(node, edges, weights(priors, state, self.buffer, len(edges)))

    def likely(self, node: int, edges: list[Edge], shares: list[float]) -> Edge:
        """Return the edge with the greatest PUCT score, where `shares` are the priors of the edges.
        An edge that was never taken gets the mean result of the edges beside it."""
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
        """Return the result of a search that has ended: the action at the root that was visited
        most, its value, and what is known of the other actions. The answer also says how many
        `simulations` and `seconds` the search took."""
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
        """Return the observer's most visited actions, one after another, up to the point where
        another seat or chance decides."""
        moves: list[int] = []
        children = self.children[0]
        while children and all(isinstance(edge, int) for edge in children):
            visits = {int(edge): int(self.visits[child]) for edge, child in children.items()}
            moves.append(max(sorted(visits), key=visits.__getitem__))
            children = self.children[children[moves[-1]]]
        return moves
