"""Crazy Eights, written a second time and naively, from the rule text alone.

A position is the hands as sets of cards like `10h`, the pile, the suit to follow, whose turn it is
and what has been done in it. What is drawn or dealt is a move too, `d10h`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

SUITS = "cdhs"
RANKS = ("a", *map(str, range(2, 11)), "j", "q", "k")
CARDS = [rank + suit for rank in RANKS for suit in SUITS]


@dataclass(frozen=True)
class Position:
    hands: tuple[frozenset[str], ...]
    pile: tuple[str, ...] = ()
    suit: str = ""
    turn: int = 0
    draws: bool = False
    has_drawn: bool = False
    passed_in_a_row: int = 0
    plies: int = 0


def start(players: str) -> Position:
    return Position((frozenset(),) * int(players))


def json(position: Position) -> dict[str, object]:
    hands = [" ".join(sorted(hand, key=CARDS.index)) for hand in position.hands]
    return {"hands": hands, "laid": " ".join(position.pile), "suit": position.suit}


def to_play(position: Position) -> int:
    return -2 if result(position) else -1 if chance(position) else position.turn


def stock(position: Position) -> list[str]:
    return [c for c in CARDS if c not in position.pile and not any(c in h for h in position.hands)]


def chance(position: Position) -> bool:
    """A card is dealt, turned up or drawn."""
    return not result(position) and (not position.pile or position.draws)


def moves(position: Position) -> list[str]:
    if result(position):
        return []
    if chance(position):
        return [f"d{card}" for card in stock(position)]
    found = []
    for card in position.hands[position.turn]:
        if card[0] == "8":
            found += [f"{card}={suit}" for suit in SUITS]
        elif card[-1] == position.suit or card[:-1] == position.pile[-1][:-1]:
            found.append(card)
    may_draw = stock(position) and not position.has_drawn
    return [*found, "draw" if may_draw else "pass"]


def play(position: Position, move: str) -> Position:
    if chance(position):
        return receive(position, move[1:])
    plies, hands = position.plies + 1, list(position.hands)
    if move == "draw":
        return replace(position, draws=True, has_drawn=True, passed_in_a_row=0, plies=plies)
    following = (position.turn + 1) % len(hands)
    if move == "pass":
        passed = position.passed_in_a_row + 1
        return replace(
            position, turn=following, has_drawn=False, passed_in_a_row=passed, plies=plies
        )
    card, _, named = move.partition("=")
    hands[position.turn] -= {card}
    return replace(
        position,
        hands=tuple(hands),
        pile=(*position.pile, card),
        suit=named or card[-1],
        turn=following,
        has_drawn=False,
        passed_in_a_row=0,
        plies=plies,
    )


def receive(position: Position, card: str) -> Position:
    """Seven or five cards each, one after the other from the first seat on; then one face up."""
    hands = list(position.hands)
    count = sum(map(len, hands))
    if position.pile:
        hands[position.turn] |= {card}
        return replace(position, hands=tuple(hands), draws=False)
    if count == len(hands) * (7 if len(hands) == 2 else 5):
        return replace(position, pile=(card,), suit=card[-1])
    hands[count % len(hands)] |= {card}
    return replace(position, hands=tuple(hands))


def result(position: Position) -> tuple[list[float], str] | None:
    sizes, nobody = [len(hand) for hand in position.hands], [0.0] * len(position.hands)
    if not position.pile:
        return None
    if 0 in sizes:
        return share(sizes), "empty hand"
    if position.passed_in_a_row >= len(sizes) and not stock(position):
        return share(sizes), "blocked"
    return (nobody, "long match") if position.plies >= 500 and not position.draws else None


def share(sizes: list[int]) -> list[float]:
    """The others lose as much in all as those with the fewest cards win."""
    winners = [n == min(sizes) for n in sizes]
    each = 1 / (len(sizes) - 1)
    gain = each * winners.count(False) / winners.count(True)
    return [gain if won else -each for won in winners]
