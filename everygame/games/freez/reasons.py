"""Say in sentences why a ply of Freez! is good: what it captures, attacks or protects, and whether
it closes a wall."""

from __future__ import annotations

from everygame.contract import State
from everygame.fast.bits import BITS
from everygame.games.freez.state import CLOSED, DONE, NO_LIVE, NO_MOVES, PUT, TAP, FreezState
from everygame.words import Message, count, say

ENDS = {
    NO_LIVE: say("It captures the last live piece."),
    CLOSED: say("It closes the wall."),
    NO_MOVES: say("No live piece of the other side can move then."),
}


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short true sentences in favour of a ply of the seat, the most important first; the
    interface is described in docs/guide/analysis.md."""
    assert isinstance(before, FreezState) and isinstance(after, FreezState)
    if after.winner == seat:
        return [ENDS[int(after.reason)]]
    if after.reason or action == DONE:
        return []
    said = of_move(before, action & 63, after, seat) if action < PUT else []
    danger = threatened(before, seat), threatened(after, seat)
    if len(danger[1]) < len(danger[0]):
        said.append(fewer_attacked(action, len(danger[0]), len(danger[1])))
    return said


def of_move(before: FreezState, end: int, after: FreezState, seat: int) -> list[Message]:
    """Say whether a live piece that moves to the square `end` captures, and if not, how many pieces
    it attacks from there."""
    if BITS[end] & before.live[1 - seat]:
        return [say("It captures a live piece.")]
    aims = len(targets(after, end, seat))
    return [count("It attacks a live piece.", "It attacks {n} live pieces.", aims)] if aims else []


def fewer_attacked(action: int, were: int, are: int) -> Message:
    """Say that after the ply fewer of the seat's live pieces are under attack: `are` instead of
    `were`."""
    if are == 0:
        return say("Then none of your live pieces is under attack.")
    if action >= PUT and action != TAP:
        return say("It puts ice in the way of an attack.")
    return count(
        "Then {n} of your live pieces is under attack, not {were}.",
        "Then {n} of your live pieces are under attack, not {were}.",
        are,
        were=were,
    )


def threatened(state: FreezState, seat: int) -> set[int]:
    """Return the squares of the seat's live pieces that the other seat could capture if it were to
    move."""
    found: set[int] = set()
    for square in range(64):
        if BITS[square] & state.live[1 - seat]:
            found.update(targets(state, square, 1 - seat))
    return found


def targets(state: FreezState, square: int, seat: int) -> set[int]:
    """Return the squares of the enemy's live pieces that the seat's piece on `square` could
    capture."""
    n = state.fill_moves(square, seat, state.list, 0)
    ends = {int(state.list[i]) & 63 for i in range(int(n))}
    return {end for end in ends if BITS[end] & state.live[1 - seat]}
