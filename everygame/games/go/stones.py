"""What happens to a stone that is put on a point, as far as its neighbours tell."""

from __future__ import annotations

from everygame.fast.arrays import i64
from everygame.games.go.board import BORDER, EMPTY, Board
from everygame.games.go.rules import GoState


def is_legal(state: GoState, point: i64) -> bool:
    """Whether the seat to play may put a stone on the empty point."""
    return state.square(point) != state.ko and state.board.may_stand(point, state.turn + 1)


def is_roomy(state: GoState, point: i64) -> bool:
    """Whether a stone of the seat to play on the point would have two liberties of its own, or join
    a group that has three."""
    way: i64
    free: i64 = 0
    board = state.board
    for way in range(4):
        beside = board.near(point, way)
        if board.points[beside] == EMPTY:
            free += 1
        elif board.points[beside] == state.turn + 1 and board.walk(beside, 3) == 3:
            return True
    return free > 1


def is_last_breath(board: Board, point: i64, colour: i64) -> bool:
    """Whether the point is the last liberty of a neighbouring group of this colour."""
    way: i64
    for way in range(4):
        beside = board.near(point, way)
        if board.points[beside] == colour and board.walk(beside, 2) == 1:
            return True
    return False


def is_rash(state: GoState, point: i64) -> bool:
    """Whether a stone of the seat to play on the point takes nothing and can probably be taken at
    once."""
    return not is_roomy(state, point) and not is_last_breath(state.board, point, 2 - state.turn)


def is_eye(board: Board, point: i64, colour: i64) -> bool:
    """Whether all neighbours of the point are stones of the colour, and the rival holds at most one
    of the four diagonal points, or none of them at the edge."""
    way: i64
    for way in range(4):
        content = board.points[board.near(point, way)]
        if content != colour and content != BORDER:
            return False
    return rival_corners(board, point, colour) < 2


def rival_corners(board: Board, point: i64, colour: i64) -> i64:
    """Return the number of diagonal points that the rival holds; at the edge, one more."""
    p, width = board.points, board.width
    found: i64 = 0
    edge: i64 = 0
    corner: i64
    for corner in range(4):
        beside = point + (width if corner < 2 else -width) + (1 if corner % 2 else -1)
        if p[beside] == BORDER:
            edge = 1
        elif p[beside] == 3 - colour:
            found += 1
    return found + edge
