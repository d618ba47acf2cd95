"""Find the best arrangement of a hand of letter cards into words, exactly.

The words are stored in a tree, each with its letters sorted. One walk over this tree finds every
set of cards that spells a word. For each prefix the walk keeps all sets of cards that can spell it,
as one integer with 2^n bits for n cards: bit m stands for the set of cards whose bits are set in
the mask m. Using card c for the next letter shifts the bits of the sets without c by 2^c. Vowel
cards and wilds need no special treatment.

Then the words are packed recursively: either the first card is in no word, or it is in one of the
words that contain it; the remaining cards are a smaller problem of the same kind.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from everygame.games.coldspell.lexicon import Lexicon

Word = tuple[tuple[int, str], ...]
"""For each letter of a word its card, counted from 0 in the hand, and the letter that the card
stands for."""


def cards_of(words: Iterable[Word]) -> set[int]:
    """Return the cards that these words use."""
    return {card for word in words for card, _ in word}


@dataclass(frozen=True)
class Arrangement:
    """Words that a hand spells together; each card is in one word at most."""

    score: int
    """The points of the cards in words minus the points of the other cards."""
    longest: int
    """How many letters the longest word has; 0 without a word."""
    sets: tuple[int, ...]
    """For each word its cards, as bits."""


class Index:
    """A word list as a tree of the sorted letters of its words, in preorder. The rarest letters
    come first, so that most branches end after a few letters."""

    def __init__(self, words: Lexicon) -> None:
        frequency = Counter("".join(words))
        self.order = "".join(sorted(frequency, key=lambda letter: (frequency[letter], letter)))
        places = {ord(letter): chr(place) for place, letter in enumerate(self.order)}
        entries = {"".join(sorted(word.translate(places))): word for word in words}
        tree = Lexicon("".join(places.values()), sorted(entries))
        named = iter(sorted(entries))
        self.letters = array("h", (sign >> 1 for sign in tree.signs))
        """For each node its letter, as a place in `order`."""
        self.after = array("i", tree.after)
        """For each node the first node after its descendants."""
        self.words = [entries[next(named)] if sign & 1 else "" for sign in tree.signs]
        """For each node a word whose sorted letters end there; an empty text if there is none."""

    def walk(self, faces: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Yield each word that some of the cards can spell, but only one of its anagrams, with the
        sets of cards that spell it: bit m for the mask m. `faces` are for each card the letters
        that it can stand for."""
        letters, words, after = self.letters, self.words, self.after
        uses = [list(find_uses(letter, faces)) for letter in self.order]
        node, last = 1, len(letters)
        sets, until = [1], [last]
        while node < last:
            while node == until[-1]:
                sets.pop()
                until.pop()
            spelled = 0
            for without, shift in uses[letters[node]]:
                spelled |= (sets[-1] & without) << shift
            if not spelled:
                # No cards spell this prefix, nor any word that begins with it.
                node = after[node]
                continue
            if words[node]:
                yield words[node], spelled
            sets.append(spelled)
            until.append(after[node])
            node += 1


@lru_cache(maxsize=4)
def index_of(words: Lexicon) -> Index:
    """Return the index of a word list from a cache."""
    return Index(words)


def find_uses(letter: str, faces: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield for each card that can stand for the letter the sets of cards without this card, as a
    mask of bits, and by how many bits adding the card shifts them."""
    for card, letters in enumerate(faces):
        if letter in letters:
            yield sets_without(card, len(faces)), 1 << card


@cache
def sets_without(card: int, cards: int) -> int:
    """Return bit m for each mask m of so many cards that does not contain the card."""
    return sum(1 << mask for mask in range(1 << cards) if not mask >> card & 1)


class Hand:
    """A hand of cards and all words that it can spell. A card is the letters that it can stand for,
    and its points."""

    def __init__(self, index: Index, cards: Sequence[tuple[str, int]]) -> None:
        self.index = index
        self.cards = cards
        self.order = sorted(range(len(cards)), key=lambda card: -cards[card][1])
        """The numbers of the cards, the most valuable first; bit i of a mask stands for the card
        `order[i]`."""
        self.points = [0]
        """For each mask the sum of the points of its cards."""
        for card in self.order:
            self.points += [points + cards[card][1] for points in self.points]
        self.all = len(self.points) - 1
        """The mask of all cards."""
        self.spells = self._find_words()
        """For each mask "1" if all of its cards together spell a word, else "0"."""
        self.words = [mask for mask, spells in enumerate(self.spells) if spells == "1"]
        """All masks whose cards spell a word."""
        self.first: list[list[int]] = [[] for _ in cards]
        """For each card, by its bit, the words in which it is the first card."""
        for word in self.words:
            self.first[place(word)].append(word)
        self.known = {0: 0}
        """A cache of the answers of `most`."""

    def _find_words(self) -> str:
        """Return for each mask "1" if its cards spell a word, else "0"."""
        faces = [self.cards[card][0] for card in self.order]
        found = 0
        for _, sets in self.index.walk(faces):
            found |= sets
        return bin(found)[:1:-1].ljust(len(self.points), "0")

    def best(self, least: int = 0) -> Arrangement | None:
        """Return the arrangement with the most points, and among those with equal points the one
        with the longest word. With `least`, only arrangements are considered whose longest word has
        at least so many letters; return None if there is none."""
        goal = self.most(self.all)
        best, most = 0, -1
        for word in sorted(self.words, key=int.bit_count, reverse=True):
            if most == goal or word.bit_count() < least:
                break
            points = self.points[word] + self.most(self.all ^ word)
            if points > most:
                best, most = word, points
        if most < 0 and least:
            return None
        most = max(most, 0)
        sets = tuple(self.to_cards(word) for word in self._pack(best) if word)
        return Arrangement(2 * most - self.points[self.all], best.bit_count(), sets)

    def most(self, cards: int) -> int:
        """Return the most points that can be in words if only these cards, given as a mask, may be
        used."""
        if cards not in self.known:
            most, all_points = self.most(cards & (cards - 1)), self.points[cards]
            for word in self._words_with_first(cards) if most < all_points else ():
                most = max(most, self.points[word] + self.most(cards ^ word))
                if most == all_points:
                    break
            self.known[cards] = most
        return self.known[cards]

    def _words_with_first(self, cards: int) -> Iterator[int]:
        """Yield the words that these cards can spell and that use the first of them. Either the
        known words with this first card are filtered, or all sets of the other cards are tried,
        whichever are fewer."""
        rest = cards & (cards - 1)
        first = cards ^ rest
        words = self.first[place(cards)]
        if len(words) < 1 << rest.bit_count():
            yield from (word for word in words if not word & ~cards)
            return
        more = rest
        while True:
            if self.spells[first | more] == "1":
                yield first | more
            if not more:
                return
            more = (more - 1) & rest

    def _pack(self, word: int) -> Iterator[int]:
        """Yield a word, and then words that use the most points of the other cards."""
        yield word
        left = self.all ^ word
        while left:
            rest = left & (left - 1)
            if self.most(rest) == self.most(left):
                left = rest
                continue
            fits = self._words_with_first(left)
            goal = self.most(left)
            word = next(w for w in fits if self.points[w] + self.most(left ^ w) == goal)
            yield word
            left ^= word

    def to_cards(self, mask: int) -> int:
        """Return the set of cards of a mask with card i, as the hand numbers it, as bit i."""
        return sum(1 << card for bit, card in enumerate(self.order) if mask >> bit & 1)

    def spell(self, cards: int) -> Word:
        """Return a word that uses exactly these cards, with card i as bit i; they must be able to
        spell one."""
        used = [card for card in range(len(self.cards)) if cards >> card & 1]
        faces = [self.cards[card][0] for card in used]
        whole = (1 << len(used)) - 1
        word = next(word for word, sets in self.index.walk(faces) if sets >> whole & 1)
        laid = lay_out(word, [self.cards[card] for card in used]) or ()
        return tuple((used[card], letter) for card, letter in zip(laid, word, strict=True))


def place(mask: int) -> int:
    """Return the number of the lowest bit that is set."""
    return (mask & -mask).bit_length() - 1


def lay_out(letters: str, cards: Sequence[tuple[str, int]]) -> tuple[int, ...] | None:
    """Assign to each of the letters a different card so that the cards have the most points; return
    their numbers, or None if these cards cannot spell the letters."""
    ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for letter in letters:
        longer: dict[int, tuple[int, tuple[int, ...]]] = {}
        for used, (points, laid) in ways.items():
            for card, (faces, value) in enumerate(cards):
                if letter in faces and not used >> card & 1:
                    way = (points + value, (*laid, card))
                    known = longer.get(used | 1 << card)
                    if known is None or known[0] < way[0]:
                        longer[used | 1 << card] = way
        ways = longer
    best = max(ways.values(), key=lambda way: way[0], default=None)
    return best and best[1]
