"""What hints say of Freez!."""

from __future__ import annotations

import pytest

from everygame.games.freez.reasons import reasons
from tests.games.freez.table import at

WALL = "w3 c7, wf a4 c4, bf b5 c5 c3 c2, b1 a2, b2 b1"


@pytest.mark.parametrize(
    ("pieces", "moves", "said"),
    [
        (WALL + ", bf c1", "c7-f7 a4~a5 done", ["It closes the wall."]),
        (WALL, "c7-f7 a4~a5 done", []),
        ("w2 d2, b1 d4, b3 g7", "d2xd4", ["It captures a live piece."]),
        ("w2 c2, b1 d5 h1", "c2-e4", []),
        ("w2 b2, b1 d5 h1", "b2-d2", []),
        ("w2 b1, b1 d5 h1", "b1-b3", ["It attacks a live piece."]),
        (
            "w2 d4, w1 a3, wf e5, b2 d6",
            "a3-a2 e5~d5",
            ["Then none of your live pieces is under attack."],
        ),
    ],
)
def test_what_is_said_of_the_last_move(pieces: str, moves: str, said: list[str]) -> None:
    before, _, last = moves.rpartition(" ")
    state = at(pieces, before, snow="none")
    action = state.parse(last)
    assert reasons(state, action, state.apply(action), state.to_play()) == said
