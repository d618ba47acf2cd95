"""States, games and matches are values: copied, pickled and compared like numbers."""

from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from copy import copy, deepcopy
from pathlib import Path
from random import Random

import pytest

from everygame.contract import Game, State
from everygame.library.new import new_game
from everygame.library.registry import find_game, games
from everygame.match import Match
from tests.conformed import Settings, settings
from tests.toys import Pacer, Walk

pytestmark = pytest.mark.both

FEW = 12
"""Plies of the match that is played at random with each setting."""


def line(game: Game) -> list[State]:
    """The first states of a match that is played at random."""
    rng, states = Random(7), [game.initial_state()]
    while len(states) < FEW and (actions := states[-1].legal_actions()):
        states.append(states[-1].apply(rng.choice(actions)))
    return states


@pytest.mark.parametrize(("name", "options"), settings(), ids=str)
def test_a_copy_and_what_comes_out_of_a_pickle_are_equal(name: str, options: Settings) -> None:
    game = find_game(name).game(**options)
    for state in line(game):
        for twin in (copy(state), deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert twin == state and hash(twin) == hash(state) and twin is not state
            assert twin.game == game and twin.to_json() == state.to_json()


@pytest.mark.parametrize("name", games())
def test_a_game_is_what_its_name_and_options_say(name: str) -> None:
    game, same = find_game(name).game(), find_game(name).game()
    assert game == same and hash(game) == hash(same)
    assert game != Walk() and game != name
    assert pickle.loads(pickle.dumps(game)) == copy(game) == deepcopy(game) == game


def test_options_make_games_and_their_states_different() -> None:
    two, three = (find_game("coldspell").game(players=seats) for seats in "23")
    assert two != three and two.initial_state() != three.initial_state()


def test_a_game_outside_the_library_is_pickled_by_its_class() -> None:
    assert pickle.loads(pickle.dumps(Walk())) == Walk()
    assert pickle.loads(pickle.dumps(Walk().initial_state())) == Walk().initial_state()


def test_a_copy_by_the_authors_own_method_keeps_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pacer, "copy", lambda pacer: Pacer(pacer.at))  # as the guide teaches
    state = Walk().initial_state()
    for twin in (copy(state), deepcopy(state), pickle.loads(pickle.dumps(copy(state)))):
        assert twin == state and twin.game == state.game and twin is not state


def played(name: str) -> Match:
    match = Match(find_game(name).game(), Random(3))
    for _ in range(FEW):
        state = match.state()
        match.play(state.to_play(), state.text(state.legal_actions()[0]))
    return match


@pytest.mark.parametrize("name", ["evade", "icefloes", "go"])
def test_a_match_is_copied_whole(name: str) -> None:
    match = played(name)
    for twin in (copy(match), deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert twin == match and twin.state() == match.state()
        twin.go(0)
        assert twin != match and match.node > 0
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)


@pytest.mark.parametrize("name", ["evade", "sticks"])
def test_a_process_pool_takes_states(name: str, games_home: Path) -> None:
    """Also one whose processes know nothing yet, as on Windows and macOS, and of a game of one's
    own."""
    new_game("sticks", games_home)
    states = line(find_game(name).game())[:-1]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as pool:
        assert list(pool.map(State.apply, states, [s.legal_actions()[0] for s in states])) == [
            state.apply(state.legal_actions()[0]) for state in states
        ]
