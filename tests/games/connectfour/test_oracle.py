"""Positions of connect four are counted against published numbers."""

from __future__ import annotations

import pytest

from everygame.games.connectfour.rules import ConnectFour

pytestmark = pytest.mark.both


def test_the_number_of_different_positions_is_the_published_one() -> None:
    """J. Tromp, OEIS A212693, from ply 0."""
    layer, sizes = {ConnectFour().initial_state().position()}, []
    for _ in range(5):
        sizes.append(len(layer))
        states = [ConnectFour().parse_position(text) for text in layer]
        layer = {s.apply(a).position() for s in states for a in s.legal_actions()}
    assert sizes == [1, 7, 49, 238, 1120]
