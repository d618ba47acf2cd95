"""What hints say of Freeze Tag."""

from __future__ import annotations

import pytest

from everygame.games.freezetag.reasons import reasons
from tests.games.freezetag.test_rules import at

BOARD = "5 / 5 / 1 Nl Nm Ns 1 / 2 Sm 2 / 2 Ss^Ss 2 ; S:m ; S0 N0"
STACK = "5 / 2 Sl 2 / 5 / 5 / 2 Sm^Ss 1 Nl ; S:sl ; S1 N0"
FAR = "2 Sl 2 / 5 / 5 / 5 / 4 Nl ; S:l ; S1 N0"


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        (BOARD, "c2^b3", ["It freezes another player's large."]),
        (BOARD, "c2xd3", ["It captures another player's small, which you may place."]),
        (BOARD, "c2-b2", []),
        (STACK, "c1-b2", ["It sets your frozen medium free."]),
        (STACK, "c4-c5", ["Your large then stands on the far row and can leave the board."]),
        (FAR, "c5-off", ["It brings your second pyramid off the board."]),
    ],
)
def test_what_is_said(position: str, move: str, said: list[str]) -> None:
    state = at(position)
    action = state.parse(move)
    assert reasons(state, action, state.apply(action), state.to_play()) == said
