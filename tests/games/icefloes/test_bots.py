"""What bots think of positions: as learned on 7 × 7, by distances elsewhere."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import State
from everygame.games.icefloes.bots import evaluate, nearness
from everygame.games.icefloes.features import WEIGHTS, estimate, features, kinds, read_weights
from everygame.games.icefloes.rules import IceFloesState
from everygame.library.registry import find_game

pytestmark = pytest.mark.both


def walk(plies: int, **options: str) -> list[State]:
    """The unfinished states of some random matches."""
    game, rng = find_game("icefloes").game(**options), Random(3)
    found: list[State] = []
    state = game.initial_state()
    for _ in range(plies):
        found.append(state)
        state = state.apply(rng.choice(state.legal_actions()))
        if state.to_play() < 0:
            state = game.initial_state()
    return found


def turned(text: str, reflect: bool, swap: bool) -> str:
    """The position text after a reflection of the board, left to right or in its diagonal."""
    level, _, rest = text.partition(" ; ")
    rows = level.split("/")
    if reflect:
        rows = [row[::-1] for row in rows]
    if swap:
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    return f"{'/'.join(rows)} ; {rest}"


@pytest.mark.parametrize("level", ["standard", "diamond"])
def test_the_estimate_is_the_sum_of_what_the_features_are_worth(level: str) -> None:
    known = 0
    for state in walk(120, level=level):
        assert isinstance(state, IceFloesState)
        found = features(state)
        assert len(found) == 7
        assert int(estimate(state)) == sum(int(WEIGHTS[feature]) for feature in found)
        known += estimate(state) != 0
    assert known > 100


def test_there_is_one_weight_of_each_kind() -> None:
    assert len(read_weights()) == max(kinds()) + 1


@pytest.mark.parametrize("reflect", [False, True])
@pytest.mark.parametrize("swap", [False, True])
def test_a_turned_board_is_worth_the_same(reflect: bool, swap: bool) -> None:
    game = find_game("icefloes").game()
    for state in walk(60):
        other = game.parse_position(turned(state.position(), reflect, swap))
        assert evaluate(state, 0) == evaluate(other, 0)


@pytest.mark.parametrize("options", [{}, {"level": "classic"}, {"size": "9"}], ids=str)
def test_what_one_side_gains_the_other_loses(options: dict[str, str]) -> None:
    for state in walk(60, **options):
        assert evaluate(state, 0) == -evaluate(state, 1)
        assert abs(evaluate(state, 0)) < 1


@pytest.mark.parametrize("option", ["level=classic", "size=9", "players=4"])
def test_where_nothing_is_learned_distance_counts(option: str) -> None:
    for state in walk(20, **dict([option.split("=")])):
        assert evaluate(state, 0) == nearness(state, 0)


def test_a_floe_to_stop_at_beside_the_goal_is_good() -> None:
    """P can glide along the row and stop on the goal, and cannot from the row above."""
    game = find_game("icefloes").game()
    able, unable = (
        game.parse_position(f"......./......./{rows}/......./......./Q.....* ; P")
        for rows in ("......./P...*..", "P....../....*..")
    )
    assert evaluate(able, 0) > max(0.1, evaluate(unable, 0))
