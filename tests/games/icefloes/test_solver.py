"""The solver against the rules played out, and the generator against what it promises."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import OVER, State
from everygame.games.icefloes.generator import FEWEST, make_level, without_one
from everygame.games.icefloes.rules import IceFloes
from everygame.games.icefloes.solver import can_be_won, search, solve
from tests.games.icefloes.boards import random_board


def shortest(state: State) -> int | None:
    """The length of the shortest solution by the rules alone; None where there is none."""
    layer, seen, length = {state.key(): state}, {state.key()}, 0
    while layer:
        length += 1
        after = [s.apply(action) for s in layer.values() for action in s.legal_actions()]
        if any(s.to_play() == OVER for s in after):
            return length
        layer = {s.key(): s for s in after if s.key() not in seen}
        seen.update(layer)
    return None


def test_random_levels_are_solved_as_the_rules_have_it() -> None:
    seen = set()
    for number in range(100):
        level = random_board(Random(f"solver/{number}"), 1)
        answer = search(level, 600)
        if answer.solvable is None:
            continue
        length = shortest(IceFloes(players="1", level=level).initial_state())
        assert answer.solvable == (length is not None)
        assert answer.least == length or not answer.solvable
        seen.add(length)
    assert len(seen) > 8 and None in seen


def test_a_search_is_given_up_with_what_it_knows() -> None:
    answer = search(IceFloes(players="1", level="sixteen").level, 100)
    assert answer.solvable is None and 1 < answer.least <= 16


def test_who_stands_on_the_goal_needs_no_move() -> None:
    answer = solve("*../.P./...")
    assert (answer.solvable, answer.least) == (True, 0)


def test_whether_several_players_can_ever_reach_the_goal() -> None:
    game = IceFloes(max_plies="100000")
    assert can_be_won(game.parse_position("P..../...../...../...../....Q ; P"), 5_000) is False
    assert can_be_won(game.parse_position("..P../...../...../..*../....Q ; P"), 5_000) is True
    assert can_be_won(game.initial_state(), 10) is None


@pytest.mark.parametrize("length", range(3, 21))
def test_a_new_level_has_its_length_and_no_useless_floe(length: int) -> None:
    level = make_level(length, Random(length), 60)
    assert level is not None
    assert solve(level).least == length and solve(level).solvable
    assert level.index("/") in (5, 7) and level.count("*") + 1 >= FEWEST
    for fewer in without_one(level):
        answer = solve(fewer)
        assert not (answer.solvable and answer.least == length)


def test_the_same_seed_makes_the_same_level_and_no_time_none() -> None:
    level = make_level(5, Random(1), 60)
    assert level is not None and level == make_level(5, Random(1), 60)
    assert make_level(20, Random(1), 0) is None
