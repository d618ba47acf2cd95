"""A bot that looks one ply ahead: it wins at once if it can, avoids moves after which the opponent
wins at once, and otherwise follows one simple idea. Where captures are forced it judges the
position after them.

It is a fixed measure between random play and searches: without a budget, it plays the same on every
machine."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from everygame.contract import CHANCE, OVER, State
from everygame.search.adapter import Noisy
from everygame.search.budget import Answer

Idea = Callable[[State, int], float]
"""Rates a state after a ply of the seat: the more, the better for the seat; 0 for equal chances."""
WON: Final = 1.0
LOST: Final = -1.0
MOST_FORCED: Final = 8
"""At most so many forced plies are followed."""


def greedy(state: State, idea: Idea | None, rng: Random, noisy: Noisy | None = None) -> Answer:
    """An action that wins; or else, of those after which the next seat cannot win at once, the one
    that the idea rates best. Ties are broken at random. Where all legal actions are `noisy`, the
    idea rates the state after them. Dice are not looked at."""
    seat = state.to_play()
    actions = state.legal_actions()
    ends = {action: state.apply(action) for action in actions}
    worth = {action: rate(ends[action], seat, idea, noisy, MOST_FORCED) for action in actions}
    best = max(worth.values())
    action = rng.choice([action for action in actions if worth[action] == best])
    return Answer(action, best[0], len(actions), 0.0, line=(action,))


def rate(
    after: State, seat: int, idea: Idea | None, noisy: Noisy | None, left: int
) -> tuple[float, float]:
    """The rating of a state after a ply: first whether it wins or loses at once, then the idea."""
    who = after.to_play()
    if who == OVER:
        return after.returns()[seat], 0.0
    if who not in (seat, CHANCE) and wins_at_once(after):
        return LOST, 0.0
    if left == 0 or not must_capture(after, noisy):
        return 0.0, idea(after, seat) if idea else 0.0
    ends = (after.apply(action) for action in after.legal_actions())
    found = [rate(end, seat, idea, noisy, left - 1) for end in ends]
    return max(found) if who == seat else min(found)


def must_capture(state: State, noisy: Noisy | None) -> bool:
    """Whether all actions of the player to move are noisy."""
    if noisy is None or state.to_play() == CHANCE:
        return False
    return all(noisy(state, action) for action in state.legal_actions())


def wins_at_once(state: State) -> bool:
    """Whether an action of the player to move wins."""
    seat = state.to_play()
    ends = (state.apply(action) for action in state.legal_actions())
    return any(end.to_play() == OVER and end.returns()[seat] == WON for end in ends)
