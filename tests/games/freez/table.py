"""Short ways to set up a game of Freez! for tests."""

from __future__ import annotations

from random import Random

from everygame.contract import State
from everygame.games.freez.notation import CELLS, SQUARES, write_board
from everygame.games.freez.rules import Freez

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
            board[SQUARES.index(square)] = CELLS.index(code)
    return f"{write_board(board, size)} ; {turn}"


def at(pieces: str, moves: str = "", turn: str = "w", **options: str) -> State:
    """The state of these pieces after some moves."""
    game = Freez(**options)
    state = game.parse_position(place(pieces, turn, game.size))
    return state.play(moves) if moves else state


def legal(state: State) -> list[str]:
    """The legal move texts, sorted."""
    return sorted(state.legal_moves())


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


def choose(rng: Random, legal: list[str]) -> str:
    """Any move, captures more often, so that pieces freeze."""
    captures = [move for move in legal if "x" in move]
    return rng.choice(captures if captures and rng.random() < 0.5 else legal)
