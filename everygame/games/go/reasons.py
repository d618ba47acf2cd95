"""Reasons for a stone: what it captures, threatens and saves."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.go.board import POINTS, Board
from everygame.games.go.rules import GoState
from everygame.words import Message, count, say


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short sentences that are true of the ply, the most important first
    (docs/guide/analysis.md)."""
    assert isinstance(before, GoState) and isinstance(after, GoState)
    if action == before.pass_action():
        return []
    own, other = seat + 1, 2 - seat
    were, are = before.board, after.board
    sign = "xo"[1 - seat]
    captured = before.rows().count(sign) - after.rows().count(sign)
    said = [say("It captures {stones}.", stones=stones(captured))] if captured else []
    saved = short_of_breath(were, own) - short_of_breath(are, own)
    if saved:
        told = "Then {stones} of yours can no longer be captured at once."
        said.append(say(told, stones=stones(len(saved))))
    threatened = short_of_breath(are, other) - short_of_breath(were, other)
    if threatened:
        said.append(say("Then you threaten to capture {stones}.", stones=stones(len(threatened))))
    return said


def stones(number: int) -> Message:
    """Return a number of stones in words."""
    return count("a stone", "{n} stones", number)


def short_of_breath(board: Board, colour: int) -> set[int]:
    """Return the points of the stones of a colour whose group has only one liberty."""
    return {
        point
        for point in range(POINTS)
        if board.points[point] == colour and board.walk(point, 2) == 1
    }
