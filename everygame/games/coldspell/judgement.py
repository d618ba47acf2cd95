"""Who stands better on the field of Cold Spell, between two seats.

To place a pyramid is a gift: the next seat may claim the card and take it in one turn. So who
begins a turn when nothing stands upright, and has no claim of its own to take instead, places on
and on, and the other one gets it all (`squeeze`). With two upright pyramids neither wants to
claim one.

A claim of the seat that begins can be taken at once. The best claim of the other one will hardly
last: a hijack lifts it off its card, which costs a turn but leaves the pyramid to be claimed again.
"""

from __future__ import annotations

from math import tanh
from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.fast.bits import count
from everygame.games.coldspell.field import Field
from everygame.games.coldspell.hands import MAX_HAND, Kinds
from everygame.games.coldspell.rules import ColdSpellState

KEPT: Final = vec[float]([-0.8, 0.5, 0.9, 0.98, 1.0])
"""The share of its points that a hand with 0, 1, … vowel cards and wilds brings (measured: random
hands of seven cards of the Alpha Deck; with more cards it is about the same)."""
VOWELS: Final = 0.4
"""The share of vowels and wilds among the cards that a seat will still get."""
SECURE: Final = 0.8
"""Worth of a claim as a letter to spell with, next to a card taken. This and what follows are
guesses that won more matches than others."""
TAKEABLE: Final = 0.95
"""Worth of the best claim of the seat that begins a turn, next to a card taken."""
EXPOSED: Final = 0.25
"""Worth of the best claim of the other seat, which a hijack can lift off its card."""
SPARE: Final = 0.5
"""Worth of further claims."""
RESERVE: Final = 1.4
"""Points for one claim more than the other seat, since taking it spares a placing."""
READY: Final = 0.5
"""Worth of the best upright pyramid for the seat that begins a turn."""
GIFT: Final = 0.8
"""Points for each pip in the stash, for the seat that need not place."""
LONGER: Final = 8.0
"""Points for a longest word that is likely longer, while all pyramids are there."""
HURRY: Final = 0.5
"""How much a lead gains in worth until all pyramids are used up."""
PYRAMIDS: Final = 15.0


@final
class Holding:
    """What a seat has taken and claims."""

    def __init__(self, state: ColdSpellState, seat: i64, coming: float) -> None:
        i: i64
        hands, field = state.hands, state.field
        first, size = seat * MAX_HAND, hands.size[seat]
        points: i64 = 0
        vowels: i64 = 0
        for i in range(first, first + size):
            points += hands.worth(field, hands.square[i])
            vowels += flexible(hands.kinds, field, hands.square[i])
        self.taken = float(points)
        """Points of cards taken."""
        self.best: i64 = 0
        """Points of the best claim."""
        self.spare: i64 = 0
        """Points of the other claims."""
        self.claims: i64 = 0
        """How many there are."""
        claimed = self.read_claims(state, field.claims[seat])
        sure = float(vowels) + SECURE * float(claimed) + VOWELS * coming
        cards = float(size) + SECURE * float(self.claims) + coming
        self.share = share_kept(sure)
        """The part of its points that it can expect to spell with."""
        self.longest = longest_word(sure, cards - sure)
        """Letters of its longest word, roughly."""

    def read_claims(self, state: ColdSpellState, squares: i64) -> i64:
        """Count the claims; how many are vowels and wilds."""
        hands, field = state.hands, state.field
        vowels: i64 = 0
        while squares:
            bit = squares & -squares
            squares ^= bit
            square = field.tables.square[bit % 53]
            worth = hands.worth(field, square)
            vowels += flexible(hands.kinds, field, square)
            self.claims += 1
            self.spare += min(worth, self.best)
            self.best = max(worth, self.best)
        return vowels

    def worth(self, safe: float) -> float:
        """Points that the seat can expect, if so much of its best claim lasts."""
        return self.share * (self.taken + safe * float(self.best) + SPARE * float(self.spare))


def judge(state: ColdSpellState, seat: i64) -> float:
    """The points by which the one of two seats leads that begins a turn now."""
    stash = state.field.stash
    placing = stash[0] + stash[1] + stash[2]
    pips = stash[0] + 2 * stash[1] + 3 * stash[2]
    up = count(state.field.up)
    left = float(placing + up)
    played = 1.0 - min(1.0, left / PYRAMIDS)
    mine = Holding(state, seat, left / 2.0)
    theirs = Holding(state, 1 - seat, left / 2.0)
    lead = mine.worth(TAKEABLE) - theirs.worth(EXPOSED)
    lead += LONGER * tanh(0.5 * (mine.longest - theirs.longest))
    lead += READY * mine.share * float(best_upright(state))
    lead *= 1.0 + HURRY * played
    if placing > 0:
        lead += GIFT * float(pips * squeeze(up, mine.claims, theirs.claims))
        lead += RESERVE * float(mine.claims - theirs.claims)
    return lead


def squeeze(up: i64, mine: i64, theirs: i64) -> i64:
    """1 if the other one must place from now on, -1 if the seat that begins a turn must, 0 if
    neither, with so many upright pyramids and claims."""
    if up == 0:
        return -1 if mine == 0 else 1 if theirs == 0 else 0
    return 1 if up == 1 and theirs == 0 else 0


def best_upright(state: ColdSpellState) -> i64:
    """Points of the best card with an upright pyramid."""
    field = state.field
    best: i64 = 0
    squares = field.up
    while squares:
        bit = squares & -squares
        squares ^= bit
        best = max(best, state.hands.worth(field, field.tables.square[bit % 53]))
    return best


def share_kept(vowels: float) -> float:
    """The share of its points that a hand brings at the end."""
    most: i64 = len(KEPT) - 1
    whole: i64 = int(vowels)
    if whole >= most:
        return KEPT[most]
    return KEPT[whole] + (vowels - float(whole)) * (KEPT[whole + 1] - KEPT[whole])


def longest_word(vowels: float, others: float) -> float:
    """Letters of the longest word of so many cards, roughly (fitted to random hands)."""
    return min(0.8 * (vowels + others) + 0.4, 1.2 * vowels + 2.0, 1.2 * others + 2.6)


def flexible(kinds: Kinds, field: Field, square: i64) -> i64:
    """1 for a card that can be several letters, a vowel card or a wild; else 0."""
    kind = field.card[square]
    return 1 if kinds.first[kind + 1] - kinds.first[kind] > 1 else 0
