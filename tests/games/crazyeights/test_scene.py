"""What lies on the table of Crazy Eights."""

from __future__ import annotations

from everygame.games.crazyeights.scene import scene
from everygame.scene import Piece
from tests.games.crazyeights.test_rules import read
from tests.games.shared import look, play


def beside_the_pile(laid: str, viewer: int | None) -> list[Piece]:
    shown = look(scene, read(laid, "js ks 3d", "2c 7h 10h", suit="d"), viewer)
    found = [piece for piece in shown.pieces if piece.at == "suit"]
    assert bool(found) == ("suit" in {cell.id for region in shown.regions for cell in region.cells})
    return found


def test_who_can_lay_nothing_is_told_to_draw_and_then_to_pass() -> None:
    state = read("9s", "10d", "2c 7d")
    assert look(scene, state, 0).prompt == "No card of yours fits: draw one."
    for card, told in (("2d", "No card of yours fits: pass."), ("2s", "Lay spades, the rank")):
        assert str(look(scene, play(state, "draw", f"d{card}"), 0).prompt).startswith(told)


def test_the_suit_that_an_eight_asks_for_lies_beside_it_for_everybody() -> None:
    for viewer in (0, 1, None):
        (piece,) = beside_the_pile("4d 8c", viewer)
        assert (piece.text, piece.colour) == ("♦", "red")
        assert str(piece.name) == "the eight asks for diamonds"
    assert beside_the_pile("8c 4d", 0) == [], "what lies on an eight speaks for itself"
