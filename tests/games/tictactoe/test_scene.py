"""What people see of tic-tac-toe."""

from __future__ import annotations

from functools import partial

import pytest

from everygame.games.tictactoe.rules import TicTacToe, scene
from tests.games.shared import look

seen = partial(look, scene)
GAME = TicTacToe()


def test_three_by_three_squares_the_signs_on_them_and_a_choice_for_each_empty_one() -> None:
    shown = seen(GAME.from_json({"cells": "x...o...."}), 0)
    (board,) = shown.regions
    assert (board.columns, board.rows) == (3, 3) == (shown.width, shown.height)
    assert [(p.at, p.text, p.owner) for p in shown.pieces] == [("a3", "✕", 0), ("b2", "○", 1)]
    touched = [choice.touch for choice in shown.choices]
    assert touched == [(square,) for square in ("b3", "c3", "a2", "c2", "a1", "b1", "c1")]


@pytest.mark.parametrize(
    ("cells", "told", "line"),
    [
        ("xx.ooo.x.", "Three in a row: Noughts won.", [("a2", "b2", "c2")]),
        ("x.o.xo..x", "Three in a row: Crosses won.", [("a3", "b2", "c1")]),
        ("xoxxoooxx", "A draw: the board is full.", []),
        ("x........", "", []),
    ],
)
def test_the_end_is_a_sentence_and_the_line_is_marked(
    cells: str, told: str, line: list[tuple[str, ...]]
) -> None:
    shown = seen(GAME.from_json({"cells": cells}), None)
    assert shown.over == told
    assert [(mark.kind, mark.cells) for mark in shown.marks] == [("line", at) for at in line]
