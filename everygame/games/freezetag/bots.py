"""What bots think of Freeze Tag: for two, what they have learned from matches of their own
(pairs.py); for more, how many moves the three best pieces of each seat need.

Random matches say little here: they last some 400 plies, and captures send all pieces back again
and again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import Game, State
from everygame.fast.arrays import i64, vec
from everygame.games.freezetag.notation import FAR, FILES, MOST_OFF, SIDE
from everygame.games.freezetag.pairs import View, view_of
from everygame.games.freezetag.rules import KINDS, FreezeTagState
from everygame.games.freezetag.squares import by_bit
from everygame.search.advice import Level
from everygame.search.patterns import promised

FROZEN: Final = 3.0
"""About so many moves pass until a frozen piece is free again."""
TARGET: Final = 0.25
"""Moves that a piece loses to captures, for each size larger than its own."""
NEED: Final = 4.0
"""Worth of a piece that is off, in moves, besides those that it made."""
LEAD: Final = 0.08
"""Worth of a lead of one move while it is small."""
NEVER: Final = 20.0

FIRST_SLIP, STEADY_SLIP = 0.28, 0.13
"""How often the lower levels play any move."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Weaker lower levels: what was learned makes them strong otherwise (`bench/ladder.py`)."""
    first, steady, strong = defaults
    return [replace(first, slip=FIRST_SLIP), replace(steady, slip=STEADY_SLIP), strong]


def open_search(game: Game) -> str:
    """For two, alpha-beta: the mean over the faces of the die says more than samples of rolls."""
    return "alphabeta" if game.players == 2 else "mcts"


def moves_off(letter: str) -> list[int]:
    """From each square the moves to leave the board over the far edge of a seat."""
    far = FAR[letter]
    along = [n % SIDE if far in FILES else n // SIDE for n in range(SIDE * SIDE)]
    return [SIDE - n if far in "5e" else n + 1 for n in along]


DISTANCE: Final = [vec[i64](by_bit(moves_off(letter))) for letter in FAR]
PLACE: Final = "".join(FAR)


def evaluate(state: State, seat: int) -> float:
    """What the seat may expect: for two as learned, in mid-turn a guess; for more by the race."""
    assert isinstance(state, FreezeTagState)
    if state.seats > 2:
        return lead(state, seat)
    return promise(view_of(state.letters), state, seat)


def quiet(state: State) -> bool:
    """Whether no turn is under way: only positions before a roll were learned."""
    assert isinstance(state, FreezeTagState)
    return state.seats > 2 or not state.rolled


def promise(view: View, state: State, seat: int) -> float:
    """The return that these weights promise."""
    assert isinstance(state, FreezeTagState)
    worth = promised(view.odds(state))
    return worth if seat == state.seat else -worth


def lead(state: State, seat: int) -> float:
    """How far ahead of the fastest other seat this one is, in moves, squeezed into −1 to 1."""
    assert isinstance(state, FreezeTagState)
    other: i64
    fastest = 4.0 * NEVER
    for other in range(state.seats):
        if other != seat:
            fastest = min(fastest, moves_left(state, other))
    ahead = LEAD * (fastest - moves_left(state, seat))
    return ahead / (1.0 + abs(ahead))


def idea(state: State, seat: int) -> float:
    """A beginner brings its pieces forward."""
    assert isinstance(state, FreezeTagState)
    return -moves_left(state, seat)


def patterns(state: State) -> vec[i64]:
    """The pairs of things on the board, from which bots for two learn."""
    assert isinstance(state, FreezeTagState)
    return view_of(state.letters).numbers(state)


def moves_left(state: FreezeTagState, seat: i64) -> float:
    """Moves until the third piece is off, if nobody is in the way, and `NEED` for each piece."""
    i: i64
    best = best_pieces(state, seat)
    need = MOST_OFF - state.off[seat]
    total = NEED * float(need)
    for i in range(need):
        total += best[i]
    return total


def best_pieces(state: FreezeTagState, seat: i64) -> vec[float]:
    """The moves that the three quickest pieces need, ascending."""
    size: i64
    distance = DISTANCE[PLACE.index(state.letters[seat])]
    best = vec[float]([NEVER, NEVER, NEVER])
    for size in range(3):
        gain = TARGET * float(2 - size)
        kind = 4 * size + seat
        add(best, distance, state.boards[kind], gain)
        add(best, distance, state.boards[KINDS + kind], gain + FROZEN)
    return best


def add(best: vec[float], distance: vec[i64], pieces: i64, more: float) -> None:
    """Sort the moves of these pieces, `more` added to each, into the three least of `best`."""
    i: i64
    while pieces:
        bit = pieces & -pieces
        pieces ^= bit
        moves = float(distance[bit % 37]) + more
        for i in range(3):
            if moves < best[i]:
                best[i], moves = moves, best[i]
