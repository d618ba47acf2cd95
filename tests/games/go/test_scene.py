"""What people see of go."""

from __future__ import annotations

from functools import partial

from everygame.games.go.rules import Go
from everygame.games.go.scene import scene
from tests.games.shared import look, play

seen = partial(look, scene)
GAME = Go()


def test_a_touch_puts_a_stone_and_a_button_passes() -> None:
    shown = seen(GAME.initial_state(), 0)
    assert {choice.touch for choice in shown.choices} >= {("a1",), ("i9",), ()}
    (button,) = (choice for choice in shown.choices if not choice.touch)
    assert (button.move, button.label, button.key) == ("pass", "Pass", "p")
    assert shown.notes == (), "before the first stone nothing is counted"


def test_a_pass_is_said_and_what_another_one_means() -> None:
    shown = seen(play(GAME.initial_state(), "e5", "pass"), 0)
    assert "White passed" in shown.prompt
    assert "pass, which ends the match" in {choice.name for choice in shown.choices}


def test_an_empty_crossing_that_takes_no_stone_says_why() -> None:
    ko = GAME.parse_position(
        "/".join(["." * 9] * 6 + ["..xo.....", ".x.xo....", "..xo....."]) + " ; o ; c2"
    )
    assert seen(ko, 1).blocked["c2"].startswith("Ko:")
    eye = GAME.parse_position("/".join(["." * 9] * 7 + ["o........", ".o......."]) + " ; x ; -")
    assert "no liberty" in seen(eye, 0).blocked["a1"] and seen(eye, 1).blocked == {}
