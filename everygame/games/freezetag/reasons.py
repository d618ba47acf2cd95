"""Say in sentences why a ply of Freeze Tag is good: which pyramid leaves the board, freezes or
captures another, or comes free."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.freezetag.rules import (
    GOALS,
    KINDS,
    NOTHING,
    OFF,
    RELOCATE,
    WAYS,
    FreezeTagState,
)
from everygame.games.freezetag.squares import BITS
from everygame.words import Message, say

SIZES = (say("small"), say("medium"), say("large"))
NUMBERS = ("", say("first"), say("second"), say("third"))


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short true sentences in favour of a ply of the seat, the most important first; the
    interface is described in docs/guide/analysis.md."""
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


def of_landing(
    before: FreezeTagState, action: int, after: FreezeTagState, seat: int
) -> list[Message]:
    """Say which pyramid the ply captures or freezes, if it lands on one."""
    if after.hand != NOTHING:
        text = "It captures another player's {size}, which you may place."
        if int(after.hand) & 3 == seat:
            text = "It captures your own {size}, which you may place."
        return [say(text, size=SIZES[int(after.hand) >> 2])]
    there = BITS[GOALS[action]]
    beneath = [kind for kind in range(KINDS) if after.boards[KINDS + kind] & there]
    was_free = [kind for kind in beneath if before.boards[kind] & there and kind & 3 != seat]
    if not was_free:
        return []
    return [say("It freezes another player's {size}.", size=SIZES[was_free[0] >> 2])]


def of_freeing(before: FreezeTagState, after: FreezeTagState, seat: int) -> list[Message]:
    """Say which of the seat's own frozen pyramids the ply sets free."""
    for size in (2, 1, 0):
        kind = KINDS + size * 4 + seat
        if before.boards[kind] & ~after.boards[kind]:
            return [say("It sets your frozen {size} free.", size=SIZES[size])]
    return []


def of_far_row(
    before: FreezeTagState, action: int, after: FreezeTagState, seat: int
) -> list[Message]:
    """Say which of the seat's pyramids the ply brings to the far row, from where it can leave the
    board."""
    there = BITS[GOALS[action]]
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
