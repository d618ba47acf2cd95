"""Gymnasium's own checks pass, and one seat against bots plays by the rules of the match."""

from __future__ import annotations

import pickle
from copy import deepcopy
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.env_match import check_environments_match
from gymnasium.utils.performance import benchmark_step, benchmark_vector_step
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

import everygame as eg
import everygame.rl.gymnasium as shells
from everygame.contract import State
from everygame.errors import BadArgument, BadOption
from everygame.games.icefloes.solver import solve
from everygame.tensors.encoder import Encoder
from tests.conformed import label, variants

FEW = [
    ("connectfour", {}),
    ("evade", {"information": "hidden", "bot": "first"}),
    ("icefloes", {"players": "3", "seat": 2}),
    ("icefloes", {"players": "1", "length": 3}),
    ("crazyeights", {"players": "3", "seat": 1}),
]
"""Chance and none, secrets and none, one seat and several, a bot, a puzzle."""


def make(name: str, **options: Any) -> gymnasium.Env:
    return gymnasium.make(f"everygame/{name}-v0", **options)


def make_vec(name: str, count: int, **options: Any) -> VectorEnv:
    return gymnasium.make_vec(f"everygame/{name}-v0", count, **options)


@pytest.mark.both
@pytest.mark.parametrize(("name", "options"), FEW, ids=[label(*one) for one in FEW])
def test_the_checks_of_gymnasium_pass(name: str, options: dict[str, Any]) -> None:
    check_env(make(name, **options).unwrapped, skip_render_check=True)
    one, other = make(name, **options), make(name, **options)
    check_environments_match(one, other, 8)


@pytest.mark.both
@pytest.mark.long("rl", guard="tests/rl/test_gymnasium.py::test_the_checks_of_gymnasium_pass")
@pytest.mark.parametrize(("name", "options"), variants(), ids=[label(*o) for o in variants()])
def test_the_checks_of_gymnasium_pass_for_all_games(name: str, options: dict[str, str]) -> None:
    for seat in range(int(options["players"])):
        check_env(make(name, seat=seat, **options).unwrapped)
    steps = 10 if eg.load(name, **options).endless else 100
    compare(name, steps, AutoresetMode.SAME_STEP, max_episode_steps=40, **options)
    assert benchmark_step(make(name, **options), 1, seed=1) > 0
    assert benchmark_vector_step(make_vec(name, 4, **options), 1, seed=1) > 0


def test_all_modes_of_rendering() -> None:
    check_env(make("tictactoe").unwrapped)
    env = make("connectfour", render_mode="rgb_array")
    env.reset(seed=1)
    empty = env.render()
    env.step(3)
    assert empty.dtype == np.uint8 and empty.std() > 1 and (env.render() != empty).any()


def test_rendering_shows_what_the_seat_sees_and_no_more() -> None:
    env = make("crazyeights", seat=1, render_mode="ansi")
    env.reset(seed=1)
    hands = env.unwrapped._one.state(0).to_json()["hands"]
    own, other = ({as_drawn(card) for card in hand.split()} for hand in (hands[1], hands[0]))
    shown = set(env.render().split())
    assert own <= shown and not other & shown


def as_drawn(card: str) -> str:
    """Return a card as pictures have it: "10d" as "10♦"."""
    return card[:-1].upper() + dict(zip("cdhs", "♣♦♥♠", strict=True))[card[-1]]


def compare(name: str, steps: int, mode: AutoresetMode, **options: Any) -> None:
    """Step the same matches in our vector and in Gymnasium's, of single environments."""
    ours = make_vec(name, 3, autoreset_mode=mode, **options)
    single = partial(make, name, **options)
    theirs = SyncVectorEnv([single] * 3, autoreset_mode=mode)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    ours.action_space.seed(1)
    same(ours.reset(seed=4), theirs.reset(seed=4))
    for _ in range(steps):
        actions = ours.action_space.sample()
        one, other = ours.step(actions), theirs.step(actions)
        same((one[0], one[4]), (other[0], other[4]), cut=one[3])
        assert np.array_equal(one[1], other[1]) and np.array_equal(one[2], other[2])
        assert np.array_equal(one[3], other[3] & ~other[2])
        over = one[2] | one[3]
        if mode is AutoresetMode.DISABLED and over.any():
            masked = [env.reset(options={"reset_mask": over.copy()})[0] for env in (ours, theirs)]
            same(*[(seen, {}) for seen in masked])


def same(one: tuple[Any, ...], other: tuple[Any, ...], cut: Any = None) -> None:
    """Require the same observations and infos. A match that our vector has cut off has no more
    actions, while in Gymnasium's it could go on."""
    for seen in (*one, *other):
        if cut is not None and "action_mask" in seen:
            seen["action_mask"][cut] = 0
    for i in np.flatnonzero(one[1].pop("_final_obs", [])):
        ends = [info["final_obs"][i] for info in (one[1], other[1])]
        for end in ends:
            end["action_mask"][:] &= not cut[i]
        assert data_equivalence(*ends)
    infos = [{k: v for k, v in info.items() if "final" not in k} for info in (one[1], other[1])]
    assert data_equivalence(one[0], other[0]) and data_equivalence(*infos)


@pytest.mark.both
@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("connectfour", {"seat": 1}),
        ("ur", {"max_episode_steps": 9}),
        ("evade", {"information": "hidden", "bot": "first", "max_episode_steps": 6}),
    ],
)
def test_a_vector_goes_as_single_environments(
    name: str, options: dict[str, Any], mode: AutoresetMode
) -> None:
    compare(name, 24 if "bot" not in options else 8, mode, **options)


def test_a_bot_decides_by_its_seed_and_better_than_chance() -> None:
    results = {}
    for bot in ("random", "first"):
        env = make_vec("connectfour", 24, bot=bot, autoreset_mode="SameStep")
        env.reset(seed=1)
        env.action_space.seed(1)
        results[bot] = sum(env.step(env.action_space.sample())[1].sum() for _ in range(24))
    assert results["first"] < results["random"] - 5, results
    with pytest.raises(BadOption, match="there are first, steady, strong"):
        make("connectfour", bot="best")
    with pytest.raises(BadArgument, match="The seat"):
        make("connectfour", seat=2)


def test_an_action_that_is_not_legal_loses_and_the_info_says_so() -> None:
    env, many = make("tictactoe"), make_vec("tictactoe", 2, autoreset_mode="SameStep")
    env.reset(seed=1)
    env.step(4)
    assert env.step(4)[1:3] == (-1, True) and env.step(4)[4]["illegal"] is False
    many.reset(seed=1)
    many.step([4, 4])
    seen, rewards, terminated, _, info = many.step([4, seen_first(many)])
    assert list(rewards) == [-1, 0] and list(terminated) == [True, False]
    assert list(info["final_info"]["illegal"]) == [True, False] and not info["illegal"].any()
    assert seen["action_mask"][0].all(), "the next match has begun"
    for one, action in ((env, 9), (many, [0, 9]), (many, [0])):
        with pytest.raises(BadArgument):
            one.step(action)


def seen_first(many: VectorEnv) -> int:
    """Return the first action that is legal in the second match."""
    return int(many.unwrapped.vector.mask[1].argmax())


@pytest.mark.both
def test_environments_can_be_copied_and_pickled() -> None:
    env, many = make("ur").unwrapped, make_vec("ur", 2).unwrapped
    for one in (env, many):
        one.reset(seed=1)
        one.step(one.action_space.sample())
        copies = [deepcopy(one), pickle.loads(pickle.dumps(one))]
        for _ in range(6):
            stepped = one.step(one.action_space.sample())
            for other in copies:
                assert data_equivalence(other.step(other.action_space.sample()), stepped)


def test_each_match_of_a_puzzle_is_a_new_level_of_that_length() -> None:
    env = make("icefloes", players=1, length=4, max_episode_steps=9).unwrapped
    levels: list[str] = []
    for _ in range(3):
        env.reset(seed=7 if not levels else None)
        levels.append(env._one.game.values["level"])
    assert len(set(levels)) == 3 and {solve(level).least for level in levels} == {4}
    env.reset(seed=7)
    assert env._one.game.values["level"] == levels[0]
    with pytest.raises(BadOption, match="makes no levels of a wanted length"):
        make("connectfour", length=4).reset()


def test_a_solved_puzzle_is_worth_one_and_a_limit_is_no_end() -> None:
    env = make("icefloes", players=1, level="three", max_episode_steps=3)
    found = {solve_by(env, number) for number in range(64)}
    assert found == {(1.0, True), (0.0, False)}


def solve_by(env: gymnasium.Env, number: int) -> tuple[float, bool]:
    """Play three legal moves that a number says; return what the last one brought, and whether it
    ended the match by the rules."""
    _, info = env.reset()
    for place in range(3):
        legal = np.flatnonzero(info["action_mask"])
        action = legal[(number >> 2 * place & 3) % len(legal)]
        _, reward, terminated, truncated, info = env.step(action)
    assert terminated or truncated
    return reward, terminated


def test_many_puzzles_are_stepped_together() -> None:
    env = make_vec("icefloes", 2, players=1, length=3, max_episode_steps=5)
    seen, _ = env.reset(seed=1)
    levels = {one.unwrapped._one.game.values["level"] for one in env.envs}
    for _ in range(5):
        seen, _, terminated, truncated, _ = env.step(seen["action_mask"].argmax(1))
    assert len(levels) == 2 and (terminated | truncated).all()


def test_all_games_are_registered() -> None:
    assert {f"everygame/{name}-v0" for name in eg.games()} <= gymnasium.registry.keys()
    assert gymnasium.spec("everygame/go-v0").entry_point == f"{shells.__name__}:SeatEnv"


def test_the_views_of_positions_that_the_seat_does_not_see_are_not_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[int] = []
    planes = Encoder.planes

    def count(self: Encoder, state: State, viewer: int) -> list[int]:
        written.append(viewer)
        return planes(self, state, viewer)

    monkeypatch.setattr(Encoder, "planes", count)
    env = make("ur", seat=1)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.unwrapped._one.legal())[0]))
    assert written == [1, 1]
