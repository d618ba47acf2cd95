"""Declares the tensors of Ice Floes: planes for the floes, each player and the goal."""

from __future__ import annotations

from everygame.contract import Game
from everygame.games.icefloes.rules import BYTE, LAST_PLY, IceFloes
from everygame.tensors.layout import OWN, Layout, Number, Plane


def layout(game: Game) -> Layout:
    """Return the layout: a byte of one word for each rank, or on large boards a word."""
    assert isinstance(game, IceFloes)
    size = game.level.index("/")
    others = tuple(
        Plane(f"the player {after} after the viewer", "penguin", after)
        for after in range(1, game.players)
    )
    planes = (
        Plane("floes", "floe"),
        Plane("goal", terrain="goal"),
        Plane("own player", "penguin", OWN),
        *others,
    )
    most = game.max_plies if game.players > 1 else LAST_PLY
    plies = Number("plies played", most, lambda seen, viewer: int(seen["ply"]))
    if size > BYTE:
        return Layout(planes, size, size, (plies,))
    return Layout(planes, size, size, (plies,), 1, BYTE * size, row_step=BYTE)
