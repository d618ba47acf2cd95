"""Learning turn by turn, by temporal differences, in games of two seats.

In its turn, a seat tries all its moves and plays the one that ends in the position with the best
estimate. After each match, the estimate of every position is moved towards that of the position
after it (G. Tesauro, Temporal Difference Learning and TD-Gammon, CACM 38(3), 1995). The estimate is
the sum of the weights of the patterns in a position. Nothing beyond the end of the turn is
searched, so a match takes only some milliseconds where the rules and the patterns are compiled.

In games with secrets, a seat tries its moves one ply deep in a few states drawn by `resample`, and
plays the move that is best on average. The estimate itself reads the complete state, so it learns
the expected result of a complete state that is played by seats that do not see it all."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from random import Random
from typing import Final, final

from everygame.contract import CHANCE, OVER, Json, State
from everygame.fast.arrays import append, i64, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.state import FastState
from everygame.search.adapter import as_fast, unwrap
from everygame.search.learned import Numbers
from everygame.search.patterns import Patterns, promised, shown, viewer
from everygame.search.playouts import draw_outcome
from everygame.search.rng import Rng

FIRST_RATE, LAST_RATE = 2.0, 0.05
"""How far an estimate moves towards its target, in the first match and in the last."""
TRUST: Final = 0.7
"""The part of a target that comes from the target of the next position; the rest is the next
position's estimate (lambda: R. S. Sutton, Learning to Predict by the Methods of Temporal
Differences, Machine Learning 3, 1988)."""
SLIP: Final = 50
"""One turn in this many is played at random, so that matches reach more kinds of positions."""
TRUTHS: Final = 3
"""In games with secrets, a seat tries its moves in this number of states drawn by `resample`."""
DEEPEST: Final = 16
"""A turn is searched to fewer plies than this, which limits the memory for it."""
LONGEST: Final = 400
"""A match ends after this many turns; a match that is not over then is not learned from."""

Resample = Callable[[Json, int, Random], State]
"""Draws a state that fits an observation of a seat (`Game.resample`)."""


def rate_of(number: int, matches: int) -> float:
    """Return the learning rate of match `number` of `matches`: it falls from FIRST_RATE to
    LAST_RATE by the same factor from match to match."""
    return FIRST_RATE * exp(log(LAST_RATE / FIRST_RATE) * number / matches)


@final
class Estimate:
    """An estimate of positions: the weights of patterns, by their numbers."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns
        self.weights: vec[float] = vec[float]()

    def worth(self, state: State, seat: i64) -> float:
        """Return the expected return of the seat, from −1 to 1."""
        worth = promised(self.odds(shown(self.patterns, state)))
        return worth if seat == viewer(state) else -worth

    def odds(self, numbers: vec[i64]) -> float:
        """Return the logarithm of the odds that the seat wins from whose side the patterns are."""
        i: i64
        total = 0.0
        weights = self.weights
        for i in range(len(numbers)):
            number = numbers[i]
            if 0 <= number < len(weights):
                total += weights[number]
            elif number < 0 and ~number < len(weights):
                total -= weights[~number]
        return total

    def learn(self, state: State, step: float) -> None:
        """Raise the logarithm of the odds that the first seat wins in a position by `step`."""
        i: i64
        numbers = shown(self.patterns, state)
        if len(numbers) == 0:
            return
        share = (step if viewer(state) == 0 else -step) / float(len(numbers))
        for i in range(len(numbers)):
            number = numbers[i]
            place = number if number >= 0 else ~number
            while len(self.weights) <= place:
                self.weights = append(self.weights, 0.0)
            self.weights[place] += share if number >= 0 else -share

    def found(self) -> Numbers:
        """Return the weights that are not 0, by the numbers of their patterns."""
        return {str(place): weight for place, weight in enumerate(self.weights) if weight}


@final
class Turns:
    """Matches of an estimate against itself, all from one state. Where there are secrets, each seat
    chooses its moves by states that `resample` draws for it."""

    def __init__(
        self, first: State, estimate: Estimate, seed: int, resample: Resample | None = None
    ) -> None:
        self.first = as_fast(first)
        self.estimate = estimate
        self.rng = Rng(seed)
        self.resample = resample
        self.dealer = Random(seed)
        self.states: list[FastState] = [self.first.blank() for _ in range(DEEPEST)]
        self.moves: list[vec[i64]] = [vec[i64]([0] * MAX_ACTIONS) for _ in range(DEEPEST)]
        self.best = self.first.blank()
        self.most = 0.0

    def play(self, rate: float) -> int:
        """Play a match and learn from it with this learning rate; return its number of turns."""
        state = self.first.copy()
        met: list[FastState] = []
        slipped: list[bool] = []
        while state.to_play() != OVER and len(met) < LONGEST:
            met.append(state.copy())
            if state.to_play() == CHANCE:
                state.advance(draw_outcome(state, self.rng, self.moves[0]))
            slipped.append(self.rng.below(SLIP) == 0)
            if state.to_play() >= 0:
                self.take_turn(state, slipped[-1])
        if state.to_play() == OVER:
            self.look_back(met, slipped, (1.0 + state.return_of(0)) / 2.0, rate)
        return len(met)

    def take_turn(self, state: FastState, slips: bool) -> None:
        """Play in `state` until another seat or chance decides, or, with secrets, play one move.
        `slips` says that the turn is played at random."""
        seat = state.to_play()
        if slips:
            moves = self.moves[0]
            while state.to_play() == seat:
                state.advance(moves[self.rng.below(state.legal_actions_into(moves))])
        elif self.resample is not None:
            state.advance(self.blind_choice(state, seat))
        else:
            self.most = -2.0
            self.states[0].copy_from(state)
            self.try_all(0, seat)
            state.copy_from(self.best)

    def blind_choice(self, state: FastState, seat: i64) -> i64:
        """Return the move that looks best to a seat that does not know the complete state; a random
        one of equally good moves."""
        i: i64
        moves = self.moves[0]
        n = state.legal_actions_into(moves)
        order = self.in_truths(unwrap(state), moves, n, seat)
        most = max(order)
        best = [i for i in range(n) if order[i] == most]
        return moves[best[self.rng.below(len(best))]]

    def in_truths(self, state: State, moves: vec[i64], n: i64, seat: i64) -> list[float]:
        """Return the values of the first n moves for the seat, each summed over states drawn by
        `resample`."""
        i: i64
        assert self.resample is not None
        sums = [0.0] * n
        told, child = state.observe(int(seat)), self.states[0]
        for _ in range(TRUTHS):
            truth = as_fast(self.resample(told, int(seat), self.dealer))
            for i in range(n):
                child.copy_from(truth)
                child.advance(moves[i])
                sums[i] += self.rate(child, seat)
        return sums

    def rate(self, state: FastState, seat: i64) -> float:
        """Return the return of the seat, or its expected return where the match is not over."""
        if state.to_play() == OVER:
            return state.return_of(seat)
        return self.estimate.worth(unwrap(state), seat)

    def try_all(self, level: i64, seat: i64) -> None:
        """Try all ways to play the rest of the turn, and keep the best last state in `best`."""
        i: i64
        state, child, moves = self.states[level], self.states[level + 1], self.moves[level]
        for i in range(state.legal_actions_into(moves)):
            child.copy_from(state)
            child.advance(moves[i])
            who = child.to_play()
            if who == seat and level + 2 < DEEPEST:
                self.try_all(level + 1, seat)
                continue
            worth = self.rate(child, seat)
            if worth > self.most:
                self.most = worth
                self.best.copy_from(child)

    def look_back(self, met: list[FastState], slipped: list[bool], got: float, rate: float) -> None:
        """Learn from the last turn to the first. `got` is the result of the first seat: 1 for a
        win, 0.5 for a draw, 0 for a loss."""
        for turn in range(len(met) - 1, -1, -1):
            state = met[turn]
            foretold = (1.0 + self.estimate.worth(unwrap(state), 0)) / 2.0
            if slipped[turn]:
                got = foretold
            else:
                self.estimate.learn(unwrap(state), rate * (got - foretold))
                got = TRUST * got + (1.0 - TRUST) * foretold
