"""Declares the tensors of reversi: a plane for the discs of each seat."""

from __future__ import annotations

from everygame.contract import Game
from everygame.tensors.layout import OTHER, OWN, Layout, Plane, square_board

PLANES = (Plane("own discs", owner=OWN), Plane("the other's discs", owner=OTHER))


def layout(game: Game) -> Layout:
    """Return the layout; row 0 is rank 1, which is the top row of the picture."""
    return square_board(8, PLANES)
