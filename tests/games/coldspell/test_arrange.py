"""The best arrangement of a hand: against a second program that tries all, and what it promises of
itself."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.games.coldspell.best_words import Hand, Index, cards_of, index_of, lay_out
from everygame.games.coldspell.deck import load_deck
from everygame.games.coldspell.scoring import Cards, arrange_all, count_points
from everygame.games.coldspell.word_lists import load_words
from tests.oracles import coldspell as oracle

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
WORDS = "ab abe ace add ade baa bad bade be bead bee bed cab cad dab dad deb ebb"
SMALL = frozenset(WORDS.split())

FACES = ("A", "B", "C", "D", "E", "AE", "?")

hands = st.lists(st.sampled_from([face + size for face in FACES for size in "sml"]), max_size=6)
"""As in a position text."""


def cards_in(hand: list[str]) -> Cards:
    """What the oracle knows of the cards, as the rules write it."""
    points = [oracle.VALUES[card[0]] * oracle.PIPS[card[-1]] for card in hand]
    faces = [card[:-1].lower().replace("?", "abcde") for card in hand]
    return tuple(zip(faces, points, strict=True))


@given(hands)
@settings(max_examples=120, deadline=None)
def test_best_is_the_best_of_all_arrangements(cards: list[str]) -> None:
    """The most points, then the longest word; and with a longest word of each length. Its words
    are in the list, spelled by different cards, and worth what it says."""
    truth = oracle.arrangements(cards, SMALL)
    hand = Hand(Index(SMALL), cards_in(cards))
    best = hand.best()
    assert best and (best.score, best.longest) == oracle.best(cards, SMALL)
    for least in range(2, len(cards) + 1):
        long = {(p, n) for n, p in truth.items() if n >= least}
        longer = hand.best(least)
        assert (longer and (longer.score, longer.longest)) == (max(long) if long else None)
    words = [hand.spell(used) for used in best.sets]
    for word in words:
        assert "".join(letter for _, letter in word) in SMALL
        assert all(letter in hand.cards[card][0] for card, letter in word)
    lengths = [len(word) for word in words]
    assert len(cards_of(words)) == sum(lengths) and max(lengths, default=0) == best.longest
    assert count_points(cards_in(cards), words) == best.score


@given(st.lists(hands, min_size=2, max_size=3))
@settings(max_examples=40, deadline=None)
def test_a_longer_word_is_chosen_where_the_bonus_makes_up_for_it(table: list[list[str]]) -> None:
    """Against the others' most points: the most points with the bonus, then the longest word."""
    plain = [oracle.best(hand, SMALL) for hand in table]
    found = arrange_all(Index(SMALL), [cards_in(hand) for hand in table])
    for seat, (hand, one) in enumerate(zip(table, found, strict=True)):
        rival = max(longest for other, (_, longest) in enumerate(plain) if other != seat)
        truth = oracle.arrangements(hand, SMALL).items()
        best = max((p + 20 * (n > rival), n) for n, p in truth)
        assert (one.score + 20 * (one.longest > rival), one.longest) == best


def test_the_shorter_word_with_more_points_gives_way_to_the_bonus() -> None:
    """ZO and AT leave nothing over; OAT leaves the Z, but is longer than the other's AT."""
    index = Index(frozenset(["zo", "oat", "at"]))
    mine = (("z", 5), ("o", 2), ("a", 3), ("t", 4))
    other = (("a", 1), ("t", 1))
    (alone, _) = arrange_all(index, [mine, (("t", 1),)])
    (against, _) = arrange_all(index, [mine, other])
    assert (alone.score, alone.longest) == (14, 2)
    assert (against.score, against.longest) == (4, 3)


def test_letters_take_the_cards_that_bring_the_most() -> None:
    cards = [("t", 1), ("t", 3), ("ae", 1), ("ao", 5), (ALPHABET, 0)]
    assert lay_out("at", cards) == (3, 1)
    assert lay_out("tat", cards) == (0, 3, 1)
    assert lay_out("test", cards) == (0, 2, 4, 1)
    assert lay_out("zz", cards) is None and lay_out("", cards) == ()


@pytest.mark.parametrize("seed", range(6))
def test_seven_cards_of_the_alpha_deck_against_all_words(seed: int) -> None:
    """The whole English list, each set of cards looked up by its letters."""
    words = load_words("english", ALPHABET)
    deck, rng = load_deck("alpha"), Random(seed)
    pool = [(deck.faces[k], deck.values[k]) for k, n in enumerate(deck.counts) for _ in range(n)]
    cards = [(faces, value * rng.randint(1, 3)) for faces, value in rng.sample(pool, 7)]
    hand = Hand(index_of(words), cards)
    for mask in range(1 << 7):
        faces = [cards[hand.order[bit]][0] for bit in range(7) if mask >> bit & 1]
        by_hand = any("".join(sorted(letters)) in anagrams(words) for letters in product(*faces))
        assert (hand.spells[mask] == "1") == by_hand


@cache
def anagrams(words: frozenset[str]) -> set[str]:
    """The letters of each word in alphabetical order."""
    return {"".join(sorted(word)) for word in words}
