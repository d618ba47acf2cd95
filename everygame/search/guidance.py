"""What a game itself knows, in the form in which searches by simulation use it."""

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
    """The functions of a game that guide playouts. A playout follows `policy` if there is one and
    is uniformly random otherwise. It ends after `horizon` plies: by default after LONG plies, or
    after SHORT plies where `evaluate` can estimate the last state."""

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
        """Play the match on in `state`, to its end or to the horizon. `actions` is a buffer."""
        if self.policy is None:
            play_out(state, rng, actions, self.horizon)
        else:
            play_on(state, rng, actions, self.horizon, self.policy)

    def gain(self, state: FastState, seat: i64) -> float:
        """Return the return of the seat in the last state of a playout; an estimate of it where the
        match is not over."""
        if state.to_play() == OVER:
            return state.return_of(seat)
        return worth(self.evaluate, state, seat)
