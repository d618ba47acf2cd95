"""Short ways to set up a game of Freez! for tests."""

from __future__ import annotations

from random import Random

from everygame.contract import OVER, State
from everygame.games.freez.notation import write_board
from everygame.games.freez.rules import Freez

CODES = ("w1", "w2", "w3", "wf", "b1", "b2", "b3", "bf")
TABLES: list[dict[str, str]] = [
    {},
    {"wall": "tactical"},
    {"size": "7"},
    {"size": "6", "wall": "tactical"},
    {"snow": "none"},
    {"size": "6", "snow": "c3,d4,a1,f6,a4"},
    {"lineup": "33311222"},
]
"""Options that the oracle plays as well."""


def place(pieces: str, turn: str = "w", size: int = 8) -> str:
    """A position text from the squares of each kind: "w2 d4 e5, bf a1"."""
    board = [0] * 64
    for words in pieces.split(", "):
        code, *squares = words.split()
        for square in squares:
            board["abcdefgh".index(square[0]) + 8 * int(square[1]) - 8] = CODES.index(code) + 1
    return f"{write_board(board, size)} ; {turn}"


def at(pieces: str, moves: str = "", turn: str = "w", **options: str) -> State:
    """The state of these pieces after some moves."""
    text = place(pieces, turn, int(options.get("size", "8")))
    return after(Freez(**options).parse_position(text), moves)


def after(state: State, moves: str) -> State:
    for move in moves.split():
        state = state.apply(state.parse(move))
    return state


def legal(state: State) -> list[str]:
    """The legal move texts, sorted."""
    return sorted(state.text(action) for action in state.legal_actions())


def goals(state: State, start: str) -> str:
    """Where the piece on a square can go."""
    moves = [move for move in legal(state) if move[:2] == start and move[2] in "-x"]
    return " ".join(sorted(move[3:] for move in moves))


def places(state: State) -> str:
    """Where the captured piece can be put."""
    return " ".join(move[1:] for move in legal(state) if move[0] == "@")


def over(state: State) -> tuple[list[float], str]:
    """Returns and ending."""
    return state.returns(), state.ending()


def line(options: dict[str, str], seed: str) -> list[State]:
    """The states of a random match, where captures are frequent."""
    rng, state = Random(seed), Freez(**options).initial_state()
    states = [state]
    while state.to_play() != OVER:
        actions = state.legal_actions()
        captures = [action for action in actions if "x" in state.text(action)]
        state = state.apply(rng.choice(captures if captures and rng.random() < 0.5 else actions))
        states.append(state)
    return states
