"""A safety check of a move that simulations chose. Where these are few, as in a game with many
moves and slow rules, they overlook wins and losses in one ply. The check costs some hundred plies
at most."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from everygame.contract import CHANCE, OVER, State
from everygame.search.budget import Answer

MOST: Final = 64
"""At most so many moves are checked, in the order of visits. If the next seat wins after each of
them, the chosen move stays."""
WON: Final = 1.0


def check_move(state: State, found: Answer) -> Answer:
    """The answer of a search, unless another action wins at once, or its action lets the next seat
    win at once and another one does not. Dice are not looked at."""
    if found.proven:
        return found
    actions = state.legal_actions()
    for action in actions:
        if ends_won(state, action):
            return win_by(state, found, action)
    replies: list[int] = []
    for action in sorted(actions, key=lambda one: merit(found, one))[:MOST]:
        if not loses_at_once(state, action, replies):
            return found if action == found.action else turn_to(found, action)
    return found


def win_by(state: State, found: Answer, action: int) -> Answer:
    """The answer with an action that wins at once."""
    return replace(
        found,
        action=action,
        value=WON,
        proven=True,
        plies=1,
        line=(action,),
        values={**found.values, action: WON},
        exact={**found.exact, action: WON},
        returns=tuple(state.apply(action).returns()),
    )


def merit(found: Answer, action: int) -> tuple[bool, int]:
    """The sort key of an action: the chosen one first, then by visits."""
    return action != found.action, -found.visits.get(action, 0)


def loses_at_once(state: State, action: int, replies: list[int]) -> bool:
    """Whether the next seat, if it is another one, can win at once. `replies` holds the replies
    that won after other actions: they are tried first, for they mostly win again."""
    after = state.apply(action)
    if after.to_play() in (state.to_play(), CHANCE, OVER):
        return False
    legal = after.legal_actions()
    for reply in first_of(replies, legal):
        if ends_won(after, reply):
            if reply not in replies:
                replies.append(reply)
            return True
    return False


def first_of(known: list[int], legal: list[int]) -> Iterable[int]:
    """The legal actions, those in `known` first."""
    there = set(legal)
    return [*(one for one in known if one in there), *(one for one in legal if one not in known)]


def ends_won(state: State, action: int) -> bool:
    """Whether the player to move wins by an action at once."""
    after = state.apply(action)
    return after.to_play() == OVER and after.returns()[state.to_play()] >= WON


def turn_to(found: Answer, action: int) -> Answer:
    """The answer with another action."""
    value = found.values.get(action, found.value)
    return replace(found, action=action, value=value, line=(action,))
