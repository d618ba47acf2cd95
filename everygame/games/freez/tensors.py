"""Declares the tensors of Freez!: planes for the pieces of each seat by their numbers, and for how
far a turn has come."""

from __future__ import annotations

from everygame.contract import Game
from everygame.games.freez.rules import Freez
from everygame.games.freez.state import QUIET_LIMIT
from everygame.tensors.layout import OTHER, OWN, Layout, Number, Plane


def pieces(whose: str, owner: int) -> tuple[Plane, ...]:
    """Return the planes of a seat's pieces: live ones by number, then frozen ones."""
    live = (Plane(f"{whose} {text}s", "disc", owner, text) for text in "123")
    return (*live, Plane(f"{whose} frozen pieces", "snowflake", owner))


PLANES = (
    *pieces("own", OWN),
    *pieces("the other's", OTHER),
    Plane("snowflakes", terrain="snow"),
    Plane("the piece that has moved", read=lambda seen: [seen["moved"]]),
)
NUMBERS = (
    Number("turns without a capture", QUIET_LIMIT, lambda seen, viewer: int(seen["quiet"])),
    Number("a piece is in the box", 1, lambda seen, viewer: int(seen["box"])),
    Number("the number was changed", 1, lambda seen, viewer: int(seen["tapped"])),
    Number("a frozen piece was moved", 1, lambda seen, viewer: int(seen["shifted"])),
)


def layout(game: Game) -> Layout:
    """Return the layout, with bit 8 × rank + file on boards of every size."""
    assert isinstance(game, Freez)
    return Layout(PLANES, game.size, game.size, NUMBERS, 1, 64, row_step=8)
