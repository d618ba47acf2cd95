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
    viewer: int | None, chosen: int, leaders: int, guards: int, coins: list[int], pairs: int
) -> list[int]:
    """Return every set of leaders that `viewer` cannot rule out while the match goes on.

    `chosen` has a bit for each side whose leaders are chosen. Of `leaders` only the viewer's own
    are read, and `guards` are the coins that everybody knows to be guards. `coins` holds for each
    square the number of the coin there plus 16 times the number of the coin beneath, and `pairs`
    are the squares of frozen pairs. A pair whose coins are not known, since it comes from a
    position text, has 0 in `coins`.
    """
    sides = [
        [leaders & SIDES[seat]]
        if seat == viewer or not chosen >> seat & 1
        else [pair for pair in CHOICES[seat] if not pair & guards]
        for seat in (0, 1)
    ]
    told = sum(1 << coin for stack in coins for coin in (stack & 15, stack >> 4) if coin)
    live = sum(1 << stack for cell, stack in enumerate(coins) if stack and not pairs >> cell & 1)
    lost = (SIDES[0] | SIDES[1]) & ~told
    room = lost.bit_count() // 2
    worlds = [white | black for white in sides[0] for black in sides[1]]
    return [world for world in worlds if fits(world, live, lost, room)]


def fits(world: int, live: int, lost: int, room: int) -> bool:
    """Tell whether a match can still go on if the coins in `world` are the leaders of both sides.
    `world`, `live` and `lost` are sets of coins.

    A match ends when all leaders are frozen, or when a leader freezes a coin. The upper coin of a
    frozen pair has frozen the coin beneath it; so while the match goes on, the upper coin is a
    guard, which means no leader. `live` are the coins that are not frozen. Of `room` frozen pairs
    the coins are not known one by one; `lost` are the coins of all these pairs together. Each of
    these pairs has at most one leader, the lower coin."""
    return (world & live != 0 or not world) and (world & lost).bit_count() <= room


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


def shows_leader(coins: list[int], pairs: int, leaders: int) -> bool:
    """Tell whether a leader is the upper coin of a frozen pair. If pairs are not known, tell
    whether they hold more leaders than there can be lower coins in them."""
    tops = sum(1 << (stack & 15) for stack in coins if stack > 15)
    told = sum(1 << coin for stack in coins for coin in (stack & 15, stack >> 4) if coin)
    untold = pairs.bit_count() - sum(stack > 15 for stack in coins)
    return leaders & tops != 0 or (leaders & ~told).bit_count() > untold
