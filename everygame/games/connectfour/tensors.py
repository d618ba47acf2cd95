"""Declares the tensors of connect four: a plane for the discs of each seat."""

from __future__ import annotations

from everygame.contract import Game
from everygame.games.connectfour.rules import COLUMNS, ROWS, STRIDE
from everygame.tensors.layout import OTHER, OWN, Layout, Plane

PLANES = (Plane("own discs", owner=OWN), Plane("the other's discs", owner=OTHER))


def layout(game: Game) -> Layout:
    """Return the layout, with bits column after column as in `rules`."""
    return Layout(PLANES, ROWS, COLUMNS, (), 1, STRIDE * COLUMNS, row_step=1, column_step=STRIDE)
