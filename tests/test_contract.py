"""The contract: what its base classes promise, on the smallest game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everygame.contract import OVER, Choice, Game, Option, State, read_settings
from everygame.errors import BadOption, BadPosition, IllegalMove, InvalidMove
from everygame.library.registry import find_game, games

pytestmark = pytest.mark.both


def start() -> State:
    return find_game("tictactoe").game().initial_state()


@pytest.mark.parametrize("text", ["", " ", "a1 a2", "a1\n\nb1"])
def test_what_is_not_one_move_is_invalid(text: str) -> None:
    with pytest.raises(InvalidMove):
        start().parse(text)


@given(st.text(max_size=5))
def test_any_text_is_a_move_or_a_clear_error(text: str) -> None:
    state = start()
    try:
        action = state.parse(text)
    except (InvalidMove, IllegalMove) as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert state.text(action) == text.strip()


def test_default_chance_outcomes_are_equally_likely() -> None:
    assert sum(p for _, p in start().chance_outcomes()) == pytest.approx(1)
    assert {p for _, p in start().chance_outcomes()} == {1 / 9}


CALM = (Choice("calm", "Calm"),)


class Optional(Game):
    name, seats = "optional", (3, 2)
    options = (
        Option("speed", "slow", "Speed", free=True),
        Option("mood", "calm", "Mood", "", CALM),
    )


def test_settings_hold_all_options() -> None:
    game = Optional(speed="12")
    assert game.settings == {"players": "3", "speed": "12", "mood": "calm"}
    assert Optional(**game.settings).settings == game.settings


@pytest.mark.parametrize(
    "options", [{"players": "4"}, {"players": ""}, {"mood": "wild"}, {"colour": "red"}]
)
def test_an_option_that_the_game_does_not_take(options: dict[str, str]) -> None:
    with pytest.raises(BadOption) as caught:
        Optional(**options)
    assert min(options.values()) in str(caught.value) or "colour" in str(caught.value)


def test_options_are_read_as_typed() -> None:
    assert read_settings(["a=1", "b=x=y"]) == {"a": "1", "b": "x=y"}
    for wrong in (["a"], ["=1"], ["a=1", "a=2"]):
        with pytest.raises(BadOption):
            read_settings(wrong)


def test_a_game_without_position_text_says_so() -> None:
    with pytest.raises(BadPosition):
        start().position()
    with pytest.raises(BadPosition):
        Optional().parse_position("x")


JUNK = (None, True, -1, 7, 10**30, 1.5, "", "x", "a1", "\ud800", [], [[]], [None], {}, {"a": 1})


def kind(data: Any) -> Any:
    """What JSON has in common with JSON that other values were put into."""
    if isinstance(data, dict):
        return [(key, kind(part)) for key, part in data.items()]
    return list(map(kind, data)) if isinstance(data, list) else type(data)


def spoiled(data: Any) -> Iterator[Any]:
    """The JSON with junk in the place of each of its parts, one at a time; of the items of a list
    that are of one kind, only the first is spoiled."""
    yield from JUNK
    if isinstance(data, dict):
        for key in data:
            yield {k: v for k, v in data.items() if k != key}
            yield from ({**data, key: part} for part in spoiled(data[key]))
    elif isinstance(data, list):
        kinds = list(map(kind, data))
        for i in {kinds.index(one) for one in kinds}:
            yield from ([*data[:i], part, *data[i + 1 :]] for part in spoiled(data[i]))


def some_states(game: Game) -> Iterator[State]:
    """The states of a random match at growing distances, and its last one."""
    state, rng = game.initial_state(), Random(3)
    for ply in range(200):
        actions = state.legal_actions()
        if ply in (0, 1, 2, 40, 70) or not actions:
            yield state
        if not actions:
            return
        state = state.apply(rng.choice(actions))


@pytest.mark.parametrize("data", ["x" * 5000, [["x" * 90] * 9] * 9, [{"\n": "\x1f" * 90}] * 9])
def test_what_is_no_json_object_is_refused_in_a_short_sentence(data: Any) -> None:
    with pytest.raises(BadPosition, match="is a JSON object, not ") as caught:
        find_game("tictactoe").game().from_json(data)
    told = str(caught.value)
    assert len(told) < 200 and len(told.splitlines()) == 1


@pytest.mark.parametrize("name", list(games()))
def test_any_json_is_a_state_or_refused(name: str) -> None:
    """Saves come from anywhere; compiled rules must not fall over a wrong type either."""
    game = find_game(name).game()
    for junk in JUNK:
        with pytest.raises(BadPosition):
            game.from_json(junk)
    for state in some_states(game):
        for data in spoiled(state.to_json()):
            try:
                read = game.from_json(data)
            except BadPosition as error:
                assert len(str(error).splitlines()) == 1
            else:
                assert bool(read.legal_actions()) == (read.to_play() != OVER)


def test_a_game_reads_lists_and_refuses_what_is_none() -> None:
    game = find_game("tictactoe").game()
    assert game.read_numbers({"won": [0, 3]}, "won", 2, 0, 3) == [0, 3]
    assert game.read_texts({"hands": ["7h", ""]}, "hands", 2, ".*") == ["7h", ""]
    for wrong in ({}, [], {"won": [0]}, {"won": [0, 4]}, {"won": [0, True]}, {"won": "01"}):
        with pytest.raises(BadPosition, match="'won' in a position of tictactoe"):
            game.read_numbers(wrong, "won", 2, 0, 3)
    with pytest.raises(BadPosition, match="'hands' in a position of tictactoe cannot be 7"):
        game.read_texts({"hands": ["7h", 7]}, "hands", 2, ".*")
