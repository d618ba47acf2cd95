"""What bots think of positions, and what they find with it."""

from __future__ import annotations

import pytest

from everygame.games.freez.bots import evaluate
from everygame.search.alphabeta import alphabeta
from everygame.search.budget import Budget
from tests.games.freez.table import TABLES, at, line

pytestmark = pytest.mark.both


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_what_one_side_gains_the_other_loses(options: dict[str, str]) -> None:
    for state in line(options, "worth")[:-1:7]:
        before = state.to_json()
        assert evaluate(state, 0) == pytest.approx(-evaluate(state, 1))
        assert abs(evaluate(state, 0)) < 1
        assert state.to_json() == before


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
    states = [at(pieces, snow="none") for pieces in (better, worse)]
    assert evaluate(states[0], 0) > evaluate(states[1], 0)


@pytest.mark.parametrize(
    ("pieces", "move"),
    [
        ("w2 d4, w1 a1, b1 d6, bf h8", "d4xd6"),
        ("w2 d4, w3 g1, b1 d6, b2 h8, b3 a8", "d4xd6"),
    ],
    ids=["the last piece", "a free piece"],
)
def test_a_search_takes_what_it_can(pieces: str, move: str) -> None:
    state = at(pieces, snow="none")
    answer = alphabeta(state, Budget(2000, 0.0), 1, evaluate)
    assert state.text(answer.action) == move


def test_a_search_closes_a_wall() -> None:
    shut = at("w1 h1, wf a6, bf b8 b7, b1 a8", "h1-h2", snow="none")
    answer = alphabeta(shut, Budget(2000, 0.0), 1, evaluate)
    assert shut.text(answer.action) == "a6~a7"
