"""A beginner of one ply: wins, avoids what loses at once, and else follows one simple idea.

A fixed rung between chance and searches, for measuring: with no budget, it plays the same
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from everygame.contract import CHANCE, OVER, State
from everygame.search.budget import Answer

Idea = Callable[[State, int], float]
"""What a beginner looks at: the more, the better for the seat; 0 where nothing speaks for either
side. It sees a state after a ply of the seat."""
WON: Final = 1.0
LOST: Final = -1.0


def greedy(state: State, idea: Idea | None, rng: Random) -> Answer:
    """The action that wins, or else one after which the next seat cannot win at once, and of these
    one that the idea likes best; ties by chance. What dice will show is not looked at."""
    seat = state.to_play()
    actions = state.legal_actions()
    worth = {action: look(state.apply(action), seat, idea) for action in actions}
    best = max(worth.values())
    action = rng.choice([action for action in actions if worth[action] == best])
    return Answer(action, best[0], len(actions), 0.0, line=(action,))


def look(after: State, seat: int, idea: Idea | None) -> tuple[float, float]:
    """How a ply looks: whether it wins or loses at once, then what the idea says."""
    if after.to_play() == OVER:
        return after.returns()[seat], 0.0
    if after.to_play() not in (seat, CHANCE) and wins_at_once(after):
        return LOST, 0.0
    return 0.0, idea(after, seat) if idea else 0.0


def wins_at_once(state: State) -> bool:
    """Whoever is to play has an action that wins."""
    seat = state.to_play()
    ends = (state.apply(action) for action in state.legal_actions())
    return any(end.to_play() == OVER and end.returns()[seat] == WON for end in ends)
