"""What bots think of Cold Spell: valuable cards are good, and more cards than the others have make
the longest word likely. Words themselves they do not search: `State.advise` knows the best."""

from __future__ import annotations

from math import tanh
from typing import Final

from everygame.contract import State
from everygame.games.coldspell.rules import ColdSpellState
from everygame.games.coldspell.spelling import hand
from everygame.games.coldspell.totals import BONUS

USED: Final = 0.93
"""How often the best words of 6 to 8 random cards of the Alpha Deck use a card (measured)."""
CLAIMED: Final = 0.8
"""Worth of a claim, which may be hijacked, next to a card taken (a guess)."""
ONE_MORE: Final = 0.35
"""How much of the bonus a card more than the others is worth (a guess)."""
POINTS: Final = 25.0
"""A lead of so many points is nearly a win."""


def evaluate(state: State, seat: int) -> float:
    """How far the seat leads the best of the others, from -1 to 1."""
    assert isinstance(state, ColdSpellState)
    points, cards = zip(
        *(holdings(state, other) for other in range(int(state.players))), strict=True
    )
    totals = [
        points[i] + BONUS * tanh(ONE_MORE * (cards[i] - max(cards[:i] + cards[i + 1 :])))
        for i in range(len(cards))
    ]
    mine = totals.pop(seat)
    return tanh((mine - max(totals)) / POINTS)


def holdings(state: ColdSpellState, seat: int) -> tuple[float, float]:
    """Expected points and number of the cards that a seat has taken or claims."""
    taken = hand(state, seat)
    squares = [s for s in range(int(state.field.dealt)) if state.field.claims[seat] & bit(state, s)]
    claimed = [
        state.table.card(int(state.field.card[s]), int(state.field.pips(s))) for s in squares
    ]
    worth = sum(value for _, value in taken) + CLAIMED * sum(value for _, value in claimed)
    return (2 * USED - 1) * worth, len(taken) + CLAIMED * len(claimed)


def bit(state: ColdSpellState, square: int) -> int:
    return int(state.field.tables.bit[square])
