"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

import pytest

from everygame.games.reversi.rules import Reversi
from tests.games.twins import play_both
from tests.oracles import reversi as oracle

pytestmark = pytest.mark.both


def test_both_programs_play_the_same_game() -> None:
    ends = [play_both(Reversi(), oracle, seed) for seed in range(12)]
    endings = {(end.ending(), end.returns()[0]) for end in ends}
    assert endings >= {("full board", 1.0), ("full board", -1.0)}
