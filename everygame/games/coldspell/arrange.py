"""The best arrangement of a hand of letter cards into words, exactly.

One walk over a tree of all words, their letters sorted, finds every set of cards that spells one.
For each prefix it carries all sets of cards that can spell it, as one whole number with 2^n bits,
bit m for the set with mask m; using card c for the next letter shifts the sets without it by 2^c.
Vowel faces and wilds need no case of their own. Then words are packed: the first card is left out,
or some word has it, and the rest is a smaller problem of the same kind.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from everygame.games.coldspell.lexicon import Lexicon

Word = tuple[tuple[int, str], ...]
"""For each letter the card, counted from 0, and the letter that it stands for."""


@dataclass(frozen=True)
class Arrangement:
    """Words of a hand, no card in two of them."""

    score: int
    """Points of the cards used less those of the cards left."""
    longest: int
    """Letters of the longest word; 0 without a word."""
    sets: tuple[int, ...]
    """The cards of each word, as bits."""


class Index:
    """A word list as a tree of sorted letters, node after node: rare letters come first, so that
    most branches end at once."""

    def __init__(self, words: frozenset[str]) -> None:
        frequency = Counter("".join(words))
        self.order = "".join(sorted(frequency, key=lambda letter: (frequency[letter], letter)))
        places = {ord(letter): chr(place) for place, letter in enumerate(self.order)}
        entries = {"".join(sorted(word.translate(places))): word for word in sorted(words)}
        tree = Lexicon("".join(places.values()), sorted(entries))
        named = iter(sorted(entries))
        self.letters = array("i", tree.letter)
        """The letter of each node, as a place in `order`."""
        self.after = array("i", tree.after)
        """The first node that is not below it."""
        self.words = [entries[next(named)] if end else "" for end in tree.ends]
        """A word that ends there, or an empty text."""

    def walk(self, faces: Sequence[str]) -> Iterator[tuple[str, int]]:
        """For each word that some of the cards can spell, one of its anagrams: the sets of cards
        that do, bit m for the mask m."""
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
def index_of(words: frozenset[str]) -> Index:
    """The index of a word list, built once."""
    return Index(words)


def find_uses(letter: str, faces: Sequence[str]) -> Iterator[tuple[int, int]]:
    """For each card that can be the letter: the sets without it, and how far they shift."""
    for card, letters in enumerate(faces):
        if letter in letters:
            yield sets_without(card, len(faces)), 1 << card


@cache
def sets_without(card: int, cards: int) -> int:
    """Bit m for each mask m of so many cards that lacks the card."""
    return sum(1 << mask for mask in range(1 << cards) if not mask >> card & 1)


class Hand:
    """Cards to spell with: the letters that each can stand for, and its points."""

    def __init__(self, index: Index, cards: Sequence[tuple[str, int]]) -> None:
        self.index = index
        self.cards = cards
        self.order = sorted(range(len(cards)), key=lambda card: -cards[card][1])
        """Bit i of a mask is card `order[i]`: the most valuable card comes first."""
        self.points = [0]
        """Of each mask."""
        for card in self.order:
            self.points += [points + cards[card][1] for points in self.points]
        self.all = len(self.points) - 1
        self.spells = self._find_words()
        """At each mask "1" where these cards spell a word, else "0"."""
        self.words = [mask for mask, spells in enumerate(self.spells) if spells == "1"]
        self.first: list[list[int]] = [[] for _ in cards]
        """The words by their first card."""
        for word in self.words:
            self.first[place(word)].append(word)
        self.known = {0: 0}

    def _find_words(self) -> str:
        faces = [self.cards[card][0] for card in self.order]
        found = 0
        for _, sets in self.index.walk(faces):
            found |= sets
        return bin(found)[:1:-1].ljust(len(self.points), "0")

    def best(self, least: int = 0) -> Arrangement | None:
        """The arrangement with the most points, and of these the one with the longest word; with
        `least`, among those whose longest word has at least so many letters. None: there is none.
        """
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
        """The most points that words of these cards can use."""
        if cards not in self.known:
            most, all_points = self.most(cards & (cards - 1)), self.points[cards]
            for word in self._words_with_first(cards) if most < all_points else ():
                most = max(most, self.points[word] + self.most(cards ^ word))
                if most == all_points:
                    break
            self.known[cards] = most
        return self.known[cards]

    def _words_with_first(self, cards: int) -> Iterator[int]:
        """The words of these cards that use the first of them, looked for the shorter way."""
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
        """The word, and those that make the most of the other cards."""
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
        """The same set with card i as bit i."""
        return sum(1 << card for bit, card in enumerate(self.order) if mask >> bit & 1)

    def spell(self, cards: int) -> Word:
        """A word that uses just these cards (card i is bit i), which can spell one."""
        used = [card for card in range(len(self.cards)) if cards >> card & 1]
        faces = [self.cards[card][0] for card in used]
        whole = (1 << len(used)) - 1
        word = next(word for word, sets in self.index.walk(faces) if sets >> whole & 1)
        laid = lay_out(word, [self.cards[card] for card in used]) or ()
        return tuple((used[card], letter) for card, letter in zip(laid, word, strict=True))


def place(mask: int) -> int:
    """The place of the lowest bit."""
    return (mask & -mask).bit_length() - 1


def lay_out(letters: str, cards: Sequence[tuple[str, int]]) -> tuple[int, ...] | None:
    """Different cards for the letters, worth the most points; None where the cards cannot be
    these letters."""
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
