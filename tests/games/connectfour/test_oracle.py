"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import State
from everygame.games.connectfour.rules import ConnectFour
from tests.oracles import connectfour as oracle

pytestmark = pytest.mark.both

MATCHES = 60


def compare(state: State, twin: oracle.Position) -> list[str]:
    """The legal moves, after both programs have said the same of the position."""
    assert state.position() == oracle.write(twin)
    assert state.to_play() == oracle.to_play(twin)
    legal = [state.text(action) for action in state.legal_actions()]
    assert legal == oracle.moves(twin)
    assert (state.returns(), state.ending()) == (oracle.result(twin) or ([0.0, 0.0], ""))
    again = ConnectFour().from_json(state.to_json())
    assert again.position() == state.position() and again.returns() == state.returns()
    return legal


def test_both_programs_play_the_same_game() -> None:
    endings = []
    for number in range(MATCHES):
        rng, state, twin = Random(number), ConnectFour().initial_state(), oracle.start()
        while legal := compare(state, twin):
            move = rng.choice(legal)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
        endings.append((state.ending(), state.returns()[0]))
    assert set(endings) >= {("line", 1.0), ("line", -1.0)}


def test_the_number_of_different_positions_is_the_published_one() -> None:
    """J. Tromp, OEIS A212693, from ply 0."""
    layer, sizes = {ConnectFour().initial_state().position()}, []
    for _ in range(5):
        sizes.append(len(layer))
        states = [ConnectFour().parse_position(text) for text in layer]
        layer = {s.apply(a).position() for s in states for a in s.legal_actions()}
    assert sizes == [1, 7, 49, 238, 1120]
