"""How Ice Floes looks: a square of dark water, floes, and a figure for each player."""

from __future__ import annotations

from everygame.contract import OVER, Game
from everygame.scene import Cell, Choice, Piece, Region, Scene, View, square

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
NAMES = {"P": "North", "R": "West", "Q": "South", "S": "East"}


def seat_names(game: Game) -> tuple[str, ...]:
    """What the seats are called, in turn order."""
    return {1: ("You",), 2: ("North", "South"), 4: ("North", "West", "South", "East")}[game.players]


def scene(game: Game, view: View) -> Scene:
    """The board as the designer draws it, North at the top."""
    rows = view.observation["level"].split("/")
    size = len(rows)
    middle = square(size // 2, size // 2, size)
    goal = Cell(middle, terrain="goal", name=f"{middle}, the goal")
    return Scene(
        width=size,
        height=size,
        regions=(Region("board", "Board", columns=size, rows=size, cells=(goal,), look="water"),),
        pieces=tuple(pieces(game, rows)),
        prompt=prompt(game, view),
        choices=tuple(choice(game, view, move) for move in view.moves),
        over=outcome(game, view),
    )


def pieces(game: Game, rows: list[str]) -> list[Piece]:
    """A floe on each square that is not water, and on it who stands there."""
    names = dict(zip({1: "P", 2: "PQ", 4: "PRQS"}[game.players], seat_names(game), strict=True))
    seats = list(names)
    found = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            at = square(x, y, len(rows))
            if letter != ".":
                found.append(Piece(f"floe-{at}", at, "floe", "floe"))
            if letter in names:
                seat = seats.index(letter)
                found.append(Piece(letter, at, "pawn", names[letter], owner=seat, z=1))
    return found


def find(rows: list[str], letter: str) -> tuple[int, int]:
    """Row and column of a player."""
    return next((y, row.index(letter)) for y, row in enumerate(rows) if letter in row)


def choice(game: Game, view: View, move: str) -> Choice:
    """Where the ply leads, by the rules themselves."""
    before = game.from_json(view.observation)
    after = before.apply(before.parse(move)).to_json()
    letter = {1: "P", 2: "PQ", 4: "PRQS"}[game.players][view.to_play]
    rows, size = view.observation["level"].split("/"), view.observation["level"].index("/")
    y, x = find(rows, letter)
    down, right = WAYS[move]
    path = [square(x, y, size)]
    end = find(after["level"].split("/"), letter) if letter in after["level"] else (y, x)
    while (y, x) != end:
        y, x = y + down, x + right
        path.append(square(x, y, size))
    glides = view.observation["level"].split("/")[end[0]][end[1]] == "."
    return Choice(
        move,
        touch=(path[0], path[-1]),
        name=f"{'glide' if glides else 'step'} {move} to {path[-1]}",
        kind="move",
        path=tuple(path),
        key="Arrow" + move.capitalize(),
    )


def prompt(game: Game, view: View) -> str:
    """Whose move it is."""
    if view.to_play == OVER:
        return ""
    if game.players == 1:
        return "Come to rest on the goal."
    name = seat_names(game)[view.to_play]
    return f"{name}: glide or step." if view.viewer == view.to_play else f"{name} to move."


def outcome(game: Game, view: View) -> str:
    """What happened, in one sentence."""
    if view.ending == "goal":
        name = seat_names(game)[view.returns.index(1.0)]
        if game.players == 1:
            return f"Solved in {view.observation['ply']} moves."
        return f"{name} rests on the goal and wins."
    return "A draw: nobody reached the goal in time." if view.ending else ""
