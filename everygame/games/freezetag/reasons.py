"""Why a ply of Freeze Tag is good: pyramids that leave, freeze, capture or come free."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.freezetag.rules import KINDS, NOTHING, OFF, RELOCATE, WAYS, FreezeTagState
from everygame.games.freezetag.squares import BITS, INDEX, STEPS
from everygame.words import say

SIZES = ("small", "medium", "large")
NUMBERS = ("", "first", "second", "third")


def reasons(before: State, action: int, after: State, seat: int) -> list[str]:
    """See docs/guide/analysis.md."""
    assert isinstance(before, FreezeTagState) and isinstance(after, FreezeTagState)
    if action < RELOCATE and action % WAYS == OFF:
        return [
            say(
                "It brings your {number} pyramid off the board.",
                number=NUMBERS[int(after.off[seat])],
            )
        ]
    return [
        *of_landing(before, action, after, seat),
        *of_freeing(before, after, seat),
        *of_far_row(before, action, after, seat),
    ]


def of_landing(before: FreezeTagState, action: int, after: FreezeTagState, seat: int) -> list[str]:
    """What it lands on."""
    if after.hand != NOTHING:
        whose = say("your own") if int(after.hand) & 3 == seat else say("another player's")
        return [
            say(
                "It captures {whose} {size}, which you may place.",
                whose=whose,
                size=SIZES[int(after.hand) >> 2],
            )
        ]
    there = BITS[landing(action)]
    beneath = [kind for kind in range(KINDS) if after.boards[KINDS + kind] & there]
    was_free = [kind for kind in beneath if before.boards[kind] & there and kind & 3 != seat]
    return (
        [say("It freezes another player's {size}.", size=SIZES[was_free[0] >> 2])]
        if was_free
        else []
    )


def of_freeing(before: FreezeTagState, after: FreezeTagState, seat: int) -> list[str]:
    """An own pyramid comes out from under another."""
    for size in (2, 1, 0):
        kind = KINDS + size * 4 + seat
        if before.boards[kind] & ~after.boards[kind]:
            return [say("It sets your frozen {size} free.", size=SIZES[size])]
    return []


def of_far_row(before: FreezeTagState, action: int, after: FreezeTagState, seat: int) -> list[str]:
    """An own pyramid comes to the row from which it can leave."""
    there = BITS[landing(action)]
    for size in range(3):
        kind = size * 4 + seat
        new = after.boards[kind] & after.far[seat] & ~before.boards[kind]
        if new & there:
            return [
                say(
                    "Your {size} then stands on the far row and can leave the board.",
                    size=SIZES[size],
                )
            ]
    return []


def landing(action: int) -> int:
    """The square that a ply leads to."""
    if action >= RELOCATE:
        return action - RELOCATE
    square, way = divmod(action, WAYS)
    step, bit = int(STEPS[way]), int(BITS[square])
    return int(INDEX[(bit << step if step > 0 else bit >> -step) % 37])
