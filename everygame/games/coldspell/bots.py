"""What bots think of Cold Spell: `judgement.py` says who of two stands better; with more seats,
points are good as far as there are vowels to spell them with, and more cards than the others have
make the longest word likely. Once all is claimed, the best words tell who wins."""

from __future__ import annotations

from dataclasses import replace
from math import exp, tanh
from typing import Final

from everygame.contract import Game, State
from everygame.fast.arrays import i64
from everygame.fast.bits import count
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
    HURRY,
    PYRAMIDS,
    READY,
    SECURE,
    VOWELS,
    best_upright,
    flexible,
    judge,
    share_kept,
)
from everygame.games.coldspell.rules import ColdSpellState
from everygame.games.coldspell.scoring import find_totals
from everygame.games.coldspell.totals import BONUS
from everygame.search.advice import Level

ONE_MORE: Final = 0.35
"""The share of the bonus that one card more than the others is worth (a guess)."""
POINTS: Final = 28.0
"""A lead of so many points is nearly a win."""
PATIENCE: Final = 8.0
"""After so many turns more than PACE allows, all that is not over is worth 1/e of what it was. Else
bots would claim and hijack for 200 turns, since neither wants to be the first to place or take."""
PACE: Final = 1.5
"""Turns that a match may take for each pyramid placed and each card taken."""
SURE: Final = 0.9
"""Worth of a match that is won but for the spelling; the points decide the rest."""


def open_search(game: Game) -> str:
    """Until words are spelled all is open. A turn has hundreds of ways, of which few matter, so a
    tree that grows where it is promising sees further than one that looks at all (measured)."""
    return "mcts"


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Matches are not played on at random beyond the tree: nearly all random turns are bad. The
    rest is set by measuring (`bench/ladder.py`)."""
    first, steady, strong = (replace(level, horizon=0) for level in defaults)
    return [replace(first, slip=0.3), replace(steady, nodes=400, slip=0.03), strong]


def idea(state: State, seat: int) -> float:
    """A beginner goes by the points of the cards that a seat has taken or claims, less those of the
    best other seat."""
    other: i64
    assert isinstance(state, ColdSpellState)
    most = 0.0
    for other in range(state.players):
        if other != seat:
            most = max(most, holdings(state, other)[0])
    return holdings(state, seat)[0] - most


def evaluate(state: State, seat: int) -> float:
    """How far the seat leads the best of the others, from -1 to 1. Half a turn is judged as if it
    ended here."""
    other: i64
    assert isinstance(state, ColdSpellState)
    if state.phase != PLAYING:
        return outlook(state, seat)
    if state.players == 2:
        next: i64 = state.turn if state.used == 0 else 1 - state.turn
        value = patience(state) * tanh(judge(state, next) / POINTS)
        return value if next == seat else -value
    most = -1000.0
    for other in range(state.players):
        if other != seat:
            most = max(most, standing(state, other))
    lead = (standing(state, seat) - most) * (1.0 + HURRY * played(state))
    return patience(state) * tanh(lead / POINTS)


def patience(state: ColdSpellState) -> float:
    """1 in a match that goes on well, less in one that drags on. Then all that is not over counts
    for little, so that taking, claiming and placing win over another round of hijacks."""
    seat: i64
    stash = state.field.stash
    done: i64 = MAX_HAND - stash[0] - stash[1] - stash[2]
    for seat in range(state.players):
        done += state.hands.size[seat]
    late = float(state.turns) - PACE * float(done)
    return 1.0 if late <= 0.0 else exp(-late / PATIENCE)


# -- what to look at first


def priors(state: State, actions: list[int]) -> list[float]:
    """Claiming and taking good cards, moving to them, placing on poor ones."""
    i: i64
    n: i64 = len(actions)
    assert isinstance(state, ColdSpellState)
    if state.phase != PLAYING:
        return [1.0] * n
    patient = patience(state)
    return [promise(state, actions[i], patient) for i in range(n)]


def promise(state: ColdSpellState, action: i64, patient: float) -> float:
    """How promising an action looks on the field: guesses that won matches."""
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
    """To a card worth so much: poor ones for a pyramid that the next seat may claim, good ones
    for a claim of one's own."""
    if state.used == HIJACKED:
        return 0.2 + 4.0 / (1.0 + worth)
    return 0.2 + (0.1 if state.used else 0.3) * worth


# -- more than two seats


def played(state: ColdSpellState) -> float:
    """The share of the pyramids that are used up, from 0 to 1."""
    return 1.0 - min(1.0, pyramids_left(state) / PYRAMIDS)


def standing(state: ColdSpellState, seat: i64) -> float:
    """The points that a seat can expect, as far as one sees today."""
    other: i64
    points, cards, vowels = holdings(state, seat)
    most = 0.0
    for other in range(state.players):
        if other != seat:
            most = max(most, holdings(state, other)[1])
    coming = pyramids_left(state) / float(state.players)
    bonus = BONUS / 2.0 * tanh(ONE_MORE * (cards - most))
    return points * share_kept(vowels + VOWELS * coming) + bonus + chances(state, seat)


def holdings(state: ColdSpellState, seat: i64) -> tuple[float, float, float]:
    """Points, number, and number of vowels and wilds of the cards that a seat has taken or, as far
    as these are secure, claims."""
    i: i64
    hands, field = state.hands, state.field
    points, cards, vowels = 0.0, 0.0, 0.0
    for i in range(seat * MAX_HAND, seat * MAX_HAND + hands.size[seat]):
        square = hands.square[i]
        points += float(hands.worth(field, square))
        vowels += float(flexible(hands.kinds, field, square))
        cards += 1.0
    claims = field.claims[seat]
    while claims:
        bit = claims & -claims
        claims ^= bit
        square = field.tables.square[bit % 53]
        points += SECURE * float(hands.worth(field, square))
        vowels += SECURE * float(flexible(hands.kinds, field, square))
        cards += SECURE
    return points, cards, vowels


def pyramids_left(state: ColdSpellState) -> float:
    """How many are in the stash or upright."""
    stash = state.field.stash
    return float(stash[0] + stash[1] + stash[2] + count(state.field.up))


def chances(state: ColdSpellState, seat: i64) -> float:
    """What the seat to play can expect of the rest of its turn."""
    if seat != state.turn or state.used == CLAIMED:
        return 0.0
    return READY * float(best_upright(state))


# -- once all is claimed


def outlook(state: ColdSpellState, seat: int) -> float:
    """Who wins when all spell as well as they can."""
    totals = best_totals(state)
    lead = totals[seat] - max(totals[:seat] + totals[seat + 1 :])
    if lead == 0:
        return 0.0
    return SURE * (1 if lead > 0 else -1) + (1 - SURE) * tanh(lead / POINTS)


MOST_KNOWN: Final = 100_000


def best_totals(state: ColdSpellState) -> list[int]:
    """The totals of the best words, remembered by the cards of all seats."""
    known, key = state.table.outlooks, int(hands_key(state))
    if key not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        best = find_totals(state.table.index, state.hands_of_cards())
        known[key] = [int(best.total(seat)) for seat in range(int(state.players))]
    return known[key]


def hands_key(state: ColdSpellState) -> i64:
    """Equal for equal cards of all seats under equal pyramids, in any order."""
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
