"""Dealing: card by card in a match, and all at once where `resample` draws another truth.

Every deal that a seat cannot rule out is drawn equally often. Cards that may be in the same hands
are a class. How many ways there are to give the cards of a class and of those after it to hands
with so much room is counted exactly, hand by hand: k of n cards to the next hand, in C(n, k) ways,
times the ways for what is left. A deal is drawn backwards from these counts, in whole numbers, and
which cards of a class they are by shuffling it. This is the counting of contingency tables with
fixed sums, and no draw is ever thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from math import comb, factorial
from random import Random
from typing import Final

from everygame.cards.deck import Deck
from everygame.errors import BadPosition

HIDDEN: Final = "?"
"""A card of an observation that the viewer does not see."""
Class = tuple[int, tuple[int, ...]]
"""The number of cards in a class, and the hands that may hold them."""
Group = tuple[tuple[int, ...], list[int]]
"""Hands, and the cards that these may hold and no others."""


# -- card by card


def receiver(hands: Sequence[Collection[int]], sizes: Sequence[int], first: int = 0) -> int:
    """The seat that is dealt the next card: of the hands that are not full the smallest, counted
    from `first`; −1 when all are full."""
    order = [(first + n) % len(hands) for n in range(len(hands))]
    open_hands = [seat for seat in order if len(hands[seat]) < sizes[seat]]
    return min(open_hands, key=lambda seat: len(hands[seat]), default=-1)


def undealt(deck: Deck, *gone: Iterable[int]) -> list[int]:
    """The cards that chance may still deal, in their order: the deck without those that are
    gone."""
    taken = {card for cards in gone for card in cards}
    return [card for card in range(len(deck)) if card not in taken]


# -- all at once


def conceal(deck: Deck, cards: Collection[int], known: Collection[int] = ()) -> str:
    """A hand as a viewer sees it who knows only its size and its `known` cards."""
    words = [deck.names[card] for card in sorted(cards) if card in known]
    return " ".join([*words, *[HIDDEN] * (len(cards) - len(words))])


def complete(
    deck: Deck,
    hands: Sequence[str],
    rng: Random,
    gone: Collection[int] = (),
    lacks: Sequence[str] = (),
) -> list[list[int]]:
    """Hands as an observation has them, with a card for each `?`: the heart of a `resample`.

    Cards that are `gone` (laid, turned up, taken) are in no hand; `lacks` has for each seat the
    letters of the suits that everybody knows it has none of. What no hand gets stays in the stock.
    All deals that this leaves open are equally likely. Raises BadPosition where there is none."""
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
    """Give all the cards to hands of these sizes, so that `may_hold(hand, card)` is true of each;
    every such deal is equally likely. Raises BadPosition where there is none."""
    return deal_classes(classes(cards, len(sizes), may_hold), sizes, rng)


def deal_classes(groups: list[Group], sizes: Sequence[int], rng: Random) -> list[list[int]]:
    """`deal_out` for cards that are sorted into classes already."""
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
    """Deal the cards of the last class to the room that is left, in random order."""
    rest = rng.sample(last[1], len(last[1]))
    for hand in last[0]:
        dealt[hand] += rest[: room[hand]]
        rest = rest[room[hand] :]


def count_deals(
    cards: Sequence[int], sizes: Sequence[int], may_hold: Callable[[int, int], bool]
) -> int:
    """The number of deals that `deal_out` draws from."""
    plan = tuple((len(group), hands) for hands, group in classes(cards, len(sizes), may_hold))
    if sum(sizes) != len(cards):
        return 0
    return ways(plan, *start_of(plan), tuple(sizes))


def start_of(plan: tuple[Class, ...]) -> tuple[int, int]:
    """The first hand of the first class, and all its cards."""
    return 0, plan[0][0] if plan else 0


def classes(cards: Sequence[int], hands: int, may_hold: Callable[[int, int], bool]) -> list[Group]:
    """Cards that may be in the same hands, together; those with the fewest hands first."""
    return grouped(
        (tuple(hand for hand in range(hands) if may_hold(hand, card)), [card]) for card in cards
    )


def suit_classes(deck: Deck, cards: Sequence[int], lacks: Sequence[str]) -> list[Group]:
    """`classes` where a hand can hold all cards but those of suits that it lacks: tested once for
    each suit."""
    ranks, suits = len(deck.ranks), deck.suits
    of_suit: list[list[int]] = [[] for _ in suits]
    for card in cards:
        of_suit[card // ranks].append(card)
    able = (tuple(n for n, lack in enumerate(lacks) if suit not in lack) for suit in suits)
    return grouped(pair for pair in zip(able, of_suit, strict=True) if pair[1])


def grouped(pairs: Iterable[Group]) -> list[Group]:
    """Cards of the same hands together; those with the fewest hands first."""
    found: dict[tuple[int, ...], list[int]] = {}
    for hands, cards in pairs:
        found.setdefault(hands, []).extend(cards)
    return sorted(found.items(), key=lambda item: (len(item[0]), item[0]))


def draw_share(
    plan: tuple[Class, ...], place: int, left: int, room: tuple[int, ...], rng: Random
) -> int:
    """Draw how many of the remaining cards of the first class its hand number `place` gets."""
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
    """How many deals there are of the `left` cards of the first class to its hands from number
    `place` on, and of all cards of the other classes."""
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
    """The ways in which the last cards fill all hands: these have just as much room for them."""
    if sum(room) != left or sum(room[hand] for hand in hands) != left:
        return 0
    found = factorial(left)
    for hand in hands:
        found //= factorial(room[hand])
    return found


def taken(room: tuple[int, ...], hand: int, cards: int) -> tuple[int, ...]:
    """The room that is left."""
    return (*room[:hand], room[hand] - cards, *room[hand + 1 :]) if cards else room
