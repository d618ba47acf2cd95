"""English draughts, written a second time and naively, from the rule text alone.

Squares are (column, row) with row 0 at the top; a position has the pieces by square, who is to
play, the square of a piece that must jump on, and the plies without a capture or a man's move.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

Square = tuple[int, int]

DARK = [(x, y) for y in range(8) for x in range(8) if (x + y) % 2 == 1]
"""In the order of their numbers, from 1."""
OTHER = {"b": "w", "w": "b"}
AHEAD = {"b": 1, "w": -1}
LAST_ROW = {"b": 7, "w": 0}


@dataclass(frozen=True)
class Position:
    pieces: dict[Square, str]
    letter: str
    jumping: Square | None = None
    quiet: int = 0


def start() -> Position:
    signs = "b" * 12 + "." * 8 + "w" * 12
    return Position({s: c for s, c in zip(DARK, signs, strict=True) if c != "."}, "b")


def read(text: str) -> Position:
    turn, white, black, *quiet = text.split(":")
    pieces = {}
    for letter, side in (("w", white[1:]), ("b", black[1:])):
        for king, number in re.findall(r"(K?)(\d+)", side):
            pieces[DARK[int(number) - 1]] = letter.upper() if king else letter
    return Position(pieces, turn.lower(), None, int(quiet[0][1:]) if quiet else 0)


def board(position: Position) -> str:
    return "".join(position.pieces.get(square, ".") for square in DARK)


def json(position: Position) -> dict[str, object]:
    """In the middle of a turn there is no position text."""
    return {"board": board(position), "quiet": position.quiet}


def to_play(position: Position) -> int:
    return -2 if result(position) else "bw".index(position.letter)


def ways(position: Position, square: Square) -> list[Square]:
    """The directions that a piece may go in."""
    piece = position.pieces[square]
    downs = (1, -1) if piece.isupper() else (AHEAD[position.letter],)
    return [(right, down) for right in (-1, 1) for down in downs]


def jumps(position: Position, square: Square) -> list[Square]:
    """Where a piece can jump to."""
    x, y = square
    found = []
    for right, down in ways(position, square):
        over, goal = (x + right, y + down), (x + 2 * right, y + 2 * down)
        enemy = position.pieces.get(over, ".").lower() == OTHER[position.letter]
        if enemy and goal in DARK and goal not in position.pieces:
            found.append(goal)
    return found


def steps(position: Position, square: Square) -> list[Square]:
    x, y = square
    goals = [(x + right, y + down) for right, down in ways(position, square)]
    return [goal for goal in goals if goal in DARK and goal not in position.pieces]


def legal(position: Position) -> list[str]:
    mine = [s for s, piece in position.pieces.items() if piece.lower() == position.letter]
    jumpers = [position.jumping] if position.jumping else mine
    found = [f"{number(s)}x{number(goal)}" for s in jumpers for goal in jumps(position, s)]
    if not found:
        found = [f"{number(s)}-{number(goal)}" for s in mine for goal in steps(position, s)]
    return sorted(found)


def moves(position: Position) -> list[str]:
    return [] if result(position) else legal(position)


def number(square: Square) -> int:
    return DARK.index(square) + 1


def play(position: Position, move: str) -> Position:
    origin, goal = (DARK[int(n) - 1] for n in re.split("[-x]", move))
    pieces = dict(position.pieces)
    piece = pieces.pop(origin)
    crowned = piece.islower() and goal[1] == LAST_ROW[position.letter]
    pieces[goal] = piece.upper() if crowned else piece
    if "-" in move:
        quiet = 0 if piece.islower() else position.quiet + 1
        return Position(pieces, OTHER[position.letter], None, quiet)
    del pieces[(origin[0] + goal[0]) // 2, (origin[1] + goal[1]) // 2]
    after = Position(pieces, position.letter, goal)
    if not crowned and jumps(after, goal):
        return after
    return Position(pieces, OTHER[position.letter])


def result(position: Position) -> tuple[list[float], str] | None:
    if not legal(position):
        lost = [-1.0, 1.0] if position.letter == "b" else [1.0, -1.0]
        alive = position.letter in board(position).lower()
        return lost, "no moves" if alive else "all captured"
    return ([0.0, 0.0], "forty moves") if position.quiet >= 80 else None
