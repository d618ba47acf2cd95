"""What every state in place is trusted with: searches use one state for a million others."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import CHANCE, State
from everygame.fast.state import FastState
from everygame.library.registry import games
from tests.games.shared import at_random

pytestmark = pytest.mark.both

VARIANTS = [
    (name, players)
    for name, entry in games().items()
    for players in entry.game_class().seats
    if isinstance(entry.game(players=str(players)).initial_state(), FastState)
]
MATCHES = 2


def answers(state: State) -> list[object]:
    assert isinstance(state, FastState)
    actions = state.legal_actions()
    return [
        state.to_json(),
        state.to_play(),
        actions,
        [state.text(action, CHANCE) for action in actions],
        state.returns(),
        state.ending(),
        state.key(),
        state.fingerprint(),
    ]


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_a_state_that_was_another_becomes_equal_in_all_its_answers(name: str, players: int) -> None:
    """Also one in which a match was over, or the turn half done; and it plays on like it."""
    game = games()[name].game(players=str(players))
    for number in range(MATCHES):
        rng = Random(number)
        first, second = (at_random(game.initial_state(), rng) for _ in range(2))
        used = first[-1].copy()
        assert isinstance(used, FastState)
        for place in sorted(rng.sample(range(len(second)), min(12, len(second)))):
            used.copy_from(second[place])
            assert answers(used) == answers(second[place])
            if place + 1 < len(second):
                action = rng.choice(second[place].legal_actions())
                used.advance(action)
                assert answers(used) == answers(second[place].apply(action))
            used.copy_from(rng.choice([first[-1], rng.choice(first)]))
