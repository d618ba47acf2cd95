"""A second look at a move that simulated matches chose: where they are few, as in a wide game with
slow rules, they overlook what wins or loses at once. It costs some hundred plies and no more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from everygame.contract import CHANCE, OVER, State
from everygame.search.budget import Answer

MOST: Final = 64
"""Moves that are looked at, the one tried most first; if the next seat wins after all of these, the
first one stays."""
WON: Final = 1.0


def look_twice(state: State, found: Answer) -> Answer:
    """What was found, unless another action wins at once, or this one lets the next seat win at
    once and another does not. What dice will show is not looked at."""
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
    """The same search, for an action that wins at once."""
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
    """The chosen action first, then those tried most."""
    return action != found.action, -found.visits.get(action, 0)


def loses_at_once(state: State, action: int, replies: list[int]) -> bool:
    """The next seat, if it is another, wins at once; `replies` holds how it did before, which
    mostly does again."""
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
    """The legal ones, those known first."""
    there = set(legal)
    return [*(one for one in known if one in there), *(one for one in legal if one not in known)]


def ends_won(state: State, action: int) -> bool:
    """Who plays it has won by it."""
    after = state.apply(action)
    return after.to_play() == OVER and after.returns()[state.to_play()] >= WON


def turn_to(found: Answer, action: int) -> Answer:
    """The same search, for another action."""
    value = found.values.get(action, found.value)
    return replace(found, action=action, value=value, line=(action,))
