"""The card kit: deals that are drawn anew are all possible, and all equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everygame.cards import (
    FRENCH,
    PIQUET,
    Deck,
    complete,
    conceal,
    deal_out,
    fan,
    following,
    hand,
    lacks_after,
    laid,
    places,
    receiver,
    taker,
    totals,
    undealt,
)
from everygame.cards.deals import classes, count_deals, suit_classes
from everygame.errors import BadPosition
from everygame.scene import Scene, check


@pytest.mark.parametrize(
    ("ranks", "suits", "told"),
    [
        (("1", "2"), "abcdef", "'a' is no suit of a deck; there are c, d, h, s."),
        (("7", "8", "7"), "cd", "A deck has each card once"),
        (("7", "8"), "cc", "A deck has each card once"),
    ],
)
def test_a_deck_has_known_suits_and_each_card_once(
    ranks: tuple[str, ...], suits: str, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        Deck(ranks, suits)


Deal = tuple[tuple[int, ...], ...]
Rule = set[tuple[int, int]]
"""Which hand may not hold which card."""


def every_deal(cards: int, sizes: list[int], barred: Rule) -> set[Deal]:
    """All deals, by trying every order of the cards."""
    found = set()
    for order in permutations(range(cards)):
        start, deal = 0, []
        for size in sizes:
            deal.append(tuple(sorted(order[start : start + size])))
            start += size
        if not any((seat, card) in barred for seat, own in enumerate(deal) for card in own):
            found.add(tuple(deal))
    return found


@st.composite
def tasks(draw: st.DrawFn) -> tuple[list[int], Rule]:
    sizes = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(lambda s: sum(s) <= 6))
    pairs = [(seat, card) for seat in range(len(sizes)) for card in range(sum(sizes))]
    return sizes, draw(st.sets(st.sampled_from(pairs))) if pairs else set()


@given(tasks())
def test_deals_are_counted_as_trying_all_orders_counts_them(task: tuple[list[int], Rule]) -> None:
    sizes, barred = task
    known = every_deal(sum(sizes), sizes, barred)

    def may_hold(seat: int, card: int) -> bool:
        return (seat, card) not in barred

    assert count_deals(range(sum(sizes)), sizes, may_hold) == len(known)
    if not known:
        with pytest.raises(BadPosition, match="no way to deal"):
            deal_out(range(sum(sizes)), sizes, Random(1), may_hold)
    else:
        drawn = deal_out(range(sum(sizes)), sizes, Random(1), may_hold)
        assert tuple(tuple(sorted(own)) for own in drawn) in known


@pytest.mark.parametrize(
    ("sizes", "barred"),
    [
        ([2, 2, 2], {(0, 0), (0, 1), (1, 2)}),
        ([1, 2, 3], {(2, 5), (2, 4), (0, 4)}),
        ([3, 1, 1, 1], {(0, 0), (1, 0), (2, 1), (3, 1), (3, 2)}),
    ],
)
def test_all_deals_are_equally_likely(sizes: list[int], barred: Rule) -> None:
    """Against enumeration: the statistic of chi squared stays within what chance gives in 999 of
    1,000 cases (Wilson and Hilferty's approximation). Where each number of cards of a class is as
    likely as another, it is thousands."""
    known, rng, tries = every_deal(6, sizes, barred), Random(7), 4000

    def drawn() -> Deal:
        cards = deal_out(range(6), sizes, rng, lambda seat, card: (seat, card) not in barred)
        return tuple(tuple(sorted(own)) for own in cards)

    counts, wanted = Counter(drawn() for _ in range(tries)), tries / len(known)
    statistic = sum((counts[deal] - wanted) ** 2 / wanted for deal in known)
    free = len(known) - 1
    assert set(counts) == known
    assert statistic < free * (1 - 2 / (9 * free) + 3.09 * (2 / (9 * free)) ** 0.5) ** 3


def test_hands_are_completed_from_what_a_seat_sees() -> None:
    """Three of four hands are hidden, one knows a passed card, two lack suits: never a card twice,
    never one that is gone, never a suit that is lacked; the whole deck is there."""
    gone, rng = FRENCH.read("2c 3c 4c 5c 2d 3d 4d 5d"), Random(3)
    own = FRENCH.write(rng.sample(undealt(FRENCH, gone, FRENCH.read("qs")), 11))
    hands = [own, "qs" + " ?" * 10, "? " * 11, "? " * 11]
    for _ in range(200):
        drawn = complete(FRENCH, hands, rng, gone, ["", "cd", "h", ""])
        assert [len(cards) for cards in drawn] == [11] * 4 and FRENCH.numbers["qs"] in drawn[1]
        assert sorted([*gone, *(card for cards in drawn for card in cards)]) == list(range(52))
        assert not {FRENCH.suit(card) for card in drawn[1]} & set("cd")
        assert "h" not in {FRENCH.suit(card) for card in drawn[2]}


@given(st.sets(st.integers(0, 51)), st.lists(st.text("cdsh", max_size=4), max_size=5))
def test_cards_are_sorted_by_suit_as_card_by_card(cards: set[int], lacks: list[str]) -> None:
    """So what is said of all deals holds where hands are completed."""

    def may_hold(seat: int, card: int) -> bool:
        return FRENCH.suit(card) not in lacks[seat]

    each = classes(sorted(cards), len(lacks), may_hold)
    assert suit_classes(FRENCH, sorted(cards), lacks) == [(to, sorted(own)) for to, own in each]


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(BadPosition, match="not enough cards"):
        complete(PIQUET, ["? " * 20, "? " * 20], Random(1))
    with pytest.raises(BadPosition, match="no way"):
        complete(PIQUET, ["? " * 10, "? " * 22], Random(1), (), ["cdsh", ""])
    with pytest.raises(BadPosition, match="no card of this deck"):
        PIQUET.read("2c")
    with pytest.raises(BadPosition, match="there twice"):
        PIQUET.read("7c 7c")


def test_cards_are_texts_and_numbers() -> None:
    assert FRENCH.write(range(len(FRENCH))).split()[:2] == ["2c", "3c"] and len(FRENCH) == 52
    assert FRENCH.read(FRENCH.write(range(52))) == list(range(52))
    queen = FRENCH.numbers["qs"]
    assert (FRENCH.sign(queen), str(FRENCH.spoken(queen))) == ("Q♠", "queen of spades")
    assert conceal(FRENCH, FRENCH.read("ah 2c 3c"), FRENCH.read("3c kd")) == "3c ? ?"


def test_cards_go_round_until_all_hands_are_full() -> None:
    hands: list[list[int]] = [[], [], []]
    order = []
    while (seat := receiver(hands, [2, 2, 1], first=1)) >= 0:
        order.append(seat)
        hands[seat].append(len(order))
    assert order == [1, 2, 0, 1, 0]


def test_suit_is_followed_and_trumps_take() -> None:
    def cards(text: str) -> list[int]:
        return FRENCH.read(text)

    mine = cards("2h 9h ks")
    assert following(FRENCH, mine, []) == mine == following(FRENCH, mine, cards("4d"))
    assert following(FRENCH, mine, cards("ah 3s")) == cards("2h 9h")
    assert taker(FRENCH, cards("4d kd as 2d")) == 1
    assert taker(FRENCH, cards("4d kd 2s 3s as ad"), "s") == 4
    assert taker(FRENCH, cards("4d ad 2s kd"), "s") == 2, "the lowest trump beats an ace"
    lacks = lacks_after(FRENCH, ["", "d"], 0, cards("4d"), cards("2h")[0])
    assert lacks == ["d", "d"] == lacks_after(FRENCH, lacks, 0, cards("7d"), cards("2h")[0])
    assert lacks_after(FRENCH, lacks, 1, [], cards("2h")[0]) == lacks


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=6))
def test_places_are_even_and_shared(scores: list[int]) -> None:
    found = places(scores)
    assert sum(found) == pytest.approx(0) and max(map(abs, found)) <= 1
    for one, other in zip(permutations(scores, 2), permutations(found, 2), strict=True):
        assert (one[0] > one[1]) == (other[0] > other[1])


def test_places_of_known_scores() -> None:
    assert places([30, 10, 20, 0]) == pytest.approx([1, -1 / 3, 1 / 3, -1])
    assert places([5, 5, 0]) == [0.5, 0.5, -1] and places([1, 1]) == [0, 0]
    assert totals([[1, 2], [10, 0]], 2) == [11, 2] and totals([], 3) == [0, 0, 0]


@pytest.mark.parametrize("cards", [0, 1, 7, 8, 13, 20])
def test_hands_are_pictures_without_a_fault(cards: int) -> None:
    """Each card has its place inside the region, and fingers have room on a phone: 390 pixels for
    seven squares, 44 for each card."""
    words = FRENCH.write(range(cards))
    own, other = hand("South", cards), fan("north", "North's hand", 0, 5, 3, max(cards, 1))
    pieces = (*laid(FRENCH, words, "own", "South"), *laid(FRENCH, "? " * cards, "north", "North"))
    assert check(Scene(7, 6, (own, other), pieces)) == []
    for region in (own, other):
        assert all(0.49 <= cell.x <= region.columns - 0.49 for cell in region.cells)
    rows = [[cell.x for cell in own.cells if cell.y == y] for y in {cell.y for cell in own.cells}]
    gaps = [right - left for row in rows for left, right in pairwise(row)]
    assert min(gaps, default=1.0) * 390 / 7 >= 44
    assert max(cell.y for cell in own.cells) + 0.5 <= own.rows


@pytest.mark.parametrize("cards", [1, 5, 8, 9, 13, 15])
def test_each_row_of_a_hand_lies_in_the_middle(cards: int) -> None:
    region = hand("North", cards)
    rows: dict[float, list[float]] = {}
    for spot in region.cells:
        rows.setdefault(spot.y, []).append(spot.x)
    assert all(min(row) + max(row) == pytest.approx(region.columns) for row in rows.values())
