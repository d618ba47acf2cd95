"""Reasons for a disc: fours in a row that it blocks, and fours that it threatens."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.connectfour.rules import ConnectFourState
from everygame.words import Message, all_of, say


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short sentences that are true of the ply, the most important first
    (docs/guide/analysis.md)."""
    assert isinstance(before, ConnectFourState) and isinstance(after, ConnectFourState)
    if after.over:
        return []
    said = [say("It blocks four in a row.")] if action in fours(before, 1 - seat) else []
    threats = [after.text(column) for column in fours(after, seat)]
    if threats:
        said.append(say("Then you threaten four in a row on {threats}.", threats=all_of(threats)))
    return said


def fours(state: ConnectFourState, seat: int) -> list[int]:
    """Return the columns where a disc of the seat would make four in a row if the seat were to
    play."""
    asked = state.copy()
    assert isinstance(asked, ConnectFourState)
    if asked.turn != seat:
        asked.mine, asked.theirs, asked.turn = asked.theirs, asked.mine, seat
    return [column for column in asked.legal_actions() if asked.apply(column).winner == seat]
