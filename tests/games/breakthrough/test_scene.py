"""What people see of breakthrough, and what bots think of it."""

from __future__ import annotations

from functools import partial

from everygame.games.breakthrough.bots import evaluate, noisy
from everygame.games.breakthrough.rules import START, Breakthrough
from everygame.games.breakthrough.scene import scene
from tests.games.shared import look

seen = partial(look, scene)
GAME = Breakthrough()
FACING = "......b./......../....bb../...w..../......../......../......../.....w.. ; w"


read = GAME.parse_position


def test_a_man_is_touched_and_then_where_he_goes() -> None:
    shown = seen(read(FACING), 0)
    touches = {choice.move: (choice.touch, choice.kind) for choice in shown.choices}
    assert touches["d5xe6"] == (("d5", "e6"), "capture")
    assert touches["d5-d6"] == (("d5", "d6"), "move")


def test_each_player_sees_his_own_men_below() -> None:
    assert [seen(read(START), viewer).rotate for viewer in (None, 0, 1)] == [0, 0, 2]


def test_who_cannot_be_touched_says_why() -> None:
    shown = seen(read(START), 0)
    assert "hemmed in" in shown.blocked["d1"] and "slantwise" in shown.blocked["d7"]
    assert "d2" not in shown.blocked


def test_more_men_further_on_look_better() -> None:
    assert evaluate(read(FACING), 1) > 0
    near = read("......../...w..../......../......../......../......../......../b....... ; w")
    assert evaluate(near, 0) > 0


def test_the_board_upside_down_is_worth_the_same_to_the_other() -> None:
    flipped = "/".join(reversed(FACING[:-4].split("/"))).translate(str.maketrans("wb", "bw"))
    assert evaluate(read(f"{flipped} ; b"), 1) == evaluate(read(FACING), 0)


def test_captures_are_loud() -> None:
    state = read(FACING)
    assert {state.text(a) for a in state.legal_actions() if noisy(state, a)} == {"d5xe6"}
