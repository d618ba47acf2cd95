"""The request that a bot gets, the same from the server, in the arena and by the protocol of
programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from everygame.contract import Game, Json, State

OUTSIDE: Final = "program:"
"""Begins the name of a bot that is a program; the command line follows."""
RECALLED: Final = 60
"""A bot gets the observations of at most so many earlier plies."""


def recalled(game: Game) -> int:
    """The number of earlier observations in a request: RECALLED where repetition is a draw, so that
    the bot can avoid it, and where something is hidden, so that the bot can draw conclusions; 0 in
    other games."""
    return RECALLED if game.repetition or game.hidden else 0


def ask(game: Game, states: Sequence[State], seat: int) -> Json:
    """The request to the player to move in the last of these consecutive states: its observation
    and legal moves there, and its observations of the states before."""
    *before, state = states
    return {
        "game": game.name,
        "options": game.settings,
        "seat": seat,
        "observation": state.observe(seat),
        "before": [one.observe(seat) for one in before],
        "moves": [state.text(action) for action in state.legal_actions()],
    }
