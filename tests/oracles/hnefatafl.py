"""Hnefatafl by the Fetlar rules, written a second time and naively, from the rule text alone.

A position is the pieces by their squares (file, rank), the side to play, and how it ended.
"""

from __future__ import annotations

from dataclasses import dataclass

SIDE = 11
FILES = "abcdefghijk"
Square = tuple[int, int]
CORNERS = {(0, 0), (0, 10), (10, 0), (10, 10)}
THRONE = (5, 5)
RESTRICTED = CORNERS | {THRONE}
START = (
    "...aaaaa.../.....a...../.........../a....d....a/a...ddd...a/aa.ddkdd.aa"
    "/a...ddd...a/a....d....a/.........../.....a...../...aaaaa... ; a"
)


@dataclass(frozen=True)
class Position:
    pieces: tuple[tuple[Square, str], ...]
    turn: str
    ended: str = ""
    plies: int = 0


def start() -> Position:
    return read(START)


def read(text: str) -> Position:
    rows, turn = text.split(" ; ")
    pieces = {
        (file, 10 - number): sign
        for number, row in enumerate(rows.split("/"))
        for file, sign in enumerate(row)
        if sign != "."
    }
    return Position(tuple(sorted(pieces.items())), turn)


def write(position: Position) -> str:
    board = dict(position.pieces)
    rows = ["".join(board.get((f, r), ".") for f in range(SIDE)) for r in range(10, -1, -1)]
    return f"{'/'.join(rows)} ; {position.turn}"


def name(square: Square) -> str:
    return f"{FILES[square[0]]}{square[1] + 1}"


def square(text: str) -> Square:
    return FILES.index(text[0]), int(text[1:]) - 1


def inside(at: Square) -> bool:
    return 0 <= at[0] < SIDE and 0 <= at[1] < SIDE


def side(piece: str) -> str:
    return "a" if piece == "a" else "d"


def beside(at: Square) -> list[Square]:
    return [(at[0] + 1, at[1]), (at[0] - 1, at[1]), (at[0], at[1] + 1), (at[0], at[1] - 1)]


def goals(board: dict[Square, str], at: Square) -> list[Square]:
    """Where a piece may come to rest."""
    found = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        there = (at[0] + dx, at[1] + dy)
        while inside(there) and there not in board:
            if board[at] == "k" or there not in RESTRICTED:
                found.append(there)
            there = (there[0] + dx, there[1] + dy)
    return found


def all_moves(board: dict[Square, str], turn: str) -> list[str]:
    mine = [at for at, piece in board.items() if side(piece) == turn]
    return [f"{name(at)}-{name(goal)}" for at in mine for goal in goals(board, at)]


def moves(position: Position) -> list[str]:
    return [] if position.ended else all_moves(dict(position.pieces), position.turn)


def play(position: Position, move: str) -> Position:
    board = dict(position.pieces)
    start, goal = map(square, move.split("-"))
    board[goal] = board.pop(start)
    for near in beside(goal):
        far = (2 * near[0] - goal[0], 2 * near[1] - goal[1])
        victim = board.get(near, "")
        if victim in ("a", "d") and victim != position.turn and closes(board, far, victim):
            del board[near]
    other = "d" if position.turn == "a" else "a"
    ended, plies = ending(board, position.turn, other, goal), position.plies + 1
    late = "long match" if plies == 1000 else ""
    return Position(tuple(sorted(board.items())), other, ended or late, plies)


def to_play(position: Position) -> int:
    return -2 if position.ended else "ad".index(position.turn)


def result(position: Position) -> tuple[list[float], str] | None:
    if position.ended in ("", "long match"):
        return ([0.0, 0.0], position.ended) if position.ended else None
    king_won = position.ended == "corner" or (position.ended, position.turn) == ("no moves", "a")
    return [-1.0, 1.0] if king_won else [1.0, -1.0], position.ended


def closes(board: dict[Square, str], far: Square, victim: str) -> bool:
    """What stands beyond the victim is its enemy, or a square that is."""
    if far in board and side(board[far]) != victim:
        return True
    return far in CORNERS or (far == THRONE and (victim == "a" or far not in board))


def ending(board: dict[Square, str], mover: str, other: str, goal: Square) -> str:
    king = next(at for at, piece in board.items() if piece == "k")
    if king in CORNERS:
        return "corner"
    if mover == "a":
        held = [near == THRONE or board.get(near) == "a" for near in beside(king)]
        if all(held) and goal in beside(king):
            return "king taken"
        if is_encircled(board):
            return "encircled"
    return "" if all_moves(board, other) else "no moves"


def is_encircled(board: dict[Square, str]) -> bool:
    free = {at for at, piece in board.items() if piece != "a"}
    while more := {n for at in free for n in beside(at) if board.get(n) != "a"} - free:
        free |= more
        if not all(map(inside, free)):
            return False
    return True
