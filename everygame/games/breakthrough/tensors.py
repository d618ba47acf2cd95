"""Declares the tensors of breakthrough: a plane for the men of each seat."""

from __future__ import annotations

from everygame.contract import Game
from everygame.tensors.layout import OTHER, OWN, Layout, Plane, square_board

PLANES = (Plane("own men", owner=OWN), Plane("the other's men", owner=OTHER))


def layout(game: Game) -> Layout:
    """Return the layout; the viewer's seat tells in which direction the own men move."""
    return square_board(8, PLANES)
