"""How go is played in simulated matches: answer the last stone, and never fill one's own eyes.

A uniformly random player fills its own eyes and dies; without that, simulated matches end when
nothing is left to be decided, and tell who would have won (B. Brügmann, *Monte Carlo Go*, 1993).
Answers beside the last stone are those of S. Gelly, Y. Wang, R. Munos and O. Teytaud, *Modification
of UCT with patterns in Monte-Carlo Go*, 2006.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64, vec
from everygame.games.go.board import EMPTY
from everygame.games.go.patterns import fits
from everygame.games.go.rules import NOWHERE, GoState
from everygame.games.go.sight import idea, priors
from everygame.games.go.stones import is_eye, is_legal, is_rash, is_roomy
from everygame.search.advice import Level

__all__ = ["idea", "levels", "policy", "priors"]

STEPS: Final = vec[i64]([2, 5, 7, 11, 17, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79])
"""Without a common divisor with the number of points of any board: 81, 169, 361."""


def policy(state: State, dice: int) -> int:
    """An answer to the last stone, or the first sensible action from a random one on, or a pass."""
    assert isinstance(state, GoState)
    point = NOWHERE if state.last == NOWHERE else reply(state, dice)
    return int(anywhere(state, dice) if point == NOWHERE else state.square(point))


def reply(state: GoState, draw: i64) -> i64:
    """Take the last stone's group, save one's own, or make a shape beside it; else NOWHERE."""
    way: i64
    board, last = state.board, state.last
    if board.walk(last, 2) == 1:
        prey = board.liberty
        if is_legal(state, prey):
            return prey
    for way in range(4):
        escape = way_out(state, board.near(last, way))
        if escape != NOWHERE:
            return escape
    return shape(state, draw)


def way_out(state: GoState, point: i64) -> i64:
    """Where one's own group at the point, which has one liberty, finds more; else NOWHERE."""
    board = state.board
    if board.points[point] == state.turn + 1 and board.walk(point, 2) == 1:
        escape = board.liberty
        if is_roomy(state, escape) and is_legal(state, escape):
            return escape
    return NOWHERE


def shape(state: GoState, draw: i64) -> i64:
    """A point of the eight around the last stone at which a known shape is made; else NOWHERE."""
    i: i64
    board = state.board
    for i in range(8):
        place = (draw + i) % 8
        place += place // 4  # not the stone itself
        point = state.last + (place // 3 - 1) * board.width + place % 3 - 1
        if is_shape(state, point) and is_legal(state, point):
            return point
    return NOWHERE


def is_shape(state: GoState, point: i64) -> bool:
    """Whether the point is empty, has a known shape around it, and a stone there could run."""
    board = state.board
    return board.points[point] == EMPTY and fits(board, point) and is_roomy(state, point)


def anywhere(state: GoState, draw: i64) -> i64:
    """The first action that fills no eye of one's own, from a random one on in random steps, since
    in steps of one a point behind many stones would be played too often; else a pass."""
    i: i64
    board, count = state.board, state.pass_action()
    square = draw % count
    step = STEPS[draw // count % len(STEPS)]
    last_resort = count
    for i in range(count):
        point = board.place(square)
        if is_sensible(state, point):
            if not is_rash(state, point):
                return square
            if last_resort == count:
                last_resort = square
        square = (square + step) % count
    return last_resort


def is_sensible(state: GoState, point: i64) -> bool:
    """Whether a stone may be put there and fills no eye of its own side."""
    board = state.board
    if board.points[point] != EMPTY or is_eye(board, point, state.turn + 1):
        return False
    return is_legal(state, point)


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Priors let a few simulated matches say much, so the first level is made weak by slips. Steady
    slips more rarely than in other games, since matches are long (`bench/ladder.py`)."""
    first, steady, *others = (replace(level, search="rave") for level in defaults)
    steady = replace(steady, nodes=1200, each=15, slip=0.02)
    return [replace(first, slip=0.3), steady, *others]
