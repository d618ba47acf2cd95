"""What people see of tic-tac-toe."""

from __future__ import annotations

from everygame.games.tictactoe.rules import TicTacToe, scene
from everygame.scene import check, view

GAME = TicTacToe()


def test_three_by_three_squares_the_signs_on_them_and_a_choice_for_each_empty_one() -> None:
    state = GAME.from_json({"cells": "x...o...."})
    shown = scene(GAME, view(state, 0))
    assert check(shown) == [] and (shown.width, shown.height) == (3, 3)
    (board,) = shown.regions
    assert (board.columns, board.rows) == (3, 3)
    assert [(p.at, p.text, p.owner) for p in shown.pieces] == [("a3", "✕", 0), ("b2", "○", 1)]
    assert {choice.touch for choice in shown.choices} == {
        (square,) for square in ("b3", "c3", "a2", "c2", "a1", "b1", "c1")
    }
    assert scene(GAME, view(state, 1)).choices == ()


def test_the_end_is_a_sentence_and_the_line_is_marked() -> None:
    for cells, told, line in (
        ("xx.ooo.x.", "Three in a row: Noughts won.", [("a2", "b2", "c2")]),
        ("x.o.xo..x", "Three in a row: Crosses won.", [("a3", "b2", "c1")]),
        ("xoxxoooxx", "A draw: the board is full.", []),
        ("x........", "", []),
    ):
        shown = scene(GAME, view(GAME.from_json({"cells": cells}), None))
        assert shown.over == told and check(shown) == []
        assert [(m.kind, m.cells) for m in shown.marks] == [("line", cells) for cells in line]
