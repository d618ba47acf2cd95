"""How Pig looks: a road of a hundred squares, two pawns, and the die."""

from everygame.contract import OVER, Game
from everygame.scene import Cell, Choice, Piece, Region, Scene, View
from everygame.words import say

from .rules import GOAL

NAMES = ("Ann", "Ben")


def seat_names(game: Game) -> tuple[str, ...]:
    return NAMES


def square(points: int) -> str:
    """Where so many points stand: to and fro from the bottom left."""
    row, column = divmod(min(points, GOAL) - 1, 10)
    return f"{'abcdefghij'[9 - column if row % 2 else column]}{row + 1}"


def scene(game: Game, view: View) -> Scene:
    seen = view.observation
    banked = [int(points) for points in seen["banked"].split(",")]
    turn, gained = seen["turn"], seen["gained"]
    tens = [Cell(square(n), label=str(n), name=str(n)) for n in range(10, GOAL, 10)]
    goal = Cell(square(GOAL), terrain="goal", name="a hundred")
    board = Region("board", "Road", 1.4, 0, 10, 10, cells=(*tens, goal), coordinates=False)
    starts = [say("{name}'s start", name=name) for name in NAMES]
    homes = tuple(Cell(f"home{s}", 0.5, 8.5 + s, name=starts[s]) for s in (0, 1))
    start = Region("start", "Start", 0, 0, 1, 10, "spots", homes)
    table = Region("table", "Die", 11.8, 4, 1, 1, "spots", (Cell("die", 0.5, 0.5),), title="Die")
    return Scene(
        13,
        10,
        (start, board, table),
        (*pawns(banked), *ghost(banked, turn, gained), die(seen["die"])),
        prompt(view, gained),
        tuple(choices(view, banked[turn] + gained)),
        scores=tuple(map(str, banked)),
        over=end(view, turn, banked[turn]),
    )


def end(view: View, winner: int, banked: int) -> str:
    """Said with the name as an argument, so that the page can put who sits there."""
    if view.to_play != OVER:
        return ""
    return say("{name} has banked {points}.", name=NAMES[winner], points=banked)


def pawns(banked: list[int]) -> list[Piece]:
    """What is banked; where both have as much, one stands on the other."""
    return [
        Piece(
            f"pawn{seat}",
            square(points) if points else f"home{seat}",
            "pawn",
            f"{NAMES[seat]}, {points} banked",
            seat,
            z=int(seat and points and min(points, GOAL) == min(banked[0], GOAL)),
        )
        for seat, points in enumerate(banked)
    ]


def ghost(banked: list[int], turn: int, gained: int) -> list[Piece]:
    """Where banking would take the pawn."""
    if not gained:
        return []
    there = square(banked[turn] + gained)
    under = sum(square(points) == there for points in banked if points)
    name = f"{NAMES[turn]} would have {banked[turn] + gained}"
    return [Piece("ghost", there, "pawn", name, turn, z=under, tags=("dim",))]


def die(face: int) -> Piece:
    return Piece(
        "die!",
        "die",
        "die",
        f"the die shows {face}" if face else "the die",
        text=str(face) if face else "",
    )


def prompt(view: View, gained: int) -> str:
    if not view.moves:
        return ""
    return f"Roll again, or bank {gained}." if gained else "Roll the die."


def choices(view: View, would_have: int) -> list[Choice]:
    ways = {
        "roll": Choice("roll", ("die",), "roll the die", "Roll"),
        "bank": Choice("bank", (square(would_have),) if would_have else (), "bank", "Bank"),
    }
    return [ways[move] for move in view.moves]
