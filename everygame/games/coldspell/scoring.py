"""Count the points at the end of Cold Spell, and find the words that score most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from everygame.games.coldspell.arrange import Arrangement, Hand, Index, Word
from everygame.games.coldspell.totals import BONUS, Totals

Cards = tuple[tuple[str, int], ...]
"""For each card of a hand the letters that it can stand for, and its points."""


@dataclass(frozen=True)
class Score:
    """The result of a seat."""

    points: int
    """The points of the cards in words minus the points of the other cards."""
    longest: int
    """How many letters the longest word has."""
    bonus: int = 0
    """The points for the longest word of all seats, or 0."""

    @property
    def total(self) -> int:
        return self.points + self.bonus


@lru_cache(maxsize=64)
def find_hand(index: Index, cards: Cards) -> Hand:
    """Return the hand of these cards with all words that it can spell, from a cache."""
    return Hand(index, cards)


@lru_cache(maxsize=256)
def find_best(index: Index, cards: Cards, least: int = 0) -> Arrangement | None:
    """Return what `Hand.best` returns, from a cache."""
    return find_hand(index, cards).best(least)


def arrange_all(index: Index, hands: Sequence[Cards]) -> list[Arrangement]:
    """Return the best words of each hand: those with the most points, and among these the ones with
    the longest word. If a longer word would win the bonus and this brings more than it costs, they
    include such a word; for this, each hand assumes that the others choose the most points."""
    plain = [plainly(index, cards) for cards in hands]
    rivals = [max(p.longest for p in plain[:i] + plain[i + 1 :]) for i in range(len(plain))]
    return [reach(index, cards, rivals[i]) for i, cards in enumerate(hands)]


def plainly(index: Index, cards: Cards) -> Arrangement:
    """Return the arrangement with the most points without regard to the bonus, and among those with
    equal points the one with the longest word."""
    best = find_best(index, cards)
    assert best is not None  # no word at all is an arrangement
    return best


def reach(index: Index, cards: Cards, rival: int) -> Arrangement:
    """Return the best arrangement against other seats whose longest word has `rival` letters: one
    with a longer word, if the bonus makes up for the points that it costs."""
    best = plainly(index, cards)
    if best.longest > rival:
        return best
    longer = find_best(index, cards, rival + 1)
    return longer if longer and longer.score + BONUS >= best.score else best


def find_totals(index: Index, hands: Sequence[Cards]) -> Totals:
    """Return the points and longest words of all seats if each spells the best words of its
    hand."""
    totals = Totals(len(hands))
    for seat, best in enumerate(arrange_all(index, hands)):
        totals.points[seat] = best.score
        totals.longest[seat] = best.longest
    totals.known = True
    return totals


def score(cards: Cards, words: Sequence[Word]) -> Score:
    """Return the score of these words of a hand, without a bonus."""
    used = {card for word in words for card, _ in word}
    points = sum(value if card in used else -value for card, (_, value) in enumerate(cards))
    return Score(points, max(map(len, words), default=0))


def best_words(index: Index, cards: Cards, best: Arrangement) -> tuple[Word, ...]:
    """Return the words of the arrangement `best` of a hand."""
    return tuple(find_hand(index, cards).spell(cards_used) for cards_used in best.sets)
