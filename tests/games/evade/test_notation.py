"""Position texts and JSON: what is read, printed again, and refused in one sentence."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.contract import Json
from everygame.errors import BadPosition
from everygame.games.evade.rules import Evade
from tests.games.evade.table import EXPOSING, PAIRS, START, VERSIONS, moves, over, played


@given(st.text(max_size=60) | st.from_regex(r"[wbgl#1-6/ ]{0,40} ; [wb] ; w[0-2] b[0-2]"))
@settings(deadline=None)
def test_any_text_is_a_position_or_one_sentence(text: str) -> None:
    for information in VERSIONS:
        try:
            assert Evade(information=information).parse_position(text).position() == text
        except BadPosition as error:
            sentence(error)


def sentence(error: Exception) -> None:
    """One clear line."""
    text = str(error)
    assert len(text.splitlines()) == 1 and text.endswith(".") and len(text) < 400


BROKEN = [
    ("", "three parts, not 1"),
    (PAIRS.partition(" ; w1")[0], "three parts, not 2"),
    (PAIRS + " ; x", "three parts, not 4"),
    (PAIRS.replace(" ; w ;", " ; x ;"), "To play is w or b, not 'x'."),
    (PAIRS.replace("w1 b1", "w1 b?"), "not 'w1 b?'"),
    (PAIRS.replace("w1 b1", "w3 b1"), "not 'w3 b1'"),
    (PAIRS.replace("6 / 6 / ", "6 / "), "The board has 5 ranks"),
    (PAIRS.replace("2 bg bl 2", "2 bg bl 3"), "Rank 6 has 7 cells instead of 6."),
    (PAIRS.replace("5 #", "4 #"), "Rank 2 has 5 cells instead of 6."),
    (PAIRS.replace("5 #", "4 1 #"), "Rank 2 is written '5 #', not '4 1 #'."),
    (PAIRS.replace("5 #", "5  #"), "Rank 2 is written '5 #', not '5  #'."),
    (PAIRS.replace("5 #", "5 x"), "Rank 2 has 'x'; cells are"),
    (PAIRS.replace("5 #", "23 #"), "Rank 2 has '23'; cells are"),
    (PAIRS.replace("bg bl", "b? bl"), "Rank 6 has 'b?'; cells are"),
    (PAIRS.replace("bg bl", "bg/bl"), "Rank 6 has 'bg/bl'; cells are"),
    (PAIRS.replace("2 bg bl 2", "1 bg bg bl 2"), "Black has 7 coins with those in pairs"),
    (PAIRS.replace("5 #", "6"), "White has 5 coins with those in pairs"),
    (PAIRS.replace("w1 b1", "w0 b1"), "White has 1 leaders with the frozen ones"),
    (PAIRS.replace("bg bl", "bl bl"), "Black has 3 leaders with the frozen ones"),
    (
        "bg bg bg bg bg # / 6 / 6 / 6 / 6 / wg wg wg wg wl 1 ; w ; w1 b2",
        "Black has more frozen leaders than there are frozen pairs.",
    ),
]


@pytest.mark.parametrize(("text", "told"), BROKEN, ids=[told for _, told in BROKEN])
def test_a_broken_position_is_refused_in_one_sentence(text: str, told: str) -> None:
    for information in VERSIONS:
        with pytest.raises(BadPosition) as caught:
            Evade(information=information).parse_position(text)
        sentence(caught.value)
        assert told in str(caught.value)


def test_the_start_reads_before_and_during_the_set_up() -> None:
    for information in ("hidden", "memory"):
        game = Evade(information=information)
        assert game.parse_position(START).to_json() == game.initial_state().to_json()
        assert played("leaders:ac", "", information).position() == START.replace("; w ;", "; b ;")


def test_a_text_during_the_set_up_does_not_tell_so_the_side_that_chose_chooses_after() -> None:
    state = played("leaders:ab", START.replace("; w ;", "; b ;"))
    assert state.to_play() == 0 and len(moves(state)) == 15
    board = "bl bl bg bg bg bg / 6 / 6 / 6 / 6 / wg wg wg wg wl wl ; w ; w0 b0"
    after = state.apply(state.parse("leaders:ef"))
    assert after.position() == board and after.to_play() == 0


def test_open_has_no_set_up() -> None:
    with pytest.raises(BadPosition, match="Rank 1 has 'w\\?'"):
        Evade(information="open").parse_position(START)


def test_more_frozen_leaders_than_pairs_mean_that_one_was_exposed() -> None:
    final = "2 # bl bg 1 / 1 wg 2 bg 1 / 6 / bg 5 / bg 5 / wg wl wg wg 2 ; b ; w1 b1"
    assert over(played("", final)) == ([-1.0, 1.0], "leader exposed")
    with pytest.raises(BadPosition, match="More leaders are in frozen pairs"):
        played("", final, "open")


def data_of(name: str) -> Json:
    """The JSON of a state; in the middle of a turn there are a pair, a peek and a known guard."""
    states = {
        "turn": ("b5xc6 e6-f6 peek:a1", EXPOSING, "memory"),
        "exposed": ("c5xc6", EXPOSING),
        "start": ("",),
        "chosen": ("leaders:ab",),
    }
    return played(*states[name]).to_json()


def test_the_json_of_a_state_in_the_middle_of_a_turn() -> None:
    assert data_of("turn") == {
        "turn": 0,
        "chosen": [True, True],
        "peeked": "a1",
        "quiet": 1,
        "coins": [["a1", "b1", "c1", "d1", "c6", "c5"], ["a2", "a3", "e5", "c6", "d6", "f6"]],
        "kinds": ["glgggl", "glgglg"],
        "guards": [[4], []],
        "pairs": {"c6": 0},
    }
    Evade(information="memory").from_json(data_of("turn"))
    exposed = Evade(information="hidden").from_json(data_of("exposed"))
    assert exposed.ending() == "leader exposed"


WHITE = ["a1", "b1", "c1", "d1", "c6", "c5"]
BLACK = ["a2", "a3", "e5", "c6", "d6", "f6"]
CHANGES: list[tuple[str, Json, str]] = [
    ("turn", {"turn": 2}, "'turn' in a position of evade cannot be 2."),
    ("turn", {"turn": True}, "'turn' in a position of evade cannot be True."),
    ("turn", {"quiet": 101}, "'quiet' in a position of evade cannot be 101."),
    ("turn", {"chosen": [True]}, "'chosen' in a position of evade is a list of 2"),
    ("turn", {"chosen": [1, 1]}, "'chosen' in a position of evade cannot be 1."),
    ("turn", {"chosen": [True, False]}, "all coins are at home"),
    ("turn", {"peeked": "a9"}, "'peeked' in a position of evade cannot be 'a9'."),
    ("turn", {"peeked": "b5"}, "White has no live coin on b5"),
    ("turn", {"peeked": "c6"}, "White has no live coin on c6"),
    ("turn", {"coins": [["a1"] * 6, BLACK]}, "coins cannot be ['a1', 'a1'"),
    ("turn", {"coins": [WHITE, "x"]}, "'coins' in a position of evade is a list of 6, not 'x'."),
    ("turn", {"coins": [WHITE, ["a1", *BLACK[1:]]]}, "Two coins share a square only as a frozen"),
    ("turn", {"coins": [[*WHITE[:5], None], BLACK]}, "White has 1 coins without a square and 0"),
    ("turn", {"kinds": ["gggggl", "glgglg"]}, "'kinds' in a position of evade cannot be 'gggggl'."),
    (
        "turn",
        {"kinds": ["llggggg", "glgglg"]},
        "'kinds' in a position of evade cannot be 'llggggg'.",
    ),
    ("turn", {"kinds": ["??????", "glgglg"]}, "both have leaders"),
    ("turn", {"kinds": ["glgglg", "glgglg"]}, "White is to play but has lost on c6."),
    ("turn", {"guards": [[], []]}, "White's coin on c6 is known to be a guard."),
    ("turn", {"guards": [[4, 4], []]}, "guards cannot be [4, 4]."),
    ("turn", {"guards": [[4, 5], []]}, "White's coin 5 is a leader"),
    ("turn", {"guards": [[6], []]}, "'guards' in a position of evade cannot be 6."),
    ("turn", {"guards": [4, []]}, "guards cannot be 4."),
    ("turn", {"pairs": {}}, "Two coins share a square only as a frozen pair."),
    ("turn", {"pairs": {"c6": 2}}, "'pairs' in a position of evade cannot be 2."),
    ("turn", {"pairs": {"z9": 0}}, "'pairs' in a position of evade cannot be 'z9'."),
    ("turn", {"pairs": []}, "pairs cannot be []."),
    ("turn", {"pairs": {"c6": 1}}, "Black's coin on c6 is known to be a guard."),
    ("turn", {"pairs": {"c6": 0, "d4": None}}, "0 coins without a square and 1 pairs"),
    ("exposed", {"turn": 0}, "White is to play but has lost on c6."),
    ("start", {"quiet": 3}, "all coins are at home"),
    ("start", {"guards": [[1], []]}, "all coins are at home"),
    ("start", {"kinds": ["llgggg", "??????"]}, "White has leaders once it has chosen them, not"),
    ("start", {"chosen": [True, False]}, "White has leaders once it has chosen them, not before."),
    ("chosen", {"turn": 0}, "White has chosen its leaders."),
]


@pytest.mark.parametrize(("name", "changed", "told"), CHANGES, ids=str)
def test_broken_json_is_refused_in_one_sentence(name: str, changed: Json, told: str) -> None:
    """`tests/test_contract.py` puts junk in the place of each part of a state."""
    game = Evade(information="memory" if name == "turn" else "hidden")
    with pytest.raises(BadPosition) as caught:
        game.from_json({**data_of(name), **changed})
    sentence(caught.value)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("name", "information", "told"),
    [
        ("turn", "hidden", "peek only in the memory game"),
        ("start", "open", "open game has no set-up"),
        ("exposed", "open", "More leaders are in frozen pairs"),
    ],
)
def test_json_of_another_version_is_refused(name: str, information: str, told: str) -> None:
    with pytest.raises(BadPosition, match=told):
        Evade(information=information).from_json(data_of(name))


def test_a_state_lacks_no_field() -> None:
    data: dict[str, Any] = {**data_of("turn")}
    del data["peeked"]
    with pytest.raises(BadPosition, match="has the fields turn, chosen, peeked"):
        Evade().from_json(data)
