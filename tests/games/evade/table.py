"""Short ways to set up a game of Evade for tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from everygame.contract import OVER, State
from everygame.games.evade.rules import Evade
from tests.games.shared import play

SECRET = ("hidden", "memory")
VERSIONS = (*SECRET, "open")
START = "b? b? b? b? b? b? / 6 / 6 / 6 / 6 / w? w? w? w? w? w? ; w ; w0 b0"
EXPOSING = "2 bg bl bg 1 / 1 wg wl 1 bg 1 / 6 / bl 5 / bg 5 / wg wl wg wg 2 ; w ; w0 b0"
"""White's leader and guard stand beside coins that they can freeze."""
PAIRS = "2 bg bl 2 / 1 # wl 3 / 6 / 6 / 5 # / wg 3 # # ; w ; w1 b1"


def played(moves: str, position: str = "", information: str = "hidden") -> State:
    """The state after moves, from a position text or the start."""
    game = Evade(information=information)
    return play(game.parse_position(position) if position else game.initial_state(), *moves.split())


def moves(state: State) -> list[str]:
    """The legal move texts, sorted."""
    return sorted(state.legal_moves())


def over(state: State) -> tuple[list[float], str]:
    """Returns and ending."""
    return state.returns(), state.ending()


def chosen(rng: Random, legal: list[str]) -> str:
    """Any move; half of the time a freeze if there is one, so that pairs, and all that follows, are
    common."""
    freezes = [move for move in legal if move[2] == "x"]
    return rng.choice(freezes if freezes and rng.random() < 0.5 else legal)


def line(information: str, seed: str) -> tuple[list[State], list[str]]:
    """The states and the moves of a random match with many freezes."""
    rng, plies = Random(f"{seed}/{information}"), []
    states = [Evade(information=information).initial_state()]
    while states[-1].to_play() != OVER:
        plies.append(chosen(rng, states[-1].legal_moves()))
        states.append(play(states[-1], plies[-1]))
    return states, plies


def lines(information: str, matches: int, seed: str) -> Iterator[list[State]]:
    """The states of several such matches."""
    for number in range(matches):
        yield line(information, f"{seed}/{number}")[0]
