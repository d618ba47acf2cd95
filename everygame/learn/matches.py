"""Matches from which weights are learned, and matches that measure how much stronger the weights
are.

A match depends only on the plan, the weights and its number, so that the result is the same with
any number of worker processes."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from random import Random
from typing import Final

from everygame.arena.series import ask, cached_game, play_at_random
from everygame.arena.statistics import shares
from everygame.bots.level import find_advice, levels
from everygame.bots.thinker import Thinker
from everygame.contract import OVER, Game, State
from everygame.errors import BadGame, BadOption
from everygame.learn.fit import Features
from everygame.learn.targets import Met, Played
from everygame.library.registry import find_game
from everygame.match import Match
from everygame.search.adapter import Evaluate
from everygame.search.budget import Answer, cpu_clock
from everygame.search.game_advice import Advice, Level
from everygame.search.learned import Numbers, by_game, by_picture, worth_by
from everygame.search.patterns import LARGEST, Patterns, viewer, whole, worth_by_patterns
from everygame.sides import side_count

OPENING: Final = 9
"""Before the bots take over, a match has a random number of random plies, less than this."""
SLIP: Final = 0.1
"""The probability that a bot plays a random move, so that matches reach more kinds of positions."""


@dataclass(frozen=True, eq=False)
class Learned:
    """Weights by name. Two objects are equal only if they are the same object, so that the cache of
    `judge` need not compare thousands of numbers."""

    numbers: Numbers


Weights = Learned | None
"""Learned weights; None before anything has been learned."""


@dataclass(frozen=True)
class Plan:
    """The settings of the matches: a game with options, whose strongest level plays with `nodes`
    simulations for each move, and a seed."""

    game: str
    options: tuple[tuple[str, str], ...]
    nodes: int
    seed: int

    def open_game(self) -> Game:
        """Return the game with its options. Raises BadGame, BadOption."""
        game = cached_game(self.game, self.options)
        if game.endless:
            raise BadGame(
                "{game} is a table without rules: there is nothing to learn.", game=self.game
            )
        if game.players != 2 or side_count(game) != 2:
            raise BadOption(
                "What is learned is one number for a position: what is good for one side is as bad"
                " for the other. {game} is for {players} players on {sides} sides here; take"
                " --option players=2 where it has that, or write evaluate yourself.",
                sides=side_count(game),
                game=self.game,
                players=game.players,
            )
        return game

    def level(self) -> Level:
        """Return the level that plays."""
        return strongest(self)

    def today(self) -> Advice:
        """Return the advice that the bots of the game have now."""
        return cached_advice(self.game)

    def advice(self, weights: Weights) -> Advice:
        """Return the advice of the bots that play. Before they have weights, it is the present
        advice of the game. But where patterns are learned from searches, the present `evaluate` may
        use weights that were learned earlier, so the game's simple `idea` replaces it."""
        advice = self.today()
        if weights is not None:
            return replace(advice, evaluate=judge(self, weights))
        known = advice.patterns is None or self.by_turns()
        return advice if known else replace(advice, evaluate=advice.idea)

    def by_turns(self) -> bool:
        """Whether the game learns turn by turn. A game that has patterns, and chance or secrets,
        does: there the value of a search and the result of a match depend too much on luck."""
        game = self.open_game()
        return (game.chance or game.hidden) and self.today().patterns is not None

    def features(self) -> Callable[[State], Features]:
        """Return the function that returns the features of a position."""
        patterns = self.today().patterns
        return self.numbers_by() if patterns is None else partial(by_patterns, patterns)

    def numbers_by(self) -> Callable[[State], Numbers]:
        """Return the function that returns the features of a position in a game without
        patterns."""
        describe = self.today().describe
        if describe is not None:
            return partial(by_game, describe)
        return partial(by_picture, find_game(self.game).artist().scene, self.open_game())

    def viewpoint(self, state: State) -> int:
        """Return the seat from whose side the features of a position are."""
        return 0 if self.today().patterns is None else viewer(state)


@cache
def strongest(plan: Plan) -> Level:
    """Return the strongest level of the game, with the number of simulations of the plan."""
    return replace(levels(plan.open_game())[-1], nodes=plan.nodes, slip=0.0)


@lru_cache(2)
def judge(plan: Plan, learned: Learned) -> Evaluate:
    """Return the `evaluate` by learned weights, from a small cache."""
    patterns = plan.today().patterns
    if patterns is None:
        return worth_by(learned.numbers, plan.numbers_by())
    return worth_by_patterns(whole(learned.numbers), patterns)


@cache
def cached_advice(name: str) -> Advice:
    """Return the advice of a game, from a cache, because it is needed at every ply."""
    return find_advice(name)


def by_patterns(patterns: Patterns, state: State) -> Sequence[int]:
    """Return the numbers of the patterns in a position, in a packed array, because many thousands
    of positions are kept. Raises BadGame."""
    found = list(patterns(state))
    if found and not ~LARGEST <= min(found) <= max(found) <= LARGEST:
        raise BadGame(
            "The numbers of patterns go from 0 to {largest}, or are complements of such.",
            largest=LARGEST,
        )
    return array("i", found)


def play_example(plan: Plan, weights: Weights, number: int) -> Played:
    """Play the match with this number, to learn from it."""
    rng = Random(f"learn {plan.seed} {number}")
    match = open_match(plan.open_game(), rng, rng.randrange(OPENING))
    advice, read, met = plan.advice(weights), plan.features(), []
    while (seat := match.to_play()) != OVER:
        state = match.state()
        found = think(plan, advice, match, rng.getrandbits(30))
        slipped = rng.random() < SLIP
        foretold = found.value if seat == 0 else -found.value
        met.append(Met(read(state), plan.viewpoint(state), foretold, slipped))
        match.play(seat, rng.choice(state.legal_actions()) if slipped else found.action)
    outcome = match.outcome()
    assert outcome is not None
    return Played(number, met, shares(outcome.returns)[0])


@dataclass(frozen=True)
class Test:
    """The result of a match of the learned weights against the present bot of the game."""

    number: int
    got: float
    """The result of the learned weights: 1 for a win, 0.5 for a draw, 0 for a loss."""
    seconds: tuple[float, float]
    """The mean processor time for a move, in seconds: with the learned weights, and of the present
    bot."""


def play_test(plan: Plan, weights: Weights, number: int) -> Test:
    """Play the test match with this number. Matches 2n and 2n + 1 have the same opening and the
    same random numbers, with the seats exchanged."""
    rng = Random(f"test {plan.seed} {number // 2}")
    match = open_match(plan.open_game(), rng, 2)
    seats = (weights, None) if number % 2 == 0 else (None, weights)
    each = play_out(plan, match, [plan.advice(one) for one in seats], rng)
    outcome = match.outcome()
    assert outcome is not None
    tested = number % 2
    return Test(number, shares(outcome.returns)[tested], (each[tested], each[1 - tested]))


def play_out(plan: Plan, match: Match, advice: Sequence[Advice], rng: Random) -> list[float]:
    """Play a match to its end with the advice of each seat; return the mean seconds of processor
    that each seat took for a move."""
    spent, moves = [0.0, 0.0], [0, 0]
    while (seat := match.to_play()) != OVER:
        began = cpu_clock()
        action = think(plan, advice[seat], match, rng.getrandbits(30)).action
        spent[seat] += cpu_clock() - began
        moves[seat] += 1
        match.play(seat, action)
    return [spent[seat] / max(moves[seat], 1) for seat in (0, 1)]


def open_match(game: Game, rng: Random, plies: int) -> Match:
    """Return a match after this number of random plies, in which the match is not over."""
    while True:
        match = Match(game, rng)
        play_at_random(match, rng, plies)
        if match.to_play() != OVER:
            return match


def think(plan: Plan, advice: Advice, match: Match, seed: int) -> Answer:
    """Let a bot of the level `plan.level()` choose an action in the present position of the match,
    and return its answer. The bot rates positions by the functions in `advice`, not by those that
    the game has now."""
    thinker = Thinker(match.game, ask(match, match.to_play(), seed), Random(seed))
    thinker.advice = advice
    return thinker.think(plan.level(), 0.0)
