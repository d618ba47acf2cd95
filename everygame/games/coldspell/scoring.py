"""Points at the end of Cold Spell, and the words that bring the most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from everygame.games.coldspell.arrange import Arrangement, Hand, Index, Word
from everygame.games.coldspell.totals import BONUS, Totals

Cards = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Score:
    """What a seat has at the end."""

    points: int
    """Cards used less cards left."""
    longest: int
    """Letters of its longest word."""
    bonus: int = 0

    @property
    def total(self) -> int:
        return self.points + self.bonus


@lru_cache(maxsize=64)
def find_hand(index: Index, cards: Cards) -> Hand:
    """All that these cards can spell."""
    return Hand(index, cards)


@lru_cache(maxsize=256)
def find_best(index: Index, cards: Cards, least: int = 0) -> Arrangement | None:
    """`Hand.best`, remembered."""
    return find_hand(index, cards).best(least)


def arrange_all(index: Index, hands: Sequence[Cards]) -> list[Arrangement]:
    """The best words of each hand: the most points, then the longest word; and where a longer
    word than all others' would win the bonus, that one if it is worth it. Each takes the others
    to have the most points."""
    plain = [plainly(index, cards) for cards in hands]
    rivals = [max(p.longest for p in plain[:i] + plain[i + 1 :]) for i in range(len(plain))]
    return [reach(index, cards, rivals[i]) for i, cards in enumerate(hands)]


def plainly(index: Index, cards: Cards) -> Arrangement:
    """The most points, then the longest word."""
    best = find_best(index, cards)
    assert best is not None  # no word at all is an arrangement
    return best


def reach(index: Index, cards: Cards, rival: int) -> Arrangement:
    """The best words against others whose longest word has `rival` letters."""
    best = plainly(index, cards)
    if best.longest > rival:
        return best
    longer = find_best(index, cards, rival + 1)
    return longer if longer and longer.score + BONUS >= best.score else best


def find_totals(index: Index, hands: Sequence[Cards]) -> Totals:
    """What each seat has when the program finds the best words of all."""
    totals = Totals(len(hands))
    for seat, best in enumerate(arrange_all(index, hands)):
        totals.points[seat] = best.score
        totals.longest[seat] = best.longest
    totals.known = True
    return totals


def score(cards: Cards, words: Sequence[Word]) -> Score:
    """Cards used less cards left."""
    used = {card for word in words for card, _ in word}
    points = sum(value if card in used else -value for card, (_, value) in enumerate(cards))
    return Score(points, max(map(len, words), default=0))


def best_words(index: Index, cards: Cards, best: Arrangement) -> tuple[Word, ...]:
    """The words of an arrangement."""
    return tuple(find_hand(index, cards).spell(cards_used) for cards_used in best.sets)
