"""The cards that each seat of Cold Spell has taken, and the words that it makes of them, packed.

A card of a hand has a number, from 0 in the order taken. No card is used twice and there are 15
pyramids, so that all letters that all seats lay find room in one row of 15.
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
"""Actions: LETTER + card * letters of the deck + letter."""
MAX_HAND: Final = 15


@final
class Kinds:
    """The kinds of card of a deck, packed."""

    def __init__(self, deck: Deck) -> None:
        self.letters: i64 = len(deck.letters)
        """How many different letters there are."""
        self.bit: vec[i64] = vec[i64]([1 << card for card in range(MAX_HAND + 1)])
        self.value: vec[i64] = vec[i64](list(deck.values))
        self.count: vec[i64] = vec[i64](list(deck.counts))
        self.face: vec[i64] = vec[i64]([])
        """The numbers of the letters that a card can be, one kind after the other."""
        self.first: vec[i64] = vec[i64]([0])
        """Where in `face` those of each kind begin, and where the last end."""
        for faces in deck.all_faces:
            for letter in faces:
                self.face = append(self.face, deck.letters.index(letter))
            self.first = append(self.first, len(self.face))


@final
class Hands:
    """What each seat has taken and spelled, and the word that is being spelled."""

    def __init__(self, kinds: Kinds, seats: int) -> None:
        self.kinds = kinds
        self.seats: i64 = seats
        self.words = NO_WORDS
        """Given when the spelling begins: reading the list takes a while."""
        self.size: vec[i64] = vec[i64]([0] * SEATS)
        """How many cards each seat has."""
        self.square: vec[i64] = vec[i64]([0] * (SEATS * MAX_HAND))
        """At seat * 15 + card: the square that it came from."""
        self.speller: i64 = 0
        """The seat that spells; the number of seats when all have."""
        self.left: i64 = 0
        """The speller's cards that are not laid, as bits."""
        self.laid: vec[i64] = vec[i64]([0] * MAX_HAND)
        """card * letters of the deck + letter, for all letters in the order laid."""
        self.length: i64 = 0
        """How many letters are laid."""
        self.begin: vec[i64] = vec[i64]([0] * (SEATS + 1))
        """Where the letters of each seat that has begun do."""
        self.start: i64 = 0
        """Where the unfinished word begins."""
        self.ends: i64 = 0
        """The letters that end a word, as bits."""
        self.node: i64 = ROOT
        """Where in `words` the unfinished word leads."""

    def copy_from(self, other: Hands) -> None:
        """Become equal to other hands of the same game."""
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
        """A seat gets the card that came from a square."""
        self.square[seat * MAX_HAND + self.size[seat]] = square
        self.size[seat] += 1

    # -- what may be done

    def legal_actions_into(self, field: Field, out: vec[i64]) -> i64:
        """The actions of the speller, ascending; return how many."""
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
        """Each card that is left, as each letter that it can be, from place n on."""
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

    # -- what is done

    def begin_spelling(self, words: Lexicon) -> None:
        """The first seat that has a card spells."""
        self.words = words
        self.call(0)
        if self.left == 0:
            self.next_speller()

    def advance(self, action: i64) -> None:
        """Do it, and go on to the next seat that has something to spell."""
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
        """A seat without a card has nothing to choose."""
        self.call(self.speller + 1)
        while self.left == 0 and self.speller < self.seats:
            self.call(self.speller + 1)

    def call(self, seat: i64) -> None:
        """A seat begins; behind the last one nobody does."""
        self.speller = seat
        self.begin[seat] = self.length
        self.left = 0
        if seat < self.seats:
            self.left = self.kinds.bit[self.size[seat]] - 1

    def lay(self, letter: i64) -> None:
        """card * letters of the deck + letter goes on with the word."""
        alphabet = self.kinds.letters
        self.laid[self.length] = letter
        self.length += 1
        self.left ^= self.kinds.bit[letter // alphabet]
        self.node = self.words.child(self.node, letter % alphabet)

    def clear(self) -> None:
        """Take the unfinished word back."""
        i: i64
        for i in range(self.start, self.length):
            self.left ^= self.kinds.bit[self.laid[i] // self.kinds.letters]
        self.length = self.start
        self.node = ROOT

    def end_word(self) -> None:
        self.ends |= self.kinds.bit[self.length - 1]
        self.start = self.length
        self.node = ROOT

    # -- what it brings, when all have spelled

    def count(self, field: Field, totals: Totals) -> None:
        """Points and longest word of each seat."""
        seat: i64
        for seat in range(self.seats):
            totals.points[seat] = self.points(field, seat)
            totals.longest[seat] = self.longest(seat)
        totals.known = True

    def points(self, field: Field, seat: i64) -> i64:
        """Cards in words less the other cards."""
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
        """A card counts its points times the pips of its pyramid."""
        return self.kinds.value[field.card[square]] * field.pips(square)

    def longest(self, seat: i64) -> i64:
        """Letters of the longest word."""
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
        """Stir all of it into a fingerprint."""
        seat: i64
        i: i64
        for seat in range(self.seats):
            for i in range(seat * MAX_HAND, seat * MAX_HAND + self.size[seat]):
                mark = mix(mark, self.square[i] * SEATS + seat)
        for i in range(self.length):
            mark = mix(mark, self.laid[i])
        return mix(mix(mark, self.ends), self.speller * 16 + self.length)
