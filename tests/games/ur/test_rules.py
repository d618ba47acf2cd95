"""The rules of the Royal Game of Ur, a test for each sentence."""

from __future__ import annotations

import pytest

from everygame.contract import CHANCE, OVER
from everygame.games.ur.bots import evaluate
from everygame.games.ur.rules import Ur
from everygame.games.ur.scene import in_words, scene
from everygame.scene import view
from tests.games.shared import look, play, texts, told

pytestmark = pytest.mark.both

GAME = Ur()


read = GAME.parse_position


def test_four_dice_give_nought_to_four() -> None:
    state = GAME.initial_state()
    assert state.to_play() == CHANCE
    assert [p * 16 for _, p in state.chance_outcomes()] == [1, 4, 6, 4, 1]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        # A piece goes on by the throw; only pieces in hand enter.
        ("S 3 6 home 0 ; N - home 0 ; S:2", "in-2 3-5 6-8"),
        ("S 1 3 5 home 4 ; N - home 0 ; S:2", "5-7"),
        # To leave the road the throw is exact.
        ("S 13 home 0 ; N - home 0 ; S:2", "in-2 13-home"),
        ("S 13 home 0 ; N - home 0 ; S:3", "in-3"),
        # A square holds one piece, and the middle rosette is safe.
        ("S 3 5 home 0 ; N - home 0 ; S:2", "in-2 5-7"),
        ("S 6 home 0 ; N 8 home 0 ; S:2", "in-2"),
        # Who can move must, also where that gives up a safe square.
        ("S 8 home 6 ; N 6 home 0 ; S:3", "8-11"),
    ],
)
def test_what_may_go(text: str, moves: str) -> None:
    assert texts(read(text)) == set(moves.split())


@pytest.mark.parametrize(
    ("text", "move", "after"),
    [
        ("S 3 home 0 ; N - home 0 ; S:2", "3-5", "S 5 home 0 ; N - home 0 ; N"),
        # On shared squares the enemy is taken, on own squares nobody is met.
        ("S 4 home 0 ; N 6 home 1 ; S:2", "4-6", "S 6 home 0 ; N - home 1 ; N"),
        ("S 2 home 0 ; N 3 13 home 0 ; S:1", "2-3", "S 3 home 0 ; N 3 13 home 0 ; N"),
        ("S 12 home 0 ; N 13 home 0 ; S:1", "12-13", "S 13 home 0 ; N 13 home 0 ; N"),
        # A rosette gives another throw, leaving the road does not.
        ("S 3 home 0 ; N - home 0 ; S:1", "3-4", "S 4 home 0 ; N - home 0 ; S"),
        ("S 7 home 0 ; N - home 0 ; S:1", "7-8", "S 8 home 0 ; N - home 0 ; S"),
        ("S 13 home 0 ; N - home 0 ; S:1", "13-14", "S 14 home 0 ; N - home 0 ; S"),
        ("S 14 home 0 ; N - home 0 ; S:1", "14-home", "S - home 1 ; N - home 0 ; N"),
    ],
)
def test_what_a_move_does(text: str, move: str, after: str) -> None:
    assert play(read(text), move).position() == after


def test_without_a_move_the_turn_is_over() -> None:
    state = play(GAME.initial_state(), "d0")
    assert state.position().endswith(" ; N") and state.to_json()["lost"] == 0
    stuck = play(read("S 13 home 6 ; N - home 0 ; S"), "d4")
    assert stuck.position().endswith(" ; N") and stuck.to_json()["lost"] == 4
    assert play(stuck, "d2").to_json()["lost"] == 4
    assert play(stuck, "d2", "in-2").to_json()["lost"] == -1


def test_all_seven_home_win() -> None:
    state = play(read("S 13 home 6 ; N 3 home 5 ; S:2"), "13-home")
    assert told(state) == (OVER, "all home", [1.0, -1.0])


def test_bots_like_to_be_ahead() -> None:
    state = read("S 8 home 1 ; N 3 home 0 ; S:2")
    assert evaluate(state, 0) > 0


def test_the_page_shows_the_throw() -> None:
    state = read("S 4 home 0 ; N 6 home 0 ; S:2")
    shown = look(scene, state, 0)
    assert shown.prompt == "South threw 2: move a piece 2 squares on."
    taking = next(choice for choice in shown.choices if choice.move == "4-6")
    assert taking.touch == ("s4", "m6") and taking.kind == "capture"


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        ("S 4 home 0 ; N 6 home 0 ; S:2", "4-6", "4 to 6, taking a piece"),
        ("S 1 home 0 ; N 3 home 0 ; S:2", "1-3", "1 to 3"),  # each has a square 3 of its own
        ("S 6 home 0 ; N - home 0 ; S:2", "6-8", "6 to 8, throw again"),
        ("S - home 0 ; N - home 0 ; S:4", "in-4", "enters 4, throw again"),
        ("S 6 home 0 ; N 8 home 0 ; S:1", "6-7", "6 to 7"),
        ("S 4 home 0 ; N 6 home 0 ; S", "d2", "threw 2"),
        ("S 4 home 0 ; N 6 home 0 ; S", "d0", "South threw 0 and could not move."),
    ],
)
def test_a_move_in_words_tells_what_is_taken_and_who_could_not_move(
    text: str, move: str, words: str
) -> None:
    before = read(text)
    after = play(before, move)
    assert in_words(GAME, view(before, None), move, view(after, None)) == words
