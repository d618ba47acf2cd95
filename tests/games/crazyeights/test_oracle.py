"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import CHANCE, State
from everygame.games.crazyeights.rules import CrazyEights
from tests.oracles import crazyeights as oracle

pytestmark = pytest.mark.both

MATCHES = 60


def compare(state: State, twin: oracle.Position) -> list[str]:
    """The legal moves, after both programs have said the same of the position."""
    seen = state.to_json()
    assert [set(hand.split()) for hand in seen["hands"]] == [set(hand) for hand in twin.hands]
    assert (seen["laid"].split(), seen["suit"]) == ([*twin.pile], twin.suit)
    again = CrazyEights(players=str(len(twin.hands))).from_json(seen)
    assert (again.to_json(), again.legal_actions()) == (seen, state.legal_actions())
    assert (state.to_play() == CHANCE) == oracle.chance(twin)
    assert state.to_play() < 0 or state.to_play() == twin.turn
    legal = [state.text(action) for action in state.legal_actions()]
    assert sorted(legal) == sorted(oracle.moves(twin))
    returns, ending = oracle.result(twin) or ([0.0] * len(twin.hands), "")
    assert state.returns() == pytest.approx(returns) and state.ending() == ending
    return legal


def choose(legal: list[str], rng: Random, patience: float) -> str:
    """A patient player draws or passes rather than lay a card."""
    waits = [move for move in legal if move in ("draw", "pass")]
    return waits[0] if waits and rng.random() < patience else rng.choice(legal)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_programs_play_the_same_game(players: int) -> None:
    endings = set()
    for number in range(MATCHES):
        rng, patience = Random(number), (0.0, 0.9, 0.995)[number % 3]
        state, twin = CrazyEights(players=str(players)).initial_state(), oracle.start(players)
        while legal := compare(state, twin):
            move = choose(legal, rng, patience)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
        endings.add(state.ending())
    assert endings >= {"empty hand", "blocked"}
