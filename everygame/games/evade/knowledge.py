"""Find out who may be a leader: the choices of leaders that a viewer cannot rule out after all that
he has seen.

A set of leaders has one bit for each coin: White's coins are 1 to 6, Black's 7 to 12.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

SIDES: Final = (0b1111110, 0b1111110 << 6)
"""For each side the bits of its six coins."""
CHOICES: Final = tuple(
    tuple(1 << a | 1 << b for a, b in combinations(range(first, first + 6), 2)) for first in (1, 7)
)
"""For each side the fifteen pairs of coins that can be its leaders, as bits."""


def find_worlds(
    viewer: int | None, chosen: int, leaders: int, guards: int, coins: list[int]
) -> list[int]:
    """Return every set of leaders that `viewer` cannot rule out while the match goes on.

    `chosen` has a bit for each side whose leaders are chosen. Of `leaders` only the viewer's own
    are read, and `guards` are the coins that everybody knows to be guards. `coins` is as
    `sort_coins` reads it.
    """
    sides = [
        [leaders & SIDES[seat]]
        if seat == viewer or not chosen >> seat & 1
        else [pair for pair in CHOICES[seat] if not pair & guards]
        for seat in (0, 1)
    ]
    live, _, lost = sort_coins(coins)
    worlds = [white | black for white in sides[0] for black in sides[1]]
    return [world for world in worlds if fits(world, live, lost)]


def sort_coins(coins: list[int]) -> tuple[int, int, int]:
    """Return three sets of coins: those that are not frozen, the upper coins of frozen pairs, and
    those in pairs whose coins are not known one by one, because they come from a position text.

    `coins` holds for each square the number of the coin there plus 16 times the number of the coin
    beneath, and 0 for a pair whose coins are not known."""
    live, tops, beneath = 0, 0, 0
    for stack in coins:
        if stack > 15:
            tops |= 1 << (stack & 15)
            beneath |= 1 << (stack >> 4)
        elif stack:
            live |= 1 << stack
    return live, tops, (SIDES[0] | SIDES[1]) & ~(live | tops | beneath)


def fits(world: int, live: int, lost: int) -> bool:
    """Tell whether a match can still go on if the coins in `world` are the leaders of both sides.
    `world`, `live` and `lost` are sets of coins.

    A match ends when all leaders are frozen, or when a leader freezes a coin. The upper coin of a
    frozen pair has frozen the coin beneath it; so while the match goes on, the upper coin is a
    guard, which means no leader. `live` are the coins that are not frozen. `lost` are the coins of
    all pairs whose coins are not known one by one; each of these pairs has at most one leader, the
    lower coin."""
    return (world & live != 0 or not world) and not crowded(world, lost)


def crowded(leaders: int, lost: int) -> bool:
    """Tell whether more of these leaders are in frozen pairs than there are lower coins in them."""
    return (leaders & lost).bit_count() > lost.bit_count() // 2


def kinds_in(worlds: list[int], chosen: int) -> list[str]:
    """Return for each side six letters, one a coin: l or g if the coin is a leader or a guard in
    all of these sets of leaders, else ?."""
    always, ever = worlds[0], 0
    for world in worlds:
        always &= world
        ever |= world
    letters = [
        "l" if always >> coin & 1 else "?" if ever >> coin & 1 else "g" for coin in range(13)
    ]
    sides = ("".join(letters[1:7]), "".join(letters[7:13]))
    return [side if chosen >> seat & 1 else "??????" for seat, side in enumerate(sides)]


def shows_leader(coins: list[int], leaders: int) -> bool:
    """Tell whether a leader is the upper coin of a frozen pair, as far as this is known: if pairs
    are not known, they may hold more leaders than there can be lower coins in them."""
    _, tops, lost = sort_coins(coins)
    return leaders & tops != 0 or crowded(leaders, lost)
