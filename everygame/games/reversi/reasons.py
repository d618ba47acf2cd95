"""Reasons for a disc: corners, and how few squares it leaves open to the other side."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.reversi.rules import PASS, ReversiState
from everygame.words import Message, count, say

CORNERS = (0, 7, 56, 63)
"""The actions of the corners."""
FEW = 3
"""A sentence mentions the squares open to the other side only if there are at most this many."""


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short sentences that are true of the ply, the most important first
    (docs/guide/analysis.md)."""
    assert isinstance(before, ReversiState) and isinstance(after, ReversiState)
    if after.over or action == PASS:
        return []
    said = [say("It takes a corner, which nobody can turn any more.")] if action in CORNERS else []
    were, are = places(before, 1 - seat), places(after, 1 - seat)
    if set(CORNERS) & were and not set(CORNERS) & are:
        said.append(say("Then your opponent cannot take a corner at once."))
    if not are:
        said.append(say("Then your opponent can go nowhere and must pass."))
    elif len(are) <= FEW and len(are) < len(were):
        said.append(
            count(
                "It leaves your opponent a single place to go.",
                "It leaves your opponent only {n} places to go.",
                len(are),
            )
        )
    return said


def places(state: ReversiState, seat: int) -> set[int]:
    """Return the squares where the seat could put a disc if it were to play."""
    asked = state.copy()
    assert isinstance(asked, ReversiState)
    if asked.turn != seat:
        asked.mine, asked.theirs, asked.turn = asked.theirs, asked.mine, seat
        asked.find_places()
    return set(asked.legal_actions()) - {PASS} if asked.places else set()
