"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

import pytest

from everygame.contract import State
from everygame.games.draughts.rules import Draughts
from tests.games.twins import end_the_same, play_both
from tests.oracles import draughts as oracle

pytestmark = pytest.mark.both


def same(state: State, twin: oracle.Position) -> None:
    """By the JSON: in the middle of a turn there is no position text."""
    seen = state.to_json()
    assert (seen["board"], seen["quiet"]) == (oracle.board(twin), twin.quiet)
    end_the_same(oracle, state, twin)


def test_both_programs_play_the_same_game() -> None:
    ends = [play_both(Draughts(), oracle, seed, same) for seed in range(25)]
    assert {end.ending() for end in ends} >= {"no moves", "all captured"}
    assert {end.returns()[0] for end in ends} >= {1.0, -1.0}
