"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import State
from everygame.games.reversi.rules import Reversi
from tests.oracles import reversi as oracle

pytestmark = pytest.mark.both

MATCHES = 12


def compare(state: State, twin: oracle.Position) -> list[str]:
    """The legal moves, after both programs have said the same of the position."""
    assert state.position() == oracle.write(twin)
    assert state.to_play() == oracle.to_play(twin)
    legal = sorted(state.text(action) for action in state.legal_actions())
    assert legal == sorted(oracle.moves(twin))
    assert (state.returns(), state.ending()) == (oracle.result(twin) or ([0.0, 0.0], ""))
    again = Reversi().from_json(state.to_json())
    assert again.position() == state.position() and again.returns() == state.returns()
    return legal


def test_both_programs_play_the_same_game() -> None:
    endings = []
    for number in range(MATCHES):
        rng, state, twin = Random(number), Reversi().initial_state(), oracle.start()
        while legal := compare(state, twin):
            move = rng.choice(legal)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
        endings.append((state.ending(), state.returns()[0]))
    assert set(endings) >= {("full board", 1.0), ("full board", -1.0)}
