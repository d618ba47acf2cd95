"""How go is played in simulated matches: answer the last stone, and never fill an own eye.

A uniformly random player fills its own eyes, so its groups die. Without such moves, simulated
matches end when nothing is left to be decided, and show who would have won (B. Brügmann, *Monte
Carlo Go*, 1993). The answers beside the last stone are those of S. Gelly, Y. Wang, R. Munos and O.
Teytaud, *Modification of UCT with patterns in Monte-Carlo Go*, 2006."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64, vec
from everygame.games.go.board import EMPTY
from everygame.games.go.patterns import fits
from everygame.games.go.priors import idea, priors
from everygame.games.go.rules import NOWHERE, GoState
from everygame.games.go.stones import is_eye, is_legal, is_rash, is_roomy
from everygame.search.game_advice import Level

__all__ = ["idea", "levels", "policy", "priors"]

STEPS: Final = vec[i64]([2, 5, 7, 11, 17, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79])
"""Steps by which `anywhere` visits all points: each is prime to the number of points of every
board, 81, 169 or 361."""


def policy(state: State, dice: int) -> int:
    """Choose an answer to the last stone; else the first sensible action after a random start; else
    a pass. `dice` is a random number."""
    assert isinstance(state, GoState)
    point = NOWHERE if state.last == NOWHERE else reply(state, dice)
    return int(anywhere(state, dice) if point == NOWHERE else state.square(point))


def reply(state: GoState, draw: i64) -> i64:
    """Return a point that captures the group of the last stone, or saves an own group, or makes a
    known shape beside the last stone; else NOWHERE."""
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
    """Return the point where the own group at `point`, if it has only one liberty, gains more; else
    NOWHERE."""
    board = state.board
    if board.points[point] == state.turn + 1 and board.walk(point, 2) == 1:
        escape = board.liberty
        if is_roomy(state, escape) and is_legal(state, escape):
            return escape
    return NOWHERE


def shape(state: GoState, draw: i64) -> i64:
    """Return one of the eight points around the last stone where a stone makes a known shape; else
    NOWHERE. `draw` is a random number that decides where the search begins."""
    i: i64
    board = state.board
    for i in range(8):
        place = (draw + i) % 8
        place += place // 4  # leave out the last stone itself
        point = state.last + (place // 3 - 1) * board.width + place % 3 - 1
        if is_shape(state, point) and is_legal(state, point):
            return point
    return NOWHERE


def is_shape(state: GoState, point: i64) -> bool:
    """Whether the point is empty, has a known shape around it, and would leave a stone there enough
    liberties."""
    board = state.board
    return board.points[point] == EMPTY and fits(board, point) and is_roomy(state, point)


def anywhere(state: GoState, draw: i64) -> i64:
    """Return the first sensible action that is not rash, by random steps from a random start; else
    a sensible one that is rash; else a pass. With steps of one, a point behind many stones would be
    played too often. `draw` is a random number."""
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
    """Whether a stone may be put on the point and fills no eye of its own side."""
    board = state.board
    if board.points[point] != EMPTY or is_eye(board, point, state.turn + 1):
        return False
    return is_legal(state, point)


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Return the levels of the game. With the priors, a few simulations already give good moves, so
    random moves make the first level weak. "Steady" plays fewer random moves than in other games,
    because matches are long (`bench/ladder.py`)."""
    first, steady, *others = (replace(level, search="rave") for level in defaults)
    steady = replace(steady, nodes=1200, each=15, slip=0.02)
    return [replace(first, slip=0.3), steady, *others]
