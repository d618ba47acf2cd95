"""Estimate a position of Evade by the pairs of things in it (`everygame.search.pairs`), with
weights learned from matches in which no seat knew the other's leaders.

A thing is a frozen pair or a coin: its square, its side, and whether it is a leader, a guard, or a
guard known to everybody. Since each pair of things has a weight, so has a guard in the way of a
leader, and so have two coins side by side. The board is turned so that the leaders of the side to
play go up. `everygame learn evade --option information=hidden` fits the weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from everygame.fast.arrays import i64, vec
from everygame.games.evade.rules import CELLS, PLACE, EvadeState
from everygame.search.pairs import Pairs

LEADER, GUARD, KNOWN = 0, 1, 2
OTHER: Final = 3
"""The number of a coin is its square + 36 * k, where k is LEADER, GUARD or KNOWN, plus OTHER for a
coin of the side that is not to play."""
FROZEN: Final = 6 * CELLS
"""The number of a frozen pair is FROZEN + its square."""
THINGS: Final = FROZEN + CELLS
"""How many different things there are: live coins by kind and square, and frozen pairs by
square."""
MOST: Final = 12
"""The most things that a position has: twelve live coins."""
LAST: Final = CELLS - 1
"""The number of the square f6."""


PAIRS: Final = Pairs(
    THINGS,
    [thing + 5 - 2 * (thing % 6) for thing in range(THINGS)],
    Path(__file__).with_name("weights.gz"),
)
"""The weights. A pair of things and its mirror image, left and right exchanged, share one
weight."""


def numbers(state: EvadeState) -> vec[i64]:
    """Return the numbers of all pairs of things in a position."""
    things = vec[i64]([0] * MOST)
    return PAIRS.numbers(things, find_things(state, things))


def odds(state: EvadeState) -> float:
    """Return the logarithm of the odds that the side to play wins. Raises BadGame."""
    things = vec[i64]([0] * MOST)
    return PAIRS.odds(things, find_things(state, things))


def find_things(state: EvadeState, things: vec[i64]) -> i64:
    """Write the things of a position to `things` and return how many there are."""
    n: i64 = 0
    coins, first = state.coins, state.seat == 0
    left = state.own | state.enemy | state.pairs
    while left:
        square = left & -left
        left ^= square
        cell = PLACE[square % 37]
        place = cell if first else LAST - cell
        if state.pairs & square:
            things[n] = FROZEN + place
        else:
            things[n] = CELLS * kind_of(state, coins[cell]) + place
        n += 1
    return n


def kind_of(state: EvadeState, coin: i64) -> i64:
    """Return LEADER, GUARD or KNOWN for a live coin, plus OTHER for a coin of the side that is not
    to play."""
    kind: i64 = LEADER
    if state.leaders >> coin & 1 == 0:
        kind = KNOWN if state.guards >> coin & 1 else GUARD
    return kind if (coin > 6) == (state.seat == 1) else kind + OTHER
