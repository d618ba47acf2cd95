"""The row of an information state is another one where, and only where, a seat has noticed other
things."""

import shutil
from pathlib import Path
from random import Random

import numpy as np
import pytest

import everygame as eg
from everygame.contract import OVER, Game
from everygame.rl.line import Line, begin
from everygame.rl.recall import MOST, Recall, make_recall
from tests.rl.test_line import tree

ROOT = Path(__file__).parents[2]


@pytest.fixture
def kuhn(games_home: Path) -> Game:
    shutil.copytree(ROOT / "examples" / "kuhn", games_home / "kuhn")
    return eg.load("kuhn")


def same_as_text(lines: list[Line], recall: Recall) -> int:
    """Check that rows are equal where, and only where, the texts are; return how many there are."""
    told: dict[str, bytes] = {}
    for line in lines:
        for seat in range(line.game.players):
            row = recall.of(line, seat).tobytes()
            assert told.setdefault(line.known(seat), row) == row
    assert len(set(told.values())) == len(told)
    return len(told)


def test_all_of_kuhn_poker_has_a_row_for_each_information_state(kuhn: Game) -> None:
    assert same_as_text(list(tree(begin(kuhn, 5))), Recall(kuhn, 5)) > 12


@pytest.mark.parametrize(
    ("name", "options"),
    [("tictactoe", {}), ("evade", {"information": "hidden"}), ("evade", {"information": "open"})],
)
def test_rows_of_matches_differ_as_their_texts_do(name: str, options: dict[str, str]) -> None:
    game, rng = eg.load(name, **options), Random(1)
    lines = []
    for _ in range(6):
        line = begin(game, 12)
        while line.who != OVER:
            line = line.play(rng.choice(line.state.legal_actions()))
            lines.append(line)
    assert same_as_text(lines, Recall(game, 12)) > 50


def test_the_row_holds_what_was_seen_and_done_in_order() -> None:
    game = eg.load("tictactoe")
    recall, line = Recall(game, 9), begin(game, 9)
    assert recall.of(line, 1).nonzero()[0].tolist() == [1]
    for action in (4, 0, 8):
        line = line.play(action)
    places = recall.of(line, 0)[2:].reshape(9, -1)
    assert places[:, 0].tolist() == [1] * 3 + [0] * 6
    assert places[:3, 1:3].tolist() == [[0, 1], [1, 0], [0, 1]]  # who moves then
    assert [place[3:12].nonzero()[0].tolist() for place in places[:3]] == [[4], [], [8]]
    planes, numbers, _ = recall.tensors.of(line.state, 0)
    assert np.array_equal(places[2, 12:], [*planes.ravel(), *numbers])


def test_there_is_none_that_is_too_long() -> None:
    game = eg.load("connectfour")
    recall = make_recall(game, 42)
    assert recall and recall.size == len(recall.of(begin(game, 42), 0)) <= MOST
    assert make_recall(game, MOST) is None and make_recall(game, MOST // 10) is None
