"""A search that bluffs, for games in which a move gives away what a seat hides.

Growing-tree counterfactual regret minimisation (Schmid et al., "Student of Games", Science
Advances 9, 2023) from the public state. The search draws truths, in which the secrets of its own
seat are drawn anew as well, and plays them side by side in one public tree. At each node a seat has
a strategy for each of its information sets, so no seat plays by what it cannot know, and the real
secret of the searching seat is one case among those that the opponent must consider. The move is
drawn from the average strategy for that case.

A tree that ends before the match does not see what a secret costs later if it is given away now. So
while a secret has a worth (`secrecy`), the first move of the tree must be the same for everything
that the seat may hide, and it is played unless it costs more than the secret. Actions that the
opponent cannot tell apart are drawn with equal shares.
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
"""The most truths in a tree. They are also at most the square root of the nodes in the budget,
because a short search gains more from a larger tree than from more truths."""
MOST_DRAWN: Final = 400
"""The most draws of truths, of which many may be the same."""
DRAWING: Final = 0.2
"""The largest share of the budget for drawing truths."""
GROWING: Final = 0.65
"""The share of the budget in which the tree grows; in the rest the strategies alone improve."""
FAINT: Final = 0.15
"""A move with less than this share of the favourite's is dropped: it is left over from early, poor
strategies."""

Likely = Callable[[State], float]
"""Rates how likely a truth is that the seat cannot rule out: 1 for the likeliest, down to almost 0.
It may conclude from what the others played, never from what the seat itself hides."""


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
    texts = {action: truth.text(action, 1 - seat) for action in values}
    shares = alike(tree.shares(), texts)
    if secrecy > 0.0:
        shares = afford(shares, values, texts, max(values.values()) - secrecy)
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


def alike(shares: dict[int, float], texts: dict[int, str]) -> dict[int, float]:
    """The shares without the faint ones, and equal for actions that the opponent cannot tell
    apart."""
    groups: dict[str, list[int]] = {}
    for action in shares:
        groups.setdefault(texts[action], []).append(action)
    sums = {text: sum(shares[a] for a in group) for text, group in groups.items()}
    least = FAINT * max(sums.values())
    good = {text: share for text, share in sums.items() if share >= least}
    total = sum(good.values())
    return {a: n / total / len(groups[text]) for text, n in good.items() for a in groups[text]}


def afford(
    shares: dict[int, float], values: dict[int, float], texts: dict[int, str], least: float
) -> dict[int, float]:
    """The shares of the actions that the opponent cannot tell from one with a value of at least
    `least`; the best action alone where there is none."""
    worthy = {texts[action] for action, value in values.items() if value >= least}
    kept = {action: share for action, share in shares.items() if texts[action] in worthy}
    total = sum(kept.values())
    best = max(sorted(values), key=values.__getitem__)
    return {a: share / total for a, share in kept.items()} if kept else {best: 1.0}


class Worlds:
    """The different truths that were drawn. The first one fits what the searching seat knows."""

    def __init__(self, seat: int, likely: Likely | None) -> None:
        self.seat = seat
        self.likely = likely
        self.states: list[State] = []
        self.numbers: dict[str, int] = {}
        """For the JSON of each truth: its index in the other lists."""
        self.drawn: list[float] = []
        """For each truth: how often it was drawn by `disguise`."""
        self.known: list[list[int]] = [[], []]
        """For each seat and truth: the number of its information set. 0 is the real one of the
        searching seat."""
        self.knows: list[dict[str, int]] = [{}, {}]

    def add(self, truth: State, anew: bool) -> None:
        """Add a truth, or count it again."""
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
        """The probability of each truth before the first move. The truths that fit what the seat
        knows weigh together as much as `disguise` drew them, although `deal` drew many more on
        purpose; otherwise the opponent in the tree would guess the seat's secrets."""
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
    """Draw truths within the budget, by `deal` and `disguise` in turn."""
    worlds = Worlds(seat, likely)
    worlds.add(deal(), False)
    drawing = budget.part(DRAWING)
    tries = 1
    most = min(MOST_WORLDS, isqrt(int(budget.nodes)))
    while tries < MOST_DRAWN and len(worlds.states) < most and not drawing.spent(tries):
        worlds.add(disguise() if tries % 2 else deal(), tries % 2 == 1)
        tries += 1
    return worlds
