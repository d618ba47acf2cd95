"""Connect four, written a second time and naively, from the rule text alone.

A position is its rows from the top, as in the position text.
"""

from __future__ import annotations

Position = tuple[str, ...]

COLUMNS = "abcdefg"


def start() -> Position:
    return ("." * 7,) * 6


def read(text: str) -> Position:
    return tuple(text.split("/"))


def write(position: Position) -> str:
    return "/".join(position)


def turn(position: Position) -> int:
    return sum(sign != "." for row in position for sign in row) % 2


def to_play(position: Position) -> int:
    return -2 if result(position) else turn(position)


def moves(position: Position) -> list[str]:
    if result(position):
        return []
    return [COLUMNS[x] for x in range(7) if position[0][x] == "."]


def play(position: Position, move: str) -> Position:
    x = COLUMNS.index(move)
    y = max(y for y in range(6) if position[y][x] == ".")
    row = position[y][:x] + "xo"[turn(position)] + position[y][x + 1 :]
    return (*position[:y], row, *position[y + 1 :])


def result(position: Position) -> tuple[list[float], str] | None:
    """Read every row, column and diagonal as a word and look for four of a kind in it."""
    rows = list(position)
    columns = ["".join(row[x] for row in rows) for x in range(7)]
    falling = [
        "".join(rows[y][x] for y in range(6) for x in range(7) if x - y == d) for d in range(-5, 7)
    ]
    rising = [
        "".join(rows[y][x] for y in range(6) for x in range(7) if x + y == d) for d in range(12)
    ]
    words = " ".join(rows + columns + falling + rising)
    if "xxxx" in words:
        return [1.0, -1.0], "line"
    if "oooo" in words:
        return [-1.0, 1.0], "line"
    return ([0.0, 0.0], "full board") if "." not in words else None
