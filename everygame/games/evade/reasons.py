"""Say in sentences why a ply of Evade is good.

A sentence may depend on who is a leader. The caller drops each sentence that does not hold in every
state which the seat cannot rule out.
"""

from __future__ import annotations

from everygame.contract import State
from everygame.games.evade.rules import BOARD, CELLS, HOMES, PEEK, EvadeState, around, target_of
from everygame.words import Message, count, say


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short true sentences in favour of a ply of the seat, the most important first; the
    interface is described in docs/guide/analysis.md."""
    assert isinstance(before, EvadeState) and isinstance(after, EvadeState)
    if action >= PEEK or after.end:
        return []
    here, there = action % CELLS, target_of(action)
    said = []
    if before.enemy >> there & 1:
        said.append(
            count(
                "It freezes a coin that was {n} row from home.",
                "It freezes a coin that was {n} rows from home.",
                rows(there, 1 - seat),
            )
        )
    if invaders(before, seat) and not invaders(after, seat):
        said.append(say("Then no coin of the other side can step onto your home row."))
    if before.crowns >> here & 1 and rows(there, seat) < rows(here, seat):
        said.append(
            count(
                "It brings a leader of yours to {n} row from home.",
                "It brings a leader of yours to {n} rows from home.",
                rows(there, seat),
            )
        )
    return said


def rows(cell: int, seat: int) -> int:
    """Return how many rows a coin of the seat on this square is away from the enemy's home row."""
    return 5 - cell // 6 if seat == 0 else cell // 6


def invaders(state: EvadeState, seat: int) -> int:
    """Return the squares of the enemy's coins that could step onto an empty square of the seat's
    home row, as bits."""
    own, enemy = state.own, state.enemy
    theirs = int(enemy if state.seat == seat else own)
    empty = BOARD & ~int(own | enemy | state.pairs)
    return theirs & int(around(empty & HOMES[seat]))
