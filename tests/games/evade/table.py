"""Short ways to set up a game of Evade for tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from everygame.contract import OVER, State
from everygame.games.evade.rules import Evade

VERSIONS = ("hidden", "memory", "open")
START = "b? b? b? b? b? b? / 6 / 6 / 6 / 6 / w? w? w? w? w? w? ; w ; w0 b0"


def played(moves: str, position: str = "", information: str = "hidden") -> State:
    """The state after moves, from a position text or the start."""
    game = Evade(information=information)
    state = game.parse_position(position) if position else game.initial_state()
    for move in moves.split():
        state = state.apply(state.parse(move))
    return state


def moves(state: State) -> list[str]:
    """The legal move texts, sorted."""
    return sorted(state.text(action) for action in state.legal_actions())


def over(state: State) -> tuple[list[float], str]:
    """Returns and ending."""
    return state.returns(), state.ending()


def lines(information: str, matches: int, seed: str, eager: bool = True) -> Iterator[list[State]]:
    """The states of random matches. Eager ones freeze when they can, half of the time."""
    for number in range(matches):
        rng = Random(f"{seed}/{information}/{number}")
        state = Evade(information=information).initial_state()
        line = [state]
        while state.to_play() != OVER:
            legal = state.legal_actions()
            freezes = [action for action in legal if state.text(action)[2] == "x"]
            hot = eager and freezes and rng.random() < 0.5
            state = state.apply(rng.choice(freezes if hot else legal))
            line.append(state)
        yield line
