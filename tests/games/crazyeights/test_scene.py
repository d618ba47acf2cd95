"""What lies on the table of Crazy Eights."""

from everygame.library.registry import find_game
from everygame.scene import Piece, depict, view


def beside_the_pile(laid: str, suit: str, viewer: int | None) -> list[Piece]:
    entry = find_game("crazyeights")
    game = entry.game()
    state = game.from_json(
        {
            "laid": laid,
            "suit": suit,
            "turn": 0,
            "drawing": False,
            "drawn": False,
            "passes": 0,
            "plies": 4,
            "hands": ["js ks 3d", "2c 7h 10h"],
        }
    )
    scene = depict(entry.artist(), game, view(state, viewer))
    cells = {cell.id for region in scene.regions for cell in region.cells}
    found = [piece for piece in scene.pieces if piece.at == "suit"]
    assert bool(found) == ("suit" in cells)
    return found


def test_the_suit_that_an_eight_asks_for_lies_beside_it_for_everybody() -> None:
    for viewer in (0, 1, None):
        (piece,) = beside_the_pile("4d 8c", "d", viewer)
        assert (piece.text, piece.colour) == ("♦", "red")
        assert str(piece.name) == "the eight asks for diamonds"
    assert beside_the_pile("8c 4d", "d", 0) == [], "what lies on an eight speaks for itself"
