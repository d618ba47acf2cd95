"""Judge which of two seats stands better on the field of Cold Spell.

Placing a pyramid is a gift, since the next seat may claim its card and take it in one turn. A seat
that begins a turn when no pyramid is upright, and that has no claim of its own to take instead,
must place; if this repeats, the other seat gets all the cards (`squeeze`). When two pyramids are
upright, neither seat wants to claim one.

A seat that begins a turn can take one of its claims at once. The best claim of the other seat will
hardly last: a hijack sets its pyramid upright and moves it off the card. That costs a turn, and the
pyramid can be claimed again.
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
"""The share of its points that a hand scores, if it has 0, 1, 2, … vowel cards and wilds. This was
measured for random hands of seven cards of the Alpha Deck; for more cards it is about the same."""
VOWELS: Final = 0.4
"""The share of vowel cards and wilds among the cards that a seat will still get."""
SECURE: Final = 0.8
"""The value of a claimed card relative to a taken one, when letters to spell with are counted. This
value and the following ones are guesses with which bots won more matches than with others."""
TAKEABLE: Final = 0.95
"""The value, relative to a taken card, of the best claim of the seat that begins a turn."""
EXPOSED: Final = 0.25
"""The value, relative to a taken card, of the other seat's best claim, which may be hijacked."""
SPARE: Final = 0.5
"""The value, relative to a taken card, of a seat's other claims."""
RESERVE: Final = 1.4
"""Points for each claim more than the other seat has, since a seat that can take a card need not
place."""
READY: Final = 0.5
"""The value, relative to a taken card, of the best card under an upright pyramid for the seat that
begins a turn."""
GIFT: Final = 0.8
"""Points for each pip in the stash, for the seat that can leave the placing to the other."""
LONGER: Final = 8.0
"""Points for a longest word that is likely to be longer than the other seat's."""
HURRY: Final = 0.5
"""How much the value of a lead grows until all pyramids are claimed or taken: by this share."""
PYRAMIDS: Final = 15.0
"""How many pyramids there are."""


@final
class Holding:
    """What a seat has taken and claims, summed up; `coming` is how many more cards it is expected
    to get."""

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
        """The points of the cards taken."""
        self.best: i64 = 0
        """The points of the best claim."""
        self.spare: i64 = 0
        """The points of the other claims."""
        self.claims: i64 = 0
        """How many claims there are."""
        claimed = self.read_claims(state, field.claims[seat])
        sure = float(vowels) + SECURE * float(claimed) + VOWELS * coming
        cards = float(size) + SECURE * float(self.claims) + coming
        self.share = share_kept(sure)
        """The share of its points that the seat can expect to score."""
        self.longest = longest_word(sure, cards - sure)
        """The expected number of letters of the seat's longest word."""

    def read_claims(self, state: ColdSpellState, squares: i64) -> i64:
        """Sum up the claims on these squares; return how many of their cards are vowel cards or
        wilds."""
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
        """Return the points that the seat can expect, with the share `safe` of its best claim."""
        return self.share * (self.taken + safe * float(self.best) + SPARE * float(self.spare))


def judge(state: ColdSpellState, seat: i64) -> float:
    """Return by how many points a seat that begins a turn now leads the other of two seats."""
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
    """Return −1 if the seat that begins a turn must place from now on, 1 if the other seat must,
    and 0 if neither must. `up` is the number of upright pyramids, `mine` and `theirs` count the
    claims of both seats."""
    if up == 0:
        return -1 if mine == 0 else 1 if theirs == 0 else 0
    return 1 if up == 1 and theirs == 0 else 0


def best_upright(state: ColdSpellState) -> i64:
    """Return the points of the best card under an upright pyramid."""
    field = state.field
    best: i64 = 0
    squares = field.up
    while squares:
        bit = squares & -squares
        squares ^= bit
        best = max(best, state.hands.worth(field, field.tables.square[bit % 53]))
    return best


def share_kept(vowels: float) -> float:
    """Return the share of its points that a hand with so many vowel cards and wilds scores,
    interpolated in `KEPT`."""
    most: i64 = len(KEPT) - 1
    whole: i64 = int(vowels)
    if whole >= most:
        return KEPT[most]
    return KEPT[whole] + (vowels - float(whole)) * (KEPT[whole + 1] - KEPT[whole])


def longest_word(vowels: float, others: float) -> float:
    """Estimate how many letters the longest word of a hand has, from how many vowel cards and wilds
    and how many other cards it has (fitted to random hands)."""
    return min(0.8 * (vowels + others) + 0.4, 1.2 * vowels + 2.0, 1.2 * others + 2.6)


def flexible(kinds: Kinds, field: Field, square: i64) -> i64:
    """Return 1 if the card of a square can stand for several letters, as a vowel card or a wild
    can; else 0."""
    kind = field.card[square]
    return 1 if kinds.first[kind + 1] - kinds.first[kind] > 1 else 0
