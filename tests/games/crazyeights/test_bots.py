"""What bots know of Crazy Eights."""

from __future__ import annotations

from random import Random

import pytest

from everygame.games.crazyeights.bots import idea, policy, priors
from everygame.search.greedy import greedy
from tests.games.crazyeights.test_rules import read


@pytest.mark.parametrize(
    ("hand", "lays"), [("3s 10d 8h", "3s"), ("10d 8h", "8h"), ("10d 3c", "draw")]
)
def test_what_can_be_laid_is_laid_and_an_eight_last(hand: str, lays: str) -> None:
    state = read("9s", hand, "2c 7d")
    for seed in range(8):
        assert state.text(greedy(state, idea, Random(seed)).action).startswith(lays)
        assert state.text(policy(state, seed)).startswith(lays)


def test_who_has_drawn_in_vain_passes() -> None:
    state = read("9s", "10d 3c", "2c 7d", drawn=True)
    assert state.text(policy(state, 5)) == "pass"


def test_a_card_promises_most() -> None:
    state = read("9s", "3s 8h", "2c 7d")
    actions = state.legal_actions()
    found = dict(zip(map(state.text, actions), priors(state, actions), strict=True))
    assert found.pop("3s") > max(found.values()) and min(found.values()) > 0.0
