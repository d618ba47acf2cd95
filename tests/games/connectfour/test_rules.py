"""The rules of connect four, a test for each sentence of the rule text and each of its checks."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from everygame.contract import OVER, State
from everygame.errors import BadPosition, IllegalMove
from everygame.games.connectfour.rules import ConnectFour

pytestmark = pytest.mark.both

EMPTY = "......./......./......./......./......./......."
DRAW = "ddacfefgeccddffcceddbbcbffaeaeeggggabagabb"
LAST = "gccfeaegeeaagbbfefecdbffcbgcagcbbgafaddddd"
FIVE = "ffggbcffgagcebaddaabcdeddbbcffcceage"


SIX = "eeffdbaccbefddbdbdaafedcbcecfecbfaaa"
"""Six columns full without a line."""


read = ConnectFour().parse_position


def play(moves: Iterable[str], state: State | None = None) -> State:
    state = state or ConnectFour().initial_state()
    for move in moves:
        state = state.apply(state.parse(move))
    return state


def texts(state: State) -> str:
    return "".join(state.text(action) for action in state.legal_actions())


# -- Rules


def test_a_match_goes_on_while_any_one_column_has_room() -> None:
    """Whichever of the seven it is."""
    for empty in range(7):
        columns = [column for column in "abcdefg" if column != "abcdefg"[empty]]
        state = play(columns["abcdef".index(move)] for move in SIX)
        assert state.to_play() == 0 and texts(state) == "abcdefg"[empty]


def test_seven_columns_six_rows_and_no_disc() -> None:
    assert ConnectFour().initial_state().position() == EMPTY


def test_the_seats_take_turns() -> None:
    assert [play("aabbc"[:n]).to_play() for n in range(5)] == [0, 1, 0, 1, 0]


def test_a_disc_falls_to_the_bottom_or_onto_a_disc() -> None:
    assert play("c").position().endswith("/......./..x....")
    assert play("cc").position().endswith("/..o..../..x....")


def test_a_full_column_takes_no_disc() -> None:
    state = play("dddddd")
    assert texts(state) == "abcefg"
    with pytest.raises(IllegalMove):
        state.parse("d")


def test_one_must_drop_a_disc() -> None:
    with pytest.raises(IllegalMove):
        play("").parse("pass")


@pytest.mark.parametrize(
    "moves", ["aabbccd", "ggffeed", "abababa", "gdgdgdg", "abbccdcddad", "gffeedegddd"]
)
def test_four_in_a_line_win_along_a_row_a_column_or_a_slope(moves: str) -> None:
    assert play(moves[:-1]).ending() == ""
    state = play(moves)
    assert (state.to_play(), state.ending(), state.returns()) == (OVER, "line", [1.0, -1.0])
    assert state.legal_actions() == []


def test_the_second_seat_wins_as_well() -> None:
    state = play("abababcb")
    assert (state.ending(), state.returns()) == ("line", [-1.0, 1.0])


def test_more_than_four_are_as_good() -> None:
    state = play(FIVE)
    assert "/xooooox/" in state.position() and state.returns() == [-1.0, 1.0]


def test_no_line_runs_from_one_column_into_the_next() -> None:
    """Of 42 bits in a chain all those four that are no line are looked at."""
    state = play("aaaaaa" + "bbbbbb")
    assert state.ending() == ""
    assert play("g", state).position().startswith("oo")


def test_a_full_board_without_a_line_is_a_draw() -> None:
    state = play(DRAW)
    assert (state.to_play(), state.ending(), state.returns()) == (OVER, "full board", [0.0, 0.0])


def test_the_last_disc_of_a_full_board_may_win() -> None:
    state = play(LAST)
    assert "." not in state.position()
    assert (state.ending(), state.returns()) == ("line", [-1.0, 1.0])


# -- Positions


@pytest.mark.parametrize("moves", ["", "d", "dd", "aabbccd", DRAW, LAST, FIVE])
def test_a_position_is_read_as_it_was_written(moves: str) -> None:
    state = play(moves)
    again = read(state.position())
    assert again.to_json() == state.to_json() == {"rows": state.position()}
    assert (again.to_play(), again.returns()) == (state.to_play(), state.returns())
    assert again.ending() == state.ending() and texts(again) == texts(state)


def bottom(*rows: str) -> str:
    return "/".join([*["......."] * (6 - len(rows)), *rows])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "cannot be"),
        (EMPTY + "/.......", "cannot be"),
        (bottom("x......X"), "cannot be"),
        (bottom("o......"), "as many discs"),
        (bottom("xx....."), "as many discs"),
        (bottom("x......", "......."), "column a"),
        (bottom("oooo...", "xxxx..."), "x has had a line"),
        (bottom(".......", "xxxx.oo"), "as many discs"),
        (bottom("xxxx...", "ooo.oxo"), "column d"),
        (bottom("xxox...", "ooooxx."), "o has had a line"),
    ],
)
def test_what_cannot_stand_on_a_board_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        read(text)
