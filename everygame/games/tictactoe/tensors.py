"""Declares the tensors of tic-tac-toe: the crosses and the noughts, as both players see them."""

from __future__ import annotations

from functools import partial

from everygame.contract import Game, Json
from everygame.games.tictactoe.rules import SIGNS, SQUARES
from everygame.tensors.layout import Layout, Plane


def layout(game: Game) -> Layout:
    crosses, noughts = (partial(squares, sign) for sign in SIGNS)
    return Layout((Plane("crosses", read=crosses), Plane("noughts", read=noughts)), 3, 3)


def squares(sign: str, seen: Json) -> list[str]:
    """Return the squares that have a sign."""
    return [square for square, cell in zip(SQUARES, seen["cells"], strict=True) if cell == sign]
