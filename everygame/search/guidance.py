"""What a game itself knows, as searches by simulated matches use it."""

from __future__ import annotations

from typing import final

from everygame.contract import OVER
from everygame.fast.arrays import i64, vec
from everygame.fast.state import FastState
from everygame.search.adapter import Evaluate, Policy, Priors, worth
from everygame.search.playouts import LONG, SHORT, play_on, play_out
from everygame.search.rng import Rng


@final
class Guidance:
    """A playout follows `policy` if there is one and is uniformly random otherwise. It ends after
    `horizon` plies: by default after LONG, or after SHORT where `evaluate` can estimate the state
    that is reached then."""

    def __init__(
        self,
        evaluate: Evaluate | None,
        priors: Priors | None,
        policy: Policy | None,
        horizon: int | None,
    ) -> None:
        self.evaluate = evaluate
        self.priors = priors
        self.policy = policy
        self.horizon: i64 = LONG
        if horizon is not None:
            self.horizon = horizon
        elif evaluate:
            self.horizon = SHORT

    def play_out(self, state: FastState, rng: Rng, actions: vec[i64]) -> None:
        if self.policy is None:
            play_out(state, rng, actions, self.horizon)
        else:
            play_on(state, rng, actions, self.horizon, self.policy)

    def gain(self, state: FastState, seat: i64) -> float:
        """What the seat gets in a state where a playout has ended."""
        if state.to_play() == OVER:
            return state.return_of(seat)
        return worth(self.evaluate, state, seat)
