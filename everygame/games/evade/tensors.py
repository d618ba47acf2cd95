"""Declares the tensors of Evade: planes for the coins, and for their kinds as far as the viewer's
picture shows them."""

from __future__ import annotations

from everygame.contract import Game, Json
from everygame.games.evade.rules import QUIET
from everygame.games.evade.scene import FACES
from everygame.tensors.layout import OTHER, OWN, Layout, Number, Plane, square_board

LEADER, GUARD = FACES["l"], FACES["g"]
PLANES = (
    Plane("own coins", owner=OWN, tag="-frozen"),
    Plane("the other's coins", owner=OTHER, tag="-frozen"),
    Plane("own leaders", owner=OWN, text=LEADER, tag="-frozen"),
    Plane("the other's leaders", owner=OTHER, text=LEADER, tag="-frozen"),
    Plane("own guards", owner=OWN, text=GUARD, tag="-frozen"),
    Plane("the other's guards", owner=OTHER, text=GUARD, tag="-frozen"),
    Plane("own guards that the other knows", owner=OWN, tag="seen"),
    Plane("frozen pairs", tag="frozen"),
    Plane("own frozen leaders", owner=OWN, text=LEADER, tag="frozen"),
    Plane("the other's frozen leaders", owner=OTHER, text=LEADER, tag="frozen"),
    Plane("the coin peeked at", tag="active"),
)


def own_chosen(seen: Json, viewer: int) -> int:
    """Return 1 after the viewer has chosen leaders."""
    return int(seen["chosen"][viewer])


def other_chosen(seen: Json, viewer: int) -> int:
    """Return 1 after the other seat has chosen leaders."""
    return int(seen["chosen"][1 - viewer])


NUMBERS = (
    Number("plies without a freeze", QUIET, lambda seen, viewer: int(seen["quiet"])),
    Number("own leaders are chosen", 1, own_chosen),
    Number("the other's leaders are chosen", 1, other_chosen),
)


def layout(game: Game) -> Layout:
    """Return the layout of the version that the game's options choose."""
    return square_board(6, PLANES, NUMBERS)
