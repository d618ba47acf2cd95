"""Why a ply of Evade is good. What depends on who is a leader is true only in some truths; the
caller drops what is not true in all that the seat cannot rule out."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.evade.rules import BOARD, CELLS, HOMES, PEEK, STEPS, EvadeState, around
from everygame.words import say


def reasons(before: State, action: int, after: State, seat: int) -> list[str]:
    """See docs/guide/analysis.md."""
    assert isinstance(before, EvadeState) and isinstance(after, EvadeState)
    if action >= PEEK or after.end:
        return []
    here = action % CELLS
    there = here + int(STEPS[action // CELLS])
    said = []
    if before.enemy >> there & 1:
        said.append(
            say(
                "It freezes a coin that was {rows_to_home} from home.",
                rows_to_home=rows_to_home(there, 1 - seat),
            )
        )
    if invaders(before, seat) and not invaders(after, seat):
        said.append(say("Then no coin of the other side can step onto your home row."))
    if before.crowns >> here & 1 and rows(there, seat) < rows(here, seat):
        said.append(
            say(
                "It brings a leader of yours to {rows_to_home} from home.",
                rows_to_home=rows_to_home(there, seat),
            )
        )
    return said


def rows_to_home(cell: int, seat: int) -> str:
    """ "1 row", "2 rows"."""
    count = rows(cell, seat)
    return "1 row" if count == 1 else say("{count} rows", count=count)


def rows(cell: int, seat: int) -> int:
    """How many rows a coin of the seat is from the row where its leaders win."""
    return 5 - cell // 6 if seat == 0 else cell // 6


def invaders(state: EvadeState, seat: int) -> int:
    """The coins of the other side that could step onto an empty square of the seat's home row."""
    own, enemy = state.own, state.enemy
    theirs = int(enemy if state.seat == seat else own)
    empty = BOARD & ~int(own | enemy | state.pairs)
    return theirs & int(around(empty & HOMES[seat]))
