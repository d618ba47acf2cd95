"""Whatever is typed, drawn or sent: it is read, or refused with one sentence, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.errors import BadMove, BadOption, BadPosition, EveryGameError
from everygame.games.icefloes.rules import IceFloes
from tests.games.icefloes.boards import random_board

pytestmark = pytest.mark.both

GAMES = {players: IceFloes(players=str(players)) for players in (1, 2, 3, 4)}
PLAYERS = st.sampled_from([1, 2, 3, 4])
ROWS = st.lists(st.text(".*PQRS", max_size=8), max_size=8).map("/".join)
BOARDS = st.builds(
    lambda players, seed: random_board(Random(seed), players), PLAYERS, st.integers(0, 10**6)
)
LEVELS = st.one_of(st.text(), ROWS, BOARDS)


@contextmanager
def or_a_sentence(kind: type[EveryGameError]) -> Iterator[None]:
    """What is done here may be refused by an error of this kind, in one line that ends."""
    try:
        yield
    except kind as error:
        assert len(str(error).splitlines()) == 1 and str(error).endswith(".")


@settings(deadline=None)
@given(PLAYERS, LEVELS, st.text(max_size=3) | st.sampled_from("PQRS"))
def test_any_text_is_a_position_or_a_bad_one(players: int, level: str, turn: str) -> None:
    with or_a_sentence(BadPosition):
        state = GAMES[players].parse_position(f"{level} ; {turn}")
        assert state.position() == f"{level.strip()} ; {turn.strip()}"


@settings(deadline=None)
@given(PLAYERS, LEVELS)
def test_any_text_is_a_level_or_a_bad_option(players: int, level: str) -> None:
    with or_a_sentence(BadOption):
        game = IceFloes(players=str(players), level=level)
        assert game.initial_state().to_play() == 0


@settings(deadline=None)
@given(st.sampled_from(["level", "size", "max_plies", "players", "other"]), st.text())
def test_any_text_is_an_option_or_a_bad_one(name: str, value: str) -> None:
    with or_a_sentence(BadOption):
        IceFloes(**{name: value})


@settings(deadline=None)
@given(st.text())
def test_any_text_is_a_move_or_a_bad_one(text: str) -> None:
    with or_a_sentence(BadMove):
        assert GAMES[2].initial_state().parse(text) in range(4)


@pytest.mark.parametrize("text", ["0", "-1", "1e3", "100001", "9" * 6000, "0" * 5000 + "1", "٣"])
def test_max_plies_is_a_sensible_number(text: str) -> None:
    with pytest.raises(BadOption):
        IceFloes(max_plies=text)


@pytest.mark.parametrize(
    "changed",
    [
        {"start": "P../.../..*/..."},
        {"start": "P..../...../...../...../....."},
        {"start": "*../.../..*"},
        {"start": None},
        {"level": "P../.../..x"},
        {"turn": 1},
        {"ply": 10**30},
    ],
    ids=str,
)
def test_a_state_that_cannot_be_is_refused(changed: dict[str, Any]) -> None:
    """`tests/test_contract.py` puts junk in the place of each part of a state."""
    data = {"level": "P../.../..*", "turn": 0, "ply": 1, "start": "P../.../..*"}
    assert GAMES[1].from_json(data).to_json() == data
    with pytest.raises(BadPosition):
        GAMES[1].from_json({**data, **changed})


@pytest.mark.parametrize(
    ("players", "text", "sentence"),
    [
        (2, "..../..../..../.... ; P", "A board has an odd number of rows from 3 to 15, not 4."),
        (2, "P ; P", "A board has an odd number of rows from 3 to 15, not 1."),
        (2, "/" * 16 + " ; P", "A board has an odd number of rows from 3 to 15, not 17."),
        (2, "P../..../..Q ; P", "Row 2 has 4 squares instead of 3."),
        (2, "P../.x./..Q ; P", "Row 2 has 'x', which is none of . * P Q."),
        (2, "P../P../..Q ; P", "Player P stands on 2 squares."),
        (
            2,
            "P../.../..Q",
            "After the level and a semicolon, say who is to play, one of P, Q, not ''.",
        ),
        (2, "P../.../... ; P", "Player Q is missing."),
        (1, "*../.../... ; P", "Player P is missing."),
        (4, "P../.../... ; P", "Player R is missing."),
        (4, "P.Q/.../... ; R", "Player R is to play but not on the board."),
        (
            4,
            "RQ.../P..../...../...../....S ; Q",
            "Player R is trapped and would have left the board.",
        ),
    ],
)
def test_the_sentences_say_what_and_where(players: int, text: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAMES[players].parse_position(text)
    assert str(caught.value) == sentence
