"""What bots think of draughts: pieces, more so when few are left, then men on their way, the
centre, and a guarded back row."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.fast.bits import count
from everygame.games.draughts.rules import BOARD, DraughtsState
from everygame.search.advice import Level

MAN: Final = 100
KING: Final = 140
STEP: Final = 3
"""Worth of each row that a man has gone."""
CENTRE: Final = 4
"""Worth of a piece in the middle."""
GUARD: Final = 9
"""Worth of a man on the back row, who keeps enemies from being crowned."""
TRADE: Final = 1.0
"""How much more a lead in pieces is worth when few are left."""

ROWS: Final = (0xF, 0xF0, 0x1E00, 0x1E000, 0x3C0000, 0x3C00000, 0x78000000, 0x780000000)
MIDDLE: Final = 0xC00 | 0xC000 | 0x180000 | 0xC00000 | 0x6000 | 0x180000


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Steady looks further and slips more rarely than in other games: here a slip costs a man, and
    a man the match (`bench/ladder.py`)."""
    first, steady, *others = defaults
    return [first, replace(steady, nodes=1000, slip=0.02), *others]


def evaluate(state: State, seat: int) -> float:
    """How much better the pieces of the seat stand than those of the other."""
    assert isinstance(state, DraughtsState)
    mine, theirs, kings = state.mine, state.theirs, state.kings
    black, white = (mine, theirs) if state.turn == 0 else (theirs, mine)
    lead = standing(black, kings, 0) - standing(white, kings, 1)
    material = worth(black, kings) - worth(white, kings)
    whole = worth(black, kings) + worth(white, kings)
    score = float(lead) + float(material) * (1.0 + 800.0 * TRADE / float(whole + 200))
    score = score if seat == 0 else -score
    # Between −1 and 1, and never as good as a win that is certain.
    return score / (1200.0 + abs(score))


def noisy(state: State, action: int) -> bool:
    """Whether the seat to play must capture."""
    assert isinstance(state, DraughtsState)
    return state.jumps


def worth(pieces: i64, kings: i64) -> i64:
    return MAN * count(pieces & ~kings) + KING * count(pieces & kings)


def standing(pieces: i64, kings: i64, seat: i64) -> i64:
    """The worth of the places on which the pieces of a seat stand."""
    men = pieces & ~kings
    total = CENTRE * count(pieces & CENTRES)
    total += 4 * STEP * count(men & UPPER) if seat == 1 else 4 * STEP * count(men & LOWER)
    total += 2 * STEP * count(men & EVEN_PAIRS) if seat == 0 else 2 * STEP * count(men & ODD_PAIRS)
    back: i64 = 0xF if seat == 0 else 0x780000000
    return total + GUARD * count(men & back)


UPPER: Final = 0x1FFFF & BOARD
LOWER: Final = BOARD & ~0x1FFFF
EVEN_PAIRS: Final = (0x1FE00 & BOARD) | (0x7F8000000 & BOARD)
ODD_PAIRS: Final = 0xFF | (0x3FC0000 & BOARD)
CENTRES: Final = 0x6000 | 0xC00 | 0x180000 | 0x1800000
