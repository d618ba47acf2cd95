"""Points at the end of Cold Spell, and the words that bring the most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from everygame.games.coldspell.arrange import Arrangement, Hand, Index, Word
from everygame.games.coldspell.spelling import hand

if TYPE_CHECKING:
    from everygame.games.coldspell.rules import ColdSpellState

BONUS: Final = 20
"""For the player whose longest word is longer than all others'."""
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


def score_all(state: ColdSpellState) -> list[Score]:
    """The scores of a game that is over."""
    hands = [tuple(hand(state, seat)) for seat in range(len(state.taken))]
    if state.table.auto:
        found = arrange_all(state.table.index, hands)
        return with_bonus([Score(one.score, one.longest) for one in found])
    return with_bonus(
        [score(cards, words) for cards, words in zip(hands, state.words, strict=True)]
    )


def score(cards: Cards, words: Sequence[Word]) -> Score:
    """Cards used less cards left."""
    used = {card for word in words for card, _ in word}
    points = sum(value if card in used else -value for card, (_, value) in enumerate(cards))
    return Score(points, max(map(len, words), default=0))


def with_bonus(scores: list[Score]) -> list[Score]:
    """The bonus goes to the longest word, if no other is as long."""
    most = max(score.longest for score in scores)
    alone = [score.longest for score in scores].count(most) == 1
    bonus = BONUS if alone else 0
    return [Score(s.points, s.longest, bonus if s.longest == most else 0) for s in scores]


def find_totals(state: ColdSpellState) -> tuple[int, ...]:
    """Points and bonus of each seat, when it is over."""
    return tuple(score.total for score in score_all(state))


def best_words(index: Index, cards: Cards, best: Arrangement) -> tuple[Word, ...]:
    """The words of an arrangement."""
    return tuple(find_hand(index, cards).spell(cards_used) for cards_used in best.sets)


def shown_words(state: ColdSpellState) -> list[tuple[Word, ...]]:
    """The words of each seat when it is over: its own, or the best."""
    if not state.table.auto:
        return list(state.words)
    hands = [tuple(hand(state, seat)) for seat in range(len(state.taken))]
    found = arrange_all(state.table.index, hands)
    return [best_words(state.table.index, c, best) for c, best in zip(hands, found, strict=True)]
