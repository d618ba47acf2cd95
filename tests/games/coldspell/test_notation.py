"""Position texts, move texts and JSON: round trips, and what is refused with one sentence."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.contract import OVER
from everygame.errors import BadPosition, EveryGameError, IllegalMove, InvalidMove
from everygame.games.coldspell.rules import ColdSpellState
from everygame.match import Match
from tests.games.coldspell.table import ended, make, play, position, random_line, read

pytestmark = pytest.mark.both

GOOD = position({"c4": "+m", "a1": "+s2", "b1": "-"}, taken="1:EOl 2:")
HANDS = "1:Zl,AOm,Ns,EOs 2:Qm,Cs,AEl,Ts"


def test_spaces_do_not_matter() -> None:
    spaced = GOOD.replace(" ; ", ";").replace("/", "  /  ")
    assert read(make(), spaced).position() == read(make(), GOOD).position() == GOOD


def test_a_hijack_has_a_position_text() -> None:
    state = play(read(make(), position({"c4": "+m2"})), "hijack:c4")
    assert state.position().split(" ; ")[1] == "1 hijack c4"
    again = read(make(), state.position())
    assert again.position() == state.position()
    assert again.legal_actions() == state.legal_actions()


def test_a_position_with_all_claimed_is_judged() -> None:
    """As if the other side had just ended its turn."""
    squares = [f"{file}{rank}" for rank in "65" for file in "abcdef"] + ["a4", "b4", "c4"]
    sizes = "sssssmmmmmlllll"
    cells = {square: f"+{size}1" for square, size in zip(squares, sizes, strict=True)}
    assert read(make(spelling="auto"), position(cells)).ending() == "all claimed"
    judged = read(make(), position(cells))
    assert judged.to_play() == 0 and len(judged.taken[0]) == 15
    assert read(make(), judged.position()).position() == judged.position()
    with pytest.raises(BadPosition, match="no turn can go on"):
        read(make(), position(cells, "1 claim"))


def test_there_is_no_position_text_while_words_are_spelled() -> None:
    """After a stalemate not even at the start of it: read again, the match would go on."""
    state = ended(make(), HANDS)
    for spelled in (state, play(state, "+1")):
        with pytest.raises(BadPosition, match="while words are spelled"):
            spelled.position()
    finished = play(state, "spell:zone spell:cat")
    assert finished.to_play() == OVER
    assert finished.position().endswith(HANDS)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (GOOD, "", "four parts, not 1"),
        (GOOD, "?? ; 1 ; s5 m5 l5 ; 1: 2:", "1 ranks instead of 6"),
        ("T N R S T AE /", "T N R S T /", "Rank 6 has 5 squares"),
        ("T N R S T AE /", "T N R S T AE T /", "Rank 6 has 7 squares"),
        ("T N R S T AE /", "T N R S 2 /", "Rank 5 has cards after"),
        ("T N R", "T 1 R", "'1' is no card"),
        ("T N R", "T AY R", "'AY' is no card"),
        ("T N R", "T t R", "'t' is no card"),
        ("T N R", "T Q R", "2 cards Q, but the deck has only 1"),
        ("L+m", "L+x", "c4 has 'L\\+x'"),
        ("L+m", "L+", "c4 has 'L\\+'"),
        ("L+m", "L+m3", "c4 has 'L\\+m3'"),
        ("L+m", "L+mm", "c4 has 'L\\+mm'"),
        ("L+m", "-", "2 holes, but 1 cards are taken"),
        ("; 1 ;", "; 3 ;", "seat from 1 to 2"),
        ("; 1 ;", ";  ;", "seat from 1 to 2"),
        ("; 1 ;", "; 1 place ;", "seat from 1 to 2"),
        ("; 1 ;", "; 1 move claim ;", "seat from 1 to 2"),
        ("; 1 ;", "; 1 hijack ;", "seat from 1 to 2"),
        ("; 1 ;", "; 1 hijack a9 ;", "seat from 1 to 2"),
        ("; 1 ;", "; 1 hijack a1 ;", "not upright or cannot move"),
        ("; 1 ;", "; 1 move c4 ;", "seat from 1 to 2"),
        ("s4 m4 l4", "s4 m4", "The stash is written"),
        ("s4 m4 l4", "s4 m4 l44", "The stash is written"),
        ("s4 m4 l4", "s5 m4 l4", "6 pyramids of size s"),
        ("s4 m4 l4", "s4 m3 l4", "4 pyramids of size m"),
        ("1:EOl 2:", "1:EOl", "a list for each of 2 seats"),
        ("1:EOl 2:", "1:EOl 2: 3:", "a list for each of 2 seats"),
        ("1:EOl 2:", "2: 1:EOl", "a list for each of 2 seats"),
        ("1:EOl 2:", "1:EO 2:", "'EO' is no card"),
        ("1:EOl 2:", "1:l 2:", "'l' is no card"),
        ("1:EOl 2:", "1:EOl,Ts 2:", "1 holes, but 2 cards are taken"),
    ],
)
def test_a_text_that_cannot_be_read_gets_one_sentence(old: str, new: str, sentence: str) -> None:
    text = GOOD.replace(old, new)
    assert text != GOOD
    with pytest.raises(BadPosition, match=sentence) as caught:
        make().parse_position(text)
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")


@given(st.text(max_size=80))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    for given_text in (text, GOOD[:40] + text + GOOD[44:]):
        try:
            make().parse_position(given_text)
        except EveryGameError as error:
            assert "\n" not in str(error)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.sampled_from(["", "a6", "T", "move", "z"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@given(st.integers(0, 3), st.floats(0, 0.999), st.integers(0, 12), JSON)
@settings(max_examples=80, deadline=None)
def test_any_json_is_read_or_refused(seed: int, place: float, field: int, value: Any) -> None:
    game = make()
    line = known_line(seed)
    good = line[int(place * len(line))].to_json()
    key = sorted(good)[field]
    try:
        again = game.from_json({**good, key: value})
    except BadPosition as error:
        assert "\n" not in str(error)
        return
    assert again.to_json() == {**good, key: value} or key in ("claimed", "pyramids")


@cache
def known_line(seed: int) -> list[ColdSpellState]:
    return random_line(make(), seed)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"cards": []}, "when all cards are dealt"),
        ({"pyramids": [["c4", "c4"], [], []]}, "a square twice"),
        ({"pyramids": [["c4"], ["c4"], []]}, "a square twice"),
        ({"claimed": [["a1"], ["a1"]]}, "a square twice"),
        ({"claimed": [["f6"], []]}, "claimed or taken without a pyramid"),
        ({"taken": [["c4"], []], "claimed": [["c4"], []]}, "claimed or taken twice"),
        ({"used": "place"}, "no first action"),
        ({"used": "claim"}, "idle is -1"),
        ({"idle": -1}, "idle is -1"),
        ({"idle": 4}, "stalemate"),
        ({"turns": 200}, "stalemate"),
        ({"lifted": "c4"}, "lifts one pyramid"),
        ({"ending": "bored"}, "no ending"),
        ({"ending": "all claimed"}, "every claimed card is taken"),
        ({"speller": 1}, "at the end"),
        ({"letters": [[1, "e"]]}, "at the end"),
        ({"surplus": 1}, "has the fields"),
    ],
)
def test_json_that_no_game_can_have(change: dict[str, Any], sentence: str) -> None:
    good = read(make(), GOOD).to_json()
    with pytest.raises(BadPosition, match=sentence):
        make().from_json({**good, **change})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"words": [[[[1, "z"], [2, "o"]]], []]}, "cannot be spelled"),
        ({"words": [[[[3, "n"], [4, "e"]]], []]}, "cannot be spelled"),
        ({"words": [[[[2, "o"], [3, "n"]], [[4, "o"], [3, "n"]]], []]}, "cannot be spelled"),
        ({"words": [[[[2, "e"], [3, "n"]]], []]}, "cannot have the letter"),
        ({"words": [[[[5, "o"], [3, "n"]]], []]}, "cannot have the letter"),
        ({"words": [[["zone"]], []]}, "cannot have the letter"),
        ({"words": [[], [[[3, "a"], [4, "t"]]]]}, "before its turn"),
        ({"words": [None, []]}, "are lists"),
        ({"letters": None}, "are lists"),
        ({"letters": [[2, "o"], [2, "o"]]}, "cannot be spelled"),
        ({"speller": 3}, "speller is the seat"),
        ({"speller": 2, "letters": [[1, "z"]]}, "Nobody spells"),
        ({"words": [[[[1, "z"], [2, "o"], [3, "n"], [4, "e"]]], []]}, "no card left"),
    ],
)
def test_spelling_that_no_game_can_have(change: dict[str, Any], sentence: str) -> None:
    good = ended(make(), HANDS).to_json()
    with pytest.raises(BadPosition, match=sentence):
        make().from_json({**good, **change})


def test_a_match_takes_the_shorthand_as_plies_of_its_own() -> None:
    match = Match(make(), Random(1), ended(make(), HANDS))
    events = match.play(0, "spell:zone")
    assert [event["move"] for event in events] == ["+1", "+2=o", "+3", "+4=e", "/"]
    before = len(match.nodes)
    for wrong, error in (("spell:tax", IllegalMove), ("+1 +1", IllegalMove), ("a b", IllegalMove)):
        with pytest.raises(error):
            match.play(1, wrong)
        assert len(match.nodes) == before
    with pytest.raises(InvalidMove):
        match.play(1, "")
    match.play(1, "spell:cat")
    assert match.to_play() == OVER
