"""Dealing: card by card in a match, and all cards at once where `resample` draws a possible deal.

Every deal that a seat cannot rule out is drawn with the same probability. Cards that may be in the
same hands form a class. The number of ways to give the cards of a class and of all later classes to
hands with known numbers of free places is counted exactly, hand by hand: if k of n cards go to the
next hand, there are C(n, k) ways, times the ways for the other cards. From these counts, in exact
integers, the number of cards for each hand is drawn; a shuffle of the class decides which cards
these are. This is the counting of contingency tables with fixed sums. No draw is ever rejected."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from math import comb, factorial
from random import Random
from typing import Final

from everygame.cards.deck import Deck
from everygame.errors import BadPosition

HIDDEN: Final = "?"
"""The text, in an observation, of a card that the viewer does not see."""
Class = tuple[int, tuple[int, ...]]
"""A class of cards without the cards themselves: how many they are, and the hands that may hold
each of them."""
Group = tuple[tuple[int, ...], list[int]]
"""A class of cards: the hands that may hold each of these cards, and the cards."""


# -- dealing card by card


def receiver(hands: Sequence[Collection[int]], sizes: Sequence[int], first: int = 0) -> int:
    """Return the seat that is dealt the next card: of the hands that are not full, the one with the
    fewest cards; of equal hands the first, counted from the seat `first`. −1 when all hands are
    full."""
    order = [(first + n) % len(hands) for n in range(len(hands))]
    open_hands = [seat for seat in order if len(hands[seat]) < sizes[seat]]
    return min(open_hands, key=lambda seat: len(hands[seat]), default=-1)


def undealt(deck: Deck, *gone: Iterable[int]) -> list[int]:
    """Return the cards that chance may still deal, in ascending order: the deck without the cards
    that are `gone`."""
    taken = {card for cards in gone for card in cards}
    return [card for card in range(len(deck)) if card not in taken]


# -- dealing all cards at once


def conceal(deck: Deck, cards: Collection[int], known: Collection[int] = ()) -> str:
    """Return the text of a hand for a viewer who knows only its size and its `known` cards."""
    words = [deck.names[card] for card in sorted(cards) if card in known]
    return " ".join([*words, *[HIDDEN] * (len(cards) - len(words))])


def complete(
    deck: Deck,
    hands: Sequence[str],
    rng: Random,
    gone: Collection[int] = (),
    lacks: Sequence[str] = (),
) -> list[list[int]]:
    """Replace each `?` in the hands of an observation by a card, at random. This is the main part
    of a game's `resample`.

    Cards that are `gone` (played, turned up, taken) are in no hand. `lacks` holds for each seat the
    letters of the suits of which everybody knows that the seat has none. The cards that no hand
    gets form the stock. All deals that fit are equally likely. Raises BadPosition where there is
    none."""
    known = [deck.read(" ".join(w for w in hand.split() if w != HIDDEN)) for hand in hands]
    sizes = [hand.split().count(HIDDEN) for hand in hands]
    unseen = undealt(deck, gone, *known)
    lacking = [*lacks, *[""] * (len(hands) - len(lacks)), ""]
    stock = len(unseen) - sum(sizes)
    if stock < 0:
        raise BadPosition("There are not enough cards for these hands.")
    groups = suit_classes(deck, unseen, lacking)
    dealt = deal_classes(groups, [*sizes, stock], rng)
    return [sorted([*seen, *drawn]) for seen, drawn in zip(known, dealt[:-1], strict=True)]


def deal_out(
    cards: Sequence[int],
    sizes: Sequence[int],
    rng: Random,
    may_hold: Callable[[int, int], bool] = lambda hand, card: True,
) -> list[list[int]]:
    """Give all the cards to hands of these sizes, so that `may_hold(hand, card)` is true for each
    card; all such deals are equally likely. Raises BadPosition where there is none."""
    return deal_classes(classes(cards, len(sizes), may_hold), sizes, rng)


def deal_classes(groups: list[Group], sizes: Sequence[int], rng: Random) -> list[list[int]]:
    """Do what `deal_out` does, with cards that are already sorted into classes."""
    plan = tuple((len(group), hands) for hands, group in groups)
    room = tuple(sizes)
    if sum(room) != sum(number for number, _ in plan) or not ways(plan, *start_of(plan), room):
        raise BadPosition("There is no way to deal these cards to these hands.")
    dealt: list[list[int]] = [[] for _ in sizes]
    for number, (hands, group) in enumerate(groups[:-1]):
        rest = rng.sample(group, len(group))
        for place, hand in enumerate(hands):
            share = draw_share(plan[number:], place, len(rest), room, rng)
            dealt[hand] += rest[:share]
            rest = rest[share:]
            room = taken(room, hand, share)
    if groups:
        fill(dealt, groups[-1], room, rng)
    return dealt


def fill(dealt: list[list[int]], last: Group, room: tuple[int, ...], rng: Random) -> None:
    """Deal the cards of the last class, in random order, to the free places of its hands; append
    them to the lists in `dealt`."""
    rest = rng.sample(last[1], len(last[1]))
    for hand in last[0]:
        dealt[hand] += rest[: room[hand]]
        rest = rest[room[hand] :]


def count_deals(
    cards: Sequence[int], sizes: Sequence[int], may_hold: Callable[[int, int], bool]
) -> int:
    """Return the number of deals from which `deal_out` draws."""
    plan = tuple((len(group), hands) for hands, group in classes(cards, len(sizes), may_hold))
    if sum(sizes) != len(cards):
        return 0
    return ways(plan, *start_of(plan), tuple(sizes))


def start_of(plan: tuple[Class, ...]) -> tuple[int, int]:
    """Return the first arguments of `ways` for a whole plan: the index of the first hand of the
    first class, and the number of cards in this class."""
    return 0, plan[0][0] if plan else 0


def classes(cards: Sequence[int], hands: int, may_hold: Callable[[int, int], bool]) -> list[Group]:
    """Put all cards that may be in the same hands into one class, and return the classes; those
    with the fewest hands come first. `may_hold(hand, card)` says whether a hand may hold a card,
    for hands from 0 to `hands` − 1."""
    return grouped(
        (tuple(hand for hand in range(hands) if may_hold(hand, card)), [card]) for card in cards
    )


def suit_classes(deck: Deck, cards: Sequence[int], lacks: Sequence[str]) -> list[Group]:
    """Return the classes of these cards where a hand can hold every card except those of the suits
    that it lacks. It tests each suit only once."""
    ranks, suits = len(deck.ranks), deck.suits
    of_suit: list[list[int]] = [[] for _ in suits]
    for card in cards:
        of_suit[card // ranks].append(card)
    able = (tuple(n for n, lack in enumerate(lacks) if suit not in lack) for suit in suits)
    return grouped(pair for pair in zip(able, of_suit, strict=True) if pair[1])


def grouped(pairs: Iterable[Group]) -> list[Group]:
    """Unite the cards of pairs that have the same hands; the pairs with the fewest hands come
    first."""
    found: dict[tuple[int, ...], list[int]] = {}
    for hands, cards in pairs:
        found.setdefault(hands, []).extend(cards)
    return sorted(found.items(), key=lambda item: (len(item[0]), item[0]))


def draw_share(
    plan: tuple[Class, ...], place: int, left: int, room: tuple[int, ...], rng: Random
) -> int:
    """Draw how many of the remaining `left` cards of the first class go to the hand at index
    `place` of this class."""
    hands = plan[0][1]
    if place == len(hands) - 1:
        return left
    hand = hands[place]
    chosen = rng.randrange(ways(plan, place, left, room))
    for share in range(min(left, room[hand]) + 1):
        chosen -= comb(left, share) * ways(plan, place + 1, left - share, taken(room, hand, share))
        if chosen < 0:
            break
    return share


@lru_cache(maxsize=1 << 16)
def ways(plan: tuple[Class, ...], place: int, left: int, room: tuple[int, ...]) -> int:
    """Return the number of ways to deal the remaining `left` cards of the first class to its hands
    from index `place` on, and all cards of the later classes. `room` is the number of free places
    in each hand."""
    if not plan:
        return int(not any(room))
    hands = plan[0][1]
    if len(plan) == 1:
        return fillings(left, hands[place:], room)
    if place == len(hands):
        return 0 if left else ways(plan[1:], 0, plan[1][0], room)
    hand = hands[place]
    return sum(
        comb(left, share) * ways(plan, place + 1, left - share, taken(room, hand, share))
        for share in range(min(left, room[hand]) + 1)
    )


def fillings(left: int, hands: tuple[int, ...], room: tuple[int, ...]) -> int:
    """Return the number of ways to deal the cards of the last class to its hands; 0 unless they
    fill exactly the free places in all hands."""
    if sum(room) != left or sum(room[hand] for hand in hands) != left:
        return 0
    found = factorial(left)
    for hand in hands:
        found //= factorial(room[hand])
    return found


def taken(room: tuple[int, ...], hand: int, cards: int) -> tuple[int, ...]:
    """Return the numbers of free places after a hand has got this many cards."""
    return (*room[:hand], room[hand] - cards, *room[hand + 1 :]) if cards else room
