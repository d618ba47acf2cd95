"""What positions between two rolls are worth, learned turn by turn by temporal differences.

A player of games with chance and two seats tries all that it can do in its turn, and takes what its
estimate likes best; after each match every position moves towards what followed it (G. Tesauro,
Temporal Difference Learning and TD-Gammon, CACM 38(3), 1995). It looks no further than its own
turn: a match takes about a millisecond where the rules and the estimate are compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from everygame.contract import OVER, State
from everygame.fast.arrays import i64, vec
from everygame.fast.state import MAX_ACTIONS, FastState
from everygame.search.adapter import Evaluate
from everygame.search.rng import Rng

Learn = Callable[[State, float], None]
"""Make a position so much better for the first seat."""
TRUST: Final = 0.7
"""How much more of what a position is worth comes from what followed than from the estimate of the
next one (lambda: R. S. Sutton, Learning to Predict by the Methods of Temporal Differences, Machine
Learning 3, 1988)."""
SLIP: Final = 50
"""One turn in so many is played at random, so that more kinds of positions are met."""
DEEPEST: Final = 16
"""Plies of a turn at most."""
LONGEST: Final = 400
"""Turns of a match that are played at most; what was not over then teaches nothing."""


@final
class Turns:
    """Matches of an estimate with itself, from one state before a roll."""

    def __init__(self, first: FastState, evaluate: Evaluate, learn: Learn, seed: int) -> None:
        self.first = first
        self.evaluate = evaluate
        self.learn = learn
        self.rng = Rng(seed)
        self.states: list[FastState] = [first.blank() for _ in range(DEEPEST)]
        self.moves: list[vec[i64]] = [vec[i64]([0] * MAX_ACTIONS) for _ in range(DEEPEST)]
        self.best = first.blank()
        self.most = 0.0

    def play(self, rate: float) -> int:
        """One match, and what there is to learn from it; return its turns."""
        state = self.first.copy()
        met: list[FastState] = []
        slipped: list[bool] = []
        while state.to_play() != OVER and len(met) < LONGEST:
            met.append(state.copy())
            self.roll(state)
            slipped.append(self.rng.below(SLIP) == 0)
            if state.to_play() >= 0:
                self.take_turn(state, slipped[-1])
        if state.to_play() == OVER:
            self.look_back(met, slipped, (1.0 + state.return_of(0)) / 2.0, rate)
        return len(met)

    def roll(self, state: FastState) -> None:
        """Let chance decide."""
        moves, weights = self.moves[0], self.moves[1]
        state.legal_actions_into(moves)
        left = self.rng.below(state.weights_into(weights))
        i: i64 = 0
        while left >= weights[i]:
            left -= weights[i]
            i += 1
        state.advance(moves[i])

    def take_turn(self, state: FastState, slips: bool) -> None:
        """Play on until somebody else, or chance, decides."""
        seat = state.to_play()
        if slips:
            moves = self.moves[0]
            while state.to_play() == seat:
                state.advance(moves[self.rng.below(state.legal_actions_into(moves))])
        else:
            self.most = -2.0
            self.states[0].copy_from(state)
            self.try_all(0, seat)
            state.copy_from(self.best)

    def try_all(self, level: i64, seat: i64) -> None:
        """Keep the best end of the turn."""
        i: i64
        state, child, moves = self.states[level], self.states[level + 1], self.moves[level]
        for i in range(state.legal_actions_into(moves)):
            child.copy_from(state)
            child.advance(moves[i])
            who = child.to_play()
            if who == seat:
                self.try_all(level + 1, seat)
                continue
            worth = child.return_of(seat) if who == OVER else self.evaluate(child, int(seat))
            if worth > self.most:
                self.most = worth
                self.best.copy_from(child)

    def look_back(self, met: list[FastState], slipped: list[bool], got: float, rate: float) -> None:
        """Learn from the last turn to the first; `got` is the first seat's, from 0 to 1."""
        for turn in range(len(met) - 1, -1, -1):
            state = met[turn]
            foretold = (1.0 + self.evaluate(state, 0)) / 2.0
            if slipped[turn]:
                got = foretold
            else:
                self.learn(state, rate * (got - foretold))
                got = TRUST * got + (1.0 - TRUST) * foretold
