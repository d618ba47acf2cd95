"""States, games and matches are values: copied, pickled and compared like numbers."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import copy, deepcopy
from itertools import count, islice
from pathlib import Path
from random import Random

import pytest

from everygame.contract import Game, Json, State
from everygame.library.new_game import new_game
from everygame.library.registry import find_game, games
from everygame.match import Match
from tests.conformed import Settings, settings
from tests.threads import needs_processes
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


MANY = 10_000
"""States of each setting in the long form."""
BATCH = 1_000
"""States that are pickled together."""


def walk(game: Game) -> Iterator[State]:
    """The states of one random match after the other."""
    for seed in count():
        rng, state = Random(seed), game.initial_state()
        while actions := state.legal_actions():
            yield state
            state = state.apply(rng.choice(actions))
        yield state


def elsewhere(states: list[State]) -> tuple[str, list[State], list[Json]]:
    """The build of a process beside this one, compiled where `EVERYGAME_COMPILED` names such a
    build; what it has read of these states; and their JSON there."""
    home = os.environ.get("EVERYGAME_COMPILED", str(Path(__file__).parents[2]))
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("other_build.py"))],
        input=pickle.dumps(states), cwd=home, env={**os.environ, "PYTHONPATH": home},
        stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    found: tuple[str, list[State], list[Json]] = pickle.loads(done.stdout)
    return found


@pytest.mark.long(
    "values",
    guard="tests/games/test_values.py::test_a_copy_and_what_comes_out_of_a_pickle_are_equal",
)
@pytest.mark.parametrize(("name", "options"), settings(), ids=str)
def test_ten_thousand_states_are_values_here_and_in_the_other_build(
    name: str, options: dict[str, str]
) -> None:
    """Copied and pickled in both builds, and pickled from the one to the other and back through a
    process that has just been started."""
    states = walk(find_game(name).game(**options))
    for _ in range(MANY // BATCH):
        batch = list(islice(states, BATCH))
        for state in batch:
            for twin in (copy(state), deepcopy(state), pickle.loads(pickle.dumps(state))):
                assert twin == state and hash(twin) == hash(state)
        build, back, told = elsewhere(batch)
        assert (", compiled," in build) == ("EVERYGAME_COMPILED" in os.environ), build
        assert back == batch and told == [state.to_json() for state in batch]


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


@needs_processes
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
