"""The best arrangement of a hand: against brute force, and what it promises of itself."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.games.coldspell.arrange import Hand, Index, lay_out
from everygame.games.coldspell.deck import load_deck
from everygame.games.coldspell.scoring import arrange_all, score
from everygame.games.coldspell.words import load_words

Cards = tuple[tuple[str, int], ...]

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
WORDS = "ab abe ace add ade baa bad bade be bead bee bed cab cad dab dad deb ebb"
SMALL = frozenset(WORDS.split())
FACES = ("a", "b", "c", "d", "e", "ae", "abcde")

hands = st.lists(st.tuples(st.sampled_from(FACES), st.integers(0, 12)), min_size=0, max_size=6).map(
    tuple
)


def spells(faces: tuple[str, ...], words: frozenset[str]) -> bool:
    """Some order and some choice of letters is a word."""
    return any(
        "".join(letters) in words for order in permutations(faces) for letters in product(*order)
    )


def partitions(cards: list[int]) -> list[list[list[int]]]:
    """All ways to put some of the cards into groups of two or more."""
    if not cards:
        return [[]]
    first, rest = cards[0], cards[1:]
    found = partitions(rest)
    for mask in range(1, 1 << len(rest)):
        group = [first, *(card for bit, card in enumerate(rest) if mask >> bit & 1)]
        others = [card for bit, card in enumerate(rest) if not mask >> bit & 1]
        found += [[group, *more] for more in partitions(others)]
    return found


def brute_force(cards: Cards, words: frozenset[str]) -> dict[int, int]:
    """For each length of the longest word the most points."""
    known: dict[tuple[str, ...], bool] = {}
    found: dict[int, int] = {}
    for groups in partitions(list(range(len(cards)))):
        keys = [tuple(sorted(cards[card][0] for card in group)) for group in groups]
        for key in keys:
            known[key] = known[key] if key in known else spells(key, words)
        if all(known[key] for key in keys):
            used = {card for group in groups for card in group}
            points = sum(v if n in used else -v for n, (_, v) in enumerate(cards))
            longest = max(map(len, groups), default=0)
            found[longest] = max(points, found.get(longest, points))
    return found


@given(hands)
@settings(max_examples=120, deadline=None)
def test_best_is_the_best_of_all_arrangements(cards: Cards) -> None:
    """The most points, then the longest word; and with a longest word of each length."""
    truth = brute_force(cards, SMALL)
    hand = Hand(Index(SMALL), cards)
    best = hand.best()
    assert best and (best.score, best.longest) == max((p, n) for n, p in truth.items())
    for least in range(2, len(cards) + 1):
        long = {(p, n) for n, p in truth.items() if n >= least}
        longer = hand.best(least)
        assert (longer and (longer.score, longer.longest)) == (max(long) if long else None)


@given(hands)
@settings(max_examples=120, deadline=None)
def test_an_arrangement_is_one(cards: Cards) -> None:
    """Its words are in the list, spelled by different cards, and worth what it says."""
    hand = Hand(Index(SMALL), cards)
    best = hand.best()
    assert best
    words = [hand.spell(used) for used in best.sets]
    for word in words:
        assert "".join(letter for _, letter in word) in SMALL
        assert all(letter in cards[card][0] for card, letter in word)
    used = [card for word in words for card, _ in word]
    assert len(set(used)) == len(used)
    result = score(cards, words)
    assert (result.points, result.longest) == (best.score, best.longest)


@given(hands)
@settings(max_examples=60, deadline=None)
def test_the_order_of_the_cards_does_not_matter(cards: Cards) -> None:
    index = Index(SMALL)
    one, other = Hand(index, cards).best(), Hand(index, cards[::-1]).best()
    assert one and other and (one.score, one.longest) == (other.score, other.longest)


@given(st.lists(hands, min_size=2, max_size=3))
@settings(max_examples=40, deadline=None)
def test_a_longer_word_is_chosen_where_the_bonus_makes_up_for_it(table: list[Cards]) -> None:
    """Against the others' most points: the most points with the bonus, then the longest word."""
    truths = [brute_force(cards, SMALL) for cards in table]
    plain = [max((p, n) for n, p in truth.items()) for truth in truths]
    for seat, found in enumerate(arrange_all(Index(SMALL), table)):
        rival = max(longest for other, (_, longest) in enumerate(plain) if other != seat)
        best = max((p + 20 * (n > rival), n) for n, p in truths[seat].items())
        assert (found.score + 20 * (found.longest > rival), found.longest) == best


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
    anagrams = {"".join(sorted(word)) for word in words}
    deck, rng = load_deck("alpha"), Random(seed)
    pool = [(deck.faces(k), deck.values[k]) for k, n in enumerate(deck.counts) for _ in range(n)]
    cards = [(faces, value * rng.randint(1, 3)) for faces, value in rng.sample(pool, 7)]
    hand = Hand(Index(words), cards)
    for mask in range(1 << 7):
        faces = [cards[hand.order[bit]][0] for bit in range(7) if mask >> bit & 1]
        by_hand = any("".join(sorted(letters)) in anagrams for letters in product(*faces))
        assert (hand.spells[mask] == "1") == by_hand
