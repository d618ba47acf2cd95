"""Random matches of two programs: the rules, and an oracle written from the rule text alone.

An oracle is a module of `tests/oracles`, which shares no code with the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from everygame.contract import Game, State

Same = Callable[[State, Any], None]
"""Fails where the two positions differ."""
Choose = Callable[[Random, list[str]], str]


def play_both(
    game: Game,
    oracle: Any,
    seed: int,
    same: Same | None = None,
    choose: Choose = Random.choice,
    twin: Any = None,
) -> State:
    """The end of a random match in which both programs said the same at every ply."""
    rng, state = Random(seed), game.initial_state()
    twin = oracle.start() if twin is None else twin
    while legal := say_the_same(oracle, state, twin, same):
        move = choose(rng, legal)
        state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
    return state


def say_the_same(oracle: Any, state: State, twin: Any, same: Same | None = None) -> list[str]:
    """The legal moves, after both programs and the state from JSON have said the same."""
    if same:
        same(state, twin)
    else:
        assert state.position() == oracle.write(twin)
        end_the_same(oracle, state, twin)
    again = state.game.from_json(state.to_json())
    assert (again.to_json(), again.returns()) == (state.to_json(), state.returns())
    assert again.legal_actions() == state.legal_actions()
    return move_the_same(oracle, state, twin)


def agree(oracle: Any, state: State, twin: Any) -> list[str]:
    """The legal moves, after both programs have said the same of seat, result and moves."""
    end_the_same(oracle, state, twin)
    return move_the_same(oracle, state, twin)


def end_the_same(oracle: Any, state: State, twin: Any) -> None:
    """Seat to play and result."""
    returns, ending = oracle.result(twin) or ([0.0] * state.game.players, "")
    assert (state.to_play(), state.ending()) == (oracle.to_play(twin), ending), state.to_json()
    assert state.returns() == pytest.approx(returns), state.to_json()


def move_the_same(oracle: Any, state: State, twin: Any) -> list[str]:
    """The legal moves, which both programs know."""
    legal = sorted(state.text(action) for action in state.legal_actions())
    assert legal == sorted(oracle.moves(twin)), state.to_json()
    return legal
