"""Reasons for a ply of draughts: what it takes, crowns and saves."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.draughts.rules import DraughtsState
from everygame.words import Message, say


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short sentences that are true of the ply, the most important first
    (docs/guide/analysis.md)."""
    assert isinstance(before, DraughtsState) and isinstance(after, DraughtsState)
    own, other = "bw"[seat], "bw"[1 - seat]
    were, are = before.board(), after.board()
    said = []
    if before.jumps:
        king = kings(were, other) > kings(are, other)
        said.append(say("It takes a king.") if king else say("It takes a man."))
    if kings(are, own) > kings(were, own):
        said.append(say("It crowns a man."))
    if after.to_play() == 1 - seat and can_take(before, 1 - seat) and not after.jumps:
        said.append(say("Then your opponent can take nothing."))
    return said


def kings(board: str, side: str) -> int:
    """Return the number of kings of a side, by its letter."""
    return board.count(side.upper())


def can_take(state: DraughtsState, seat: int) -> bool:
    """Whether the seat could capture with its next move."""
    asked = state.copy()
    assert isinstance(asked, DraughtsState)
    if asked.turn != seat:
        asked.mine, asked.theirs, asked.turn = asked.theirs, asked.mine, seat
    return asked.find_jumps(asked.mine)
