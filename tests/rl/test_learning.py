"""The examples that learn run, and their network goes down the slope that it is given."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import everygame as eg
from everygame.rl.tensors import Tensors

FOLDER = Path(__file__).parents[2] / "examples" / "learning"
NAMES = ("alphazero", "dqn", "network", "ppo")


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """The modules of the examples, which import each other as programs in one folder do."""
    monkeypatch.syspath_prepend(FOLDER)
    yield {name: importlib.import_module(name) for name in NAMES}
    for name in NAMES:
        del sys.modules[name]


def test_the_network_knows_its_slopes(examples: dict[str, Any]) -> None:
    network = examples["network"].Network((3, 5, 2), seed=1)
    network.weights = [weight.astype(np.float64) for weight in network.weights]
    inputs, wanted = np.eye(3), np.arange(6.0).reshape(3, 2)

    def loss() -> float:
        return float(((network.answer(inputs) - wanted) ** 2).sum() / 2)

    before = [weight.copy() for weight in network.weights]
    for number, kept in enumerate(before):
        for place in np.ndindex(kept.shape):
            network.weights = [weight.copy() for weight in before]
            network.means = [np.zeros_like(weight) for weight in before]
            network.weights[number][place] += 1e-4
            higher = loss()
            network.weights[number][place] -= 2e-4
            measured = (higher - loss()) / 2e-4
            network.weights = [weight.copy() for weight in before]
            network.learn(network.answer(inputs) - wanted)
            assert network.means[number][place] * 10 == pytest.approx(measured, abs=1e-3)


def test_the_network_learns(examples: dict[str, Any]) -> None:
    network = examples["network"].Network((2, 16, 1), seed=1, rate=0.01)
    inputs = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    wanted = np.array([[0], [1], [1], [0]])
    for _ in range(400):
        network.learn(network.answer(inputs) - wanted)
    assert np.abs(network.answer(inputs) - wanted).max() < 0.1


def test_only_legal_actions_are_drawn(examples: dict[str, Any]) -> None:
    network, rng = examples["network"], np.random.default_rng(1)
    mask = rng.random((500, 7)) < 0.3
    mask[np.arange(500), rng.integers(0, 7, 500)] = True
    found = network.shares(rng.normal(size=(500, 7)), mask)
    assert np.allclose(found.sum(1), 1) and not found[~mask].any()
    assert mask[np.arange(500), network.draw(found, rng)].all()


def test_ppo_learns_to_prefer_what_wins(examples: dict[str, Any]) -> None:
    player = examples["ppo"].Player(seed=1)
    planes, mask = np.ones((64, 2, 6, 7)), np.ones((64, 7), bool)
    actions = np.arange(64) % 7
    won = np.where(actions == 3, 1.0, -1.0)
    for _ in range(30):
        chances, values = player.look(planes, mask)
        goals = np.stack([won - values, won], -1)
        player.learn(planes, mask, actions, chances[np.arange(64), actions], goals)
    assert player.look(planes, mask)[0][0].argmax() == 3


def test_a_turned_board_has_turned_actions(examples: dict[str, Any]) -> None:
    """An action on a board that is then turned does what it becomes on the turned board."""
    dqn = examples["dqn"]
    rows = ["....P", "..*..", ".....", "*..*.", "....."][::-1]  # from the lowest rank
    board = np.array([[list(row) for row in rows]])
    plain = after_each("/".join(rows[::-1]))
    assert len(plain) > 1
    for turns in range(4):
        for mirrored in (False, True):
            turned = dqn.turn(board[None], turns, mirrored)[0, 0]
            found = after_each("/".join("".join(row) for row in turned[::-1]))
            becomes = dqn.turn_actions(turns, mirrored)
            assert {becomes[action] for action in plain} == set(found)
            for action, planes in plain.items():
                wanted = dqn.turn(planes[None], turns, mirrored)[0]
                assert np.array_equal(found[becomes[action]], wanted)


def after_each(level: str) -> dict[int, Any]:
    """Return the planes after each legal action in a level."""
    game = eg.load("icefloes", players=1, level=level)
    start, tensors = game.initial_state(), Tensors(game)
    return {
        action: tensors.of(start.apply(action), 0)[0].copy() for action in start.legal_actions()
    }


def test_ppo_and_dqn_run(examples: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    ppo, dqn = examples["ppo"], examples["dqn"]
    ppo.MATCHES, ppo.STEPS, ppo.PART = 4, 8, 16
    ppo.learn(minutes=1e-4, seed=1)
    level = eg.rl.vector("icefloes", 1, players=1, level="three", autoreset="disabled")
    dqn.levels = lambda length, count, rng: [level] * count  # making new ones takes a while
    dqn.learn(minutes=1e-4, length=3, seed=1, count=3)
    out = capsys.readouterr().out
    assert "s of processor time" in out and "of others" in out


def test_alphazero_runs(examples: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    alphazero = examples["alphazero"]
    alphazero.TESTS, alphazero.EARLIEST, alphazero.LATEST = 4, 30, 34
    alphazero.MATCHES, alphazero.SIMULATIONS = 4, 4
    alphazero.learn(minutes=1e-4, seed=1)
    assert "with a search it keeps" in capsys.readouterr().out
