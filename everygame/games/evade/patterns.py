"""What a position of Evade is worth, by all pairs of its things (`everygame.search.pairs`), learned
from matches of seats that did not know each other's leaders.

A thing is a coin (its square, its side, and whether it is a leader, a guard, or a guard that all
know to be one) or a frozen pair. So a guard in a leader's way, two coins side by side, or a second
leader beside the first are worth what they were worth in matches. The side to play sees the board,
and its leaders go up. `everygame learn evade --option information=hidden` finds the
weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from everygame.fast.arrays import i64, vec
from everygame.games.evade.rules import CELLS, PLACE, EvadeState
from everygame.search.pairs import Pairs

LEADER, GUARD, KNOWN = 0, 1, 2
OTHER: Final = 3
"""The number of a coin is its square + 36 * (LEADER, GUARD or KNOWN, + OTHER for an enemy coin)."""
FROZEN: Final = 6 * CELLS
"""The number of a frozen pair is FROZEN + its square."""
THINGS: Final = FROZEN + CELLS
MOST: Final = 12
"""Things of a position at most."""
LAST: Final = CELLS - 1


PAIRS: Final = Pairs(
    THINGS,
    [thing + 5 - 2 * (thing % 6) for thing in range(THINGS)],
    Path(__file__).with_name("weights.gz"),
)
"""The weights; a pair of things and its mirror image, left and right exchanged, share one."""


def numbers(state: EvadeState) -> vec[i64]:
    """The numbers of the pairs of things in a position."""
    things = vec[i64]([0] * MOST)
    return PAIRS.numbers(things, find_things(state, things))


def odds(state: EvadeState) -> float:
    """The logarithm of the odds of the side to play. Raises BadGame."""
    things = vec[i64]([0] * MOST)
    return PAIRS.odds(things, find_things(state, things))


def find_things(state: EvadeState, things: vec[i64]) -> i64:
    """Write the things of a position; return how many."""
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
    """LEADER, GUARD or KNOWN for a live coin, with OTHER added for an enemy coin."""
    kind: i64 = LEADER
    if state.leaders >> coin & 1 == 0:
        kind = KNOWN if state.guards >> coin & 1 else GUARD
    return kind if (coin > 6) == (state.seat == 1) else kind + OTHER
