"""Reasons for a stone: what it captures, threatens and saves."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.go.rules import GoState
from everygame.words import Message, count, say

Point = tuple[int, int]


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short sentences that are true of the ply, the most important first
    (docs/guide/analysis.md)."""
    assert isinstance(before, GoState) and isinstance(after, GoState)
    if action == before.pass_action():
        return []
    own, other = "xo"[seat], "xo"[1 - seat]
    were, are = points(before), points(after)
    captured = sum(sign == other for sign in were.values())
    captured -= sum(sign == other for sign in are.values())
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


def points(state: GoState) -> dict[Point, str]:
    """Return the content of each point: `x`, `o` or `.`."""
    rows = state.rows().split("/")
    return {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}


def short_of_breath(board: dict[Point, str], colour: str) -> set[Point]:
    """Return the stones of a colour whose group has only one liberty."""
    found: set[Point] = set()
    seen: set[Point] = set()
    for point, sign in board.items():
        if sign == colour and point not in seen:
            group, liberties = walk(board, point)
            seen |= group
            if len(liberties) == 1:
                found |= group
    return found


def walk(board: dict[Point, str], start: Point) -> tuple[set[Point], set[Point]]:
    """Return the group of a stone, and the liberties of this group."""
    group, liberties, queue = {start}, set(), [start]
    for x, y in queue:
        for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            sign = board.get(beside)
            if sign == ".":
                liberties.add(beside)
            elif sign == board[start] and beside not in group:
                group.add(beside)
                queue.append(beside)
    return group, liberties
