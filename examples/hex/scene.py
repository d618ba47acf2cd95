"""How Hex looks: a rhombus of hexagons, with sides in the colours of those who are to join them."""

from everygame.boards import hexagons, side, size
from everygame.contract import OVER, Game
from everygame.scene import Choice, Label, Piece, Region, Scene, View
from everygame.words import say

NAMES = ("Red", "Blue")
COLOURS = ("red", "blue")
GOALS = ("from top to bottom", "from left to right")


def seat_names(game: Game) -> tuple[str, ...]:
    return NAMES


def board(n: int) -> Region:
    cells = hexagons([(row / 2, n) for row in range(n)])
    top, bottom, left, right = cells[:n], cells[-n:], cells[::n], cells[n - 1 :: n]
    sides = (
        side(left, (5, 4, 3), 1),
        side(right, (0, 1, 2), 1),
        side(top, (5, 0, 1), 0),
        side(bottom, (4, 3, 2), 0),
    )
    letters = [Label(cell.id[0], cell.x - 0.45, cell.y - 0.95) for cell in top]
    numbers = [Label(cell.id[1:], cell.x - 0.9, cell.y + 0.05) for cell in left]
    columns, rows = size(cells)
    return Region(
        "board",
        "Board",
        0.7,
        0.7,
        columns,
        rows,
        "spots",
        cells,
        lines=sides,
        labels=(*letters, *numbers),
    )


def scene(game: Game, view: View) -> Scene:
    region = board(int(game.settings["size"]))
    signs = zip(region.cells, view.observation["cells"], strict=True)
    pieces = tuple(stone(cell.id, "rb".index(sign)) for cell, sign in signs if sign != ".")
    return Scene(
        region.columns + 1.4,
        region.rows + 1.2,
        (region,),
        pieces,
        prompt(view),
        tuple(choice(move) for move in view.moves),
        colours=COLOURS,
        over=end(view),
    )


def end(view: View) -> str:
    """Said with the name as an argument, so that the page can put who sits there."""
    if view.to_play != OVER:
        return ""
    return say("{name} has joined both sides.", name=NAMES[int(view.returns[1] > 0)])


def stone(cell: str, seat: int) -> Piece:
    return Piece(f"{cell}!", cell, "disc", f"a {COLOURS[seat]} stone", seat)


def choice(move: str) -> Choice:
    if move == "swap":
        words = "take the first stone over, mirrored on your own side"
        return Choice(move, name=words, label="Swap")
    return Choice(move, (move,), f"a stone on {move}", kind="place")


def prompt(view: View) -> str:
    if not view.moves or view.viewer is None:
        return ""
    swap = ", or swap" if "swap" in view.moves else ""
    return f"Put a stone on a cell{swap}: join your sides, {GOALS[view.viewer]}."
