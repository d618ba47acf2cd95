"""The rules of tic-tac-toe, a test for each sentence, and the numbers that all the world counts."""

from __future__ import annotations

from collections import Counter

import pytest

from everygame.contract import OVER, State
from everygame.errors import IllegalMove
from everygame.games.tictactoe.rules import TicTacToe
from tests.games.shared import play, told

pytestmark = pytest.mark.both

PERFT = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
"""Sequences of 1 to 9 plies, as counted in many places."""
ENDED = {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}
"""Matches by their length, 255,168 in all; of those of nine plies 46,080 are drawn."""

GAME = TicTacToe()


def read(cells: str) -> State:
    return GAME.from_json({"cells": cells})


def test_seats_take_turns_to_put_their_sign_on_an_empty_square() -> None:
    state = play(GAME.initial_state(), "b2", "a3")
    assert state.to_json() == {"cells": "o...x...."} and state.to_play() == 0
    assert len(state.legal_actions()) == 7
    with pytest.raises(IllegalMove):
        state.parse("b2")


@pytest.mark.parametrize(
    "line", ["012", "345", "678", "036", "147", "258", "048", "246"], ids=lambda line: f"at {line}"
)
def test_three_in_a_row_a_column_or_a_diagonal_win(line: str) -> None:
    others = [n for n in range(9) if str(n) not in line]
    for free in others:
        mine = ["x" if str(n) in line else "." for n in range(9)]
        for n in [n for n in others if n != free][:2]:
            mine[n] = "o"
        state = read("".join(mine))
        assert told(state) == (OVER, "line", [1.0, -1.0]) and state.legal_actions() == []


@pytest.mark.parametrize(
    ("cells", "ending", "gain"),
    [
        ("ooo.x.xx.", "line", -1.0),
        ("xoxxoxoxo", "full board", 0.0),
        # The last sign may win.
        ("xxxoxoxoo", "line", 1.0),
    ],
)
def test_noughts_win_as_well_and_a_full_board_is_a_draw(
    cells: str, ending: str, gain: float
) -> None:
    assert told(read(cells)) == (OVER, ending, [gain, -gain])


def test_all_sequences_of_plies_and_all_matches() -> None:
    """Equal positions are counted together, so that every ply of every match is in it."""
    layer = Counter([GAME.initial_state().to_json()["cells"]])
    found, ended, gains, positions = [], Counter[int](), Counter[float](), 1
    for ply in range(1, 10):
        after: Counter[str] = Counter()
        for cells, ways in layer.items():
            state = read(cells)
            for action in state.legal_actions():
                after[state.apply(action).to_json()["cells"]] += ways
        for cells, ways in after.items():
            if read(cells).to_play() == OVER:
                ended[ply] += ways
                gains[read(cells).returns()[0]] += ways
        found.append(after.total())
        layer, positions = after, positions + len(after)
    assert found == PERFT and ended == ENDED and ended.total() == 255_168
    assert gains == {1.0: 131_184, -1.0: 77_904, 0.0: 46_080} and positions == 5_478
