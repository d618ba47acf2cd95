"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

import pytest

from everygame.contract import State
from everygame.games.ur.rules import Ur
from tests.games.twins import play_both
from tests.oracles import ur as oracle

pytestmark = pytest.mark.both


def same(state: State, twin: oracle.Position) -> None:
    assert state.position() == oracle.write(twin)
    assert (state.ending() == "all home") == oracle.is_over(twin)


def test_both_programs_play_the_same_game() -> None:
    ends = [play_both(Ur(), oracle, seed, same) for seed in range(20)]
    assert {(end.ending(), *end.returns()) for end in ends} == {
        ("all home", 1.0, -1.0),
        ("all home", -1.0, 1.0),
    }
