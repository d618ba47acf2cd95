"""What people see of connect four."""

from __future__ import annotations

from functools import partial

from everygame.games.connectfour.bots import evaluate
from everygame.games.connectfour.rules import ConnectFour
from everygame.games.connectfour.scene import scene
from tests.games.shared import look

seen = partial(look, scene)
GAME = ConnectFour()


read = GAME.parse_position


def test_a_touch_anywhere_in_a_column_drops_a_disc_there() -> None:
    shown = seen(read("......./......./......./......./...o.../...x..."), 0)
    column = {choice.touch for choice in shown.choices if choice.move == "d"}
    assert column == {(f"d{rank}",) for rank in range(1, 7)}
    first = next(choice for choice in shown.choices if choice.move == "d")
    assert first.touch == ("d3",) and first.path == ("d6", "d5", "d4", "d3")


def test_a_full_column_says_so() -> None:
    shown = seen(read("o....../x....../o....../x....../o....../x......"), 0)
    assert shown.blocked == {f"a{rank}": "Column a is full." for rank in range(1, 7)}


def test_the_line_that_won_is_marked() -> None:
    shown = seen(read("......./......./......./......./ooo..../xxxx..."), None)
    assert [mark.cells for mark in shown.marks] == [("a1", "b1", "c1", "d1")]


# -- What bots think


def test_an_open_hole_is_worth_something() -> None:
    quiet = read("......./......./......./......./......./...x...")
    threat = read("......./......./......./......./oo...../xxx....")
    assert evaluate(threat, 0) > abs(evaluate(quiet, 0)) and evaluate(threat, 0) > 0


def test_what_is_no_hole_of_the_board_counts_for_nothing() -> None:
    """Three at the top of a column have no fourth."""
    top = read("x....../x....../x....../o....../x....../o.o...o")
    assert evaluate(top, 0) == evaluate(top, 1) == 0.0
