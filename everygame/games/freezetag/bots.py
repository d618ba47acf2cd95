"""Evaluate positions of Freeze Tag for bots. With two players, weights learned from the bots' own
matches decide (`pairs.py`); with more, the number of moves that the three fastest pieces of each
seat still need.

Random playouts say little in this game: they last some 400 plies, and captured pieces are sent back
again and again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import Game, State
from everygame.fast.arrays import i64, vec
from everygame.games.freezetag.notation import FAR, FILES, MOST_OFF, SIDE
from everygame.games.freezetag.pairs import view_of
from everygame.games.freezetag.rules import KINDS, FreezeTagState
from everygame.games.freezetag.squares import by_bit
from everygame.search.game_advice import Level
from everygame.search.patterns import promised

FROZEN: Final = 3.0
"""Estimated number of moves until a frozen piece is free again."""
TARGET: Final = 0.25
"""Estimated number of moves that a piece loses to captures, for each of the sizes that are larger
than its own."""
NEED: Final = 4.0
"""Number of moves added for each piece that a seat still has to bring off: having it off is worth
that much more than the moves which it needs."""
LEAD: Final = 0.08
"""Value of a lead of one move while the lead is small; a win is 1."""
NEVER: Final = 20.0
"""Number of moves taken for a piece that is not on the board: more than any piece needs."""

FIRST_SLIP, STEADY_SLIP = 0.28, 0.13
"""The probabilities with which the first and the second level play a random move."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Let the two lower levels play random moves more often than in other games, since the learned
    weights make them too strong (measured by `bench/ladder.py`)."""
    first, steady, strong = defaults
    return [replace(first, slip=FIRST_SLIP), replace(steady, slip=STEADY_SLIP), strong]


def open_search(game: Game) -> str:
    """Choose alpha-beta for two players, because it averages over all faces of the die; Monte Carlo
    tree search only samples rolls."""
    return "alphabeta" if game.players == 2 else "mcts"


def moves_off(letter: str) -> list[int]:
    """Return for each square how many moves a piece of the seat needs from there to leave the board
    over the seat's far edge; `letter` is that of the seat."""
    far = FAR[letter]
    along = [n % SIDE if far in FILES else n // SIDE for n in range(SIDE * SIDE)]
    return [SIDE - n if far in "5e" else n + 1 for n in along]


DISTANCE: Final = {letter: vec[i64](by_bit(moves_off(letter))) for letter in FAR}
"""The answers of `moves_off` for each seat, as tables of `by_bit`."""


def evaluate(state: State, seat: int) -> float:
    """Estimate the return of a seat, from −1 to 1: with two players by learned weights, which fit
    positions before a roll and only approximate those within a turn; with more players by
    `lead`."""
    assert isinstance(state, FreezeTagState)
    if state.seats > 2:
        return lead(state, seat)
    worth = promised(view_of(state.letters).odds(state))
    return worth if seat == state.seat else -worth


def quiet(state: State) -> bool:
    """Tell whether `evaluate` fits the state: with two players only before a roll, because the
    weights were learned from such positions."""
    assert isinstance(state, FreezeTagState)
    return state.seats > 2 or not state.rolled


def lead(state: State, seat: int) -> float:
    """Estimate the return of a seat, from −1 to 1, by how many moves it is ahead of the fastest
    other seat."""
    assert isinstance(state, FreezeTagState)
    other: i64
    fastest = 4.0 * NEVER
    for other in range(state.seats):
        if other != seat:
            fastest = min(fastest, moves_left(state, other))
    ahead = LEAD * (fastest - moves_left(state, seat))
    return ahead / (1.0 + abs(ahead))


def idea(state: State, seat: int) -> float:
    """Rate a state as a beginner does: the fewer moves the seat still needs, the better."""
    assert isinstance(state, FreezeTagState)
    return -moves_left(state, seat)


def patterns(state: State) -> vec[i64]:
    """Return the pairs of things on the board, to which `everygame learn` fits weights for two
    players."""
    assert isinstance(state, FreezeTagState)
    return view_of(state.letters).numbers(state)


def moves_left(state: FreezeTagState, seat: i64) -> float:
    """Return how many moves the seat needs until its third piece is off if nobody is in the way,
    plus `NEED` for each piece still to be brought off."""
    i: i64
    best = best_pieces(state, seat)
    need = MOST_OFF - state.off[seat]
    total = NEED * float(need)
    for i in range(need):
        total += best[i]
    return total


def best_pieces(state: FreezeTagState, seat: i64) -> vec[float]:
    """Return the numbers of moves that the seat's three fastest pieces need to leave the board,
    ascending."""
    size: i64
    distance = DISTANCE[state.letters[seat]]
    best = vec[float]([NEVER, NEVER, NEVER])
    for size in range(3):
        gain = TARGET * float(2 - size)
        kind = 4 * size + seat
        add(best, distance, state.boards[kind], gain)
        add(best, distance, state.boards[KINDS + kind], gain + FROZEN)
    return best


def add(best: vec[float], distance: vec[i64], pieces: i64, more: float) -> None:
    """Insert into `best`, the three smallest numbers of moves found so far, those of the set of
    squares `pieces`, with `more` moves added to each."""
    i: i64
    while pieces:
        bit = pieces & -pieces
        pieces ^= bit
        moves = float(distance[bit % 37]) + more
        for i in range(3):
            if moves < best[i]:
                best[i], moves = moves, best[i]
