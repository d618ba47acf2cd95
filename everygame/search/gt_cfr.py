"""A search that bluffs, for games in which a move reveals what a seat hides.

The search is growing-tree counterfactual regret minimisation (Schmid et al., "Student of Games",
Science Advances 9, 2023). It begins at the public state, which is what both seats know, and draws
possible states, in which the secrets of the searching seat are drawn anew as well. All drawn states
are played in parallel in one public tree. An information set is all that a seat knows at a node; in
this tree, the drawn states among which the seat cannot distinguish form one. At each node a seat
has one strategy for each of its information sets, so no seat plays by what it cannot know, and the
true secret of the searching seat is only one of those that the opponent must consider. The move is
drawn from the average strategy for the true information set.

A tree that ends before the match does not see what it costs later if a secret is revealed now. So
while a secret is worth something (`secrecy` > 0), the first move of the tree must be the same in
all information sets of the seat, and that move is played unless it costs more than the secret is
worth. Of the actions that the opponent cannot tell apart, each is drawn with the same
probability."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isqrt
from random import Random
from typing import Final

from everygame.contract import State
from everygame.errors import BadArgument
from everygame.search.adapter import Evaluate, Idle
from everygame.search.budget import Answer, Budget
from everygame.search.public_tree import PublicTree

MOST_WORLDS: Final = 64
"""The most drawn states in a tree. Their number is also at most the square root of the nodes in the
budget, because a short search gains more from a larger tree than from more states."""
MOST_DRAWN: Final = 400
"""The most draws of states; many draws may give the same state."""
DRAWING: Final = 0.2
"""The largest share of the budget for drawing states."""
GROWING: Final = 0.65
"""The share of the budget in which the tree grows; in the rest only the strategies are improved."""
FAINT: Final = 0.15
"""A move is dropped if its probability is less than this share of that of the most probable move:
such a small probability is left over from the first, poor strategies."""

Likely = Callable[[State], float]
"""Rates how likely a state is that fits what the seat has observed: 1 for the likeliest, down to
almost 0. The rating may draw conclusions from the moves of the others, never from what the seat
itself hides."""


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
    most_cells: int = 6_000_000,
) -> Answer:
    """Choose an action of `seat`, in a game of two seats of which one wins what the other loses.
    `deal` draws a state that fits what the seat observes; `disguise` draws one that fits what the
    other seat observes, as far as `seat` can know. In each of these states it is the turn of the
    same seat. `secrecy` is the expected return that the seat gives up at most in order not to
    reveal what it knows. The value of a new position is what `evaluate` returns, or the result of a
    random playout. The greater `exploration` is, the more the tree grows at moves with few visits.
    It stops growing at `most_cells` pairs of a move and a drawn state, of some 10 bytes each. One
    node, in the budget and in the answer, is a position of the tree in eight drawn states. `visits`
    of the answer are the probabilities, in thousandths, with which the action was drawn."""
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
    nodes = tree.explore(budget.part(GROWING), budget, most_cells)
    values = tree.values(seat)
    texts = {action: worlds.states[0].text(action, 1 - seat) for action in values}
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
    """Return the probabilities of the actions, without the actions that FAINT drops, and equal for
    actions that the opponent cannot tell apart, which are those with the same text."""
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
    """Return the probabilities, scaled to a sum of 1, of the actions that look to the opponent like
    an action with a value of at least `least`; the action with the best value alone where there is
    none."""
    worthy = {texts[action] for action, value in values.items() if value >= least}
    kept = {action: share for action, share in shares.items() if texts[action] in worthy}
    total = sum(kept.values())
    best = max(sorted(values), key=values.__getitem__)
    return {a: share / total for a, share in kept.items()} if kept else {best: 1.0}


class Worlds:
    """The different states that have been drawn. The first of them fits what the searching seat
    knows."""

    def __init__(self, seat: int, likely: Likely | None) -> None:
        self.seat = seat
        self.likely = likely
        self.states: list[State] = []
        self.numbers: dict[str, int] = {}
        """The index of each drawn state in the other lists; its JSON text is the key."""
        self.drawn: list[float] = []
        """For each drawn state: how often `disguise` has drawn it."""
        self.known: list[list[int]] = [[], []]
        """For each seat, and for each drawn state: the number of the seat's information set. For
        the searching seat, 0 is the true one."""
        self.knows: list[dict[str, int]] = [{}, {}]
        """For each seat: the number of each information set; the observation as JSON text is the
        key."""

    def add(self, truth: State, anew: bool) -> None:
        """Add a drawn state if it is new. `anew` says that `disguise` has drawn it, which is
        counted."""
        if truth.to_play() != self.seat:
            raise BadArgument("In a state that was drawn, another seat is to move.")
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
        """Return the probability of each drawn state before the first move. The states that fit
        what the searching seat knows have, taken together, the weight with which `disguise` drew
        them, although `deal` drew many more of them on purpose; otherwise the opponent in the tree
        would guess the seat's secrets."""
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
    """Draw states by `deal` and `disguise` in turn, within the budget."""
    worlds = Worlds(seat, likely)
    worlds.add(deal(), False)
    drawing = budget.part(DRAWING)
    tries = 1
    most = min(MOST_WORLDS, isqrt(int(budget.nodes)))
    while tries < MOST_DRAWN and len(worlds.states) < most and not drawing.spent(tries):
        worlds.add(disguise() if tries % 2 else deal(), tries % 2 == 1)
        tries += 1
    return worlds
