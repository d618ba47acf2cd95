"""How go is played in simulated matches: never into one's own eyes, and taking what is in atari.

A uniformly random player fills its own eyes and dies; without that, simulated matches end when
nothing is left to be decided, and tell who would have won (B. Brügmann, Monte Carlo Go, 1993).
"""

from __future__ import annotations

from dataclasses import replace

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.games.go.board import BORDER, Board
from everygame.games.go.rules import GoState
from everygame.search.advice import Level


def policy(state: State, actions: list[int], dice: int) -> int:
    """The first sensible action, looking from a random one on; else a pass."""
    assert isinstance(state, GoState)
    board = state.board
    count = len(actions) - 1  # the last one is to pass
    for i in range(count):
        action = actions[(dice + i) % count]
        if not is_eye(board, board.place(action), state.turn + 1):
            return action
    return actions[count]


def is_eye(board: Board, point: i64, colour: i64) -> bool:
    """All neighbours are stones of the colour, and at most one corner is the rival's: none at
    the edge."""
    way: i64
    for way in range(4):
        content = board.points[board.near(point, way)]
        if content != colour and content != BORDER:
            return False
    return rival_corners(board, point, colour) < 2


def rival_corners(board: Board, point: i64, colour: i64) -> i64:
    """Corners that the rival holds; the edge counts as one of them."""
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


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Few simulated matches say little in go, so there are more of them for a level."""
    return [replace(level, nodes=level.nodes * 2, search="mcts") for level in defaults]
