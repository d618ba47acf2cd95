"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

import pytest

from everygame.games.connectfour.rules import ConnectFour
from tests.games.twins import play_both
from tests.oracles import connectfour as oracle

pytestmark = pytest.mark.both


def test_both_programs_play_the_same_game() -> None:
    ends = [play_both(ConnectFour(), oracle, seed) for seed in range(60)]
    endings = {(end.ending(), end.returns()[0]) for end in ends}
    assert endings >= {("line", 1.0), ("line", -1.0)}


def test_the_number_of_different_positions_is_the_published_one() -> None:
    """J. Tromp, OEIS A212693, from ply 0."""
    layer, sizes = {ConnectFour().initial_state().position()}, []
    for _ in range(5):
        sizes.append(len(layer))
        states = [ConnectFour().parse_position(text) for text in layer]
        layer = {s.apply(a).position() for s in states for a in s.legal_actions()}
    assert sizes == [1, 7, 49, 238, 1120]
