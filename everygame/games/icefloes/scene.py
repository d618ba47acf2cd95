"""How Ice Floes looks: a square of dark water, floes, and a figure for each player."""

from __future__ import annotations

from everygame.contract import OVER, Game
from everygame.scene import Cell, Choice, Piece, Region, Scene, View, square

SEATS = ("North", "South", "West", "East")
WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def seat_names(players: int) -> tuple[str, ...]:
    """What the seats are called, in turn order."""
    return {1: ("You",), 2: ("North", "South"), 4: ("North", "West", "South", "East")}[players]
