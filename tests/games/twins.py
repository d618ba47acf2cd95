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
    options: dict[str, str],
    choose: Choose = Random.choice,
    same: Same | None = None,
) -> State:
    """The end of a random match in which both programs said the same at every ply."""
    rng, state, twin = Random(seed), game.initial_state(), oracle.start(**options)
    while legal := say_the_same(oracle, state, twin, same):
        move = choose(rng, legal)
        state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
    return state


def say_the_same(oracle: Any, state: State, twin: Any, same: Same | None = None) -> list[str]:
    """The legal moves, after both programs and the state from JSON have said the same. An oracle
    without a position text knows a part of the JSON; `same` compares in place of both."""
    seen = state.to_json()
    if same:
        same(state, twin)
    elif hasattr(oracle, "json"):
        told = oracle.json(twin)
        assert told == {key: seen[key] for key in told}
    else:
        assert state.position() == oracle.write(twin)
    again = state.game.from_json(seen)
    assert (again.to_json(), again.returns()) == (seen, state.returns())
    assert again.legal_actions() == state.legal_actions()
    return agree(oracle, state, twin)


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
