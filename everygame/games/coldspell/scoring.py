"""Count the points at the end of Cold Spell, and find the words that score most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from everygame.games.coldspell.best_words import Arrangement, Hand, Index, Word, cards_of
from everygame.games.coldspell.totals import BONUS, Totals

Cards = tuple[tuple[str, int], ...]
"""For each card of a hand the letters that it can stand for, and its points."""


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


def count_points(cards: Cards, words: Iterable[Word]) -> int:
    """Return the points of a hand with these words: those of the cards in words minus those of the
    other cards."""
    used = cards_of(words)
    return sum(value if card in used else -value for card, (_, value) in enumerate(cards))


def best_words(index: Index, cards: Cards, best: Arrangement) -> list[Word]:
    """Return the words of the arrangement `best` of a hand."""
    hand = find_hand(index, cards)
    return [hand.spell(used) for used in best.sets]
