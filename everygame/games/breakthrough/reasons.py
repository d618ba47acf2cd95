"""Reasons for a step: men that it takes, men that the opponent cannot stop, and threats to reach
the last row."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.breakthrough.rules import BreakthroughState
from everygame.words import Message, say


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short sentences that are true of the ply, the most important first
    (docs/guide/analysis.md)."""
    assert isinstance(before, BreakthroughState) and isinstance(after, BreakthroughState)
    if after.winner >= 0:
        return []
    said = [say("It takes a man.")] if before.captures(action) else []
    start, goal = ends(before.text(action))
    if threatens(before, 1 - seat) and not threatens(after, 1 - seat):
        said.append(say("Then your opponent cannot reach the last row at once."))
    if threatens(after, seat):
        said.append(say("Then you threaten to reach the last row."))
    elif is_free(after, goal, seat) and not is_free(before, start, seat):
        said.append(say("No man of your opponent's can stop this one any more."))
    return said


def ends(text: str) -> list[tuple[int, int]]:
    """Return the column and the rank, both counted from 0, of the start and of the goal in a move
    text."""
    return [("abcdefgh".index(text[i]), int(text[i + 1]) - 1) for i in (0, 3)]


def threatens(state: BreakthroughState, seat: int) -> bool:
    """Whether the seat could reach the last row with its next move."""
    asked = state.copy()
    assert isinstance(asked, BreakthroughState)
    asked.turn = seat
    return any(asked.text(action)[-1] == "81"[seat] for action in asked.legal_actions())


def is_free(state: BreakthroughState, square: tuple[int, int], seat: int) -> bool:
    """Whether no enemy man can meet a man of `seat` that is on this square: no enemy man is ahead
    of it within as many columns as rows. In a ply, each of the two comes nearer by one row, and by
    one column at most."""
    column, rank = square
    for row, men in enumerate(reversed(state.rows().split("/"))):
        ahead = row - rank if seat == 0 else rank - row
        for file, man in enumerate(men):
            if man == "wb"[1 - seat] and ahead > 0 and abs(file - column) <= ahead:
                return False
    return True
