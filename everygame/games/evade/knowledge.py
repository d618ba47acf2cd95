"""What follows from what was seen: the choices of leaders that a viewer cannot rule out.

A set of leaders is a bit for each coin: White's are coins 1 … 6, Black's 7 … 12.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

SIDES: Final = (0b1111110, 0b1111110 << 6)
CHOICES: Final = tuple(
    tuple(1 << a | 1 << b for a, b in combinations(range(first, first + 6), 2)) for first in (1, 7)
)
"""For each side the fifteen pairs of coins that may be its leaders."""


def find_worlds(
    viewer: int | None, chosen: int, leaders: int, guards: int, coins: list[int], pairs: int
) -> list[int]:
    """Every set of leaders that fits what `viewer` has seen while the game goes on.

    Of `leaders` only the viewer's own are looked at. `coins` holds for each square the number of
    the coin there plus 16 times that of the coin beneath; a pair with 0 is one whose coins are
    not told.
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
    """Whether the game can go on in this world: not all four leaders are frozen, and each pair that
    is not told has a guard on top."""
    return (world & live != 0 or not world) and (world & lost).bit_count() <= room


def kinds_in(worlds: list[int], chosen: int) -> list[str]:
    """For each side six letters: l and g where all worlds agree on a coin, else ?."""
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
    """Whether a leader lies on top of a pair; if pairs are not told, whether they hold more leaders
    than there are coins beneath."""
    tops = sum(1 << (stack & 15) for stack in coins if stack > 15)
    told = sum(1 << coin for stack in coins for coin in (stack & 15, stack >> 4) if coin)
    untold = pairs.bit_count() - sum(stack > 15 for stack in coins)
    return leaders & tops != 0 or (leaders & ~told).bit_count() > untold
