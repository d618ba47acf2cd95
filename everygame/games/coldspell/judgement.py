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
from everygame.games.coldspell.hands import MAX_HAND
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
    """Sums over the cards that a seat has taken or claims."""

    def __init__(self, state: ColdSpellState, seat: i64) -> None:
        i: i64
        hands, field = state.hands, state.field
        first, size = seat * MAX_HAND, hands.size[seat]
        self.taken: i64 = 0
        """The points of the cards taken."""
        self.best: i64 = 0
        """The points of the best claim."""
        self.spare: i64 = 0
        """The points of the other claims."""
        self.claims: i64 = 0
        """How many claims there are."""
        vowels: i64 = 0
        for i in range(first, first + size):
            self.taken += hands.worth(field, hands.square[i])
            vowels += hands.kinds.flexible[field.card[hands.square[i]]]
        self.vowels = float(vowels) + SECURE * float(self.read_claims(state, field.claims[seat]))
        """How many vowel cards and wilds the seat has taken; a claimed one counts as `SECURE`."""
        self.cards = float(size) + SECURE * float(self.claims)
        """How many cards it has taken, likewise."""

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
            vowels += hands.kinds.flexible[field.card[square]]
            self.claims += 1
            self.spare += min(worth, self.best)
            self.best = max(worth, self.best)
        return vowels

    def points(self) -> float:
        """Return the points of all cards; those of a claimed one count by the share `SECURE`."""
        return float(self.taken) + SECURE * float(self.best + self.spare)

    def share(self, coming: float) -> float:
        """Return the share of its points that the seat can expect to score, if it gets so many more
        cards."""
        return share_kept(self.vowels + VOWELS * coming)

    def longest(self, coming: float) -> float:
        """Return the expected number of letters of the seat's longest word, likewise."""
        vowels = self.vowels + VOWELS * coming
        return longest_word(vowels, self.cards + coming - vowels)


def judge(state: ColdSpellState, seat: i64) -> float:
    """Return by how many points a seat that begins a turn now leads the other of two seats."""
    stash, up = state.field.stash, count(state.field.up)
    coming = pyramids_left(state) / 2.0
    mine, theirs = Holding(state, seat), Holding(state, 1 - seat)
    share = mine.share(coming)
    lead = share * expect(mine, TAKEABLE) - theirs.share(coming) * expect(theirs, EXPOSED)
    lead += LONGER * tanh(0.5 * (mine.longest(coming) - theirs.longest(coming)))
    lead += READY * share * float(best_upright(state))
    lead *= hurry(state)
    if state.field.in_stash() > 0:
        pips = stash[0] + 2 * stash[1] + 3 * stash[2]
        lead += GIFT * float(pips * squeeze(up, mine.claims, theirs.claims))
        lead += RESERVE * float(mine.claims - theirs.claims)
    return lead


def expect(holding: Holding, safe: float) -> float:
    """Return the points of the cards that a seat can expect to take, with the share `safe` of its
    best claim."""
    return float(holding.taken) + safe * float(holding.best) + SPARE * float(holding.spare)


def pyramids_left(state: ColdSpellState) -> float:
    """Return how many pyramids are in the stash or upright on the field."""
    return float(state.field.in_stash() + count(state.field.up))


def hurry(state: ColdSpellState) -> float:
    """Return a factor for a lead, which grows with the share of pyramids claimed or taken."""
    return 1.0 + HURRY * (1.0 - min(1.0, pyramids_left(state) / PYRAMIDS))


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
