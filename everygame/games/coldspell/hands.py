"""The cards that each seat of Cold Spell has taken and the words that it spells with them, in
packed arrays.

The cards of a seat are numbered from 0 in the order in which it took them.
"""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import append, i64, vec
from everygame.fast.state import mix
from everygame.games.coldspell.deck import Deck
from everygame.games.coldspell.field import DONE, SEATS, Field
from everygame.games.coldspell.lexicon import NO_WORDS, ROOT
from everygame.games.coldspell.totals import Totals

END_WORD: Final = DONE + 1
CLEAR: Final = DONE + 2
LETTER: Final = DONE + 3
"""The numbers of the actions of spelling: END_WORD, CLEAR, and LETTER + card * n + letter, where n
is how many different letters the deck has."""
MAX_HAND: Final = 15
"""The most cards that a seat can have: each card leaves the field with a pyramid, of which there
are 15."""
MAX_PLIES: Final = MAX_HAND + MAX_HAND // 2 + SEATS
"""The most plies that are kept: letters and ends of words of at least two letters, all from 15
cards, and the end of each seat's spelling."""


@final
class Kinds:
    """The kinds of cards in a deck, in packed arrays."""

    def __init__(self, deck: Deck) -> None:
        self.letters: i64 = len(deck.letters)
        """How many different letters the deck has."""
        self.bit: vec[i64] = vec[i64]([1 << card for card in range(MAX_HAND + 1)])
        self.value: vec[i64] = vec[i64](list(deck.values))
        self.face: vec[i64] = vec[i64]([])
        """The numbers of the letters that a card can stand for, one kind after the other."""
        self.first: vec[i64] = vec[i64]([0])
        """The letters of a kind are in `face` from `first[kind]` up to, but not including,
        `first[kind + 1]`."""
        self.flexible: vec[i64] = vec[i64]([])
        """For each kind 1 if its cards can stand for several letters, as a vowel card or a wild
        can; else 0."""
        for faces in deck.faces:
            self.flexible = append(self.flexible, min(1, len(faces) - 1))
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
        self.plies: vec[i64] = vec[i64]([0] * MAX_PLIES)
        """The actions with which the seats have laid letters and ended words, in order, and DONE
        after those of each seat; the letters of a word that was taken back are removed."""
        self.length: i64 = 0
        """How many plies are kept."""
        self.node: i64 = ROOT
        """The node of `words` to which the letters of the unfinished word lead."""

    def copy_from(self, other: Hands) -> None:
        """Make these hands equal to other hands of the same game."""
        seat: i64
        i: i64
        for seat in range(SEATS):
            self.size[seat] = other.size[seat]
            for i in range(seat * MAX_HAND, seat * MAX_HAND + other.size[seat]):
                self.square[i] = other.square[i]
        for i in range(other.length):
            self.plies[i] = other.plies[i]
        self.length = other.length
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
        if self.node == ROOT:
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

    def advance(self, action: i64) -> None:
        """Play an action of the speller. If the speller is done or has no card left, the next seat
        with a card spells."""
        if action >= LETTER:
            self.lay(action)
        elif action == CLEAR:
            self.clear()
        else:
            self.node = ROOT
            if action == END_WORD:
                self.keep(END_WORD)
            if action == DONE or self.left == 0:
                self.keep(DONE)
                self.call(self.speller + 1)

    def call(self, seat: i64) -> None:
        """Let this seat spell, or the first one after it that has a card; after the last seat
        nobody spells."""
        while seat < self.seats and self.size[seat] == 0:
            self.keep(DONE)
            seat += 1
        self.speller = seat
        self.left = self.kinds.bit[self.size[seat]] - 1 if seat < self.seats else 0

    def keep(self, action: i64) -> None:
        """Add an action to the plies."""
        self.plies[self.length] = action
        self.length += 1

    def lay(self, action: i64) -> None:
        """Add a letter to the unfinished word."""
        letter = action - LETTER
        alphabet = self.kinds.letters
        self.keep(action)
        self.left ^= self.kinds.bit[letter // alphabet]
        self.node = self.words.child(self.node, letter % alphabet)

    def clear(self) -> None:
        """Take all letters of the unfinished word back."""
        while self.length > 0 and self.plies[self.length - 1] >= LETTER:
            self.length -= 1
            self.left ^= self.kinds.bit[self.card_of(self.plies[self.length])]
        self.node = ROOT

    def card_of(self, action: i64) -> i64:
        """Return the number of the card that an action lays."""
        return (action - LETTER) // self.kinds.letters

    # -- points, after all have spelled

    def count(self, field: Field, totals: Totals) -> None:
        """Write to `totals` for each seat the points of its cards in words minus those of its other
        cards, and how many letters its longest word has, after all have spelled."""
        seat: i64
        i: i64
        letters: i64 = 0
        for seat in range(self.seats):
            totals.points[seat] = 0
            totals.longest[seat] = 0
            for i in range(seat * MAX_HAND, seat * MAX_HAND + self.size[seat]):
                totals.points[seat] -= self.worth(field, self.square[i])
        seat = 0
        for i in range(self.length):
            ply = self.plies[i]
            if ply >= LETTER:
                square = self.square[seat * MAX_HAND + self.card_of(ply)]
                totals.points[seat] += 2 * self.worth(field, square)
                letters += 1
                totals.longest[seat] = max(letters, totals.longest[seat])
            else:
                letters = 0
                if ply == DONE:
                    seat += 1
        totals.known = True

    def worth(self, field: Field, square: i64) -> i64:
        """Return what the card of a square counts: its points times the pips of its pyramid."""
        return self.kinds.value[field.card[square]] * field.pips(square)

    # -- for transposition tables

    def fingerprint(self, mark: i64) -> i64:
        """Mix the hands and all words into a fingerprint."""
        seat: i64
        i: i64
        for seat in range(self.seats):
            for i in range(seat * MAX_HAND, seat * MAX_HAND + self.size[seat]):
                mark = mix(mark, self.square[i] * SEATS + seat)
        for i in range(self.length):
            mark = mix(mark, self.plies[i])
        return mix(mark, self.speller)
