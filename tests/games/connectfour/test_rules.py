"""The rules of connect four, a test for each sentence of the rule text and each of its checks."""

from __future__ import annotations

import pytest

from everygame.contract import OVER, State
from everygame.errors import IllegalMove
from everygame.games.connectfour.rules import ConnectFour
from tests.games.shared import play, texts, told

pytestmark = pytest.mark.both

SIX = "eeffdbaccbefddbdbdaafedcbcecfecbfaaa"
"""Six columns full without a line."""


def drop(moves: str) -> State:
    return play(ConnectFour().initial_state(), *moves)


@pytest.mark.parametrize("place", range(7))
def test_a_match_goes_on_while_any_one_column_has_room(place: int) -> None:
    """Whichever of the seven it is."""
    empty = "abcdefg"[place]
    others = str.maketrans("abcdef", "abcdefg".replace(empty, ""))
    state = drop(SIX.translate(others))
    assert state.to_play() == 0 and texts(state) == {empty}


def test_the_seats_take_turns() -> None:
    assert [drop("aabbc"[:n]).to_play() for n in range(5)] == [0, 1, 0, 1, 0]


def test_a_disc_falls_to_the_bottom_or_onto_a_disc() -> None:
    assert drop("").position() == "......./......./......./......./......./......."
    assert drop("c").position().endswith("/......./..x....")
    assert drop("cc").position().endswith("/..o..../..x....")


def test_one_must_drop_a_disc_where_there_is_room() -> None:
    state = drop("dddddd")
    assert texts(state) == {*"abcefg"}
    for move in ("d", "pass"):
        with pytest.raises(IllegalMove):
            state.parse(move)


@pytest.mark.parametrize(
    ("moves", "ending", "gain"),
    [
        # Four in a row, in a column and on both slopes.
        *((moves, "line", 1.0) for moves in ("aabbccd", "ggffeed", "abababa", "gdgdgdg")),
        *((moves, "line", 1.0) for moves in ("abbccdcddad", "gffeedegddd")),
        ("abababcb", "line", -1.0),
        # More than four are as good.
        ("ffggbcffgagcebaddaabcdeddbbcffcceage", "line", -1.0),
        # The last disc of a full board may win, or not.
        ("gccfeaegeeaagbbfefecdbffcbgcagcbbgafaddddd", "line", -1.0),
        ("ddacfefgeccddffcceddbbcbffaeaeeggggabagabb", "full board", 0.0),
    ],
)
def test_four_in_a_line_win(moves: str, ending: str, gain: float) -> None:
    assert drop(moves[:-1]).ending() == ""
    assert told(drop(moves)) == (OVER, ending, [gain, -gain])
    assert drop(moves).legal_actions() == []


def test_no_line_runs_from_one_column_into_the_next() -> None:
    """Of 42 bits in a chain all those four that are no line are looked at."""
    state = drop("aaaaaa" + "bbbbbb")
    assert state.ending() == ""
    assert play(state, "g").position().startswith("oo")


def test_the_number_of_different_positions_is_the_published_one() -> None:
    """J. Tromp, OEIS A212693, from ply 0."""
    layer, sizes = {ConnectFour().initial_state().position()}, []
    for _ in range(5):
        sizes.append(len(layer))
        states = [ConnectFour().parse_position(text) for text in layer]
        layer = {s.apply(a).position() for s in states for a in s.legal_actions()}
    assert sizes == [1, 7, 49, 238, 1120]
