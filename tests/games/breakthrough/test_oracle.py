"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

import pytest

from everygame.games.breakthrough.rules import Breakthrough
from tests.games.twins import play_both
from tests.oracles import breakthrough as oracle

pytestmark = pytest.mark.both


def test_both_programs_play_the_same_game() -> None:
    ends = [play_both(Breakthrough(), oracle, seed) for seed in range(25)]
    endings = {(end.ending(), end.returns()[0]) for end in ends}
    assert endings >= {("home row", 1.0), ("home row", -1.0)}
