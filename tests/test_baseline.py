"""The baseline does not move: these are its moves since it was frozen, on both builds."""

from __future__ import annotations

from random import Random

import pytest

from everygame.arena.contestant import parse_contestant
from everygame.bots.request import ask
from everygame.bots.thinker import answer
from everygame.contract import State
from everygame.library.registry import find_game
from everygame.search.baseline import baseline, hidden_baseline
from everygame.search.budget import Budget
from tests.toys import Gamble, Heap, Tangle

pytestmark = pytest.mark.both

OPEN = {
    "icefloes": ((3, 23), (0, 34)),
    "freezetag": ((35, 12), (200, 34)),
    "freez": ((145, 2), (4160, 40)),
    "tictactoe": ((7, 12), (8, 54)),
}
"""For each game the action chosen, and how often it was tried, at the start and after 5 plies."""


def after(name: str, plies: int) -> State:
    """A position of a match at random."""
    rng = Random(f"yardstick {name}")  # the name that it had when its moves were kept
    state = find_game(name).game().initial_state()
    for _ in range(plies):
        state = state.apply(rng.choice(state.legal_actions()))
    while state.to_play() < 0:
        state = state.apply(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", OPEN)
def test_its_moves_in_open_games(name: str) -> None:
    found = [baseline(after(name, plies), Budget(nodes=60), plies) for plies in (0, 5)]
    assert tuple((answer.action, max(answer.visits.values())) for answer in found) == OPEN[name]


def test_its_moves_in_hidden_games() -> None:
    assert hidden_baseline(Gamble, 0, Budget(nodes=500), 1).visits == GAMBLE
    deal, guess = Random(5), Budget(nodes=500)
    answer = hidden_baseline(lambda: Gamble(1, deal.randrange(2)), 0, guess, 1)
    assert answer.visits == GUESS
    floes = after("icefloes", 3)
    assert hidden_baseline(lambda: floes, floes.to_play(), Budget(nodes=500), 1).visits == FLOES


def test_its_trees() -> None:
    assert baseline(Heap(7), Budget(nodes=300), 2).visits == HEAP
    assert baseline(Heap(7, seats=3), Budget(nodes=300), 2).visits == HEAP_OF_THREE
    assert baseline(Tangle(5, True), Budget(nodes=500), 9).visits == TANGLE


def test_it_is_a_contestant_in_every_game_and_takes_no_advice() -> None:
    for name, plies in (("coldspell", 30), ("evade", 12), ("tictactoe", 2)):
        game, state = find_game(name).game(), after(name, plies)
        asked = {**ask(game, [state], state.to_play()), "seed": 1}
        said = answer(game, parse_contestant("baseline:nodes=20", game), asked)
        assert said["nodes"] == 20 and said["move"] in asked["moves"]


GAMBLE = {0: 431, 1: 69}
GUESS = {0: 120, 1: 380}
FLOES = {0: 201, 2: 119, 3: 180}
HEAP = {1: 5, 2: 22, 3: 273}
HEAP_OF_THREE = {1: 154, 2: 125, 3: 21}
TANGLE = {0: 268, 1: 40, 2: 192}
