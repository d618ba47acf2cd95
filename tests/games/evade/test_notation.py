"""Position texts, JSON and options: what is read, printed again, and refused in one sentence."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.contract import State
from everygame.errors import BadMove, BadOption, BadPosition
from everygame.games.evade.rules import Evade
from tests.games.evade.table import START, VERSIONS, lines, moves, played

GOOD = "2 bg bl 2 / 1 # wl 3 / 6 / 6 / 5 # / wg 3 # # ; w ; w1 b1"


@st.composite
def states(draw: st.DrawFn) -> tuple[Evade, State]:
    """A state of a random match of any version, and its game."""
    information = draw(st.sampled_from(VERSIONS))
    line = next(lines(information, 1, str(draw(st.integers(0, 10**9)))))
    return Evade(information=information), line[draw(st.integers(0, len(line) - 1))]


@given(states())
@settings(deadline=None)
def test_json_reads_as_the_same_state(found: tuple[Evade, State]) -> None:
    game, state = found
    twin = game.from_json(json.loads(json.dumps(state.to_json())))
    assert twin.to_json() == state.to_json()
    assert moves(twin) == moves(state)
    assert (twin.returns(), twin.ending(), twin.to_play(), twin.key()) == (
        state.returns(),
        state.ending(),
        state.to_play(),
        state.key(),
    )


@given(states())
@settings(deadline=None)
def test_a_position_text_reads_and_prints_the_same(found: tuple[Evade, State]) -> None:
    game, state = found
    if state.to_json()["peeked"] and not state.ending():
        with pytest.raises(BadPosition):
            state.position()
        return
    text = state.position()
    read = game.parse_position(text)
    assert read.position() == text
    if not state.ending():
        assert moves(read) == moves(state)


@given(states(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_every_move_text_means_its_action(found: tuple[Evade, State], rng: Random) -> None:
    _, state = found
    for action in state.legal_actions():
        assert state.parse(state.text(action)) == action


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
    ("2 bg bl 2 / 1 # wl 3 / 6 / 6 / 5 # / wg 3 # # ; w", "three parts, not 2"),
    (GOOD + " ; x", "three parts, not 4"),
    (GOOD.replace(" ; w ;", " ; x ;"), "To play is w or b, not 'x'."),
    (GOOD.replace("w1 b1", "w1 b?"), "not 'w1 b?'"),
    (GOOD.replace("w1 b1", "w3 b1"), "not 'w3 b1'"),
    (GOOD.replace("6 / 6 / ", "6 / "), "The board has 5 ranks"),
    (GOOD.replace("2 bg bl 2", "2 bg bl 3"), "Rank 6 has 7 cells instead of 6."),
    (GOOD.replace("5 #", "4 #"), "Rank 2 has 5 cells instead of 6."),
    (GOOD.replace("5 #", "4 1 #"), "Rank 2 is written '5 #', not '4 1 #'."),
    (GOOD.replace("5 #", "5  #"), "Rank 2 is written '5 #', not '5  #'."),
    (GOOD.replace("5 #", "5 x"), "Rank 2 has 'x'; cells are"),
    (GOOD.replace("5 #", "23 #"), "Rank 2 has '23'; cells are"),
    (GOOD.replace("bg bl", "b? bl"), "Rank 6 has 'b?'; cells are"),
    (GOOD.replace("bg bl", "bg/bl"), "Rank 6 has 'bg/bl'; cells are"),
    (GOOD.replace("2 bg bl 2", "1 bg bg bl 2"), "Black has 7 coins with those in pairs"),
    (GOOD.replace("5 #", "6"), "White has 5 coins with those in pairs"),
    (GOOD.replace("w1 b1", "w0 b1"), "White has 1 leaders with the frozen ones"),
    (GOOD.replace("bg bl", "bl bl"), "Black has 3 leaders with the frozen ones"),
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
    state = played("", final)
    assert (state.returns(), state.ending()) == ([-1.0, 1.0], "leader exposed")
    with pytest.raises(BadPosition, match="More leaders are in frozen pairs"):
        played("", final, "open")


def mid_game() -> Any:
    """The JSON of a state with all that there is: pairs, a peek, coins known to be guards."""
    text = "2 bg bl bg 1 / 1 wg wl 1 bg 1 / 6 / bl 5 / bg 5 / wg wl wg wg 2 ; w ; w0 b0"
    return played("b5xc6 e6-f6 peek:a1", text, "memory").to_json()


def test_the_json_of_a_state_in_the_middle_of_a_turn() -> None:
    assert mid_game() == {
        "turn": 0,
        "chosen": [True, True],
        "peeked": "a1",
        "quiet": 1,
        "coins": [["a1", "b1", "c1", "d1", "c6", "c5"], ["a2", "a3", "e5", "c6", "d6", "f6"]],
        "kinds": ["glgggl", "glggl" + "g"],
        "guards": [[4], []],
        "pairs": {"c6": 0},
    }


CHANGES: list[tuple[str, Any, str]] = [
    ("turn", 2, "turn is 0 or 1, not 2."),
    ("turn", True, "turn is 0 or 1, not True."),
    ("turn", None, "turn is 0 or 1"),
    ("quiet", 101, "quiet is 0 to 100, not 101."),
    ("quiet", 1.5, "quiet is 0 to 100"),
    ("chosen", [True], "chosen is two truth values"),
    ("chosen", [1, 1], "chosen is two truth values"),
    ("chosen", [True, False], "all coins are at home"),
    ("peeked", "a9", "peeked is a square, not 'a9'."),
    ("peeked", "b5", "White has no live coin on b5"),
    ("peeked", "c6", "White has no live coin on c6"),
    ("peeked", 5, "peeked is a square, not 5."),
    ("coins", [["a1"] * 6, ["a2", "a3", "e5", "c6", "d6", "f6"]], "coins cannot be"),
    ("coins", [], "coins cannot be"),
    ("coins", [["a1", "b1", "c1", "d1", "c6", "c5"], "x"], "coins cannot be"),
    (
        "coins",
        [["a1", "b1", "c1", "d1", "c6", "c5"], ["a1", "a3", "e5", "c6", "d6", "f6"]],
        "Two coins share a square only as a frozen pair.",
    ),
    (
        "coins",
        [["a1", "b1", "c1", "d1", "c6", None], ["a2", "a3", "e5", "c6", "d6", "f6"]],
        "White has 1 coins without a square and 0 pairs",
    ),
    ("kinds", ["gggggl", "glgglg"], "kinds cannot be"),
    ("kinds", ["??????", "glgglg"], "both have leaders"),
    ("kinds", ["glgglg", "glgglg"], "White is to play but has lost on c6."),
    ("kinds", 7, "kinds cannot be"),
    ("guards", [[], []], "White's coin on c6 is known to be a guard."),
    ("guards", [[4, 4], []], "guards cannot be"),
    ("guards", [[4, 5], []], "White's coin 5 is a leader"),
    ("guards", [[6], []], "guards cannot be"),
    ("pairs", {}, "Two coins share a square only as a frozen pair."),
    ("pairs", {"c6": 2}, "pairs cannot be"),
    ("pairs", {"z9": 0}, "pairs cannot be"),
    ("pairs", [], "pairs cannot be"),
    ("pairs", {"c6": 1}, "Black's coin on c6 is known to be a guard."),
    ("pairs", {"c6": 0, "d4": None}, "0 coins without a square and 1 pairs"),
]


@pytest.mark.parametrize(
    ("field", "value", "told"), CHANGES, ids=[f"{field}={value}" for field, value, _ in CHANGES]
)
def test_broken_json_is_refused_in_one_sentence(field: str, value: Any, told: str) -> None:
    game = Evade(information="memory")
    game.from_json(mid_game())
    with pytest.raises(BadPosition) as caught:
        game.from_json({**mid_game(), field: value})
    sentence(caught.value)
    assert told in str(caught.value)


def test_json_with_an_exposed_leader_is_over_and_his_side_is_not_to_play() -> None:
    text = "2 bg bl bg 1 / 1 wg wl 1 bg 1 / 6 / bl 5 / bg 5 / wg wl wg wg 2 ; w ; w0 b0"
    data = played("c5xc6", text).to_json()
    assert Evade(information="hidden").from_json(data).ending() == "leader exposed"
    for game, changed, told in (
        (Evade(information="hidden"), {**data, "turn": 0}, "White is to play but has lost on c6."),
        (Evade(information="open"), data, "More leaders are in frozen pairs"),
    ):
        with pytest.raises(BadPosition, match=told):
            game.from_json(changed)


def test_json_of_another_version_is_refused() -> None:
    with pytest.raises(BadPosition, match="peek only in the memory game"):
        Evade(information="hidden").from_json(mid_game())
    with pytest.raises(BadPosition, match="open game has no set-up"):
        Evade(information="open").from_json(Evade(information="hidden").initial_state().to_json())


@pytest.mark.parametrize("data", [None, [], {}, 5, "x", {"turn": 0}])
def test_what_is_no_state_is_refused(data: Any) -> None:
    told = "has the fields turn, chosen, peeked" if isinstance(data, dict) else "is a JSON object"
    with pytest.raises(BadPosition, match=told):
        Evade(information="hidden").from_json(data)


SET_UP: list[tuple[str, Any, str]] = [
    ("quiet", 3, "all coins are at home"),
    ("guards", [[1], []], "all coins are at home"),
    ("kinds", ["llgggg", "??????"], "White has leaders once it has chosen them, not before."),
    ("chosen", [True, False], "White has leaders once it has chosen them, not before."),
]


@pytest.mark.parametrize(("field", "value", "told"), SET_UP)
def test_a_broken_set_up_is_refused(field: str, value: Any, told: str) -> None:
    data = Evade(information="hidden").initial_state().to_json()
    with pytest.raises(BadPosition, match=told):
        Evade(information="hidden").from_json({**data, field: value})


def test_who_has_chosen_is_not_to_choose_again() -> None:
    data = played("leaders:ab").to_json()
    with pytest.raises(BadPosition, match="White has chosen its leaders"):
        Evade(information="hidden").from_json({**data, "turn": 0})


@given(st.data())
@settings(deadline=None, max_examples=300)
def test_json_with_anything_in_a_field_is_a_state_or_one_sentence(data: st.DataObject) -> None:
    plain = st.none() | st.booleans() | st.integers(-3, 40) | st.text("abcdef123456lg?", max_size=6)
    value = st.recursive(plain, lambda x: st.lists(x, max_size=6) | st.dictionaries(st.text(), x))
    changed = deepcopy(mid_game())
    changed[data.draw(st.sampled_from(sorted(changed)))] = data.draw(value)
    try:
        state = Evade(information="memory").from_json(changed)
        assert Evade(information="memory").from_json(state.to_json()).to_json() == state.to_json()
    except BadPosition as error:
        sentence(error)


@pytest.mark.parametrize(
    "options",
    [{"information": "secret"}, {"information": ""}, {"players": "3"}, {"size": "8"}],
)
def test_a_broken_option_is_refused_in_one_sentence(options: dict[str, str]) -> None:
    with pytest.raises(BadOption) as caught:
        Evade(**options)
    sentence(caught.value)


@pytest.mark.parametrize(
    "text", ["", "a1", "a1-a9", "a1xa2", "b1-c1", "peek:a1", "leaders:ab", "♛"]
)
def test_a_broken_move_is_refused_in_one_sentence(text: str) -> None:
    state = played("leaders:ab leaders:ab")
    before = state.to_json()
    with pytest.raises(BadMove) as caught:
        state.parse(text)
    sentence(caught.value)
    assert state.to_json() == before
