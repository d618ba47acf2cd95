"""PettingZoo's own tests pass, and its interfaces play by the rules of the match."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)

import everygame as eg
import everygame.rl.pettingzoo as shells
from everygame.contract import State
from everygame.errors import BadArgument, IllegalMove
from tests.conformed import label, variants
from tests.rl.test_gymnasium import as_drawn

ROOT = Path(__file__).parents[2]
FEW = [
    ("connectfour", {}),
    ("evade", {"information": "hidden"}),
    ("icefloes", {"players": "3"}),
    ("icefloes", {"players": "1"}),
    ("tictactoe", {}),
    ("crazyeights", {"players": "3"}),
    ("ur", {}),
]
"""Games that write their planes themselves, several seats and one; then a plain class, and chance
with secrets and without."""
EXAMPLES = ("fireworks", "handon", "skull", "whist")
CYCLES = 4
"""The cycles of PettingZoo's test of `max_cycles`."""


@pytest.fixture(autouse=True)
def silence() -> Iterator[None]:
    """Let PettingZoo warn of what it allows in its own games alone, by their names: a board that is
    empty at the start, and observations with a mask."""
    with warnings.catch_warnings():
        for text in (
            "Observation numpy array is all zeros",
            "Observation space for each agent probably should be",
            "Observation is not a NumPy array",
        ):
            warnings.filterwarnings("ignore", text)
        yield


@pytest.fixture
def examples(games_home: Path) -> None:
    for name in EXAMPLES:
        shutil.copytree(ROOT / "examples" / name, games_home / name)


def conform(name: str, options: dict[str, str], cycles: int) -> None:
    """Run PettingZoo's tests of both interfaces."""
    one, many = partial(eg.rl.aec, name, **options), partial(eg.rl.parallel, name, **options)
    api_test(one(max_cycles=cycles), num_cycles=cycles)
    parallel_api_test(many(), num_cycles=cycles)
    seed_test(one, num_cycles=cycles)
    parallel_seed_test(many, num_cycles=cycles)
    check_max_cycles(one, many)


class Seeded:
    """An environment whose random actions, and what chance decides, are the same every time."""

    def __init__(self, env: Any) -> None:
        self.env = env
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(number)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.env, name)

    def reset(self) -> Any:
        return self.env.reset(seed=1)


def check_max_cycles(one: Any, many: Any) -> None:
    """Run PettingZoo's test where all agents act equally often, and no match is over before; else
    hold the number of actions."""
    env = Seeded(one(max_cycles=CYCLES))
    played = play(env)
    steps = count_steps(Seeded(many(max_cycles=CYCLES)))
    if set(played.values()) == {CYCLES} and steps == CYCLES:
        seeded = SimpleNamespace(
            env=lambda **given: Seeded(one(**given)),
            parallel_env=lambda **given: Seeded(many(**given)),
        )
        max_cycles_test(seeded)
    elif any(env.truncated):
        assert sum(played.values()) == CYCLES * len(played)
    else:
        assert sum(played.values()) <= CYCLES * len(played) and all(env.terminated)
    assert steps <= CYCLES


def play(env: Any) -> dict[str, int]:
    """Play one match at random; return how often each agent has acted."""
    env.reset()
    played = dict.fromkeys(env.possible_agents, 0)
    env.terminated, env.truncated = [], []
    for agent in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.terminated.append(terminated)
            env.truncated.append(truncated)
            env.step(None)
        else:
            env.step(env.action_space(agent).sample())
            played[agent] += 1
    return played


def count_steps(env: Any) -> int:
    env.reset()
    steps = 0
    while env.agents:
        env.step({agent: env.action_space(agent).sample() for agent in env.agents})
        steps += 1
    return steps


@pytest.mark.both
@pytest.mark.parametrize(("name", "options"), FEW, ids=[label(*one) for one in FEW])
def test_the_tests_of_pettingzoo_pass(name: str, options: dict[str, str]) -> None:
    conform(name, options, 8)


@pytest.mark.both
@pytest.mark.long("rl", guard="tests/rl/test_pettingzoo.py::test_the_tests_of_pettingzoo_pass")
@pytest.mark.parametrize(("name", "options"), variants(), ids=[label(*o) for o in variants()])
def test_the_tests_of_pettingzoo_pass_for_all_games(name: str, options: dict[str, str]) -> None:
    endless = eg.load(name, **options).endless
    conform(name, options, 20 if endless else 100)
    render_test(partial(eg.rl.aec, name, **options), {"svg": lambda drawn: drawn[:4] == "<svg"})
    performance_benchmark(eg.rl.aec(name, max_cycles=1000, **options))


def test_all_modes_of_rendering() -> None:
    drawn = {"svg": lambda drawn: drawn.startswith("<svg"), "rgb_array": lambda p: p.std() > 1}
    render_test(partial(eg.rl.aec, "tictactoe"), drawn)
    assert eg.rl.aec("tictactoe").render_mode is None
    with pytest.raises(BadArgument, match="human, ansi, svg, rgb_array"):
        eg.rl.aec("tictactoe", render_mode="film")


def test_human_rendering_prints_each_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = eg.rl.aec("tictactoe", render_mode="human")
    env.reset()
    env.step(4)
    assert capsys.readouterr().out.count("a  b  c") == 2


def test_nobody_sees_what_is_hidden_by_rendering() -> None:
    env = eg.rl.aec("crazyeights", render_mode="ansi")
    env.reset(seed=1)
    hands = " ".join(env._one.state(0).to_json()["hands"]).split()
    shown = env.render().split()
    assert len(hands) > 9 and "?" in shown and not {*map(as_drawn, hands)} & {*shown}


def test_pettingzoo_makes_games_by_name() -> None:
    env = pettingzoo.make("aec", "everygame/evade-v0", information="hidden", max_cycles=3)
    assert isinstance(env, shells.AEC) and env._one.game.values["information"] == "hidden"
    assert sum(play(Seeded(env)).values()) == 6
    both = pettingzoo.make("parallel", "everygame/connectfour-v0")
    assert isinstance(both, pettingzoo.ParallelEnv) and str(both) == "everygame/connectfour"


@pytest.mark.both
@pytest.mark.parametrize("name", ["connectfour", "ur", "crazyeights"])
def test_a_match_goes_as_in_a_vector(name: str) -> None:
    env, vector = eg.rl.aec(name), eg.rl.vector(name, 1, seed=5, autoreset="disabled")
    env.reset(seed=5)
    for _ in range(60):
        seen, _, terminated, _, info = env.last()
        if terminated:
            break
        assert env.agent_selection == f"player_{vector.seat[0]}"
        assert np.array_equal(seen["observation"], vector.planes[0])
        assert np.array_equal(seen["numbers"], vector.numbers[0])
        assert np.array_equal(info["action_mask"], vector.mask[0])
        actions = vector.sample()
        env.step(actions[0])
        vector.step(actions)
    assert terminated == vector.terminated[0]
    results = [env.rewards[agent] for agent in env.agents]
    assert results == list(vector.rewards[0])


def test_what_was_not_legal_has_not_been_played() -> None:
    env = eg.rl.aec("connectfour")
    env.reset()
    for action in (7, -1):
        with pytest.raises(IllegalMove, match=f"The action {action} is not legal here"):
            env.step(action)
    with pytest.raises(TypeError):
        env.step(0.5)
    assert env.agent_selection == "player_0" and not env.last()[0]["observation"].any()


@pytest.mark.both
def test_environments_can_be_copied_and_pickled() -> None:
    for make in (eg.rl.aec, eg.rl.parallel):
        env = make("evade", information="hidden")
        env.reset(seed=3)
        copies = [deepcopy(env), pickle.loads(pickle.dumps(env))]
        for one in (env, *copies):
            one.step(advance(one))
        for other in copies:
            assert other._one.state(0) == env._one.state(0)
            assert other.infos.keys() == env.infos.keys()


def advance(env: Any) -> Any:
    """Return the first legal action: of the agent that is selected, or of each."""
    first = {agent: int(env.infos[agent]["action_mask"].argmax()) for agent in env.agents}
    return first if isinstance(env, shells.Parallel) else first[env.agent_selection]


def test_who_plays_together_wins_together(examples: None) -> None:
    for name, sides in (("fireworks", (0, 0, 0)), ("whist", (0, 1, 0, 1))):
        env = Seeded(eg.rl.aec(name))
        env.reset()
        results: dict[str, float] = {}
        for agent in env.agent_iter():
            _, reward, terminated, _, _ = env.last()
            if terminated:
                results[agent] = reward
            env.step(None if terminated else env.action_space(agent).sample())
        assert list(results.values()) == env._one.state(0).returns()
        assert len(set(zip(sides, results.values(), strict=True))) == len(set(sides)), results


def choosers(infos: dict[str, Any]) -> list[str]:
    return [agent for agent, info in infos.items() if info["chooses"]]


def test_seats_that_pass_cards_choose_at_once(examples: None) -> None:
    env = eg.rl.parallel("handon")
    seen, infos = env.reset(seed=1)
    hands = [set(hand.split()) for hand in env._one.state(0).to_json()["hands"]]
    for _ in range(2):
        assert choosers(infos) == env.agents
        masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
        seen, _, _, _, infos = env.step({agent: mask.argmax() for agent, mask in masks.items()})
    passed = [set(hand.split()) for hand in env._one.state(0).to_json()["hands"]]
    assert [len(hand & had) for hand, had in zip(passed, hands, strict=True)] == [2] * 4
    assert len(choosers(infos)) == 1  # who leads the first trick is seen by all


@pytest.mark.parametrize(("name", "first"), [("skull", 4), ("evade", 2), ("connectfour", 1)])
def test_how_many_choose_at_once_follows_from_what_they_observe(
    examples: None, name: str, first: int
) -> None:
    assert len(choosers(eg.rl.parallel(name).reset(seed=1)[1])) == first


def test_who_knows_more_than_it_knew_chooses_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where `choosing` errs, no choice counts that was made without knowing what may be known."""

    def too_many(state: State) -> list[State]:
        return [state, state.apply(0)]

    monkeypatch.setattr(shells, "choosing", too_many)
    env = eg.rl.parallel("connectfour")
    env.reset()
    env.step({"player_0": 0, "player_1": 0})
    assert env._one.plies[0] == 2
    env.step({"player_0": 3, "player_1": 0})
    assert env._one.plies[0] == 3


def test_who_chooses_must_answer_and_others_need_not() -> None:
    env = eg.rl.parallel("connectfour")
    env.reset()
    with pytest.raises(BadArgument, match="There is no action of player_0"):
        env.step({"player_1": 3})
    both = eg.rl.parallel("evade")
    both.reset(seed=1)
    first = advance(both)
    with pytest.raises(IllegalMove, match="The action -1 of player_1 is not legal here"):
        both.step({**first, "player_1": -1})
    assert both._one.plies[0] == 0, "not even what the first agent chose"
    _, _, _, _, infos = env.step({"player_0": 3})
    assert choosers(infos) == ["player_1"] and infos["player_0"]["action_mask"].all()


LACKING = """
import sys
sys.modules[sys.argv[1]] = None
import everygame as eg
try:
    exec(sys.argv[2])
except ModuleNotFoundError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("library", "code"),
    [
        ("pettingzoo", "eg.rl.aec('connectfour')"),
        ("gymnasium", "eg.rl.parallel('connectfour')"),
        ("gymnasium", "import everygame.rl.gymnasium"),
        ("numpy", "eg.rl.vector('connectfour', 1)"),
    ],
)
def test_without_a_library_one_sentence_says_what_to_install(library: str, code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LACKING, library, code], capture_output=True, text=True
    )
    assert done.stdout == f"everygame.rl needs {library}: pip install everygame[rl]\n", done.stderr
