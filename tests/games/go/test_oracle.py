"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER
from everygame.fast.arrays import COMPILED
from everygame.games.go.rules import Go
from tests.oracles import go as oracle

pytestmark = pytest.mark.both


@pytest.mark.parametrize(("size", "matches"), [(9, 6), *[(13, 1)] * (not COMPILED)])
def test_both_programs_play_the_same_game(size: int, matches: int) -> None:
    game, kos, taken = Go(size=str(size)), 0, 0
    for number in range(matches):
        rng, state, twin = Random(number), game.initial_state(), oracle.start(size)
        while state.to_play() != OVER:
            assert state.position() == oracle.write(twin)
            legal = [state.text(action) for action in state.legal_actions()]
            assert legal == oracle.moves(twin)
            move = rng.choice(legal[:-1] or legal) if rng.random() < 0.98 else "pass"
            before = len(twin.stones)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
            kos, taken = kos + bool(twin.ko), taken + (len(twin.stones) < before)
        lead = oracle.count(twin, "x") - oracle.count(twin, "o") - 7.5
        assert state.returns() == ([1.0, -1.0] if lead > 0 else [-1.0, 1.0])
    assert kos and taken, "the matches are long enough for both"
