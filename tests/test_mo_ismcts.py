"""Play that keeps a secret, on both builds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from everygame.bots.level import find_level
from everygame.bots.thinker import Thinker
from everygame.contract import Game, State
from everygame.library.registry import find_game
from everygame.search.budget import Answer, Budget
from everygame.search.mo_ismcts import Trees, World, mo_ismcts
from tests.toys import Gamble

pytestmark = [pytest.mark.both, pytest.mark.xdist_group("search")]

PAIRS = [a + b for i, a in enumerate("abcdef") for b in "abcdef"[i + 1 :]]


def play(game: Game, moves: str) -> State:
    state = game.initial_state()
    for move in moves.split():
        state = state.apply(state.parse(move))
    return state


def think(game: Game, state: State, secrecy: float, seed: int = 3) -> Answer:
    seat = state.to_play()
    request = {"seat": seat, "observation": state.observe(seat)}
    thinker = Thinker(game, request, Random(seed))
    thinker.advice = replace(thinker.advice, secrecy=lambda state, seat: secrecy)
    return thinker.think(replace(find_level(game, "strong"), nodes=400, seconds=0.0), 0.0)


def test_nobody_plays_by_what_he_cannot_see() -> None:
    """Who could see the hand would gamble."""
    assert mo_ismcts(Gamble, Gamble, 0, Budget(nodes=3000), 0.0, seed=1).action == Gamble.SAFE


def test_the_move_does_not_tell_what_is_hidden() -> None:
    """Where the secret is worth everything, the leaders make no difference."""
    game = find_game("evade").game(information="hidden")
    later = "leaders:bc a1-b2 b6-c5 f1-e2 c5-d4"
    found = [think(game, play(game, f"leaders:{pair} {later}"), 2.0) for pair in PAIRS]
    assert len({answer.action for answer in found}) == 1
    assert len({tuple(answer.visits.items()) for answer in found}) == 1
    frank = {think(game, play(game, f"leaders:{pair} {later}"), 0.0).action for pair in PAIRS}
    assert len(frank) > 1


def test_what_others_read_alike_is_drawn_evenly() -> None:
    game = find_game("evade").game(information="hidden")
    answer = think(game, game.initial_state(), 2.0)
    assert set(answer.visits.values()) == {67} and len(answer.visits) == 15
    assert set(think(game, game.initial_state(), 0.0).visits.values()) == {67}
    drawn = {think(game, game.initial_state(), 2.0, seed).action for seed in range(20)}
    assert len(drawn) > 8


@pytest.mark.parametrize("information", ["hidden", "memory"])
def test_a_win_is_worth_more_than_the_secret(information: str) -> None:
    game = find_game("evade").game(information=information)
    moves = "leaders:ab leaders:cd a1-a2 f6-f5 a2-a3 f5-f6 a3-a4 f6-f5 a4-a5 a6-b5"
    state = play(game, moves)
    assert state.text(think(game, state, 0.1).action) == "a5-a6"


def test_likely_truths_are_simulated_more_often() -> None:
    trees = Trees(0, 1, None, 1.4, 10, None)
    worlds = [World(Gamble(), lambda truth: 1.0), World(Gamble(), lambda truth: 0.1)]
    drawn = [trees.any_of(worlds) is worlds[0] for _ in range(1000)]
    assert 860 < sum(drawn) < 960


def test_a_budget_has_parts() -> None:
    part = Budget(nodes=10, seconds=4.0).part(0.5)
    assert (part.nodes, part.seconds) == (5, 2.0)
    assert not Budget(seconds=4.0).part(0.5).spent(10**9)
    assert Budget(stop=lambda: True).part(0.5).spent(1)
