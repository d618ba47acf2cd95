"""Results that equal actions share in simulated matches."""

from __future__ import annotations

import pytest

from everygame.contract import CHANCE, State
from everygame.search.budget import Budget
from everygame.search.mcts import mcts
from everygame.search.rave import Rave
from tests.toys import Heap

pytestmark = pytest.mark.both


def test_shared_results_count_who_was_the_first_to_play_an_action() -> None:
    rave = Rave(2, 3)
    rave.grow(2)
    for action, who in ((0, 0), (1, 1), (2, CHANCE), (1, 0), (2, 1)):
        rave.trace.note(action, who)
    rave.begin()
    rave.look_back(2)
    rave.share(1, 1, 0, 1.0)
    assert (rave.visits[1], rave.total[1]) == (1, 1.0), "from there on it was seat 0"
    rave.look_back(0)
    rave.share(1, 1, 0, 1.0)
    rave.share(1, 2, 0, 1.0)
    assert rave.visits[1] == 1, "from the start it was seat 1, and the third ply was of chance"
    rave.share(1, 2, 1, 1.0)
    assert rave.visits[1] == 2, "chance has the same numbers, and takes no action from a seat"
    rave.share(2, 1, 1, -1.0)
    assert (rave.visits[2], rave.total[2]) == (1, -1.0)
    rave.begin()
    rave.look_back(0)
    rave.share(2, 1, 1, -1.0)
    assert rave.visits[2] == 1, "another match"


def test_shared_results_still_prove_a_win() -> None:
    answer = mcts(Heap(14), Budget(nodes=20_000), 5, shared_actions=4)
    assert (answer.action, answer.value, answer.proven) == (2, 1.0, True)


def test_shared_results_begin_with_what_the_game_thinks() -> None:
    rave = Rave(2, 3)
    rave.grow(3)
    for child, ratio in enumerate((0.0, 1.0, 3.0), 1):
        rave.expect(child, ratio)
    assert [rave.value(child, 0, 0.0) for child in (1, 2, 3)] == [-1.0, 0.0, 0.5]
    assert rave.value(3, 3000, -3000.0) < -0.2, "and yield to results"


@pytest.mark.parametrize("liked", [0, 1, 2])
def test_the_first_matches_go_where_the_priors_point(liked: int) -> None:
    def priors(state: State, actions: list[int]) -> list[float]:
        return [9.0 if action == actions[liked] else 1.0 for action in actions]

    root = Heap(14)
    answer = mcts(root, Budget(nodes=3), 5, priors=priors, shared_actions=4)
    assert answer.visits[root.legal_actions()[liked]] >= 2
