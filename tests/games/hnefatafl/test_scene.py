"""What people see of hnefatafl."""

from __future__ import annotations

from functools import partial

from everygame.contract import State
from everygame.games.hnefatafl.rules import Hnefatafl
from everygame.games.hnefatafl.scene import scene
from tests.games.shared import look

seen = partial(look, scene)
GAME = Hnefatafl()
EMPTY = "..........."


def read(*rows: str, turn: str) -> State:
    """The lower ranks."""
    return GAME.parse_position("/".join([EMPTY] * (11 - len(rows)) + list(rows)) + f" ; {turn}")


def test_a_move_is_a_piece_and_a_square() -> None:
    shown = seen(GAME.initial_state(), 0)
    choice = next(choice for choice in shown.choices if choice.move == "d1-b1")
    assert choice.touch == ("d1", "b1") and choice.path == ("d1", "c1", "b1")
    assert shown.scores == ("24", "12")


def test_a_move_that_takes_is_told_so() -> None:
    state = read("..........k", "....a......", "...........", "..da.......", turn="d")
    assert {c.kind for c in seen(state, 1).choices} == {"move"}
    state = read("....d.....k", "...........", "..da.......", turn="d")
    taking = [choice for choice in seen(state, 1).choices if choice.kind == "capture"]
    assert [(c.move, c.name) for c in taking] == [("e3-e1", "e3 to e1, taking 1")]
