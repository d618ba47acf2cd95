"""A beginner of one ply: wins, avoids what loses at once, and else follows one simple idea. Where
the others must capture, it judges what is left when that is done.

A fixed rung between chance and searches, for measuring: with no budget, it plays the same
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from everygame.contract import CHANCE, OVER, State
from everygame.search.adapter import Noisy
from everygame.search.budget import Answer

Idea = Callable[[State, int], float]
"""What a beginner looks at: the more, the better for the seat; 0 where nothing speaks for either
side. It sees a state after a ply of the seat."""
WON: Final = 1.0
LOST: Final = -1.0
MOST_FORCED: Final = 8
"""Plies in which somebody must capture that are followed at most."""


def greedy(state: State, idea: Idea | None, rng: Random, noisy: Noisy | None = None) -> Answer:
    """The action that wins, or else one after which the next seat cannot win at once, and of these
    one that the idea likes best; ties by chance. Where somebody may do nothing but what is `noisy`,
    the idea judges what comes of it. What dice will show is not looked at."""
    seat = state.to_play()
    actions = state.legal_actions()
    ends = {action: state.apply(action) for action in actions}
    worth = {action: look(ends[action], seat, idea, noisy, MOST_FORCED) for action in actions}
    best = max(worth.values())
    action = rng.choice([action for action in actions if worth[action] == best])
    return Answer(action, best[0], len(actions), 0.0, line=(action,))


def look(
    after: State, seat: int, idea: Idea | None, noisy: Noisy | None, left: int
) -> tuple[float, float]:
    """How a ply looks: whether it wins or loses at once, then what the idea says."""
    who = after.to_play()
    if who == OVER:
        return after.returns()[seat], 0.0
    if who not in (seat, CHANCE) and wins_at_once(after):
        return LOST, 0.0
    if left == 0 or not must_capture(after, noisy):
        return 0.0, idea(after, seat) if idea else 0.0
    ends = (after.apply(action) for action in after.legal_actions())
    found = [look(end, seat, idea, noisy, left - 1) for end in ends]
    return max(found) if who == seat else min(found)


def must_capture(state: State, noisy: Noisy | None) -> bool:
    """Whoever is to play has nothing but noisy plies."""
    if noisy is None or state.to_play() == CHANCE:
        return False
    return all(noisy(state, action) for action in state.legal_actions())


def wins_at_once(state: State) -> bool:
    """Whoever is to play has an action that wins."""
    seat = state.to_play()
    ends = (state.apply(action) for action in state.legal_actions())
    return any(end.to_play() == OVER and end.returns()[seat] == WON for end in ends)
