"""Reasons for a step in the Royal Game of Ur: captures, rosettes, and pieces that come home or to a
safe square."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.ur.rules import BIT, HAND, HOME, ROSETTES, SAFE, SHARED, UrState
from everygame.words import Message, say


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short sentences that are true of the ply, the most important first
    (docs/guide/analysis.md)."""
    assert isinstance(before, UrState) and isinstance(after, UrState)
    goal = action + int(before.thrown)
    said = []
    if goal in SHARED and before.road[1 - seat] & BIT[goal]:
        said.append(say("It takes a piece, which begins anew."))
    if goal in ROSETTES:
        said.append(say("It comes to a rosette, so you throw again."))
    if goal == HOME:
        said.append(say("It brings a piece home."))
    if action in SHARED and action != SAFE and goal in (SAFE, *range(SHARED.stop, HOME)):
        said.append(say("There the piece cannot be taken."))
    if action == HAND and not before.road[seat]:
        said.append(say("It brings a piece onto the board."))
    return said
