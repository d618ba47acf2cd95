"""Reasons for a move: what it captures, and what it does on the king's way to a corner."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.hnefatafl.rules import HnefataflState
from everygame.words import Message, count, say

ATTACKERS, KING = 0, 1
"""The seats: the second seat plays the king and the defenders."""


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short sentences that are true of the ply, the most important first
    (docs/guide/analysis.md)."""
    assert isinstance(before, HnefataflState) and isinstance(after, HnefataflState)
    if after.ending():
        return []
    sign = "d" if seat == ATTACKERS else "a"
    captured = before.rows().count(sign) - after.rows().count(sign)
    said = [say("It captures {men}.", men=men(captured, seat))] if captured else []
    escapes = wins_next(after, KING, "corner")
    if seat == KING and escapes:
        said.append(say("Then the king threatens to reach a corner."))
    if seat == ATTACKERS and not escapes and wins_next(before, KING, "corner"):
        said.append(say("Then the king cannot reach a corner at once."))
    if seat == ATTACKERS and wins_next(after, ATTACKERS, "king taken"):
        said.append(say("Then you threaten to take the king."))
    if seat == KING and is_king_saved(before, after):
        said.append(say("Then the king cannot be taken at once."))
    return said


def is_king_saved(before: HnefataflState, after: HnefataflState) -> bool:
    """Whether the king could be taken at once before the ply but not after it."""
    were, are = (wins_next(state, ATTACKERS, "king taken") for state in (before, after))
    return were and not are


def men(taken: int, seat: int) -> Message:
    """Return a number of captured pieces in words."""
    if seat == ATTACKERS:
        return count("a defender", "{n} defenders", taken)
    return count("an attacker", "{n} attackers", taken)


def wins_next(state: HnefataflState, seat: int, ending: str) -> bool:
    """Whether the seat could win with its next move, with this ending, if it were to play."""
    asked = state.copy()
    assert isinstance(asked, HnefataflState)
    asked.turn = seat
    return any(asked.apply(action).ending() == ending for action in asked.legal_actions())
