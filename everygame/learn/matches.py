"""Matches to learn from, and matches that tell what was gained.

A match depends on the plan, the weights and its number alone, so that with any number of workers
the same is learned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from time import thread_time
from typing import Final

from everygame.arena.series import ask, cached_game
from everygame.arena.statistics import share
from everygame.bots.level import find_advice, levels
from everygame.bots.thinker import Thinker
from everygame.contract import OVER, Game, State
from everygame.errors import BadGame, BadOption
from everygame.library.registry import find_game
from everygame.match import Match
from everygame.search.advice import Advice, Level
from everygame.search.learned import Numbers, by_game, by_picture, worth_by

OPENING: Final = 9
"""Fewer plies at random than this before the bots take over."""
SLIP: Final = 0.1
"""How often a bot plays just any move, so that more kinds of positions are met."""
SAMPLE: Final = 3
"""One position in so many is learned from: neighbours are much alike."""
Weights = Numbers | None
"""None: as the game's bots think today."""
Example = tuple[Numbers, float]
"""A position, and what the first seat got, from 0 to 1."""


@dataclass(frozen=True)
class Plan:
    """What is played: the strongest level with so many simulated matches a move."""

    game: str
    options: tuple[tuple[str, str], ...]
    nodes: int
    seed: int

    def open_game(self) -> Game:
        """Raises BadGame, BadOption."""
        game = cached_game(self.game, self.options)
        if game.endless:
            raise BadGame(
                "{game} is a table without rules: there is nothing to learn.", game=self.game
            )
        if game.players != 2:
            raise BadOption(
                "What is learned is for two players; {game} is for {players} here.",
                game=self.game,
                players=game.players,
            )
        return game

    def level(self) -> Level:
        return replace(levels(self.open_game())[-1], nodes=self.nodes, slip=0.0)

    def advice(self, weights: Weights) -> Advice:
        """What bots are told with these weights."""
        advice = find_advice(self.game)
        return advice if weights is None else replace(advice, evaluate=self.judge(weights))

    def judge(self, weights: Numbers) -> Callable[[State, int], float]:
        return worth_by(weights, self.reader())

    def reader(self) -> Callable[[State], Numbers]:
        """What tells the numbers of a position."""
        describe = find_advice(self.game).describe
        if describe is not None:
            return partial(by_game, describe)
        return partial(by_picture, find_game(self.game).artist().scene, self.open_game())


def play_example(plan: Plan, weights: Weights, number: int) -> tuple[int, list[Example]]:
    """What there is to learn from the match of that number."""
    rng = Random(f"learn {plan.seed} {number}")
    match = open_match(plan.open_game(), rng, rng.randrange(OPENING))
    advice, read, seen = plan.advice(weights), plan.reader(), []
    while (seat := match.to_play()) != OVER:
        if rng.randrange(SAMPLE) == 0:
            seen.append(read(match.state()))
        if rng.random() < SLIP:
            match.play(seat, rng.choice(match.state().legal_actions()))
        else:
            match.play(seat, think(plan, advice, match, rng.getrandbits(30)))
    outcome = match.outcome()
    assert outcome is not None
    return number, [(numbers, share(outcome.returns[0], 2)) for numbers in seen]


@dataclass(frozen=True)
class Test:
    """A match of what was learned against today's bot."""

    number: int
    got: float
    """By what was learned, from 0 to 1."""
    seconds: tuple[float, float]
    """Of the processor a move: what was learned, today's."""


def play_test(plan: Plan, weights: Weights, number: int) -> Test:
    """Matches 2n and 2n + 1 have the same opening and chance, and seats are exchanged."""
    rng = Random(f"test {plan.seed} {number // 2}")
    match = open_match(plan.open_game(), rng, 2)
    seats = (weights, None) if number % 2 == 0 else (None, weights)
    advice = [plan.advice(one) for one in seats]
    spent, moves = [0.0, 0.0], [0, 0]
    while (seat := match.to_play()) != OVER:
        began = thread_time()
        action = think(plan, advice[seat], match, rng.getrandbits(30))
        spent[seat] += thread_time() - began
        moves[seat] += 1
        match.play(seat, action)
    outcome = match.outcome()
    assert outcome is not None
    each = [spent[seat] / max(moves[seat], 1) for seat in (number % 2, 1 - number % 2)]
    return Test(number, share(outcome.returns[number % 2], 2), (each[0], each[1]))


def open_match(game: Game, rng: Random, plies: int) -> Match:
    """A match after so many plies at random, not over yet."""
    while True:
        match = Match(game, rng)
        match.draw()
        for _ in range(plies):
            if match.to_play() != OVER:
                match.play(match.to_play(), rng.choice(match.state().legal_actions()))
        if match.to_play() != OVER:
            return match


def think(plan: Plan, advice: Advice, match: Match, seed: int) -> int:
    """The action of a bot that is told this."""
    thinker = Thinker(match.game, ask(match, match.to_play(), seed), Random(seed))
    thinker.advice = advice
    return thinker.think(plan.level(), 0.0).action
