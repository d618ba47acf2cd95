"""OpenSpiel's own tests pass for every game that ends, with each number of players.

OpenSpiel and what it needs are 52 MB to load and 214 MB on the disk, so nearly all of this is left
to `run.py long rl`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import everygame as eg
from everygame.contract import Game
from everygame.errors import BadArgument, BadGame, BadOption
from tests.conformed import Settings, label, variants

ROOT = Path(__file__).parents[2]
ENDING = [(name, options) for name, options in variants() if not eg.load(name).endless]


def load(name: str, options: Settings | None = None) -> Any:
    import pyspiel

    import everygame.openspiel  # noqa: F401  # registers the games

    return pyspiel.load_game(f"everygame_{name}({written(options or {})})")


def written(options: Settings) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items())


@pytest.mark.long("rl", guard="tests/rl/test_line.py::test_it_ends_as_a_match_does")
@pytest.mark.parametrize(("name", "options"), ENDING, ids=[label(*one) for one in ENDING])
def test_random_matches(name: str, options: Settings) -> None:
    import pyspiel

    pyspiel.random_sim_test(load(name, options), num_sims=2, serialize=True, verbose=False)


@pytest.mark.long("rl", guard="tests/rl/test_line.py::test_copies_are_the_same_and_pickles_equal")
@pytest.mark.parametrize(("name", "options"), ENDING, ids=[label(*one) for one in ENDING])
def test_states_can_be_copied_and_serialised(name: str, options: Settings) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(load(name, options))


@pytest.mark.long("rl", guard="tests/rl/test_line.py::test_it_ends_as_a_match_does")
@pytest.mark.parametrize(("name", "options"), ENDING, ids=[label(*one) for one in ENDING])
def test_a_playthrough_says_the_same_again(name: str, options: Settings, tmp_path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    with flags():
        told = generate_playthrough.playthrough(str(load(name, options)), None, seed=3)
        (tmp_path / "told").write_text(told, "utf-8")
        expected, actual = generate_playthrough.replay(tmp_path / "told")
    assert expected == actual


@pytest.mark.long("rl", guard="tests/rl/test_line.py::test_it_ends_as_a_match_does")
def test_the_interface_of_all_games_is_as_openspiel_wants_it() -> None:
    import everygame.openspiel  # noqa: F401

    with flags("--test_only_games=everygame_.*"):
        from open_spiel.integration_tests import api_test

        suite = api_test.load_tests(unittest.TestLoader(), unittest.TestSuite(), None)
        chosen = [one for one in cases(suite) if LATE not in one.id()]
        result = unittest.TextTestRunner().run(unittest.TestSuite(chosen))
    assert result.testsRun >= 5 * len({name for name, _ in ENDING}) - 1
    assert result.wasSuccessful()


LATE = "everygame_coldspell_Test.test_private_information_contents"
"""This test wants secrets among its 400 positions, and those of Cold Spell come after more plies
than these have."""


def cases(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    for one in suite:
        if isinstance(one, unittest.TestSuite):
            yield from cases(one)
        else:
            yield one


@pytest.mark.long("rl", guard="tests/rl/test_line.py::test_it_ends_as_a_match_does")
def test_a_broken_game_hurts_no_other(games_home: Path) -> None:
    import everygame.openspiel

    folder = games_home / "broken"
    folder.mkdir()
    (folder / "rules.py").write_text("GAME = None", "utf-8")
    with pytest.warns(UserWarning, match="broken is not in OpenSpiel"):
        everygame.openspiel.register_games()
    assert load("tictactoe").num_players() == 2


@pytest.mark.long("rl", guard="tests/rl/test_line.py::test_it_ends_by_repetition_and_by_its_limit")
def test_parameters_are_options_and_a_limit() -> None:
    game = load("go", {"size": "9", "komi": "7.0", "longest": "4"})
    state = game.new_initial_state()
    for _ in range(4):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0, 0] and game.max_game_length() == 4
    for options, error in (({"longest": "-1"}, BadArgument), ({"komi": "1000.5"}, BadOption)):
        with pytest.raises(error):
            load("go", options)


LACKING = """
import sys
sys.modules["pyspiel"] = None
try:
    import everygame.openspiel
except ModuleNotFoundError as error:
    print(error)
"""


def test_without_openspiel_one_sentence_says_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", LACKING], capture_output=True, text=True)
    said = "everygame.openspiel needs pyspiel: pip install everygame[openspiel]\n"
    assert done.stdout == said, done.stderr


@contextmanager
def flags(*words: str) -> Iterator[None]:
    """Give OpenSpiel's tests these flags, as on their command line."""
    from absl import flags
    from open_spiel.integration_tests import api_test  # noqa: F401  # which defines one

    flags.FLAGS(["test", *words])
    try:
        yield
    finally:
        flags.FLAGS.unparse_flags()


@pytest.mark.long("rl", guard="tests/rl/test_recall.py::test_there_is_none_that_is_too_long")
def test_information_states_have_a_tensor_unless_it_is_too_long() -> None:
    from everygame.rl.recall import MOST

    game = load("evade", {"information": "hidden", "longest": "60"})
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[3])
    rows = [state.information_state_tensor(seat) for seat in (0, 1)]
    (size,) = game.information_state_tensor_shape()
    assert game.get_type().provides_information_state_tensor
    assert len(rows[0]) == size <= MOST and rows[0] != rows[1]
    assert state.clone().information_state_tensor() == rows[1]
    game = load("evade", {"information": "hidden"})
    assert not game.get_type().provides_information_state_tensor
    with pytest.raises(BadGame, match="have no tensor, because it would have more than 100000"):
        game.new_initial_state().information_state_tensor(0)


@pytest.mark.long("rl", guard="tests/rl/test_recall.py::test_there_is_none_that_is_too_long")
def test_a_network_of_openspiel_reads_the_tensor(kuhn: Game) -> None:
    """Its agents ask the environment for the tensor, and play matches to the end."""
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms.random_agent import RandomAgent

    world = rl_environment.Environment(
        load("kuhn"), observation_type=rl_environment.ObservationType.INFORMATION_STATE
    )
    agents = [RandomAgent(seat, world.action_spec()["num_actions"]) for seat in range(2)]
    for _ in range(20):
        step = world.reset()
        while not step.last():
            assert np.shape(step.observations["info_state"]) == (
                2,
                *world.observation_spec()["info_state"],
            )
            player = step.observations["current_player"]
            step = world.step([agents[player].step(step).action])


@pytest.fixture
def kuhn(games_home: Path) -> Game:
    import everygame.openspiel

    shutil.copytree(ROOT / "examples" / "kuhn", games_home / "kuhn")
    everygame.openspiel.register_games()
    return eg.load("kuhn")


@pytest.mark.long("rl", guard="tests/rl/test_line.py::test_a_seat_knows_all_that_it_knew_and_did")
def test_openspiel_solves_kuhn_poker(kuhn: Game) -> None:
    import pyspiel

    game, theirs = load("kuhn"), pyspiel.load_game("kuhn_poker")
    found, known = (nash_conv(one) for one in (game, theirs))
    assert found[0] == pytest.approx(known[0] / 2, abs=1e-6)  # we pay half as much
    assert found[1] < 0.01


def nash_conv(game: Any) -> tuple[float, float]:
    """Return how exploitable random play is, and what CFR+ makes of it."""
    import pyspiel

    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policies = pyspiel.UniformRandomPolicy(game), solver.average_policy()
    first, last = (pyspiel.nash_conv(game, policy) for policy in policies)
    return first, last
