"""The cards that each seat of Cold Spell has taken and the words that it spells with them, in
packed arrays.

The cards of a seat are numbered from 0 in the order in which it took them. Since there are 15
pyramids and no card is used twice, all seats together lay at most 15 letters, which share one
array.
"""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import append, i64, vec
from everygame.fast.state import mix
from everygame.games.coldspell.deck import Deck
from everygame.games.coldspell.field import DONE, SEATS, Field
from everygame.games.coldspell.lexicon import NO_WORDS, ROOT, Lexicon
from everygame.games.coldspell.totals import Totals

END_WORD: Final = DONE + 1
CLEAR: Final = DONE + 2
LETTER: Final = DONE + 3
"""The numbers of the actions of spelling: END_WORD, CLEAR, and LETTER + card * n + letter, where n
is how many different letters the deck has."""
MAX_HAND: Final = 15
"""The most cards that a seat can have: each card leaves the field with a pyramid, of which there
are 15."""


@final
class Kinds:
    """The kinds of cards in a deck, in packed arrays."""

    def __init__(self, deck: Deck) -> None:
        self.letters: i64 = len(deck.letters)
        """How many different letters the deck has."""
        self.bit: vec[i64] = vec[i64]([1 << card for card in range(MAX_HAND + 1)])
        self.value: vec[i64] = vec[i64](list(deck.values))
        self.count: vec[i64] = vec[i64](list(deck.counts))
        self.face: vec[i64] = vec[i64]([])
        """The numbers of the letters that a card can stand for, one kind after the other."""
        self.first: vec[i64] = vec[i64]([0])
        """The letters of a kind are in `face` from `first[kind]` up to, but not including,
        `first[kind + 1]`."""
        for faces in deck.all_faces:
            for letter in faces:
                self.face = append(self.face, deck.letters.index(letter))
            self.first = append(self.first, len(self.face))


@final
class Hands:
    """The cards and the finished words of each seat, and the word that is being spelled."""

    def __init__(self, kinds: Kinds, seats: int) -> None:
        self.kinds = kinds
        self.seats: i64 = seats
        self.words = NO_WORDS
        """The word list. It is set only when the spelling begins, because reading it takes time."""
        self.size: vec[i64] = vec[i64]([0] * SEATS)
        """For each seat how many cards it has taken."""
        self.square: vec[i64] = vec[i64]([0] * (SEATS * MAX_HAND))
        """At seat * 15 + card: the square from which the seat took this card."""
        self.speller: i64 = 0
        """The seat that is spelling; the number of seats after all have spelled."""
        self.left: i64 = 0
        """The speller's cards that it has not laid yet, as bits."""
        self.laid: vec[i64] = vec[i64]([0] * MAX_HAND)
        """The letters that all seats have laid, in order; each is card * n + letter as in
        `LETTER`."""
        self.length: i64 = 0
        """How many letters have been laid."""
        self.begin: vec[i64] = vec[i64]([0] * (SEATS + 1))
        """For each seat up to the speller the place in `laid` where its letters begin; for the
        number of seats, the place where the last seat's letters end."""
        self.start: i64 = 0
        """The place in `laid` where the unfinished word begins."""
        self.ends: i64 = 0
        """The places in `laid` whose letter is the last of a word, as bits."""
        self.node: i64 = ROOT
        """The node of `words` to which the letters of the unfinished word lead."""

    def copy_from(self, other: Hands) -> None:
        """Make these hands equal to other hands of the same game."""
        seat: i64
        i: i64
        for seat in range(SEATS):
            self.size[seat] = other.size[seat]
            self.begin[seat] = other.begin[seat]
            for i in range(seat * MAX_HAND, seat * MAX_HAND + other.size[seat]):
                self.square[i] = other.square[i]
        self.begin[SEATS] = other.begin[SEATS]
        for i in range(other.length):
            self.laid[i] = other.laid[i]
        self.length = other.length
        self.start = other.start
        self.ends = other.ends
        self.speller = other.speller
        self.left = other.left
        self.node = other.node
        self.words = other.words

    def take(self, seat: i64, square: i64) -> None:
        """Give the seat the card that was on a square."""
        self.square[seat * MAX_HAND + self.size[seat]] = square
        self.size[seat] += 1

    # -- legal actions

    def legal_actions_into(self, field: Field, out: vec[i64]) -> i64:
        """Write the legal actions of the speller to `out`, ascending, and return how many there
        are."""
        n: i64 = 0
        if self.length == self.start:
            out[0] = DONE
            n = 1
        else:
            if self.words.is_word(self.node):
                out[0] = END_WORD
                n = 1
            out[n] = CLEAR
            n += 1
        return self.fill_letters(field, out, n)

    def fill_letters(self, field: Field, out: vec[i64], n: i64) -> i64:
        """Write to `out`, from place n on, the actions that lay each card not yet laid as each
        letter that it can stand for; return the place after the last."""
        card: i64
        i: i64
        kinds = self.kinds
        row = self.speller * MAX_HAND
        for card in range(self.size[self.speller]):
            if self.left & kinds.bit[card]:
                kind = field.card[self.square[row + card]]
                base = LETTER + card * kinds.letters
                for i in range(kinds.first[kind], kinds.first[kind + 1]):
                    out[n] = base + kinds.face[i]
                    n += 1
        return n

    # -- playing actions

    def begin_spelling(self, words: Lexicon) -> None:
        """Begin the spelling with the first seat that has a card."""
        self.words = words
        self.call(0)
        if self.left == 0:
            self.next_speller()

    def advance(self, action: i64) -> None:
        """Play an action of the speller. If the speller is done or has no card left, the next seat
        with a card spells."""
        if action == DONE:
            self.next_speller()
        elif action == CLEAR:
            self.clear()
        elif action == END_WORD:
            self.end_word()
            if self.left == 0:
                self.next_speller()
        else:
            self.lay(action - LETTER)

    def next_speller(self) -> None:
        """Let the next seat spell that has a card; seats without a card are passed over."""
        self.call(self.speller + 1)
        while self.left == 0 and self.speller < self.seats:
            self.call(self.speller + 1)

    def call(self, seat: i64) -> None:
        """Let the seat begin to spell; after the last seat nobody spells."""
        self.speller = seat
        self.begin[seat] = self.length
        self.left = 0
        if seat < self.seats:
            self.left = self.kinds.bit[self.size[seat]] - 1

    def lay(self, letter: i64) -> None:
        """Add a letter, card * n + letter as in `LETTER`, to the unfinished word."""
        alphabet = self.kinds.letters
        self.laid[self.length] = letter
        self.length += 1
        self.left ^= self.kinds.bit[letter // alphabet]
        self.node = self.words.child(self.node, letter % alphabet)

    def clear(self) -> None:
        """Take all letters of the unfinished word back."""
        i: i64
        for i in range(self.start, self.length):
            self.left ^= self.kinds.bit[self.laid[i] // self.kinds.letters]
        self.length = self.start
        self.node = ROOT

    def end_word(self) -> None:
        """End the unfinished word with the letter laid last, and prepare for the next word."""
        self.ends |= self.kinds.bit[self.length - 1]
        self.start = self.length
        self.node = ROOT

    # -- points, after all have spelled

    def count(self, field: Field, totals: Totals) -> None:
        """Write the points and the longest word of each seat to `totals`, after all have
        spelled."""
        seat: i64
        for seat in range(self.seats):
            totals.points[seat] = self.points(field, seat)
            totals.longest[seat] = self.longest(seat)
        totals.known = True

    def points(self, field: Field, seat: i64) -> i64:
        """Return the points of the seat's cards in words minus the points of its other cards."""
        i: i64
        row = seat * MAX_HAND
        total: i64 = 0
        for i in range(row, row + self.size[seat]):
            total -= self.worth(field, self.square[i])
        for i in range(self.begin[seat], self.begin[seat + 1]):
            card = self.laid[i] // self.kinds.letters
            total += 2 * self.worth(field, self.square[row + card])
        return total

    def worth(self, field: Field, square: i64) -> i64:
        """Return what the card of a square counts: its points times the pips of its pyramid."""
        return self.kinds.value[field.card[square]] * field.pips(square)

    def longest(self, seat: i64) -> i64:
        """Return how many letters the seat's longest word has."""
        i: i64
        most: i64 = 0
        start = self.begin[seat]
        for i in range(self.begin[seat], self.begin[seat + 1]):
            if self.ends & self.kinds.bit[i]:
                most = max(most, i + 1 - start)
                start = i + 1
        return most

    # -- for transposition tables

    def fingerprint(self, mark: i64) -> i64:
        """Mix the hands and all words into a fingerprint."""
        seat: i64
        i: i64
        for seat in range(self.seats):
            for i in range(seat * MAX_HAND, seat * MAX_HAND + self.size[seat]):
                mark = mix(mark, self.square[i] * SEATS + seat)
        for i in range(self.length):
            mark = mix(mark, self.laid[i])
        return mix(mix(mark, self.ends), self.speller * 16 + self.length)
