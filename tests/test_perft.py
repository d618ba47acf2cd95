"""perft against counts that are known from outside."""

import pytest

from everygame.perft import divide, perft
from everygame.registry import find_game

pytestmark = pytest.mark.both

# Counted in many places; 255,168 finished games in all.
TICTACTOE = [1, 9, 72, 504, 3_024, 15_120, 54_720]


def test_tic_tac_toe() -> None:
    state = find_game("tictactoe").game().initial_state()
    assert [perft(state, depth) for depth in range(len(TICTACTOE))] == TICTACTOE


def test_divide_adds_up_to_perft() -> None:
    for name in ("tictactoe", "icefloes"):
        state = find_game(name).game().initial_state()
        parts = divide(state, 4)
        assert sum(parts.values()) == perft(state, 4)
        assert sorted(parts) == sorted(state.text(action) for action in state.legal_actions())


def test_a_finished_game_is_not_extended() -> None:
    game = find_game("tictactoe").game()
    over = game.from_json({"cells": "xxxoo...."})
    assert perft(over, 0) == 1
    assert perft(over, 1) == perft(over, 3) == 0
