"""What hints say of Evade."""

from __future__ import annotations

from everygame.games.evade.reasons import reasons
from everygame.games.evade.rules import GAME


def say(position: str, move: str) -> list[str]:
    state = GAME(information="open").parse_position(position)
    action = state.parse(move)
    return reasons(state, action, state.apply(action), state.to_play())


def test_leaders_on_their_way_and_coins_that_are_stopped() -> None:
    board = "bg bl bg 1 bl bg / 6 / 3 bg 2 / 2 wg 3 / 6 / wg wl 1 wg wl wg ; w ; w0 b0"
    assert say(board, "b1-b2") == ["It brings a leader of yours to 4 rows from home."]
    assert say(board, "c3xd4") == ["It freezes a coin that was 3 rows from home."]
    assert say(board, "c3-c4") == []


def test_the_home_row_is_kept() -> None:
    board = "bg bl bg 1 bl bg / 6 / 6 / 6 / 2 wg bg 2 / wg wl 1 wg wl wg ; w ; w0 b0"
    assert say(board, "c2-c1") == ["Then no coin of the other side can step onto your home row."]
