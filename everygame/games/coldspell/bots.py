"""Evaluate positions of Cold Spell for bots. Between two seats `judgement.py` compares them; with
more seats, each counts the points that it can expect to spell with its vowels, and a share of the
bonus for having more cards than the others. After all cards are claimed, the best words decide."""

from __future__ import annotations

from dataclasses import replace
from math import exp, tanh
from typing import Final

from everygame.contract import Game, State
from everygame.fast.arrays import i64
from everygame.fast.state import mix
from everygame.games.coldspell.field import (
    CLAIM,
    CLAIMED,
    DONE,
    FORCE,
    HIJACK,
    HIJACKED,
    MOVE,
    PLAYING,
    SQUARES,
    TAKE,
)
from everygame.games.coldspell.hands import MAX_HAND
from everygame.games.coldspell.judgement import (
    READY,
    Holding,
    best_upright,
    hurry,
    judge,
    pyramids_left,
)
from everygame.games.coldspell.rules import ColdSpellState
from everygame.games.coldspell.scoring import find_totals
from everygame.games.coldspell.totals import BONUS
from everygame.search.game_advice import Level

ONE_MORE: Final = 0.35
"""A guess at how the bonus depends on cards: a seat with n cards more than the others is taken to
get BONUS / 2 * tanh(ONE_MORE * n) points more."""
POINTS: Final = 28.0
"""A lead of so many points is evaluated as tanh(1) = 0.76, where a win is 1."""
PATIENCE: Final = 8.0
"""After this many turns more than `PACE` allows, evaluations have shrunk to 1/e. Without this, bots
would claim and hijack for 200 turns, because neither wants to be the first to place or take."""
PACE: Final = 1.5
"""How many turns a match may last for each pyramid placed and each card taken before evaluations
begin to shrink."""
SURE: Final = 0.9
"""The value of a match that the best words of all seats will win; the lead in points decides the
rest up to 1."""


def open_search(game: Game) -> str:
    """Choose Monte Carlo tree search. Nothing is hidden until words are spelled, so a search for
    open games fits. A turn can be played in hundreds of ways, few of which matter; a tree that
    grows where it is promising sees further than a search of all moves (measured)."""
    return "mcts"


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Evaluate at the leaves of the tree without random playouts, since nearly all random turns are
    bad. The simulations and random moves of the lower levels are set by measurements
    (`bench/ladder.py`)."""
    first, steady, strong = (replace(level, horizon=0) for level in defaults)
    return [replace(first, slip=0.3), replace(steady, nodes=400, slip=0.03), strong]


def idea(state: State, seat: int) -> float:
    """Rate a state as a beginner does: by the points of the cards that the seat has taken or
    claims, minus those of the best other seat."""
    assert isinstance(state, ColdSpellState)
    return ahead([Holding(state, other).points() for other in range(state.players)], seat)


def ahead(values: list[float], seat: int) -> float:
    """Return by how much the value of a seat is above the best of the others."""
    return values[seat] - max(values[:seat] + values[seat + 1 :])


def evaluate(state: State, seat: int) -> float:
    """Estimate the return of a seat, from −1 to 1, by its lead over the best of the other seats. A
    state in the middle of a turn is evaluated as if the turn ended there."""
    assert isinstance(state, ColdSpellState)
    if state.phase != PLAYING:
        return outlook(state, seat)
    if state.players == 2:
        next: i64 = state.turn if state.used == 0 else 1 - state.turn
        value = patience(state) * tanh(judge(state, next) / POINTS)
        return value if next == seat else -value
    lead = ahead(standings(state), seat) * hurry(state)
    return patience(state) * tanh(lead / POINTS)


def patience(state: ColdSpellState) -> float:
    """Return a factor for evaluations: 1 as long as a match makes progress, and less the longer it
    goes on without. Then placing, claiming and taking are preferred to another round of hijacks."""
    seat: i64
    done: i64 = MAX_HAND - state.field.in_stash()
    for seat in range(state.players):
        done += state.hands.size[seat]
    late = float(state.turns) - PACE * float(done)
    return 1.0 if late <= 0.0 else exp(-late / PATIENCE)


# -- priors of a search


def priors(state: State, actions: list[int]) -> list[float]:
    """Rate how promising each action is, so that a search tries the promising ones first: claiming
    and taking good cards, moving to them, and placing pyramids on poor ones."""
    i: i64
    n: i64 = len(actions)
    assert isinstance(state, ColdSpellState)
    if state.phase != PLAYING:
        return [1.0] * n
    patient = patience(state)
    return [promise(state, actions[i], patient) for i in range(n)]


def promise(state: ColdSpellState, action: i64, patient: float) -> float:
    """Rate how promising an action is, on any scale from 0 up. The numbers are guesses with which
    bots won matches; `patient` is what `patience` returns."""
    field = state.field
    square = action % SQUARES
    value = state.hands.kinds.value[field.card[square]]
    if action < MOVE:
        return 0.25 + 2.0 / (1.0 + float((action // SQUARES + 1) * value))
    if action < CLAIM:
        worth = float(field.pips((action - MOVE) // SQUARES) * value)
        return patient * promise_of_move(state, worth)
    if action == DONE:
        return 4.0 * patient
    worth = float(state.hands.worth(field, square))
    if FORCE <= action < TAKE:
        return 1.0 + 3.0 / (1.0 + worth)
    if action < HIJACK:
        return 4.0 + worth
    own = field.claims[state.turn] & field.tables.bit[square]
    return patient * (0.3 if own else 2.0 + worth / 2.0)


def promise_of_move(state: ColdSpellState, worth: float) -> float:
    """Rate a move to a card that would count `worth` points. A hijacked pyramid is better moved to
    a poor card, since the next seat may claim it there; any other one to a good card, which the
    seat may claim itself."""
    if state.used == HIJACKED:
        return 0.2 + 4.0 / (1.0 + worth)
    return 0.2 + (0.1 if state.used else 0.3) * worth


# -- more than two seats


def standings(state: ColdSpellState) -> list[float]:
    """Estimate the points of each seat at the end of the match. A card under an upright pyramid
    may still come to the seat to play, unless it has claimed one in this turn."""
    seats = range(state.players)
    holdings = [Holding(state, seat) for seat in seats]
    more = [ahead([holding.cards for holding in holdings], seat) for seat in seats]
    coming = pyramids_left(state) / float(state.players)
    found = [
        holdings[seat].points() * holdings[seat].share(coming)
        + BONUS / 2.0 * tanh(ONE_MORE * more[seat])
        for seat in seats
    ]
    if state.used != CLAIMED:
        found[state.turn] += READY * float(best_upright(state))
    return found


# -- after all cards are claimed


def outlook(state: ColdSpellState, seat: int) -> float:
    """Estimate the return of a seat, from −1 to 1, after all cards are claimed, if every seat
    spells its best words."""
    lead = ahead(best_totals(state), seat)
    if lead == 0.0:
        return 0.0
    return SURE * (1 if lead > 0 else -1) + (1 - SURE) * tanh(lead / POINTS)


MOST_KNOWN: Final = 100_000
"""How many sets of hands the cache of `best_totals` holds before it is emptied."""


def best_totals(state: ColdSpellState) -> list[float]:
    """Return the total of each seat with its best words, from a cache by the cards of all seats."""
    known, key = state.table.outlooks, int(hands_key(state))
    if key not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        best = find_totals(state.table.index, state.hands_of_cards())
        known[key] = [float(best.total(seat)) for seat in range(state.players)]
    return known[key]


def hands_key(state: ColdSpellState) -> i64:
    """Return a hash of the cards of all seats with the sizes of their pyramids; the order in which
    a seat took its cards does not matter."""
    seat: i64
    i: i64
    mark: i64 = 0
    for seat in range(state.players):
        cards: i64 = 0
        for i in range(seat * MAX_HAND, seat * MAX_HAND + state.hands.size[seat]):
            square = state.hands.square[i]
            card = state.field.card[square] * 4 + state.field.pips(square)
            cards += mix(mix(1, card), card)
        mark = mix(mark, cards & 0x7FFFFFFFFFFFFFFF)
    return mark
