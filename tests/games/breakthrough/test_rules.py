"""The rules of breakthrough, a test for each sentence of the rule text and each of its checks."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER
from everygame.errors import BadPosition, IllegalMove
from everygame.games.breakthrough.rules import START, Breakthrough
from tests.games.shared import play, reads_back, texts

pytestmark = pytest.mark.both


def board(**men: str) -> str:
    """A position text: `board(w="a1 b2", b="c3", turn="w")`."""
    turn = men.pop("turn", "w")
    at = {square: sign for sign, squares in men.items() for square in squares.split()}
    rows = ["".join(at.get(file + rank, ".") for file in "abcdefgh") for rank in "87654321"]
    return "/".join(rows) + f" ; {turn}"


read = Breakthrough().parse_position


# -- Rules


def test_sixteen_men_on_the_two_nearest_rows_and_white_begins() -> None:
    state = Breakthrough().initial_state()
    assert state.position() == START and state.to_play() == 0
    assert START.count("w") == 17 and START.count("b") == 16  # with the letter of the turn


def test_a_man_goes_one_square_ahead_straight_or_slantwise() -> None:
    assert texts(read(board(w="d4", b="h8"))) == {"d4-c5", "d4-d5", "d4-e5"}
    assert texts(read(board(w="a1", b="d5", turn="b"))) == {"d5-c4", "d5-d4", "d5-e4"}


@pytest.mark.parametrize("rank", "234567")
def test_nobody_steps_over_the_edge(rank: str) -> None:
    up, down = str(int(rank) + 1), str(int(rank) - 1)
    for near, far in (("a", "b"), ("h", "g")):
        white = texts(read(board(w=near + rank, b="d8")))
        assert white == {f"{near}{rank}-{near}{up}", f"{near}{rank}-{far}{up}"}
        black = texts(read(board(b=near + rank, w="d1", turn="b")))
        assert black == {f"{near}{rank}-{near}{down}", f"{near}{rank}-{far}{down}"}


def test_nobody_steps_over_the_edge_with_all_men_on_it() -> None:
    """Men in the corners are where the highest bits of a word are."""
    state = read(board(b="a8 h8 a7 h7", w="a1 h1", turn="b"))
    assert texts(state) == {"a8-b7", "h8-g7", "a7-a6", "a7-b6", "h7-h6", "h7-g6"}


def test_straight_ahead_the_square_must_be_empty() -> None:
    assert texts(read(board(w="d4", b="d5"))) == {"d4-c5", "d4-e5"}
    assert texts(read(board(w="d4 d5", b="a8"))) >= {"d4-c5", "d4-e5"}
    assert "d4-d5" not in texts(read(board(w="d4 d5", b="a8")))


def test_slantwise_he_may_capture_but_nobody_has_to() -> None:
    state = read(board(w="d4", b="e5 a8"))
    assert texts(state) == {"d4-c5", "d4-d5", "d4xe5"}
    assert play(state, "d4xe5").position() == board(w="e5", b="a8", turn="b")
    black = read(board(w="c4 a1", b="d5", turn="b"))
    assert play(black, "d5xc4").position() == board(w="a1", b="c4", turn="w")


def test_own_men_are_not_captured() -> None:
    assert texts(read(board(w="d4 c5 e5", b="a8"))) >= {"d4-d5"}
    assert not {"d4-c5", "d4xc5", "d4-e5", "d4xe5"} & texts(read(board(w="d4 c5 e5", b="a8")))


def test_nobody_goes_sideways_or_back() -> None:
    for move in ("d4-c4", "d4-d3", "d4-e3", "pass"):
        with pytest.raises(IllegalMove):
            read(board(w="d4", b="h8")).parse(move)


@pytest.mark.parametrize(("move", "seat"), [("c7-c8", 0), ("c7-d8", 0), ("c7xb8", 0)])
def test_a_man_on_the_last_row_wins(move: str, seat: int) -> None:
    state = play(read(board(w="c7", b="b8 f2")), move)
    assert (state.to_play(), state.ending(), state.returns()) == (OVER, "home row", [1.0, -1.0])
    assert state.legal_actions() == []


def test_black_wins_as_well() -> None:
    state = play(read(board(w="c7 h1", b="b8 f2", turn="b")), "f2-e1")
    assert (state.ending(), state.returns()) == ("home row", [-1.0, 1.0])


def test_who_captures_every_man_wins() -> None:
    state = play(read(board(w="d4", b="e5")), "d4xe5")
    assert (state.to_play(), state.ending(), state.returns()) == (OVER, "all captured", [1.0, -1.0])
    state = play(read(board(w="d4", b="e5", turn="b")), "e5xd4")
    assert (state.ending(), state.returns()) == ("all captured", [-1.0, 1.0])


def test_somebody_can_always_move() -> None:
    for number in range(30):
        rng, state = Random(number), Breakthrough().initial_state()
        while state.to_play() != OVER:
            state = state.apply(rng.choice(state.legal_actions()))
        assert state.returns() in ([1.0, -1.0], [-1.0, 1.0])


# -- Positions


@pytest.mark.parametrize(
    "text",
    [
        START,
        board(w="a1 h7", b="h8 b2", turn="b"),
        board(w="a8", b="b7", turn="b"),
        board(b="h8", turn="w"),
    ],
)
def test_a_position_is_read_as_it_was_written(text: str) -> None:
    reads_back(Breakthrough(), text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "who is to play"),
        (START[:-1], "who is to play"),
        (START.replace("w ;", "x ;"), "cannot be"),
        (START.replace("......../", "", 1), "cannot be"),
        (START.replace("......../", "wwwwwwww/", 1), "more than 16"),
        (board(w="a8", b="b7", turn="w"), "over before"),
        (board(w="a8", b="b1", turn="b"), "over before"),
        (board(w="a4", turn="w"), "over before"),
        (board(turn="w"), "over before"),
    ],
)
def test_what_cannot_stand_on_a_board_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        read(text)
