"""What bots think of positions, and what they find with it."""

from __future__ import annotations

from random import Random

import pytest

from everygame.games.freez.bots import evaluate
from everygame.games.freez.rules import Freez
from everygame.search.alphabeta import alphabeta
from everygame.search.budget import Budget
from tests.games.freez.table import at, choose

pytestmark = pytest.mark.both


@pytest.mark.parametrize("size", ["8", "6"])
def test_what_one_side_gains_the_other_loses(size: str) -> None:
    rng, state = Random(size), Freez(size=size).initial_state()
    while not state.is_terminal():
        before = state.to_json()
        assert evaluate(state, 0) == pytest.approx(-evaluate(state, 1))
        assert abs(evaluate(state, 0)) < 1
        assert state.to_json() == before
        state = state.play(choose(rng, state.legal_moves()))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("w2 d4, w1 a1, b1 h8", "w2 d4, wf a1, b1 h8"),
        ("w2 d4, b1 h8, b2 h7", "w2 a1, b1 h8, b2 h7"),
        ("w2 d4, b1 d6, b3 h8", "w2 d4, b1 c6, b3 h8"),
    ],
    ids=["a live piece", "room to move", "an enemy aimed at"],
)
def test_what_counts(better: str, worse: str) -> None:
    assert evaluate(at(better, snow="none"), 0) > evaluate(at(worse, snow="none"), 0)


@pytest.mark.parametrize(
    ("pieces", "moves", "best"),
    [
        ("w2 d4, w1 a1, b1 d6, bf h8", "", "d4xd6"),
        ("w2 d4, w3 g1, b1 d6, b2 h8, b3 a8", "", "d4xd6"),
        ("w1 h1, wf a6, bf b8 b7, b1 a8", "h1-h2", "a6~a7"),
    ],
    ids=["takes the last piece", "takes a free piece", "closes a wall"],
)
def test_what_a_search_finds(pieces: str, moves: str, best: str) -> None:
    state = at(pieces, moves, snow="none")
    answer = alphabeta(state, Budget(2000, 0.0), 1, evaluate)
    assert state.text(answer.action) == best
