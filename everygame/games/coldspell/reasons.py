"""Say in sentences why a ply of Cold Spell is good: which card it claims, forces or takes, and how
many points that is."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.coldspell.field import (
    CLAIM,
    DONE,
    FORCE,
    HIJACK,
    PLAYING,
    SQUARES,
    TAKE,
)
from everygame.games.coldspell.rules import ColdSpellState
from everygame.words import Message, say


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short true sentences in favour of a ply of the seat, the most important first; the
    interface is described in docs/guide/analysis.md."""
    assert isinstance(before, ColdSpellState) and isinstance(after, ColdSpellState)
    if before.phase != PLAYING or not CLAIM <= action < DONE:
        return []
    square = (action - CLAIM) % SQUARES
    letter, points = card(before, square)
    if action < FORCE:
        text = "It claims {letter} for {points} points."
    elif action < TAKE:
        text = "It forces {letter} on another player, who loses {points} points if it is left over."
    elif action < HIJACK:
        text = "Nobody can get {letter} back from you: {points} points."
    elif before.field.claims[seat] & before.field.tables.bit[square]:
        return []
    else:
        text = "It takes {letter}, {points} points, away from another player."
    return [say(text, letter=letter, points=points)]


def card(state: ColdSpellState, square: int) -> tuple[str, int]:
    """Return the card of a square in words, and its points times the pips of its pyramid."""
    letters, points = state.table.card(state.field.card[square], state.field.pips(square))
    return "/".join(letters.upper()) if len(letters) < 3 else say("the star"), points
