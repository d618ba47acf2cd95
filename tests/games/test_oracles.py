"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

from everygame.fast.arrays import COMPILED
from everygame.library.registry import find_game
from tests.games.twins import Choose, play_both

pytestmark = pytest.mark.both


def patient(patience: float) -> Choose:
    """A player who draws or passes that often rather than lay a card."""

    def choose(rng: Random, legal: list[str]) -> str:
        waits = [move for move in legal if move in ("draw", "pass")]
        return waits[0] if waits and rng.random() < patience else rng.choice(legal)

    return choose


def put(rng: Random, legal: list[str]) -> str:
    """A player who seldom passes."""
    return rng.choice(legal[:-1] or legal) if rng.random() < 0.98 else "pass"


PLAYED: list[tuple[str, dict[str, str], int, set[str], Choose]] = [
    ("breakthrough", {}, 20, {"home row 1", "home row -1"}, Random.choice),
    ("connectfour", {}, 50, {"line 1", "line -1"}, Random.choice),
    ("draughts", {}, 20, {"no moves 1", "all captured 1", "all captured -1"}, Random.choice),
    ("reversi", {}, 12, {"full board 1", "full board -1"}, Random.choice),
    ("ur", {}, 15, {"all home 1", "all home -1"}, Random.choice),
    ("hnefatafl", {}, 3, {"corner -1"}, Random.choice),
    ("go", {}, 6, {"both passed 1", "both passed -1"}, put),
    *[("go", {"size": "13"}, 1, set[str](), put)] * (not COMPILED),
    *[
        ("crazyeights", {"players": players}, 12, {ending}, patient(patience))
        for players in "234"
        for patience, ending in ((0.0, "empty hand"), (0.9, ""), (0.995, "blocked"))
    ],
]
"""A game, its options, how many matches, and how some of them end for the first seat."""


@pytest.mark.parametrize(("name", "options", "matches", "endings", "choose"), PLAYED)
def test_both_programs_play_the_same_game(
    name: str, options: dict[str, str], matches: int, endings: set[str], choose: Choose
) -> None:
    game, oracle = find_game(name).game(**options), import_module(f"tests.oracles.{name}")
    ends = [play_both(game, oracle, seed, options, choose) for seed in range(matches)]
    told = " ".join(f"{end.ending()} {end.returns()[0]:g}," for end in ends)
    assert all(ending in told for ending in endings), told
