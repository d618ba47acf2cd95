"""A bot that looks one ply ahead: it wins at once if it can, avoids moves after which the opponent
can win at once, and otherwise plays the move after which one simple rating of the state, the idea,
is best. Where captures are forced, it rates the position after them.

The bot has no budget, so it plays the same on every machine: it serves as a fixed measure of
strength between random play and searches."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from everygame.contract import CHANCE, OVER, Game, State
from everygame.fast.listening import listen
from everygame.search.adapter import Noisy
from everygame.search.budget import Answer

Idea = Callable[[State, int], float]
"""Rates a state after a ply of the seat: the greater, the better for the seat; 0 for equal
chances."""
WON: Final = 1.0
"""The return of a won match."""
LOST: Final = -1.0
"""The return of a lost match."""
MOST_FORCED: Final = 8
"""The most forced plies that the bot follows before it rates the position."""


def greedy(state: State, idea: Idea | None, rng: Random, noisy: Noisy | None = None) -> Answer:
    """Choose an action that wins; else, of the actions after which the next seat cannot win at
    once, the one after which the idea rates the state best. Ties are broken at random. Where all
    legal actions are `noisy`, the idea rates the state after them. Wins that depend on chance are
    not considered."""
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
    """Return the rating of the state `after` a ply of `seat`, as a pair: first the return if the
    match ends at once, else 0; then the rating by the idea. `left` is the number of forced plies
    that may still be followed."""
    who = after.to_play()
    if who == OVER:
        return after.returns()[seat], 0.0
    mine = who >= 0 and are_partners(after, who, seat)
    if who != CHANCE and not mine and wins_at_once(after):
        return LOST, 0.0
    if left == 0 or not must_capture(after, noisy):
        return 0.0, idea(after, seat) if idea else 0.0
    ends = (after.apply(action) for action in after.legal_actions())
    found = [rate(end, seat, idea, noisy, left - 1) for end in ends]
    return max(found) if mine else min(found)


def are_partners(state: State, one: int, other: int) -> bool:
    """Whether two seats are on one side; a seat is on its own."""
    if one == other:
        return True
    game = getattr(state, "game", None)
    return isinstance(game, Game) and bool(game.sides) and game.sides[one] == game.sides[other]


def must_capture(state: State, noisy: Noisy | None) -> bool:
    """Whether all actions of the player to move are noisy."""
    if noisy is None or state.to_play() == CHANCE:
        return False
    return all(noisy(state, action) for action in state.legal_actions())


def wins_at_once(state: State) -> bool:
    """Whether the player to move has an action that wins at once."""
    return any(ends_won(state, action) for action in state.legal_actions())


def ends_won(state: State, action: int) -> bool:
    """Whether an action ends the match with a win for the player to move."""
    listen()  # of wide games thousands of actions are asked
    after = state.apply(action)
    return after.to_play() == OVER and after.returns()[state.to_play()] >= WON
