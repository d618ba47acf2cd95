"""perft against counts that are known from outside."""

import pytest

from everygame.library.registry import find_game
from everygame.perft import divide, perft, perft_turns

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


def test_all_plies_of_a_seat_in_a_row_are_one_turn() -> None:
    """Of two jumps in a row the second is no turn of its own; where every turn is one ply,
    turns are counted as plies are."""
    draughts = find_game("draughts").game()
    twice = draughts.parse_position("B:W15,24,31:B10")
    assert (perft(twice, 2), perft_turns(twice, 1)) == (1, 1)
    assert perft(twice, 3) == perft_turns(twice, 2) == 2
    state = find_game("tictactoe").game().initial_state()
    assert [perft_turns(state, depth) for depth in range(4)] == TICTACTOE[:4]
