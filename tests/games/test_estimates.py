"""What bots think of a position of the classics: the two sides think the opposite."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

from everygame.library.registry import find_game

NAMES = ("breakthrough", "connectfour", "draughts", "hnefatafl", "reversi", "ur")


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_think_the_opposite_and_neither_is_certain(name: str) -> None:
    """At every ply of a random match."""
    bots = import_module(f"everygame.games.{name}.bots")
    thoughts = [getattr(bots, one) for one in ("evaluate", "idea") if hasattr(bots, one)]
    rng, state = Random(3), find_game(name).game().initial_state()
    while actions := state.legal_actions():
        for think in thoughts:
            assert -1.0 < think(state, 0) == -think(state, 1) < 1.0
        state = state.apply(rng.choice(actions))
