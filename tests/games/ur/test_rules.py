"""The rules of the Royal Game of Ur, a test for each sentence."""

from __future__ import annotations

import pytest

from everygame.contract import CHANCE, OVER
from everygame.errors import BadPosition
from everygame.games.ur.bots import evaluate
from everygame.games.ur.rules import Ur
from everygame.games.ur.scene import scene
from everygame.scene import check, view
from tests.games.shared import play

pytestmark = pytest.mark.both

GAME = Ur()


read = GAME.parse_position


def legal(text: str) -> list[str]:
    state = read(text)
    return [state.text(action) for action in state.legal_actions()]


def test_four_dice_give_nought_to_four() -> None:
    state = GAME.initial_state()
    assert state.to_play() == CHANCE
    assert [p * 16 for _, p in state.chance_outcomes()] == [1, 4, 6, 4, 1]


def test_a_piece_goes_on_by_the_throw() -> None:
    assert legal("S 3 6 home 0 ; N - home 0 ; S:2") == ["in-2", "3-5", "6-8"]
    assert play(read("S 3 home 0 ; N - home 0 ; S:2"), "3-5").position() == (
        "S 5 home 0 ; N - home 0 ; N"
    )


def test_only_pieces_in_hand_enter() -> None:
    assert "in-2" not in legal("S 1 3 5 home 4 ; N - home 0 ; S:2")


def test_to_leave_the_road_the_throw_is_exact() -> None:
    assert "13-home" in legal("S 13 home 0 ; N - home 0 ; S:2")
    assert legal("S 13 home 0 ; N - home 0 ; S:3") == ["in-3"]


def test_a_square_holds_one_piece() -> None:
    assert legal("S 3 5 home 0 ; N - home 0 ; S:2") == ["in-2", "5-7"]


def test_on_shared_squares_the_enemy_is_taken() -> None:
    state = play(read("S 4 home 0 ; N 6 home 1 ; S:2"), "4-6")
    assert state.position() == "S 6 home 0 ; N - home 1 ; N"


def test_on_own_squares_nobody_is_met() -> None:
    state = play(read("S 2 home 0 ; N 3 13 home 0 ; S:1"), "2-3")
    assert state.position() == "S 3 home 0 ; N 3 13 home 0 ; N"
    state = play(read("S 12 home 0 ; N 13 home 0 ; S:1"), "12-13")
    assert "N 13" in state.position()


@pytest.mark.parametrize(("square", "goal"), [(3, 4), (7, 8), (13, 14)])
def test_a_rosette_gives_another_throw(square: int, goal: int) -> None:
    state = play(read(f"S {square} home 0 ; N - home 0 ; S:1"), f"{square}-{goal}")
    assert state.position().endswith(" ; S") and state.to_play() == CHANCE


def test_leaving_the_road_gives_no_other_throw() -> None:
    state = play(read("S 14 home 0 ; N - home 0 ; S:1"), "14-home")
    assert state.position() == "S - home 1 ; N - home 0 ; N"


def test_who_can_move_must() -> None:
    """Also where that gives up a safe square."""
    assert legal("S 8 home 6 ; N 6 home 0 ; S:3") == ["8-11"]


def test_the_middle_rosette_is_safe() -> None:
    assert legal("S 6 home 0 ; N 8 home 0 ; S:2") == ["in-2"]


def test_without_a_move_the_turn_is_over() -> None:
    state = play(GAME.initial_state(), "d0")
    assert state.position().endswith(" ; N") and state.to_json()["lost"] == 0
    stuck = play(read("S 13 home 6 ; N - home 0 ; S"), "d4")
    assert stuck.position().endswith(" ; N") and stuck.to_json()["lost"] == 4
    assert play(stuck, "d2").to_json()["lost"] == 4
    assert play(stuck, "d2", "in-2").to_json()["lost"] == -1


def test_all_seven_home_win() -> None:
    state = play(read("S 13 home 6 ; N 3 home 5 ; S:2"), "13-home")
    assert state.to_play() == OVER and state.returns() == [1.0, -1.0]
    assert state.ending() == "all home"


def test_what_is_no_position() -> None:
    empty = "N - home 0 ; S"
    for text in (
        "", "S - home 0", "S - home 0 ; N - home 0 ; W", f"S - home 0 ; {empty}:5",
        f"S - home 0 ; {empty}:0", f"S 15 home 0 ; {empty}", f"S 3 3 home 0 ; {empty}",
        "S 7 home 0 ; N 7 home 0 ; S", f"S 1 2 3 home 5 ; {empty}",
        "N - home 0 ; S - home 0 ; S", "S - home 7 ; N - home 7 ; S", f"S x home 0 ; {empty}",
    ):  # fmt: skip
        with pytest.raises(BadPosition):
            read(text)
    data = GAME.initial_state().to_json()
    for key, value in (
        ("road", [[]]),
        ("home", [0, "0"]),
        ("turn", 2),
        ("thrown", 5),
        ("lost", None),
    ):
        with pytest.raises(BadPosition):
            GAME.from_json({**data, key: value})


def test_bots_like_to_be_ahead() -> None:
    state = read("S 8 home 1 ; N 3 home 0 ; S:2")
    assert evaluate(state, 0) > 0 and evaluate(state, 1) == -evaluate(state, 0)


def test_the_page_shows_the_throw_and_what_was_lost() -> None:
    state = read("S 4 home 0 ; N 6 home 0 ; S:2")
    shown = scene(GAME, view(state, 0))
    assert check(shown) == [] and shown.prompt == "South threw 2: move a piece 2 squares on."
    taking = next(choice for choice in shown.choices if choice.move == "4-6")
    assert taking.touch == ("s4", "m6") and taking.kind == "capture"
    lost = scene(GAME, view(play(GAME.initial_state(), "d0", "d1"), 1))
    assert lost.notes == ("South threw 0 and could not move.",)
