"""Whatever is typed, drawn or sent: it is read, or refused with one sentence, and nothing else."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.contract import OVER
from everygame.errors import BadMove, BadOption, BadPosition, EveryGameError
from everygame.games.icefloes.rules import IceFloes
from everygame.games.icefloes.scene import scene
from everygame.scene import check, view
from tests.games.icefloes.boards import random_board

pytestmark = pytest.mark.both

GAMES = {players: IceFloes(players=str(players)) for players in (1, 2, 3, 4)}
PLAYERS = st.sampled_from([1, 2, 3, 4])
ROWS = st.lists(st.text(".*PQRS", max_size=8), max_size=8).map("/".join)
SQUARES = st.sampled_from([3, 5, 7]).flatmap(
    lambda n: st.lists(st.text(".*PQRSp", min_size=n, max_size=n), min_size=n, max_size=n)
)
LEVELS = st.one_of(st.text(), ROWS, SQUARES.map("/".join))
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), LEVELS
)
JSON = st.recursive(
    SCALARS, lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(), part, max_size=3)
)


def is_sentence(error: EveryGameError) -> bool:
    text = str(error)
    return len(text.splitlines()) == 1 and text.endswith(".")


def drawn(players: int, seed: int) -> str:
    return random_board(Random(seed), players)


@settings(deadline=None)
@given(PLAYERS, LEVELS, st.text(max_size=3))
def test_any_text_is_a_position_or_a_bad_one(players: int, level: str, turn: str) -> None:
    text = f"{level} ; {turn}"
    try:
        state = GAMES[players].parse_position(text)
    except BadPosition as error:
        assert is_sentence(error)
    else:
        assert state.position() == f"{level.strip()} ; {turn.strip()}"


@settings(deadline=None)
@given(PLAYERS, st.integers(0, 10**6), st.sampled_from("PQRS"))
def test_a_position_that_is_read_is_printed_alike(players: int, seed: int, turn: str) -> None:
    text = f"{drawn(players, seed)} ; {turn}"
    try:
        state = GAMES[players].parse_position(text)
    except BadPosition as error:
        assert is_sentence(error)
        return
    assert state.position() == text
    assert GAMES[players].from_json(json.loads(json.dumps(state.to_json()))).position() == text


@settings(deadline=None)
@given(PLAYERS, LEVELS)
def test_any_text_is_a_level_or_a_bad_option(players: int, level: str) -> None:
    try:
        game = IceFloes(players=str(players), level=level)
    except BadOption as error:
        assert is_sentence(error)
    else:
        assert game.initial_state().to_play() == 0


@settings(deadline=None)
@given(st.sampled_from(["level", "size", "max_plies", "players", "other"]), st.text())
def test_any_text_is_an_option_or_a_bad_one(name: str, value: str) -> None:
    try:
        IceFloes(**{name: value})
    except BadOption as error:
        assert is_sentence(error)


@pytest.mark.parametrize("text", ["0", "-1", "1e3", "100001", "9" * 6000, "0" * 5000 + "1", "٣"])
def test_max_plies_is_a_sensible_number(text: str) -> None:
    with pytest.raises(BadOption):
        IceFloes(max_plies=text)


@settings(deadline=None)
@given(PLAYERS, JSON)
def test_any_json_is_a_bad_position(players: int, data: Any) -> None:
    with pytest.raises(BadPosition) as caught:
        GAMES[players].from_json(data)
    assert is_sentence(caught.value)


@settings(max_examples=300, deadline=None)
@given(
    PLAYERS,
    st.integers(0, 10**6),
    st.fixed_dictionaries({}, optional=dict.fromkeys(("level", "turn", "ply", "start"), SCALARS)),
)
def test_a_state_with_spoilt_fields_is_read_or_refused(
    players: int, seed: int, spoilt: dict[str, Any]
) -> None:
    game = GAMES[players]
    try:
        data = game.parse_position(drawn(players, seed) + " ; P").to_json()
    except BadPosition:
        return
    try:
        state = game.from_json({**data, **spoilt})
    except BadPosition as error:
        assert spoilt and is_sentence(error)
    else:
        assert state.to_json() == {key: {**data, **spoilt}[key] for key in data}
        assert check(scene(game, view(state, None))) == []


@pytest.mark.parametrize(
    "start", ["P../.../..*/...", "P..../...../...../...../.....", "*../.../..*"]
)
def test_the_start_of_a_puzzle_is_a_board_like_the_level(start: str) -> None:
    with pytest.raises(BadPosition):
        GAMES[1].from_json({"level": "P../.../..*", "turn": 0, "ply": 1, "start": start})


@pytest.mark.parametrize("field", ["level", "turn", "ply"])
def test_a_state_lacks_no_field(field: str) -> None:
    data = GAMES[2].initial_state().to_json()
    del data[field]
    with pytest.raises(BadPosition):
        GAMES[2].from_json(data)


@pytest.mark.parametrize("number", [True, 1.0, "1", -1, 2, 10**30, None, float("nan")])
def test_numbers_of_a_state_are_whole_and_in_range(number: Any) -> None:
    data = GAMES[2].initial_state().to_json()
    with pytest.raises(BadPosition):
        GAMES[2].from_json({**data, "turn": number})
    if number != 2:
        with pytest.raises(BadPosition):
            GAMES[2].from_json({**data, "ply": number})


@settings(deadline=None)
@given(PLAYERS, st.integers(0, 10**6), st.lists(st.integers(0, 3), max_size=40))
def test_states_survive_the_way_through_json(players: int, seed: int, choices: list[int]) -> None:
    game = GAMES[players]
    try:
        state = game.parse_position(drawn(players, seed) + " ; P")
    except BadPosition:
        return
    for choice in choices:
        if state.to_play() == OVER:
            break
        actions = state.legal_actions()
        state = state.apply(actions[choice % len(actions)])
        twin = game.from_json(json.loads(json.dumps(state.to_json())))
        assert (twin.to_json(), twin.key()) == (state.to_json(), state.key())
        assert twin.legal_actions() == state.legal_actions()
        assert (twin.returns(), twin.ending()) == (state.returns(), state.ending())


@settings(deadline=None)
@given(st.text())
def test_any_text_is_a_move_or_a_bad_one(text: str) -> None:
    state = GAMES[2].initial_state()
    try:
        assert state.parse(text) in range(4)
    except BadMove as error:
        assert is_sentence(error)


def test_the_sentences_say_what_and_where() -> None:
    told = {
        "..../..../..../.... ; P": "A board has an odd number of rows from 3 to 15, not 4.",
        "P../..../..Q ; P": "Row 2 has 4 squares instead of 3.",
        "P../.x./..Q ; P": "Row 2 has 'x', which is none of . * P Q.",
        "P../P../..Q ; P": "Player P stands on 2 squares.",
        "P../.../..Q": "After the level and a semicolon, say who is to play, one of P, Q, not ''.",
        "P../.../... ; P": "Player Q is missing.",
    }
    for text, sentence in told.items():
        with pytest.raises(BadPosition) as caught:
            GAMES[2].parse_position(text)
        assert str(caught.value) == sentence
