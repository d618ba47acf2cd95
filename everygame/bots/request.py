"""What a bot is told, the same on the page, in the arena and by the protocol of programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from everygame.contract import Game, Json, State

OUTSIDE: Final = "program:"
"""Before the command line of a program, where a bot is named."""
RECALLED: Final = 60
"""Plies back that a bot is told of, where they matter."""


def recalled(game: Game) -> int:
    """How many earlier plies a bot is told of: some where a repeated position is a draw, so that it
    need not repeat itself, and where a seat does not see everything, so that it can conclude
    something; none in other games, whose positions say all."""
    return RECALLED if game.repetition or game.hidden else 0


def ask(game: Game, states: Sequence[State], seat: int) -> Json:
    """What a seat knows that decides in the last of these states, which follow one another: what it
    sees there, what it may do, and what it saw in those before."""
    *before, state = states
    return {
        "game": game.name,
        "options": game.settings,
        "seat": seat,
        "observation": state.observe(seat),
        "before": [one.observe(seat) for one in before],
        "moves": [state.text(action) for action in state.legal_actions()],
    }
