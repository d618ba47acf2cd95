"""Play that bluffs, for games whose moves would tell others what a seat hides.

Growing-tree counterfactual regret minimisation (Schmid et al., "Student of Games", Science
Advances 9, 2023) from what all can see. Truths are drawn, the secrets of the searching seat anew as
well, and played side by side in one tree. At each place of it a seat has a strategy for each thing
that it may know: so nobody plays there by what he cannot know, and what the seat does hide is one
case among those that the others must reckon with. The move is drawn from the average strategy for
that case. But a tree that ends before the match does not see what a secret told too early costs
later: as long as a secret is worth something, the first move in the tree is one for all that the
seat may hide, and is played unless it costs more. Moves that the others cannot tell apart are drawn
evenly.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isqrt
from random import Random
from typing import Final

from everygame.contract import State
from everygame.search.adapter import Evaluate, Idle
from everygame.search.budget import Answer, Budget
from everygame.search.public_tree import PublicTree

MOST_WORLDS: Final = 64
"""Truths that are played side by side, at most, and at most the root of the nodes in the budget:
the tree of a short look is worth more than many truths."""
MOST_DRAWN: Final = 400
"""So often a truth is drawn, at most."""
DRAWING: Final = 0.2
"""The share of the budget for drawing them, at most."""
GROWING: Final = 0.65
"""The share in which the tree grows; then strategies alone improve."""
FAINT: Final = 0.15
"""A move that is played so much less often than the favourite is what is left of an early error."""

Likely = Callable[[State], float]
"""How likely a truth is that the seat cannot rule out, from almost 0 to 1 for the likeliest. What
the others did says so, never what the seat itself hides."""


def gt_cfr(
    deal: Callable[[], State],
    disguise: Callable[[], State],
    seat: int,
    budget: Budget,
    secrecy: float = 0.0,
    seed: int = 0,
    evaluate: Evaluate | None = None,
    exploration: float = 1.4,
    likely: Likely | None = None,
    idle: Idle | None = None,
) -> Answer:
    """The action of `seat`, for two seats of which one wins what the other loses. `deal` draws a
    truth that the seat cannot rule out, `disguise` one that the other seat cannot rule out, as far
    as the seat can know; both with the same seat to play. `secrecy` is what the seat gives up of
    its return rather than show what it knows. A new position counts what `evaluate` says of it, or
    what a random playout from it brings. `exploration` is how much the tree grows where it was seen
    little. A node of the budget and of the answer is a position of the tree in eight truths.
    `visits` of the answer are the shares, in thousandths, by which the action was drawn."""
    budget.restart()
    worlds = draw_worlds(deal, disguise, seat, budget, likely)
    tree = PublicTree(
        worlds.states,
        worlds.prior(),
        worlds.known,
        seed,
        evaluate,
        exploration,
        secrecy > 0.0,
        idle,
    )
    nodes = tree.explore(budget.part(GROWING), budget)
    values = tree.values(seat)
    truth = worlds.states[0]
    looks = {action: truth.text(action, 1 - seat) for action in values}
    shares = alike(tree.shares(), looks)
    if secrecy > 0.0:
        shares = afford(shares, values, looks, max(values.values()) - secrecy)
    action = Random(seed).choices(list(shares), list(shares.values()))[0]
    return Answer(
        action=action,
        value=values[action],
        nodes=nodes,
        seconds=budget.elapsed(),
        line=(action,),
        visits={a: round(1000 * share) for a, share in sorted(shares.items())},
        values=values,
    )


def alike(shares: dict[int, float], looks: dict[int, str]) -> dict[int, float]:
    """The shares without the faint ones; actions that look the same to others share evenly."""
    groups: dict[str, list[int]] = {}
    for action in shares:
        groups.setdefault(looks[action], []).append(action)
    sums = {text: sum(shares[a] for a in group) for text, group in groups.items()}
    least = FAINT * max(sums.values())
    good = {text: share for text, share in sums.items() if share >= least}
    total = sum(good.values())
    return {a: n / total / len(groups[text]) for text, n in good.items() for a in groups[text]}


def afford(
    shares: dict[int, float], values: dict[int, float], looks: dict[int, str], least: float
) -> dict[int, float]:
    """The shares of actions that look like one that is worth so much; else the best action."""
    worthy = {looks[action] for action, value in values.items() if value >= least}
    kept = {action: share for action, share in shares.items() if looks[action] in worthy}
    total = sum(kept.values())
    best = max(sorted(values), key=values.__getitem__)
    return {a: share / total for a, share in kept.items()} if kept else {best: 1.0}


class Worlds:
    """Truths that were drawn, each once; the first fits what the seat knows."""

    def __init__(self, seat: int, likely: Likely | None) -> None:
        self.seat = seat
        self.likely = likely
        self.states: list[State] = []
        self.numbers: dict[str, int] = {}
        """Where each truth stands in the other lists."""
        self.drawn: list[float] = []
        """How often each came with the seat's secrets drawn anew."""
        self.known: list[list[int]] = [[], []]
        """What each seat knows in each truth, as a number; 0 is what the searching seat knows."""
        self.knows: list[dict[str, int]] = [{}, {}]

    def add(self, truth: State, anew: bool) -> None:
        """Count a truth."""
        text = json.dumps(truth.to_json())
        if text not in self.numbers:
            self.numbers[text] = len(self.states)
            self.states.append(truth)
            self.drawn.append(0.0)
            for seat, knows in enumerate(self.knows):
                told = json.dumps(truth.observe(seat), sort_keys=True)
                self.known[seat].append(knows.setdefault(told, len(knows)))
        if anew:
            self.drawn[self.numbers[text]] += 1.0

    def prior(self) -> list[float]:
        """How likely each truth is before the first move, as shares of 1. All that fit what the
        seat knows together weigh as much as they were drawn with its secrets anew, however many
        were drawn on purpose: or the others in the tree would guess its secrets."""
        fits = [known == 0 for known in self.known[self.seat]]
        mass = sum(n for n, fit in zip(self.drawn, fits, strict=True) if fit)
        each = max(mass, 1.0) / sum(fits)
        shares = [each if fit else n for n, fit in zip(self.drawn, fits, strict=True)]
        if self.likely is not None:
            shares = [n * self.likely(state) for n, state in zip(shares, self.states, strict=True)]
        total = sum(shares)
        return [share / total for share in shares]


def draw_worlds(
    deal: Callable[[], State],
    disguise: Callable[[], State],
    seat: int,
    budget: Budget,
    likely: Likely | None,
) -> Worlds:
    """As many truths as the budget is worth; every other one fits what the seat knows."""
    worlds = Worlds(seat, likely)
    worlds.add(deal(), False)
    drawing = budget.part(DRAWING)
    tries = 1
    most = min(MOST_WORLDS, isqrt(int(budget.nodes)))
    while tries < MOST_DRAWN and len(worlds.states) < most and not drawing.spent(tries):
        worlds.add(disguise() if tries % 2 else deal(), tries % 2 == 1)
        tries += 1
    return worlds
