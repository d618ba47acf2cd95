"""States of both builds are ordinary objects to whoever holds them."""

import gc
import weakref

import pytest

from everygame.library.registry import find_game, games

pytestmark = pytest.mark.both


@pytest.mark.parametrize("name", list(games()))
def test_a_weak_reference_to_a_state_knows_when_it_is_gone(name: str) -> None:
    state = find_game(name).game().initial_state()
    after = state.apply(state.legal_actions()[0])
    kept, gone = weakref.ref(state), weakref.ref(after)
    del after
    gc.collect()
    assert kept() is state
    assert gone() is None
