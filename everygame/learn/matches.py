"""Matches to learn from, and matches that tell what was gained.

A match depends on the plan, the weights and its number alone, so that with any number of workers
the same is learned.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from random import Random
from time import thread_time
from typing import Final

from everygame.arena.series import ask, cached_game
from everygame.arena.statistics import share
from everygame.bots.level import find_advice, levels
from everygame.bots.thinker import Thinker
from everygame.contract import OVER, Game, State
from everygame.errors import BadGame, BadOption
from everygame.learn.fit import Shown
from everygame.learn.targets import Met, Played
from everygame.library.registry import find_game
from everygame.match import Match
from everygame.search.adapter import Evaluate
from everygame.search.advice import Advice, Level
from everygame.search.budget import Answer
from everygame.search.learned import Numbers, by_game, by_picture, worth_by
from everygame.search.patterns import LARGEST, Patterns, viewer, whole, worth_by_patterns

OPENING: Final = 9
"""Fewer plies at random than this before the bots take over."""
SLIP: Final = 0.1
"""How often a bot plays just any move, so that more kinds of positions are met."""


@dataclass(frozen=True, eq=False)
class Learned:
    """Weights, known again by being the same and not by what they hold: an estimate is made of
    them once for all matches."""

    numbers: Numbers


Weights = Learned | None
"""None: nothing was learned yet."""


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
        return strongest(self)

    def today(self) -> Advice:
        """What bots of the game are told."""
        return told(self.game)

    def advice(self, weights: Weights) -> Advice:
        """What bots are told that learn. At first they go by what the game knows today; where it
        learns patterns from searches, and so may have learned already, by a beginner's idea."""
        advice = self.today()
        if weights is not None:
            return replace(advice, evaluate=judge(self, weights))
        known = advice.patterns is None or self.by_turns()
        return advice if known else replace(advice, evaluate=advice.idea)

    def by_turns(self) -> bool:
        """Patterns are learned turn by turn where chance decides or something is hidden: what a
        search says and how a match ends say too little there."""
        game = self.open_game()
        return (game.chance or game.hidden) and self.today().patterns is not None

    def reader(self) -> Callable[[State], Shown]:
        """What tells what a position shows."""
        patterns = self.today().patterns
        return self.describer() if patterns is None else partial(by_patterns, patterns)

    def describer(self) -> Callable[[State], Numbers]:
        """What tells the numbers of a position in a game without patterns."""
        describe = self.today().describe
        if describe is not None:
            return partial(by_game, describe)
        return partial(by_picture, find_game(self.game).artist().scene, self.open_game())

    def seer(self, state: State) -> int:
        """The seat that sees a position as the reader shows it."""
        return 0 if self.today().patterns is None else viewer(state)


@cache
def strongest(plan: Plan) -> Level:
    return replace(levels(plan.open_game())[-1], nodes=plan.nodes, slip=0.0)


@lru_cache(2)
def judge(plan: Plan, learned: Learned) -> Evaluate:
    """The estimate by what was learned."""
    patterns = plan.today().patterns
    if patterns is None:
        return worth_by(learned.numbers, plan.describer())
    return worth_by_patterns(whole(learned.numbers), patterns)


@cache
def told(name: str) -> Advice:
    """Kept, since it is asked for at every ply."""
    return find_advice(name)


def by_patterns(patterns: Patterns, state: State) -> Sequence[int]:
    """The numbers of the patterns, in little room. Raises BadGame."""
    found = list(patterns(state))
    if found and not ~LARGEST <= min(found) <= max(found) <= LARGEST:
        raise BadGame(
            "The numbers of patterns go from 0 to {largest}, or are complements of such.",
            largest=LARGEST,
        )
    return array("i", found)


def play_example(plan: Plan, weights: Weights, number: int) -> Played:
    """The match of that number, and what there is to learn from it."""
    rng = Random(f"learn {plan.seed} {number}")
    match = open_match(plan.open_game(), rng, rng.randrange(OPENING))
    advice, read, met = plan.advice(weights), plan.reader(), []
    while (seat := match.to_play()) != OVER:
        state = match.state()
        found = think(plan, advice, match, rng.getrandbits(30))
        slipped = rng.random() < SLIP
        foretold = found.value if seat == 0 else -found.value
        met.append(Met(read(state), plan.seer(state), foretold, slipped))
        match.play(seat, rng.choice(state.legal_actions()) if slipped else found.action)
    outcome = match.outcome()
    assert outcome is not None
    return Played(number, met, share(outcome.returns[0], 2))


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
        action = think(plan, advice[seat], match, rng.getrandbits(30)).action
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


def think(plan: Plan, advice: Advice, match: Match, seed: int) -> Answer:
    """What a bot thinks that is told this."""
    thinker = Thinker(match.game, ask(match, match.to_play(), seed), Random(seed))
    thinker.advice = advice
    return thinker.think(plan.level(), 0.0)
