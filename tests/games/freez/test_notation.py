"""Position texts, JSON and options: what is read, and what is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.errors import BadOption, BadPosition
from everygame.games.freez.rules import Freez
from tests.games.freez.table import at, over, place

START = Freez().initial_state().position()


def sentence(error: Exception) -> str:
    """One clear line."""
    text = str(error)
    assert len(text.splitlines()) == 1 and text.endswith(".")
    return text


@given(st.text(max_size=60) | st.from_regex(r"([wb][123f] |[1-8] |/ ){0,30}; [wb]"))
@settings(deadline=None)
def test_any_text_is_a_position_or_one_sentence(text: str) -> None:
    try:
        assert Freez(size="6").parse_position(text).position() == text
    except BadPosition as error:
        sentence(error)


GOOD = place("w2 d4, bf a1, b1 h8")
BROKEN = [
    ("", "After the board and ' ; ' stands w or b"),
    (START.removesuffix(" ; w"), "After the board and ' ; ' stands w or b"),
    (START.replace("; w", "; x"), "After the board and ' ; ' stands w or b, not 'x'."),
    (START + " ; w", "Rank 1 has ';', which is no piece and no number."),
    (GOOD.replace("8 / 8", "8", 1), "The board has 7 ranks instead of 8."),
    (GOOD.replace("7 b1", "6 b1"), "Rank 8 has 7 squares instead of 8."),
    (GOOD.replace("7 b1", "8 b1"), "Rank 8 has 9 squares instead of 8."),
    (GOOD.replace("7 b1", "3 4 b1"), "Rank 8 has two numbers side by side."),
    (GOOD.replace("7 b1", "7  b1"), "Rank 8 has '', which is no piece and no number."),
    (GOOD.replace("b1", "b4"), "Rank 8 has 'b4', which is no piece and no number."),
    (GOOD.replace("w2", "W2"), "Rank 4 has 'W2', which is no piece and no number."),
    (START.replace("8 / 8", "w1 7 / 8", 1), "w has 9 pieces, more than the 8 it starts with."),
    (START.replace("8 / 8", "bf 7 / 8", 1), "b has 9 pieces, more than the 8 it starts with."),
]


@pytest.mark.parametrize(("text", "told"), BROKEN, ids=[told for _, told in BROKEN])
def test_a_broken_position_is_refused_in_one_sentence(text: str, told: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Freez().parse_position(text)
    assert told in sentence(caught.value)


@pytest.mark.parametrize(
    ("pieces", "turn", "winner"),
    [
        ("w2 d4, bf a1", "b", 0),
        ("w2 d4, bf a1", "w", 0),
        ("wf d4, bf a1", "w", 1),
        ("wf d4, b1 a1", "b", 1),
    ],
)
def test_positions_without_live_pieces_are_over(pieces: str, turn: str, winner: int) -> None:
    returns = [[1.0, -1.0], [-1.0, 1.0]][winner]
    assert over(at(pieces, turn=turn)) == (returns, "no live pieces")


CAPTURED = at("w2 d4, wf a1, b1 d6 h8", "d4xd6").to_json()
MOVED = at("w2 d4, wf a1, b1 d6 h8", "d4-b2").to_json()
TAPPED = at("w2 d4, wf a1, b1 d6 h8", "d4-b2 tap").to_json()
LOST = at("w2 d4, b1 d6, bf a1", "d4xd6").to_json()
BETWEEN = at("w2 d4, bf a1, b1 h8").to_json()
CROWD = place("w1 a1, wf a2 b1 b2, b1 h8").split(" ; ")[0]


CHANGES: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (BETWEEN, {"turn": 2}, "'turn' in a position of freez cannot be 2."),
    (BETWEEN, {"quiet": 101}, "'quiet' in a position of freez cannot be 101."),
    (BETWEEN, {"quiet": -1}, "'quiet' in a position of freez cannot be -1."),
    (BETWEEN, {"board": 5}, "'board' in a position of freez cannot be 5."),
    (BETWEEN, {"board": "8"}, "The board has 1 ranks instead of 8."),
    (BETWEEN, {"moved": "i9"}, "'moved' in a position of freez cannot be 'i9'."),
    (BETWEEN, {"box": 1}, "'box' in a position of freez cannot be 1."),
    (BETWEEN, {"tapped": "no"}, "'tapped' in a position of freez cannot be 'no'."),
    (BETWEEN, {"shifted": None}, "'shifted' in a position of freez cannot be None."),
    (BETWEEN, {"tapped": True}, "Only after a move without a capture is a piece tapped"),
    (BETWEEN, {"shifted": True}, "Only after a move without a capture is a piece tapped"),
    (BETWEEN, {"box": True}, "Between turns the box holds nothing but a side's last live piece."),
    (LOST, {"turn": 0}, "Between turns the box holds nothing but a side's last live piece."),
    (CAPTURED, {"tapped": True}, "Only after a move without a capture is a piece tapped"),
    (CAPTURED, {"shifted": True}, "Only after a move without a capture is a piece tapped"),
    (CAPTURED, {"quiet": 1}, "quiet is 0 after a capture."),
    (CAPTURED, {"turn": 1}, "No live piece to play stands on d6."),
    (CAPTURED, {"board": CROWD, "moved": "a1"}, "Beside a1 is no room for the piece in the box."),
    (CAPTURED, {"board": START.split(" ; ")[0], "moved": "a1"}, "a side has too many pieces."),
    (CAPTURED, {"board": "8 / 8 / 3 w2 4 / 8 / 8 / 8 / 8 / 8"}, "b has no live piece"),
    (MOVED, {"moved": "b3"}, "No live piece to play stands on b3."),
    (MOVED, {"moved": "a1"}, "No live piece to play stands on a1."),
    (MOVED, {"quiet": 0}, "quiet is 0 only after a capture."),
    (MOVED, {"board": "7 b1 / 8 / 8 / 8 / 8 / 8 / 1 w1 6 / 8", "shifted": True}, "was shifted."),
    (TAPPED, {"shifted": True}, "Nothing is left to do in this turn."),
    (TAPPED, {"board": "7 b1 / 8 / 8 / 8 / 8 / 8 / 1 w1 6 / 8"}, "Nothing is left to do"),
]


@pytest.mark.parametrize(
    ("data", "change", "told"), CHANGES, ids=[f"{change}" for _, change, _ in CHANGES]
)
def test_broken_json_is_refused_in_one_sentence(
    data: dict[str, Any], change: dict[str, Any], told: str
) -> None:
    Freez().from_json(data)
    with pytest.raises(BadPosition) as caught:
        Freez().from_json({**data, **change})
    assert told in sentence(caught.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 120) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
)


@given(st.data())
@settings(deadline=None, max_examples=300)
def test_json_with_anything_in_its_fields_is_a_state_or_one_sentence(data: st.DataObject) -> None:
    told = dict(data.draw(st.sampled_from([BETWEEN, CAPTURED, MOVED, TAPPED, LOST])))
    boards = st.sampled_from([BETWEEN["board"], CAPTURED["board"], MOVED["board"], CROWD])
    squares = st.sampled_from(["", "a1", "b2", "d4", "d6", "h8"])
    value = JSON | boards | squares | st.booleans() | st.integers(0, 100)
    for field in data.draw(st.lists(st.sampled_from(sorted(told)), max_size=3)):
        told[field] = data.draw(value)
    try:
        state = Freez().from_json(told)
    except BadPosition as error:
        sentence(error)
        return
    assert state.to_json() == told
    assert bool(state.legal_actions()) != bool(state.ending())
    for action in state.legal_actions():
        state.apply(action)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"snow": ""}, "snow is checker, none or squares of the board, not ''."),
        ({"snow": "e4;h4"}, "not 'e4;h4'."),
        ({"snow": "e4,g7", "size": "6"}, "not 'g7'."),
        ({"lineup": "1232232"}, "lineup is 8 digits from 1 to 3, not '1232232'."),
        ({"lineup": "12322324"}, "lineup is 8 digits from 1 to 3"),
        ({"lineup": "１2322321"}, "lineup is 8 digits from 1 to 3"),
        ({"lineup": "12322321\n"}, "lineup is 8 digits from 1 to 3"),
    ],
)
def test_a_broken_option_is_refused_in_one_sentence(options: dict[str, str], told: str) -> None:
    with pytest.raises(BadOption) as caught:
        Freez(**options)
    assert told in sentence(caught.value)
