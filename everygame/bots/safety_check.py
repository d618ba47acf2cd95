"""A safety check of the move that a search by simulations chose. Where a search has few
simulations, as in a game with many moves and slow rules, it can overlook a win or a loss in one
ply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from everygame.contract import CHANCE, OVER, State
from everygame.search.budget import Answer
from everygame.search.greedy import WON, are_partners, ends_won

MOST: Final = 64
"""At most this many moves are checked for an immediate loss, the most visited first. If the next
seat wins after each of them, the chosen move stays. The bound limits the time of the check."""


def check_move(state: State, found: Answer) -> Answer:
    """Return the answer of a search, corrected where one ply decides: an action that wins at once
    replaces the chosen one; else, if the next seat can win at once after the chosen action, the
    most visited action after which it cannot. Wins that depend on chance are not
    considered."""
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
    """Return the answer, changed to an action that wins at once."""
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
    """Return the sort key of an action: the action that the search chose comes first, the others by
    falling number of visits."""
    return action != found.action, -found.visits.get(action, 0)


def loses_at_once(state: State, action: int, replies: list[int]) -> bool:
    """Whether the next seat, if it is an opponent, can win at once after an action. `replies` holds
    replies that won after other actions: they are tried first, because they often win again. A new
    winning reply is appended to it."""
    after = state.apply(action)
    who = after.to_play()
    if who in (CHANCE, OVER) or are_partners(after, who, state.to_play()):
        return False
    legal = after.legal_actions()
    for reply in first_of(replies, legal):
        if ends_won(after, reply):
            if reply not in replies:
                replies.append(reply)
            return True
    return False


def first_of(known: list[int], legal: list[int]) -> Iterable[int]:
    """Return the legal actions, those that are also in `known` first."""
    there = set(legal)
    return [*(one for one in known if one in there), *(one for one in legal if one not in known)]


def turn_to(found: Answer, action: int) -> Answer:
    """Return the answer, changed to another action, with the value that the search found for this
    action."""
    value = found.values.get(action, found.value)
    return replace(found, action=action, value=value, line=(action,))
