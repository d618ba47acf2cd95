"""What bots know of draughts: an estimate by the pieces, which count more when few are left; then
by the rows that men have gone, the centre, and men on the back row."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.fast.bits import count
from everygame.games.draughts.rules import BOARD, DraughtsState
from everygame.search.game_advice import Level

MAN: Final = 100
"""The value of a man. All values here are in the same unit, of which `evaluate` makes a return."""
KING: Final = 140
"""The value of a king."""
STEP: Final = 3
"""The value of each row that a man has gone, for two rows or four at once (`standing`)."""
CENTRE: Final = 4
"""The value of a piece in the centre."""
GUARD: Final = 9
"""The value of a man on its own back row, which keeps enemy men from being crowned."""
TRADE: Final = 1.0
"""How much more a lead in pieces counts when few pieces are left."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Return the levels of the game. The level "steady" searches more nodes and plays fewer random
    moves than in other games: here a slip costs a man, and a man the match (`bench/ladder.py`)."""
    first, steady, *others = defaults
    return [first, replace(steady, nodes=1000, slip=0.02), *others]


def evaluate(state: State, seat: int) -> float:
    """Return an estimate of the return of the seat, from the difference between the values of both
    sides."""
    assert isinstance(state, DraughtsState)
    mine, theirs, kings = state.mine, state.theirs, state.kings
    black, white = (mine, theirs) if state.turn == 0 else (theirs, mine)
    lead = standing(black, kings, 0) - standing(white, kings, 1)
    material = worth(black, kings) - worth(white, kings)
    whole = worth(black, kings) + worth(white, kings)
    score = float(lead) + float(material) * (1.0 + 800.0 * TRADE / float(whole + 200))
    score = score if seat == 0 else -score
    # The result lies strictly between −1 and 1: these two are returns of finished matches.
    return score / (1200.0 + abs(score))


def noisy(state: State, action: int) -> bool:
    """Whether the seat to play must capture; then each of its legal actions is a capture."""
    assert isinstance(state, DraughtsState)
    return state.jumps


def worth(pieces: i64, kings: i64) -> i64:
    """Return the value of pieces without regard to their squares."""
    return MAN * count(pieces & ~kings) + KING * count(pieces & kings)


def standing(pieces: i64, kings: i64, seat: i64) -> i64:
    """Return the value of the squares on which the pieces of a seat are."""
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
