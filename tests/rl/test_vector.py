"""Many matches in one call do what the rules, the match and the pictures say of each of them."""

import pickle
import subprocess
import sys
from collections.abc import Iterable
from copy import deepcopy
from itertools import repeat
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np
import pytest

import everygame as eg
from everygame.arena.statistics import tail
from everygame.contract import Game, State
from everygame.errors import BadArgument, IllegalMove
from everygame.fast.state import FastState
from everygame.library.registry import find_game
from everygame.rl import Vector, tensors
from everygame.rl.core import SAMPLE, random_at
from everygame.rl.memory import Array
from everygame.search.adapter import PlainState
from everygame.tensors.encoder import Encoder
from everygame.tensors.layout import OTHER, OWN, Layout, Plane
from tests.conformed import label, settings
from tests.rl.one_by_one import OneByOne

FEW = [
    ("connectfour", {}),
    ("reversi", {}),
    ("breakthrough", {}),
    ("evade", {"information": "hidden"}),
    ("evade", {"information": "memory"}),
    ("evade", {"information": "open"}),
    ("freez", {"size": "6"}),
    ("icefloes", {"players": "3", "size": "9"}),
    ("icefloes", {"players": "1"}),
    ("tictactoe", {}),
    ("crazyeights", {"players": "3"}),
    ("ur", {}),
    ("draughts", {}),
]
"""Games that write their planes themselves, with options that change these; then a plain class,
secrets with chance, chance, and repetition."""


def as_plain(state: State) -> FastState:
    return PlainState(state, len(state.returns()))


def agree(
    game: Game, steps: int, pictures: int, monkeypatch: pytest.MonkeyPatch, count: int = 3
) -> None:
    """Step the same matches one at a time, in a vector of plain states, and in one of states that
    write their planes; each `pictures`-th step compare with the scene's planes."""
    vectors = [Vector(game, count, seed=7, max_steps=90)]
    if pictures == 1:
        vectors.append(Vector(game, count, seed=7, max_steps=90, from_scene=True))
        with monkeypatch.context() as patched:
            patched.setattr(tensors, "as_fast", as_plain)
            vectors.append(Vector(game, count, seed=7, max_steps=90, from_scene=True))
    single = [OneByOne(game, 7 + i, 90) for i in range(count)]
    for step in range(steps):
        for vector in vectors:
            for i, one in enumerate(single):
                one.compare(vector, i, vector is vectors[0] and step % pictures == 0)
        for other in vectors[1:]:
            assert np.array_equal(other.planes, vectors[0].planes)
            assert np.array_equal(other.numbers, vectors[0].numbers)
        actions = vectors[0].sample().copy()
        for vector in vectors:
            vector.step(actions)
        for one, action in zip(single, actions, strict=True):
            one.step(int(action))


@pytest.mark.both
@pytest.mark.parametrize(("name", "options"), FEW, ids=[label(*one) for one in FEW])
def test_four_ways_agree(
    name: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    agree(eg.load(name, **options), 24, 1, monkeypatch, 2)


@pytest.mark.both
@pytest.mark.long("rl", guard="tests/rl/test_vector.py::test_four_ways_agree")
@pytest.mark.parametrize(("name", "options"), settings(), ids=[label(*o) for o in settings()])
def test_four_ways_agree_over_a_million_steps(
    name: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, share = eg.load(name, **options), 1_000_000 // len(settings())
    agree(game, 20, 1, monkeypatch)
    quick = Vector(game, 1).tensors.quick
    agree(game, share // 8 if quick else 50, 200 if quick else 10, monkeypatch, 8)


def test_planes_read_from_an_observation_are_those_of_the_picture() -> None:
    game = eg.load("tictactoe")
    entry = find_game("tictactoe")
    owners = Layout((Plane("crosses", owner=OWN), Plane("noughts", owner=OTHER)), 3, 3)
    drawn, read = Encoder(game, entry.artist(), owners), tensors.Tensors(game).encoder
    state = game.initial_state()
    for action in (4, 0, 8, 2, 6):
        state = state.apply(action)
        assert read.planes(state, 0) == drawn.planes(state, 0) == read.planes(state, 1)
    assert any(read.planes(state, 0))


@pytest.mark.both
def test_chance_depends_on_the_seed_of_a_match_and_not_on_how_many_there_are() -> None:
    many, one = eg.rl.vector("ur", 5, seed=10), eg.rl.vector("ur", 1, seed=13)
    other = eg.rl.vector("ur", 1, seed=14)
    apart = 0
    for _ in range(300):
        for name in ("planes", "mask", "seat", "rewards", "terminated"):
            assert np.array_equal(getattr(many, name)[3:4], getattr(one, name))
        apart += not np.array_equal(other.mask, one.mask)
        many.step(many.sample())
        one.step(one.sample())
        other.step(other.sample())
    assert apart > 100


def evenness(drawn: Array, size: int) -> float:
    """Return the chance that even draws of the numbers below `size` are less even than these."""
    counts = np.bincount(drawn, minlength=size)
    expected = len(drawn) / size
    return tail(float(((counts - expected) ** 2).sum() / expected), size - 1)


def throws(keys: Iterable[int], numbers: Iterable[int]) -> Array:
    """Return throws of a die."""
    pairs = zip(keys, numbers, strict=False)
    return np.array([(random_at(key, number) >> 31) * 6 >> 32 for key, number in pairs])


def test_chance_is_neither_uneven_nor_too_even() -> None:
    """One throw of a match tells nothing of the next ones, nor of those of the next match, nor of
    the actions that are sampled."""
    keys = [random_at(1, seed) for seed in range(20_000)]
    long = throws(repeat(keys[5]), range(20_000))
    first, second = throws(keys, repeat(0)), throws(keys, repeat(1))
    sampled = throws([key ^ SAMPLE for key in keys], repeat(0))
    pairs = [(long[:-lag], long[lag:]) for lag in range(1, 8)]
    pairs += [(first, second), (first[:-1], first[1:]), (first, sampled)]
    found = [evenness(long, 6), evenness(first, 6), *(evenness(6 * a + b, 36) for a, b in pairs)]
    assert all(0.001 < share < 0.999 for share in found), found


def ending(vector: Vector) -> int:
    """Step until a match ends; return its number."""
    for _ in range(60):
        vector.step(vector.sample())
        if vector.terminated.any():
            return int(vector.terminated.nonzero()[0][0])
    raise AssertionError("No match has ended.")


@pytest.mark.both
def test_a_match_begins_again_in_the_same_step_and_leaves_its_last_planes() -> None:
    vector = eg.rl.vector("connectfour", 4, seed=1, autoreset="same_step")
    i = ending(vector)
    assert sorted(vector.rewards[i]) == [-1, 1]
    assert vector.planes[i].sum() == 0 and vector.final_planes[i].sum() >= 7
    assert vector.mask[i].all() and vector.seat[i] == 0 and vector.plies[i] == 0


@pytest.mark.both
def test_a_match_begins_again_at_the_next_step_whose_action_is_ignored() -> None:
    vector = eg.rl.vector("connectfour", 4, seed=1, autoreset="next_step")
    i = ending(vector)
    mover = vector.seat[i]
    assert vector.rewards[i, mover] == 1 and vector.planes[i].sum() == vector.plies[i]
    assert vector.mask[i].all()  # a mask that allows nothing breaks distributions
    vector.step(vector.sample())
    assert not vector.terminated[i] and not vector.rewards[i].any()
    assert vector.planes[i].sum() == 0 and vector.plies[i] == 0


@pytest.mark.both
def test_a_match_waits_until_it_is_reset() -> None:
    vector = eg.rl.vector("connectfour", 4, seed=1, autoreset="disabled")
    i = ending(vector)
    last = vector.planes[i].copy()
    vector.step(vector.sample())
    assert vector.terminated[i] and not vector.rewards[i].any()
    assert np.array_equal(vector.planes[i], last)
    others = [vector.plies[j] for j in range(4) if j != i]
    vector.reset(which=np.arange(4) == i)
    assert not vector.terminated[i] and vector.planes[i].sum() == 0
    assert [vector.plies[j] for j in range(4) if j != i] == others


@pytest.mark.both
def test_a_match_that_is_cut_off_is_truncated_and_not_terminated() -> None:
    vector = eg.rl.vector("breakthrough", 2, seed=1, max_steps=3)
    for _ in range(3):
        assert not vector.truncated.any()
        vector.step(vector.sample())
    assert vector.truncated.all() and not vector.terminated.any() and not vector.rewards.any()
    assert list(vector.final_numbers[:, 0]) == [1, 1]  # the seat that would have moved
    assert vector.final_planes.any()


@pytest.mark.both
@pytest.mark.parametrize("name", ["connectfour", "icefloes", "tictactoe"])
def test_a_snapshot_stays_as_it_was(name: str) -> None:
    vector = Vector(eg.load(name), 5, seed=2)
    for _ in range(4):
        vector.step(vector.sample())
    found = vector.snapshot()
    wanted = {name: getattr(vector, name).copy() for name in found}
    vector.step(vector.sample())
    assert "planes" in found and not np.array_equal(found["plies"], vector.plies)
    for name, array in wanted.items():
        assert np.array_equal(found[name], array) and found[name].dtype == array.dtype


def test_after_an_illegal_action_nothing_has_been_played() -> None:
    vector = eg.rl.vector("connectfour", 3, seed=1)
    for action in (7, -1, 2**40):
        with pytest.raises(IllegalMove, match=f"The action {action} is not legal in match 2"):
            vector.step([0, 0, action])
    assert not vector.plies.any()
    with pytest.raises(BadArgument, match="3 whole numbers"):
        vector.step([0.5, 0, 0])
    with pytest.raises(BadArgument, match="same_step"):
        eg.rl.vector("connectfour", 3, autoreset="never")


@pytest.mark.both
def test_results_stand_in_the_caller_s_buffers_and_in_shared_memory() -> None:
    memory = SharedMemory(create=True, size=2 * 7)
    try:
        mask = np.ndarray((2, 7), np.uint8, memory.buf)
        planes = np.zeros((2, 2, 6, 7), np.float32)
        vector = eg.rl.vector("connectfour", 2, seed=1, buffers={"mask": mask, "planes": planes})
        vector.step([3, 3])
        assert vector.planes is planes and planes[:, 1, 0, 3].all() and planes.sum() == 2
        assert bytes(memory.buf[:14]) == bytes([1] * 14)
        del mask, vector
    finally:
        memory.close()
        memory.unlink()
    with pytest.raises(BadArgument, match=r"shape \(2, 7\)"):
        eg.rl.vector("connectfour", 2, buffers={"mask": planes})
    with pytest.raises(BadArgument, match="There is no array 'obs'"):
        eg.rl.vector("connectfour", 2, buffers={"obs": planes})


def copies(vector: Vector) -> list[Vector]:
    return [deepcopy(vector), pickle.loads(pickle.dumps(vector))]


@pytest.mark.both
@pytest.mark.parametrize(
    ("name", "options"), [("ur", {}), ("icefloes", {"size": "7"}), ("freez", {"size": "6"})]
)
def test_copies_go_on_like_the_vector_that_was_copied(name: str, options: dict[str, Any]) -> None:
    vector = eg.rl.vector(name, 3, seed=4, autoreset="next_step", max_steps=80, **options)
    for _ in range(100):
        vector.step(vector.sample())
    others = copies(vector)
    for _ in range(100):
        for other in others:
            for array in ("planes", "numbers", "mask", "seat", "rewards", "terminated", "plies"):
                assert np.array_equal(getattr(other, array), getattr(vector, array)), array
            other.step(other.sample())
        vector.step(vector.sample())


@pytest.mark.both
def test_every_seat_can_look_and_one_state_has_the_same_tensors() -> None:
    vector = eg.rl.vector("evade", 2, seed=3, information="hidden")
    for _ in range(6):
        vector.step(vector.sample())
    for seat in (0, 1):
        planes, numbers = vector.observe(seat)
        for i in (0, 1):
            one = vector.tensors.of(vector.state(i), seat)
            assert np.array_equal(one[0], planes[i]) and np.array_equal(one[1], numbers[i])
            assert np.array_equal(one[2], vector.mask[i])
    own, other = vector.observe(0)[0], vector.observe(1)[0]
    assert own[:, 2].sum() > 0 and not (own[:, 2] & other[:, 3]).any()  # leaders, seen by both


def test_the_package_imports_no_numpy() -> None:
    code = "import everygame, sys, everygame.rl; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
