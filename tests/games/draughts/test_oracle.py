"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import State
from everygame.games.draughts.rules import Draughts
from tests.oracles import draughts as oracle

pytestmark = pytest.mark.both

MATCHES = 25


def compare(state: State, twin: oracle.Position) -> list[str]:
    """The legal moves, after both programs have said the same of the position."""
    seen = state.to_json()
    assert (seen["board"], seen["quiet"]) == (oracle.board(twin), twin.quiet)
    assert state.to_play() == oracle.to_play(twin)
    legal = sorted(state.text(action) for action in state.legal_actions())
    assert legal == sorted(oracle.moves(twin))
    assert (state.returns(), state.ending()) == (oracle.result(twin) or ([0.0, 0.0], ""))
    again = Draughts().from_json(state.to_json())
    assert again.to_json() == seen and again.returns() == state.returns()
    return legal


def test_both_programs_play_the_same_game() -> None:
    endings = []
    for number in range(MATCHES):
        rng, state, twin = Random(number), Draughts().initial_state(), oracle.start()
        while legal := compare(state, twin):
            move = rng.choice(legal)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
        endings.append((state.ending(), state.returns()[0]))
    assert {why for why, _ in endings} >= {"no moves", "all captured"}
    assert {gain for _, gain in endings} >= {1.0, -1.0}
