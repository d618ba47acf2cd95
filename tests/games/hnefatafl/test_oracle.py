"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER
from everygame.games.hnefatafl.rules import Hnefatafl
from tests.oracles import hnefatafl as oracle

pytestmark = pytest.mark.both

MATCHES = 4
PLIES = 600


def test_both_programs_play_the_same_game() -> None:
    endings = set()
    for number in range(MATCHES):
        rng, state, twin = Random(number), Hnefatafl().initial_state(), oracle.start()
        for _ in range(PLIES):
            assert state.position() == oracle.write(twin) and state.ending() == twin.ended
            if state.to_play() == OVER:
                endings.add(state.ending())
                break
            legal = [state.text(action) for action in state.legal_actions()]
            assert sorted(legal) == sorted(oracle.moves(twin))
            move = rng.choice(legal)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
    assert "corner" in endings


@pytest.mark.parametrize("seed", range(6))
def test_both_programs_end_small_battles_alike(seed: int) -> None:
    """Few pieces and many attackers: here kings are taken."""
    rng = Random(seed)
    for _ in range(12):
        state = Hnefatafl().parse_position(battle(rng))
        twin = oracle.read(state.position())
        for _ in range(60):
            assert state.ending() == twin.ended
            if state.to_play() == OVER:
                break
            legal = [state.text(action) for action in state.legal_actions()]
            assert sorted(legal) == sorted(oracle.moves(twin))
            move = rng.choice(legal)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
            assert state.position() == oracle.write(twin)


def battle(rng: Random) -> str:
    """A king near the middle among attackers."""
    free = [(f, r) for f in range(2, 9) for r in range(2, 9) if (f, r) != (5, 5)]
    chosen = rng.sample(free, 20)
    signs = dict(zip(chosen, "k" + "d" + "a" * 18, strict=True))
    rows = ["".join(signs.get((f, r), ".") for f in range(11)) for r in range(11)]
    return f"{'/'.join(rows)} ; {rng.choice('ad')}"
