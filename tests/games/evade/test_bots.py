"""What bots conclude from moves in Evade, and what they hide, on both builds."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from everygame.contract import OVER, Json, State
from everygame.games.evade import bots
from everygame.games.evade.bots import SECRECY, belief, secrecy
from everygame.library.registry import find_game

pytestmark = [pytest.mark.both, pytest.mark.xdist_group("search")]

GAME = find_game("evade").game(information="hidden")
MARCH = "a1-a2 f6-f5 a2-a3 f5-f4 f1-f2 f4-f3 f2-e2 f3-e3 e2-d2"
"""Black's coin from f6 comes near, past White's."""


def told(white: str, black: str) -> tuple[list[Json], State]:
    """What White sees of the march with these leaders, and where it ends."""
    state = GAME.initial_state()
    seen = []
    for move in f"leaders:{white} leaders:{black} {MARCH}".split():
        seen.append(state.observe(0))
        state = state.apply(state.parse(move))
    return [*seen, state.observe(0)], state


def beliefs(white: str, black: str = "bc") -> dict[str, float]:
    """How likely White finds each choice of Black's."""
    likely = belief(told(white, black)[0], 0)
    pairs = [a + b for a, b in combinations("abcdef", 2)]
    return {pair: likely(told(white, pair)[1]) for pair in pairs}


def test_who_marches_on_is_taken_for_a_leader() -> None:
    found = beliefs("ab")
    assert max(found.values()) == 1.0
    assert min(found[pair] for pair in found if "f" in pair) > max(
        found[pair] for pair in found if "f" not in pair
    )
    assert min(found.values()) > 0.0


def test_what_is_concluded_depends_on_neither_sides_truth() -> None:
    assert beliefs("ab", "bc") == beliefs("ab", "ef") == beliefs("de", "ab")


def test_the_secret_is_worth_less_as_coins_come_near_whoever_leads() -> None:
    start = told("ab", "cd")[1]
    prices = [secrecy(told(pair, pair)[1], 0) for pair in ("ab", "ef")]
    assert prices[0] == prices[1]
    fresh = GAME.initial_state()
    assert 0.0 < secrecy(start, 0) < secrecy(fresh, 0) == SECRECY


def test_what_is_learned_from_is_what_bots_go_by() -> None:
    """The weights in use make of the numbers what bots think of a position."""
    in_use = (bots.LAST, bots.SECOND, bots.RANK, bots.OPEN_ROAD, bots.GUARDED)
    rng, alive = Random(1), set()
    for _ in range(20):
        state = GAME.initial_state()
        while state.to_play() != OVER:
            own, other = bots.describe(state, 0), bots.describe(state, 1)
            lead = sum(w * (a - b) for w, a, b in zip(in_use, own, other, strict=True))
            assert bots.evaluate(state, 0) == pytest.approx(lead / (1 + abs(lead)))
            alive.add(tuple(own[:2]))
            state = state.apply(rng.choice(state.legal_actions()))
    assert len(alive) == 3, "both leaders, one, and none"
