"""Reasons for a mark: lines that it blocks, and lines that it threatens."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.tictactoe.rules import LINES
from everygame.words import Message, count, say


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short sentences that are true of the ply, the most important first
    (docs/guide/analysis.md)."""
    cells = str(after.to_json()["cells"])
    if after.ending():
        return []
    blocks = action in gaps(str(before.to_json()["cells"]), "xo"[1 - seat])
    threats = len(gaps(cells, "xo"[seat]))
    said = [say("It blocks a line.")] if blocks else []
    if threats:
        one, many = "Then you threaten a line.", "Then you threaten {n} lines at once."
        said.append(count(one, many, threats))
    return said


def gaps(cells: str, mark: str) -> set[int]:
    """Return the empty cells where a mark would complete a line."""
    found = set()
    for line in LINES:
        marks = [cells[n] for n in line]
        if marks.count(mark) == 2 and "." in marks:
            found.add(line[marks.index(".")])
    return found
