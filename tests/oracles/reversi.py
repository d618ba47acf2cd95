"""Reversi, written a second time and naively, from the rule text alone.

A position is the rows from the top and who is to play; rank 1 is the top row.
"""

from __future__ import annotations

Position = tuple[tuple[str, ...], str]

WAYS = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if (right, down) != (0, 0)]
OTHER = {"b": "w", "w": "b"}


def start() -> Position:
    return read("......../......../......../...wb.../...bw.../......../......../........ ; b")


def read(text: str) -> Position:
    board, letter = text.split(" ; ")
    return tuple(board.split("/")), letter


def write(position: Position) -> str:
    return "/".join(position[0]) + " ; " + position[1]


def at(rows: tuple[str, ...], x: int, y: int) -> str:
    return rows[y][x] if x in range(8) and y in range(8) else ""


def enclosed(rows: tuple[str, ...], letter: str, x: int, y: int) -> set[tuple[int, int]]:
    """What a disc put there turns over."""
    if rows[y][x] != ".":
        return set()
    found: set[tuple[int, int]] = set()
    for right, down in WAYS:
        steps = 1
        while at(rows, x + steps * right, y + steps * down) == OTHER[letter]:
            steps += 1
        if at(rows, x + steps * right, y + steps * down) == letter:
            found |= {(x + n * right, y + n * down) for n in range(1, steps)}
    return found


def places(rows: tuple[str, ...], letter: str) -> list[str]:
    squares = [(x, y) for y in range(8) for x in range(8)]
    return ["abcdefgh"[x] + str(y + 1) for x, y in squares if enclosed(rows, letter, x, y)]


def to_play(position: Position) -> int:
    return -2 if result(position) else "bw".index(position[1])


def moves(position: Position) -> list[str]:
    rows, letter = position
    if result(position):
        return []
    return places(rows, letter) or ["pass"]


def play(position: Position, move: str) -> Position:
    rows, letter = position
    if move == "pass":
        return rows, OTHER[letter]
    x, y = "abcdefgh".index(move[0]), int(move[1]) - 1
    mine = enclosed(rows, letter, x, y) | {(x, y)}
    turned = [
        "".join(letter if (i, j) in mine else sign for i, sign in enumerate(row))
        for j, row in enumerate(rows)
    ]
    return tuple(turned), OTHER[letter]


def result(position: Position) -> tuple[list[float], str] | None:
    rows = position[0]
    if places(rows, "b") or places(rows, "w"):
        return None
    black, white = "".join(rows).count("b"), "".join(rows).count("w")
    lead = float((black > white) - (black < white))
    return [lead, -lead], "full board" if black + white == 64 else "no place left"
