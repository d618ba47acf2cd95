"""What a beginner of Crazy Eights does, for levels to be measured against."""

from __future__ import annotations

from random import Random

import pytest

from everygame.games.crazyeights.bots import idea
from everygame.search.greedy import greedy
from tests.games.crazyeights.test_rules import read


@pytest.mark.parametrize(
    ("hand", "lays"), [("3s 10d 8h", "3s"), ("10d 8h", "8h"), ("10d 3c", "draw")]
)
def test_a_beginner_lays_what_he_can_and_an_eight_last(hand: str, lays: str) -> None:
    state = read("9s", hand, "2c 7d")
    for seed in range(8):
        assert state.text(greedy(state, idea, Random(seed)).action).startswith(lays)
