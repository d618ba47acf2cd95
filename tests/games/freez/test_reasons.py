"""What hints say of Freez!."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.freez.reasons import reasons
from everygame.games.freez.rules import GAME


def say(position: str, *moves: str, **options: str) -> list[str]:
    """What is said of the last of some moves."""
    state: State = GAME(**options).parse_position(position)
    for move in moves[:-1]:
        state = state.apply(state.parse(move))
    action = state.parse(moves[-1])
    return reasons(state, action, state.apply(action), state.to_play())


def test_a_wall_is_called_so() -> None:
    closed = "8 / 2 w3 5 / 8 / 1 bf bf 5 / wf 1 wf 5 / 2 bf 5 / b1 1 bf 5 / 1 b2 bf 5 ; w"
    assert say(closed, "c7-f7", "a4~a5", "done") == ["It closes the wall."]
    open_ = "8 / 2 w3 5 / 8 / 1 bf bf 5 / wf 1 wf 5 / 2 bf 5 / b1 1 bf 5 / 1 b2 6 ; w"
    assert say(open_, "c7-f7", "a4~a5", "done") == []


def test_captures_and_attacks_are_called_so() -> None:
    board = "8 / 6 b3 1 / 8 / 8 / 3 b1 4 / 8 / 3 w2 4 / 8 ; w"
    assert say(board, "d2xd4", snow="none") == ["It captures a live piece."]
    board = "8 / 8 / 8 / 3 b1 4 / 8 / 8 / 2 w2 5 / 7 b1 ; w"
    assert say(board, "c2-e4", snow="none") == []
    assert say(board, "c2-c4", snow="none") == []
    near = "8 / 8 / 8 / 3 b1 4 / 8 / 8 / 1 w2 6 / 7 b1 ; w"
    assert say(near, "b2-b4", snow="none") == []
    assert say(near, "b2-d2", snow="none") == []
    row = "8 / 8 / 8 / 3 b1 4 / 8 / 8 / 8 / 1 w2 5 b1 ; w"
    assert say(row, "b1-b3", snow="none") == ["It attacks a live piece."]


def test_ice_in_the_way_of_an_attack() -> None:
    board = "8 / 8 / 3 b2 4 / 4 wf 3 / 3 w2 4 / w1 7 / 8 / 8 ; w"
    assert say(board, "a3-a2", "e5~d5", snow="none") == [
        "Then none of your live pieces is under attack."
    ]
