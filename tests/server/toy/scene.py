from __future__ import annotations

from everygame.contract import Game
from everygame.scene import Cell, Choice, Piece, Region, Scene, View


def seat_names(game: Game) -> tuple[str, ...]:
    return ("Ann's chair", "Bob's chair", "Cat's chair")[: game.players]


def scene(game: Game, view: View) -> Scene:
    seen = view.observation
    cells = tuple(
        Cell(f"{box}{s}", i, s) for s in range(game.players) for i, box in enumerate("abc")
    )
    cells += tuple(Cell(f"hand{s}", 4, s) for s in range(game.players))
    coins = [
        Piece(f"coin{s}", f"{coin}{s}" if coin != "?" else f"hand{s}", "coin", "a coin", owner=s)
        for s, coin in enumerate(seen["coins"])
    ]
    return Scene(
        width=5,
        height=game.players,
        regions=(Region("table", "Table", columns=5, rows=3, kind="spots", cells=cells),),
        pieces=tuple(coins),
        prompt=f"{view.to_play} to play",
        choices=tuple(choice(view, move) for move in view.moves),
        notes=tuple(f"You saw a coin of seat {seat}." for seat in seen.get("saw", [])),
        over="The coin was found." if view.ending == "found" else "",
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """The move text; who looks into a box also reads whose coins lie there."""
    saw = after.observation.get("saw")
    return text if saw == before.observation.get("saw") else f"{text}, coins of {saw}"


def choice(view: View, move: str) -> Choice:
    return Choice(move, label=move, name=move)
