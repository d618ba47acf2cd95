"""What bots think of Cold Spell: points are good as far as there are vowels to spell them with, and
more cards than the others have make the longest word likely. Once all is claimed, the best words
tell who wins."""

from __future__ import annotations

from math import tanh
from typing import Final

from everygame.contract import Game, State
from everygame.fast import mix
from everygame.games.coldspell.field import (
    CLAIMED,
    PLAYING,
)
from everygame.games.coldspell.hands import MAX_HAND
from everygame.games.coldspell.rules import ColdSpellState
from everygame.games.coldspell.scoring import find_totals
from everygame.games.coldspell.totals import BONUS
from everygame.packed import i64, vec

KEPT: Final = vec[float]([-0.8, 0.5, 0.9, 0.98, 1.0])
"""The share of its points that a hand with 0, 1, … vowel cards and wilds brings (measured: random
hands of seven cards of the Alpha Deck)."""
VOWELS: Final = 0.4
"""Of the cards that are still to come."""
SECURE: Final = 0.8
"""Worth of a claim, which may be hijacked, next to a card taken (a guess)."""
READY: Final = 0.5
"""Worth of the best upright pyramid for who is about to move."""
ONE_MORE: Final = 0.35
"""How much of the bonus a card more than the others is worth (a guess)."""
POINTS: Final = 25.0
"""A lead of so many points is nearly a win."""
HURRY: Final = 0.5
"""How much more a lead is worth when all pyramids are used up: who leads brings the match on, and
does not hijack to and fro."""
PYRAMIDS: Final = 15.0
SURE: Final = 0.9
"""Worth of a match that is won but for the spelling; the rest is for the points."""


def open_search(game: Game) -> str:
    """While nothing is spelled all is open and nothing is drawn, so that two play ply by ply."""
    return "alphabeta" if game.players == 2 else "mcts"


def evaluate(state: State, seat: int) -> float:
    """How far the seat leads the best of the others, from -1 to 1."""
    other: i64
    assert isinstance(state, ColdSpellState)
    if state.phase != PLAYING:
        return outlook(state, seat)
    most = -1000.0
    for other in range(state.players):
        if other != seat:
            most = max(most, standing(state, other))
    lead = (standing(state, seat) - most) * (1.0 + HURRY * played(state))
    return tanh(lead / POINTS)


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
        vowels += float(flexible(state, square))
        cards += 1.0
    claims = field.claims[seat]
    while claims:
        bit = claims & -claims
        claims ^= bit
        square = field.tables.square[bit % 53]
        points += SECURE * float(hands.worth(field, square))
        vowels += SECURE * float(flexible(state, square))
        cards += SECURE
    return points, cards, vowels


def flexible(state: ColdSpellState, square: i64) -> i64:
    """1 for a card that can be several letters."""
    kinds = state.hands.kinds
    kind = state.field.card[square]
    return 1 if kinds.first[kind + 1] - kinds.first[kind] > 1 else 0


def pyramids_left(state: ColdSpellState) -> float:
    """How many are in the stash or upright."""
    stash = state.field.stash
    count = stash[0] + stash[1] + stash[2]
    up = state.field.up
    while up:
        up &= up - 1
        count += 1
    return float(count)


def share_kept(vowels: float) -> float:
    """The share of its points that a hand brings at the end."""
    most: i64 = len(KEPT) - 1
    whole: i64 = int(vowels)
    if whole >= most:
        return KEPT[most]
    return KEPT[whole] + (vowels - float(whole)) * (KEPT[whole + 1] - KEPT[whole])


def chances(state: ColdSpellState, seat: i64) -> float:
    """What the seat to play can expect of the rest of its turn."""
    if seat != state.turn:
        return 0.0
    best = 0.0
    if state.used != CLAIMED:
        up = state.field.up
        while up:
            bit = up & -up
            up ^= bit
            square = state.field.tables.square[bit % 53]
            best = max(best, float(state.hands.worth(state.field, square)))
    return READY * best


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
        best = find_totals(state)
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
