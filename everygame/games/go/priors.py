"""How promising a move of go looks before any match is simulated.

The search gives these priors to new nodes of its tree (S. Gelly and D. Silver, *Combining online
and offline knowledge in UCT*, 2007). The kinds of knowledge are those of P. Baudiš' *Michi*,
2015."""

from __future__ import annotations

from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.games.go.board import EMPTY, Board
from everygame.games.go.patterns import fits
from everygame.games.go.rules import NOWHERE, GoState
from everygame.games.go.stones import is_eye, is_last_breath, is_rash

NEAR: Final = 3
"""A point lies in an empty area if no stone is within this many steps."""


def idea(state: State, seat: int) -> float:
    """Return the simple rating of the bot "greedy", which takes stones, protects its own stones,
    and plays where it has space."""
    assert isinstance(state, GoState)
    return float(strength(state.board, seat + 1) - strength(state.board, 2 - seat))


def strength(board: Board, colour: i64) -> i64:
    """Return ten for each stone of the colour that cannot be taken at once, and one for each empty
    point beside a stone."""
    point: i64
    way: i64
    total: i64 = 0
    for point in range(board.width, (board.size + 1) * board.width):
        if board.points[point] == colour:
            total += 10 if board.walk(point, 2) > 1 else 0
            for way in range(4):
                total += 1 if board.points[board.near(point, way)] == EMPTY else 0
    return total


def priors(state: State, actions: list[int]) -> list[float]:
    """Return how promising each action is; the usual value is 1."""
    assert isinstance(state, GoState)
    return [weight(state, action) for action in actions]


def weight(state: GoState, action: i64) -> float:
    """Return how promising an action is: the product of what the stone does, how near it is to the
    last stone, and on which line it lies."""
    if action == state.pass_action():
        return 0.1
    board, point = state.board, state.board.place(action)
    if is_eye(board, point, state.turn + 1):
        return 0.05
    return deed(state, point) * nearness(state, point) * height(board, point)


def deed(state: GoState, point: i64) -> float:
    """Return a factor for what a stone does: it will be taken, it takes or saves stones, it makes a
    known shape, or none of these."""
    board = state.board
    if is_rash(state, point):
        return 0.15
    if is_last_breath(board, point, 1) or is_last_breath(board, point, 2):
        return 6.0
    return 2.5 if fits(board, point) else 1.0


def nearness(state: GoState, point: i64) -> float:
    """Return a factor for points near the last stone, where more happens."""
    if state.last == NOWHERE:
        return 1.0
    width = state.board.width
    files = apart(point % width, state.last % width)
    ranks = apart(point // width, state.last // width)
    far = files + ranks + max(files, ranks)
    if far <= 3:
        return 2.5 if far <= 2 else 2.2
    return 1.5 if far <= 5 else 1.0


def height(board: Board, point: i64) -> float:
    """Return a factor for points in an empty area: small near the edge, and largest on the third
    line."""
    row, column = point // board.width, point % board.width
    line = min(min(row, board.size + 1 - row), min(column, board.size + 1 - column))
    if line > 3 or not is_lonely(board, row, column):
        return 1.0
    if line == 3:
        return 1.5
    return 0.2 if line == 1 else 0.5


def is_lonely(board: Board, row: i64, column: i64) -> bool:
    """Whether no stone is near this row and column of the bordered board."""
    i: i64
    j: i64
    for i in range(max(row - NEAR, 1), min(row + NEAR, board.size) + 1):
        for j in range(max(column - NEAR, 1), min(column + NEAR, board.size) + 1):
            far = apart(i, row) + apart(j, column)
            if far <= NEAR and board.points[i * board.width + j] != EMPTY:
                return False
    return True


def apart(a: i64, b: i64) -> i64:
    """Return the distance between two numbers."""
    return a - b if a > b else b - a
