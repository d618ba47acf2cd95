"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from everygame.contract import CHANCE, State
from everygame.games.crazyeights.rules import CrazyEights
from tests.games.twins import play_both
from tests.oracles import crazyeights as oracle

pytestmark = pytest.mark.both


def same(state: State, twin: oracle.Position) -> None:
    seen = state.to_json()
    assert [set(hand.split()) for hand in seen["hands"]] == [set(hand) for hand in twin.hands]
    assert (seen["laid"].split(), seen["suit"]) == ([*twin.pile], twin.suit)
    assert (state.to_play() == CHANCE) == oracle.chance(twin)
    assert state.to_play() < 0 or state.to_play() == twin.turn
    returns, ending = oracle.result(twin) or ([0.0] * len(twin.hands), "")
    assert state.returns() == pytest.approx(returns) and state.ending() == ending


def choose(patience: float, rng: Random, legal: list[str]) -> str:
    """A patient player draws or passes rather than lay a card."""
    waits = [move for move in legal if move in ("draw", "pass")]
    return waits[0] if waits and rng.random() < patience else rng.choice(legal)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_programs_play_the_same_game(players: int) -> None:
    game, endings = CrazyEights(players=str(players)), set()
    for seed in range(60):
        player = partial(choose, (0.0, 0.9, 0.995)[seed % 3])
        end = play_both(game, oracle, seed, same, player, oracle.start(players))
        endings.add(end.ending())
    assert endings >= {"empty hand", "blocked"}
