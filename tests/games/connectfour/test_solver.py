"""The solver of connect four against a search of all plies that knows the rules alone."""

from __future__ import annotations

from random import Random

import pytest

from bench.hints import Truth, check, find_position, sign
from everygame.contract import State
from everygame.fast.arrays import COMPILED
from everygame.games.connectfour.bots import solve
from everygame.games.connectfour.rules import ConnectFour
from everygame.games.connectfour.solver import shared
from everygame.library.registry import find_game
from everygame.search.budget import Budget
from tests.games.shared import at_random, play
from tests.threads import at_once, needs_threads

GAME = ConnectFour()


@pytest.mark.both
@pytest.mark.parametrize("seed", range(12))
def test_every_move_is_worth_what_trying_everything_says(seed: int) -> None:
    state, truth = find_position(GAME, Random(seed)), Truth()
    found = solve(state, Budget(nodes=10**9))
    assert found is not None and found.proven
    worth = {action: truth.after(state, action) for action in state.legal_actions()}
    assert found.exact == {action: sign(value) for action, value in worth.items()}
    assert worth[found.action] == max(worth.values())
    if found.value:
        assert found.plies == len(found.line) == 1000 - abs(worth[found.action])


@pytest.mark.both
@pytest.mark.skipif(not COMPILED, reason="a minute interpreted; shown on the compiled build")
def test_the_book_knows_what_eleven_discs_are_worth() -> None:
    """After five discs in the middle the other side is lost, as a perfect solver says."""
    state = play(GAME.initial_state(), *"ddddd")
    found = solve(state, Budget(nodes=10**9))
    assert found is not None and found.proven and found.value == -1.0


@needs_threads
@pytest.mark.both
def test_threads_that_ask_at_once_are_told_the_truth() -> None:
    """All of a process share one solver."""
    asked = [half_full(Random(seed)) for seed in range(20)]

    def values(state: State) -> object:
        found = solve(state, Budget(nodes=10**9))
        return found and (found.exact, found.plies)

    shared.cache_clear()
    alone = [values(state) for state in asked]
    shared.cache_clear()
    assert at_once(values, asked) == alone


def half_full(rng: Random) -> State:
    """24 discs at random, so that a search needs some thousand nodes."""
    while len(line := at_random(GAME.initial_state(), rng)) < 26:
        pass
    return line[24]


def test_without_time_nothing_is_claimed() -> None:
    assert solve(GAME.initial_state(), Budget(nodes=5)) is None


@pytest.mark.parametrize("name", ["tictactoe", "connectfour", "reversi"])
def test_hints_say_nothing_false(name: str) -> None:
    game, rng, truth = find_game(name).game(), Random(7), Truth()
    for _ in range(5):
        wrong, _ = check(game, find_position(game, rng), truth, 0.2)
        assert wrong == []
