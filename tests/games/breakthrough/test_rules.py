"""The rules of breakthrough, a test for each sentence of the rule text and each of its checks."""

from __future__ import annotations

import pytest

from everygame.contract import OVER
from everygame.errors import IllegalMove
from everygame.games.breakthrough.rules import START, Breakthrough
from tests.games.shared import board, play, texts, told

pytestmark = pytest.mark.both


def white(w: str, b: str) -> str:
    """A position with White to play."""
    return f"{board(8, w=w, b=b)} ; w"


def black(w: str, b: str) -> str:
    return f"{board(8, w=w, b=b)} ; b"


read = Breakthrough().parse_position


def test_sixteen_men_on_the_two_nearest_rows_and_white_begins() -> None:
    state = Breakthrough().initial_state()
    assert state.position() == START and state.to_play() == 0
    assert START.count("w") == 17 and START.count("b") == 16  # with the letter of the turn


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        # One square ahead, straight or slantwise.
        (white("d4", "h8"), "d4-c5 d4-d5 d4-e5"),
        (black("a1", "d5"), "d5-c4 d5-d4 d5-e4"),
        # Men in the corners are where the highest bits of a word are.
        (black("a1 h1", "a8 h8 a7 h7"), "a8-b7 h8-g7 a7-a6 a7-b6 h7-h6 h7-g6"),
        # Straight ahead the square must be empty.
        (white("d4", "d5"), "d4-c5 d4-e5"),
        (white("d4 d5", "a8"), "d4-c5 d4-e5 d5-c6 d5-d6 d5-e6"),
        # Slantwise a man may capture, but nobody has to, and never an own man.
        (white("d4", "e5 a8"), "d4-c5 d4-d5 d4xe5"),
        (white("d4 c5 e5", "a8"), "d4-d5 c5-b6 c5-c6 c5-d6 e5-d6 e5-e6 e5-f6"),
    ],
)
def test_how_a_man_goes(text: str, moves: str) -> None:
    assert texts(read(text)) == set(moves.split())


@pytest.mark.parametrize("rank", range(2, 8))
def test_nobody_steps_over_the_edge(rank: int) -> None:
    for near, far in (("a", "b"), ("h", "g")):
        start = f"{near}{rank}"
        for text, ahead in ((white(start, "d8"), rank + 1), (black("d1", start), rank - 1)):
            assert texts(read(text)) == {f"{start}-{near}{ahead}", f"{start}-{far}{ahead}"}


def test_a_captured_man_is_taken_off() -> None:
    assert play(read(white("d4", "e5 a8")), "d4xe5").position() == black("e5", "a8")
    assert play(read(black("c4 a1", "d5")), "d5xc4").position() == white("a1", "c4")


def test_nobody_goes_sideways_or_back() -> None:
    for move in ("d4-c4", "d4-d3", "d4-e3", "pass"):
        with pytest.raises(IllegalMove):
            read(white("d4", "h8")).parse(move)


@pytest.mark.parametrize(
    ("text", "move", "ending", "gain"),
    [
        (white("c7", "b8 f2"), "c7-c8", "home row", 1.0),
        (white("c7", "b8 f2"), "c7-d8", "home row", 1.0),
        (white("c7", "b8 f2"), "c7xb8", "home row", 1.0),
        (black("c7 h1", "b8 f2"), "f2-e1", "home row", -1.0),
        (white("d4", "e5"), "d4xe5", "all captured", 1.0),
        (black("d4", "e5"), "e5xd4", "all captured", -1.0),
    ],
)
def test_the_last_row_wins_and_so_does_the_last_capture(
    text: str, move: str, ending: str, gain: float
) -> None:
    state = play(read(text), move)
    assert told(state) == (OVER, ending, [gain, -gain]) and state.legal_actions() == []
