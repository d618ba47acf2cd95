"""Checks `evaluate` of a game's `bots.py`: its range, its symmetry and its sign.

The sign is checked where the result is settled: near the end of random matches, by looking three
plies ahead. An honest estimate may be wrong there now and then. So where it is wrong most of the
time, it plays some matches against its own negative, and only if that wins is the sign wrong. All
matches follow what a state advises (`State.advise`), as bots do.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import Final

from everygame.check.answers import is_number
from everygame.check.matches import pick
from everygame.contract import CHANCE, OVER, Game, State
from everygame.search.adapter import Evaluate
from everygame.sides import by_side, first_seats, sides_of
from everygame.words import say

ENOUGH: Final = 12
"""The number of settled states that are looked for."""
MATCHES, PLIES = 24, 4_000
"""They are looked for in at most so many random matches, and so many plies of them."""
LAST: Final = 3
"""The number of plies before the end of a match that are looked at, and of plies looked ahead."""
NODES: Final = 300
"""The number of states that are looked at to settle one state."""
FEW: Final = 4
"""The least number of settled states against the estimate that make it suspect."""
DUELS: Final = 30
"""The number of matches between an estimate that is suspect and its negative."""
WORSE: Final = 0.6
"""The share of these matches that an estimate with the wrong sign loses."""
LONGEST: Final = 1_000
"""The number of plies after which such a match counts as a draw."""


def find_fault(game: Game, evaluate: Evaluate, state: State) -> str:
    """Return what is wrong with the estimates of one unfinished state; an empty text where nothing
    is."""
    found = [evaluate(state, seat) for seat in range(game.players)]
    for worth in found:
        if not is_number(worth):
            return say("evaluate answers {worth}, no number", worth=repr(worth))
        if not -1 <= worth <= 1:
            return say("evaluate answers {worth}, which leaves [-1, 1]", worth=repr(worth))
    apart = unlike_partners(game, found)
    if apart:
        return apart
    sides = by_side(game, found)
    if len(sides) == 2 and abs(sum(sides)) > 1e-6:
        return say(
            "evaluate answers {one} for the one side and {other} for the other: what is good for"
            " one must be as bad for the other",
            one=repr(sides[0]),
            other=repr(sides[1]),
        )
    return ""


def unlike_partners(game: Game, found: list[float]) -> str:
    """Return a sentence about two seats of one side whose estimates differ; an empty text where
    there are none."""
    firsts = first_seats(game)
    for seat, side in enumerate(sides_of(game)):
        if abs(found[seat] - found[firsts[side]]) > 1e-6:
            return say(
                "evaluate answers {one} for seat {first} and {other} for seat {seat}, which are of"
                " one side: seats of one side get the same answer",
                one=repr(found[firsts[side]]),
                first=firsts[side],
                other=repr(found[seat]),
                seat=seat,
            )
    return ""


def has_wrong_sign(game: Game, evaluate: Evaluate, rng: Random, tick: Callable[[], None]) -> bool:
    """Whether the estimate calls lost what is won, and its negative plays better."""
    leads = [lead(evaluate, *one) for one in settled_states(game, rng, tick)]
    wrong = sum(one < 0 for one in leads)
    if wrong < FEW or wrong <= sum(one > 0 for one in leads):
        return False
    won = lost = 0.0
    while lost < WORSE * DUELS and won <= (1 - WORSE) * DUELS:
        gone = duel(game, evaluate, int(won + lost) % game.players, rng, tick)
        lost, won = lost + gone, won + 1 - gone
    return lost >= WORSE * DUELS


def lead(evaluate: Evaluate, state: State, returns: list[float]) -> float:
    """Return by how much the estimates of the seats that win exceed those of the others."""
    groups: tuple[list[float], list[float]] = [], []
    for seat, gained in enumerate(returns):
        groups[gained < max(returns)].append(evaluate(state, seat))
    won, others = groups
    return fmean(won) - (fmean(others) if others else 0.0)


def settled_states(
    game: Game, rng: Random, tick: Callable[[], None]
) -> list[tuple[State, list[float]]]:
    """Return some states near the end of random matches, each with the returns that the seats will
    have."""
    found: list[tuple[State, list[float]]] = []
    plies = 0
    for _ in range(MATCHES):
        if len(found) >= ENOUGH:
            break
        state, last = game.initial_state(), list[State]()
        while state.to_play() != OVER and plies < PLIES:
            last = [*last[1 - LAST :], state]
            state = state.apply(go_on(state, rng))
            plies += 1
            tick()
        for before in last if state.to_play() == OVER else []:
            result = Settler().settle(before, LAST)
            if result and max(result) > 0 and before.to_play() != CHANCE:
                found.append((before, result))
    return found


def go_on(state: State, rng: Random) -> int:
    """Return the action that the state advises, as bots take it, or else a random one: an estimate
    may reckon with what is advised."""
    advised = None if state.to_play() == CHANCE else state.advise()
    return pick(state, rng) if advised is None else advised


class Settler:
    """Looks a few plies ahead for the result that every seat forces for itself."""

    def __init__(self) -> None:
        self.left = NODES

    def settle(self, state: State, depth: int) -> list[float] | None:
        """Return the returns of the seats; None where the result is open."""
        who = state.to_play()
        if who == OVER:
            return list(state.returns())
        self.left -= 1
        if not depth or self.left < 0:
            return None
        results: list[list[float] | None] = []
        for action in state.legal_actions():
            result = self.settle(state.apply(action), depth - 1)
            if who != CHANCE and result and result[who] >= 1:
                return result
            results.append(result)
        if None in results:
            return None
        known = [result for result in results if result]
        if who == CHANCE:
            return known[0] if all(result == known[0] for result in known) else None
        return max(known, key=lambda result: result[who])


def duel(game: Game, evaluate: Evaluate, seat: int, rng: Random, tick: Callable[[], None]) -> float:
    """Play a match in which `seat` looks one ply ahead by the estimate and the others by its
    negative. Return 1 where the estimate loses, 0 where it wins, 0.5 for a draw."""
    state = game.initial_state()
    for _ in range(LONGEST):
        who = state.to_play()
        if who == OVER:
            result = state.returns()[seat]
            return 1.0 if result < 0 else 0.0 if result > 0 else 0.5
        action = go_on(state, rng)
        if who != CHANCE and state.advise() is None and rng.random() < 0.9:
            action = best(state, who, evaluate, 1.0 if who == seat else -1.0, rng)
        state = state.apply(action)
        tick()
    return 0.5


def best(state: State, who: int, evaluate: Evaluate, sign: float, rng: Random) -> int:
    """Return the action after which the seat stands best by its estimate, or one of the best."""

    def worth(action: int) -> tuple[float, float]:
        after = state.apply(action)
        if after.to_play() == OVER:
            return 2 * after.returns()[who], rng.random()
        return sign * evaluate(after, who), rng.random()

    return max(state.legal_actions(), key=worth)
