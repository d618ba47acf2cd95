"""Breakthrough, written a second time and naively, from the rule text alone.

A position is the men as a dictionary from square to letter, and who is to play.
"""

from __future__ import annotations

Men = dict[str, str]
Position = tuple[Men, str]

FILES = "abcdefgh"
AHEAD = {"w": 1, "b": -1}
GOAL = {"w": "8", "b": "1"}
OTHER = {"w": "b", "b": "w"}


def start() -> Position:
    men = {file + rank: "w" for file in FILES for rank in "12"}
    return men | {file + rank: "b" for file in FILES for rank in "78"}, "w"


def read(text: str) -> Position:
    board, letter = text.split(" ; ")
    rows = zip("87654321", board.split("/"), strict=True)
    squares = [(f + rank, sign) for rank, row in rows for f, sign in zip(FILES, row, strict=True)]
    return {square: sign for square, sign in squares if sign != "."}, letter


def write(position: Position) -> str:
    men, letter = position
    rows = ["".join(men.get(file + rank, ".") for file in FILES) for rank in "87654321"]
    return "/".join(rows) + " ; " + letter


def to_play(position: Position) -> int:
    return -2 if result(position) else "wb".index(position[1])


def moves(position: Position) -> list[str]:
    men, letter = position
    if result(position):
        return []
    found = []
    for square in [square for square, sign in men.items() if sign == letter]:
        for sideways in (-1, 0, 1):
            file, rank = FILES.index(square[0]) + sideways, int(square[1]) + AHEAD[letter]
            goal = f"{FILES[file]}{rank}" if 0 <= file < 8 else ""
            if goal and goal not in men:
                found.append(f"{square}-{goal}")
            elif goal and sideways and men[goal] != letter:
                found.append(f"{square}x{goal}")
    return sorted(found)


def play(position: Position, move: str) -> Position:
    men, letter = position
    left = {square: sign for square, sign in men.items() if square != move[:2]}
    return left | {move[3:]: letter}, OTHER[letter]


def result(position: Position) -> tuple[list[float], str] | None:
    men = position[0]
    for letter, returns in (("w", [1.0, -1.0]), ("b", [-1.0, 1.0])):
        if any(sign == letter and square[1] == GOAL[letter] for square, sign in men.items()):
            return returns, "home row"
        if OTHER[letter] not in men.values():
            return returns, "all captured"
    return None
