"""What hints say of Freeze Tag."""

from __future__ import annotations

from everygame.games.freezetag.reasons import reasons
from everygame.games.freezetag.rules import GAME

BOARD = "5 / 5 / 1 Nl Nm Ns 1 / 2 Sm 2 / 2 Ss^Ss 2 ; S:m ; S0 N0"


def say(position: str, move: str) -> list[str]:
    state = GAME().parse_position(position)
    action = state.parse(move)
    return reasons(state, action, state.apply(action), state.to_play())


def test_what_a_pyramid_lands_on() -> None:
    assert say(BOARD, "c2^b3") == ["It freezes another player's large."]
    assert say(BOARD, "c2xd3") == ["It captures another player's small, which you may place."]
    assert say(BOARD, "c2-b2") == []


def test_freeing_the_far_row_and_leaving() -> None:
    stack = "5 / 2 Sl 2 / 5 / 5 / 2 Sm^Ss 1 Nl ; S:sl ; S1 N0"
    assert say(stack, "c1-b2") == ["It sets your frozen medium free."]
    assert say(stack, "c4-c5") == ["Your large then stands on the far row and can leave the board."]
    far = "2 Sl 2 / 5 / 5 / 5 / 4 Nl ; S:l ; S1 N0"
    assert say(far, "c5-off") == ["It brings your second pyramid off the board."]
