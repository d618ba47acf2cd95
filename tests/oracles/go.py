"""Go, written a second time and naively, from the rule text alone.

A position is the stones by their points, the side to play, the forbidden point, and how many
passes came last. Groups are sets, found anew each time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

FILES = "abcdefghijklmnopqrs"


@dataclass(frozen=True)
class Position:
    size: int
    stones: tuple[tuple[str, str], ...]
    turn: str = "x"
    ko: str = ""
    passes: int = 0
    plies: int = 0


def start(size: str = "9") -> Position:
    return Position(int(size), ())


def read(text: str, size: str = "9", komi: str = "7.5") -> Position:
    rows, turn, ko, *passed = text.split(" ; ")
    stones = []
    for number, row in enumerate(rows.split("/")):
        for file, sign in zip(FILES, row, strict=False):
            if sign != ".":
                stones.append((f"{file}{int(size) - number}", sign))
    return Position(int(size), tuple(sorted(stones)), turn, ko.strip("-"), len(passed))


@cache
def points(size: int) -> list[str]:
    """By rank, then by file."""
    return [f"{file}{rank}" for rank in range(1, size + 1) for file in FILES[:size]]


@cache
def beside(point: str, size: int) -> list[str]:
    file, rank = FILES.index(point[0]), int(point[1:])
    near = [(file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1)]
    return [f"{FILES[f]}{r}" for f, r in near if 0 <= f < size and 1 <= r <= size]


def group(point: str, board: dict[str, str], size: int) -> tuple[set[str], set[str]]:
    """The stones connected with a stone, and their liberties."""
    stones, liberties = {point}, set()
    while True:
        edge = {n for s in stones for n in beside(s, size)} - stones
        liberties = {n for n in edge if n not in board}
        more = {n for n in edge if board.get(n) == board[point]}
        if not more:
            return stones, liberties
        stones |= more


def put(position: Position, point: str) -> tuple[dict[str, str], set[str]]:
    """The board after a stone and what it takes; and what it takes."""
    board = {**dict(position.stones), point: position.turn}
    taken: set[str] = set()
    for near in beside(point, position.size):
        if board.get(near) not in (None, position.turn):
            stones, liberties = group(near, board, position.size)
            if not liberties:
                taken |= stones
    return {p: s for p, s in board.items() if p not in taken}, taken


def moves(position: Position) -> list[str]:
    if result(position):
        return []
    board = dict(position.stones)
    empty = [p for p in points(position.size) if p not in board and p != position.ko]
    return [*(p for p in empty if may_stand(position, p)), "pass"]


def may_stand(position: Position, point: str) -> bool:
    taken = dict(position.stones)
    if any(near not in taken for near in beside(point, position.size)):
        return True
    board, _ = put(position, point)
    return bool(group(point, board, position.size)[1])


def to_play(position: Position) -> int:
    return -2 if result(position) else "xo".index(position.turn)


def result(position: Position) -> tuple[list[float], str] | None:
    if position.passes < 2 and position.plies < 3 * position.size**2:
        return None
    lead = count(position, "x") - count(position, "o") - 7.5
    ending = "both passed" if position.passes == 2 else "long match"
    return [1.0, -1.0] if lead > 0 else [-1.0, 1.0], ending


def play(position: Position, move: str) -> Position:
    other = "o" if position.turn == "x" else "x"
    if move == "pass":
        passes = position.passes + 1
        return replace(position, turn=other, ko="", passes=passes, plies=position.plies + 1)
    board, taken = put(position, move)
    stones, liberties = group(move, board, position.size)
    alone = len(taken) == 1 and len(stones) == 1 and len(liberties) == 1
    ko = min(taken) if alone else ""
    return Position(
        position.size, tuple(sorted(board.items())), other, ko, plies=position.plies + 1
    )


def count(position: Position, colour: str) -> int:
    """Stones, and empty points from which only that colour is reached."""
    board = dict(position.stones)
    total = sum(sign == colour for sign in board.values())
    for point in points(position.size):
        if point not in board:
            region, edge = {point}, set(beside(point, position.size))
            while more := {p for p in edge if p not in board} - region:
                region |= more
                edge |= {n for p in more for n in beside(p, position.size)}
            total += {board[p] for p in edge - region} == {colour}
    return total


def write(position: Position) -> str:
    board = dict(position.stones)
    rows = [
        "".join(board.get(f"{file}{rank}", ".") for file in FILES[: position.size])
        for rank in range(position.size, 0, -1)
    ]
    return " ; ".join(
        ["/".join(rows), position.turn, position.ko or "-", *["pass"] * position.passes]
    )
