"""Which coins a viewer knows to be leaders, and which may be leaders, in sets of bits: what
`knowledge` finds out, quickly enough for programs that learn."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from everygame.fast.arrays import i64, vec
from everygame.fast.bits import count

ALL: Final = 0b1111111111110
"""A bit for each coin: White's are 1 to 6, Black's 7 to 12."""
SIDES: Final = vec[i64]([0b1111110, 0b1111110 << 6])
"""For each side the bits of its coins."""
CHOICES: Final = vec[i64](
    [1 << a | 1 << b for first in (1, 7) for a, b in combinations(range(first, first + 6), 2)]
)
"""The fifteen pairs of coins that can be White's leaders, then Black's."""
POSSIBLE: Final = 16
"""By how many bits the set of possible leaders is shifted in the answer of `find_leaders`."""


def find_leaders(viewer: i64, chosen: i64, leaders: i64, guards: i64, live: i64, lost: i64) -> i64:
    """Return the coins that are leaders in every choice that the viewer cannot rule out, plus those
    that are in some such choice, shifted by POSSIBLE. `chosen` has a bit for each side; of
    `leaders`, only the viewer's own are read; `live` and `lost` are as in `knowledge.fits`."""
    i: i64
    own, other = SIDES[viewer], SIDES[1 - viewer]
    mine = leaders & own
    always: i64 = mine
    ever: i64 = mine if chosen >> viewer & 1 else own
    if not chosen >> 1 - viewer & 1:
        return always | (ever | other) << POSSIBLE
    if lost == 0 and mine & live:
        # the viewer's own leaders keep every choice possible but those that guards rule out
        free = other & ~guards
        return always | (free if count(free) == 2 else 0) | (ever | free) << POSSIBLE
    sure: i64 = other
    for i in range(15 * (1 - viewer), 15 * (2 - viewer)):
        pair = CHOICES[i]
        if pair & guards == 0 and can_go_on(mine | pair, live, lost):
            sure &= pair
            ever |= pair
    return always | sure | ever << POSSIBLE


def can_go_on(world: i64, live: i64, lost: i64) -> bool:
    """Do what `knowledge.fits` does."""
    if world & live == 0:
        return False
    return lost == 0 or count(world & lost) <= count(lost) // 2
