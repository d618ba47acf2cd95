"""The request for a move that a bot gets. It has the same form from the server, in the arena, and
in the protocol for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from everygame.contract import Game, Json, State

OUTSIDE: Final = "program:"
"""The prefix of a bot's name if the bot is an external program; its command line follows."""
RECALLED: Final = 60
"""A request holds the observations of at most this many earlier plies."""


def recalled(game: Game) -> int:
    """Return the most observations of earlier plies in a request for a move of this game: RECALLED
    where repetition is a draw, so that the bot can avoid it, and where something is hidden, so that
    the bot can draw conclusions; 0 in other games."""
    return RECALLED if game.repetition or game.hidden else 0


def ask(game: Game, states: Sequence[State], seat: int) -> Json:
    """Return the request for a move to the player to move, `seat`, in the last of these consecutive
    states: what the seat observes there, its legal moves, and what it observed in the states
    before."""
    *before, state = states
    return {
        "game": game.name,
        "options": game.settings,
        "seat": seat,
        "observation": state.observe(seat),
        "before": [one.observe(seat) for one in before],
        "moves": state.legal_moves(),
    }
