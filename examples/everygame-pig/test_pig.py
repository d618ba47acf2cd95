"""Pig keeps the contract of EveryGame, and a one takes all that the turn has brought."""

from everygame.check import conform
from everygame.library.registry import find_game


def test_it_keeps_the_contract() -> None:
    entry = find_game("pig")
    assert conform(entry.game(), 20, 1, entry.artist()).matches == 20


def test_a_one_takes_all() -> None:
    state = find_game("pig").game().initial_state()
    for move in ("roll", "d6", "roll", "d1"):
        state = state.apply(state.parse(move))
    assert state.to_json() == {"banked": "0,0", "turn": 1, "gained": 0, "die": 1, "rolling": False}
