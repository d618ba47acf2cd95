"""Position texts, JSON and options: what is read, and what is refused in one sentence."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.errors import BadPosition, EveryGameError
from everygame.games.freezetag.rules import FreezeTag, FreezeTagState

START = "1 Nl^Nl Nm^Nm Ns^Ns 1 / 5 / 5 / 5 / 1 Ss^Ss Sm^Sm Sl^Sl 1 ; S ; S0 N0"
MIDDLE = "1 Nl Nm^Nm Ns 1 / 3 Ns 1 / 1 Sm^Ss 2 Sl / 2 Nl 2 / 1 Ss Sm Sl 1 ; S:sl ; S0 N0"


@pytest.mark.both
def test_equal_positions_have_equal_fingerprints() -> None:
    """And the different ones of a match different ones."""
    rng, state, marks = Random(1), FreezeTag(players="3").initial_state(), {}
    while not state.is_terminal():
        again = state.game.from_json(state.to_json())
        assert isinstance(state, FreezeTagState) and isinstance(again, FreezeTagState)
        marks[state.key()] = state.fingerprint()
        assert again.fingerprint() == marks[again.key()]
        state = state.apply(rng.choice(state.legal_actions()))
    assert len(set(marks.values())) == len(marks) > 100


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_spoilt_position_text_is_refused_in_one_sentence_or_reads_as_itself(
    data: st.DataObject,
) -> None:
    text = list(data.draw(st.sampled_from([START, MIDDLE])))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.sampled_from([*"SNWEsml^ /;:0123456x\n", ""]))
    spoilt = "".join(text)
    try:
        state = FreezeTag().parse_position(spoilt)
    except BadPosition as error:
        assert one_sentence(error)
    else:
        assert state.position() == spoilt


def one_sentence(error: EveryGameError) -> bool:
    text = str(error)
    return text.endswith(".") and "\n" not in text


BAD_TEXTS = [
    ("", "three parts"),
    ("5 / 5 / 5 / 5 / 5 ; S", "three parts"),
    ("5 / 5 / 5 / 5 ; S ; S0 N0", "4 ranks"),
    ("5 / 5 / 5 / 5 / 4 ; S ; S0 N0", "Rank 1 has 4 cells"),
    ("5 / 5 / 5 / 5 / Ss 5 ; S ; S0 N0", "Rank 1 has 6 cells"),
    ("5 / 5 / 5 / 5 / 2 3 ; S ; S0 N0", "Rank 1 is written '5'"),
    ("5 / 5 / 5 / 5 / Es 4 ; S ; S0 N0", "'Es'"),
    ("5 / 5 / 5 / 5 / Sx 4 ; S ; S0 N0", "'Sx'"),
    ("5 / 5 / 5 / 5 / Sl^Sm^Ss 4 ; S ; S0 N0", "'Sl^Sm^Ss'"),
    ("5 / 5 / 5 / 5 / Ss^Sm 4 ; S ; S0 N0", "larger piece never stands"),
    ("5 / 5 / 5 / 5 / Ns^Sl 4 ; S ; S0 N0", "larger piece never stands"),
    ("5 / 5 / 5 / 5 / Ss Ss Ss 2 ; S ; S0 N0", "3 pieces Ss"),
    ("5 / 5 / 5 / Ss Ss Sm 2 / Sm Sl 3 ; S ; S2 N0", "7 pieces"),
    ("5 / 5 / 5 / 5 / Ss 4 ; E ; S0 N0", "To play"),
    ("5 / 5 / 5 / 5 / Ss 4 ; S:ms ; S0 N0", "To play"),
    ("5 / 5 / 5 / 5 / Ss 4 ; S: ; S0 N0", "To play"),
    ("5 / 5 / 5 / 5 / Ss 4 ; S ; S0", "Pieces off"),
    ("5 / 5 / 5 / 5 / Ss 4 ; S ; S4 N0", "Pieces off"),
    ("5 / 5 / 5 / 5 / Ss 4 ; S ; N0 S0", "Pieces off"),
    ("5 / 5 / 5 / 5 / Ss 4 ; S ; S3 N3", "Only one seat"),
    ("5 / 5 / 5 / 5 / Ss 4 ; S:m ; S0 N0", "(m) has a legal move"),
    ("5 / 5 / 5 / 5 / Ss 4 ; S:sm ; S0 N0", "'m' cannot be still to be moved"),
    ("5 / 5 / 5 / 5 / Ss 4 ; S:s ; S3 N0", "over"),
]


@pytest.mark.both
@pytest.mark.parametrize(("text", "why"), BAD_TEXTS)
def test_a_bad_position_text_is_refused_and_says_why(text: str, why: str) -> None:
    with pytest.raises(BadPosition) as caught:
        FreezeTag().parse_position(text)
    assert why in str(caught.value) and one_sentence(caught.value)


def test_fewer_pieces_than_at_the_start_are_allowed() -> None:
    text = "5 / 5 / 5 / 5 / Ss 4 ; S ; S0 N0"
    assert FreezeTag().parse_position(text).position() == text


IN_HAND = {
    "board": "5 / 5 / 5 / Sl 4 / Ss 4",
    "turn": 0,
    "rolled": "sl",
    "unused": "s",
    "hand": "Ns",
    "off": [0, 0],
    "turns": 7,
}


def test_a_piece_in_hand_has_json_but_no_position_text() -> None:
    state = FreezeTag().from_json(IN_HAND)
    assert state.to_json() == IN_HAND
    with pytest.raises(BadPosition, match="in hand"):
        state.position()


def test_a_roll_of_which_one_size_waits_for_a_move_has_json_but_no_position_text() -> None:
    state = FreezeTag().parse_position("5 / 5 / 5 / Sm^Ss 4 / 4 Nm ; S ; S0 N0").play("roll:sm")
    with pytest.raises(BadPosition, match="'m' has no move as yet"):
        state.position()
    assert FreezeTag().from_json(state.to_json()).to_json() == state.to_json()


BAD_FIELDS: list[dict[str, Any]] = [
    {"board": 5},
    {"board": "5 / 5"},
    {"turn": 2},
    {"rolled": "ls"},
    {"rolled": "s"},
    {"unused": "sl"},
    {"unused": "m"},
    {"hand": "Nm", "rolled": "sm"},
    {"hand": "Nl"},
    {"hand": "Es"},
    {"off": [0]},
    {"off": [0, 4]},
    {"off": [3, 0]},
    {"off": [3, 3]},
    {"turns": -1},
    {"turns": 1000},
    {"turns": 1001},
    {"hand": "", "unused": ""},
    {"hand": "", "board": "5 / 5 / 5 / Sl 4 / Nl^Nl 4"},
]


@pytest.mark.both
@pytest.mark.parametrize("fields", BAD_FIELDS, ids=str)
def test_bad_json_is_refused_in_one_sentence(fields: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        FreezeTag().from_json({**IN_HAND, **fields})
    assert one_sentence(caught.value)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(IN_HAND)), anything, max_size=3))
def test_any_json_is_read_or_refused(fields: dict[str, Any]) -> None:
    data = {**IN_HAND, **fields}
    try:
        assert FreezeTag().from_json(data).to_json() == data
    except BadPosition as error:
        assert one_sentence(error)


def test_where_more_than_two_sit_the_seating_changes_nothing() -> None:
    corner = FreezeTag(players="3", seating="corner").initial_state()
    assert corner.position() == FreezeTag(players="3").initial_state().position()
