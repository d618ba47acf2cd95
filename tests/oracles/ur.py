"""The Royal Game of Ur, written a second time and naively, from the rule text alone.

A position is a list of seven numbers a seat (0 in hand, 15 home), the seat to play, the throw.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Position:
    pieces: tuple[tuple[int, ...], tuple[int, ...]] = ((0,) * 7, (0,) * 7)
    turn: int = 0
    throw: int | None = None


def start() -> Position:
    return Position()


def read(text: str) -> Position:
    first, second, last = text.split(" ; ")
    turn, _, throw = last.partition(":")
    pieces = []
    for part in (first, second):
        squares, _, home = part[2:].partition(" home ")
        road = [int(n) for n in squares.split() if n != "-"]
        pieces.append(tuple(sorted(road + [15] * int(home) + [0] * (7 - len(road) - int(home)))))
    return Position((pieces[0], pieces[1]), "SN".index(turn), int(throw) if throw else None)


def write(position: Position) -> str:
    parts = []
    for letter, pieces in zip("SN", position.pieces, strict=True):
        road = " ".join(str(n) for n in sorted(pieces) if 0 < n < 15)
        parts.append(f"{letter} {road or '-'} home {pieces.count(15)}")
    throw = "" if position.throw is None else f":{position.throw}"
    return " ; ".join([*parts, "SN"[position.turn] + throw])


def to_play(position: Position) -> int:
    return -2 if result(position) else -1 if position.throw is None else position.turn


def result(position: Position) -> tuple[list[float], str] | None:
    won = [set(pieces) == {15} for pieces in position.pieces]
    return ([1.0, -1.0] if won[0] else [-1.0, 1.0], "all home") if any(won) else None


def name(square: int) -> str:
    return {0: "in", 15: "home"}.get(square, str(square))


def moves(position: Position) -> list[str]:
    if result(position):
        return []
    if position.throw is None:
        return ["d0", "d1", "d2", "d3", "d4"]
    mine, theirs = position.pieces[position.turn], position.pieces[1 - position.turn]
    found = []
    for square in sorted(set(mine)):
        goal = square + position.throw
        if position.throw == 0 or goal > 15:
            continue
        if goal < 15 and (goal in mine or (goal == 8 and 8 in theirs)):
            continue
        found.append(f"{name(square)}-{name(goal)}")
    return found


def play(position: Position, move: str) -> Position:
    if position.throw is None:
        thrown = replace(position, throw=int(move[1]))
        lost = not moves(thrown)
        return Position(position.pieces, 1 - position.turn) if lost else thrown
    known = {"in": 0, "home": 15}
    start, goal = (known[word] if word in known else int(word) for word in move.split("-"))
    mine, theirs = list(position.pieces[position.turn]), list(position.pieces[1 - position.turn])
    mine[mine.index(start)] = goal
    if 5 <= goal <= 12 and goal in theirs:
        theirs[theirs.index(goal)] = 0
    both = [tuple(sorted(mine)), tuple(sorted(theirs))]
    if position.turn == 1:
        both.reverse()
    again = goal in (4, 8, 14)
    return Position((both[0], both[1]), position.turn if again else 1 - position.turn)
