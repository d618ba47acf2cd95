"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from random import Random

import pytest

from everygame.games.ur.rules import Ur
from tests.oracles import ur as oracle

pytestmark = pytest.mark.both


def test_both_programs_play_the_same_game() -> None:
    winners = set()
    for number in range(20):
        rng, state, twin = Random(number), Ur().initial_state(), oracle.start()
        while True:
            assert state.position() == oracle.write(twin)
            legal = [state.text(action) for action in state.legal_actions()]
            assert legal == oracle.moves(twin)
            if not legal:
                break
            move = rng.choice(legal)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
        assert oracle.is_over(twin) and state.ending() == "all home"
        winners.add(tuple(state.returns()))
    assert winners == {(1.0, -1.0), (-1.0, 1.0)}
