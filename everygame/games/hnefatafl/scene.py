"""The pictures of hnefatafl: dark attackers around light defenders, a crowned king, and marked
special squares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from everygame.contract import OVER, Game
from everygame.games.hnefatafl.rules import FILES, SIDE
from everygame.scene import Cell, Choice, Mark, Piece, Region, Scene, View, square
from everygame.words import Message, say

NAMES: Final = (say("Attackers"), say("Defenders"))
"""The names of the seats, in turn order."""
CORNERS: Final = ("a1", "a11", "k1", "k11")
THRONE: Final = "f6"
KINDS: Final = {"a": say("attacker"), "d": say("defender"), "k": say("the king")}
"""The name of each kind of piece."""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats, in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """Return the picture of a position."""
    rows = view.observation["rows"].split("/")
    going = not view.ending and view.to_play != OVER
    corners = tuple(Cell(at, terrain="goal", name=say("{at}, a corner", at=at)) for at in CORNERS)
    board = Region(
        "board",
        say("Board"),
        0,
        0,
        SIDE,
        SIDE,
        cells=(*corners, Cell(THRONE, terrain="snow", name=say("f6, the throne"))),
    )
    return Scene(
        width=SIDE,
        height=SIDE,
        regions=(board,),
        pieces=tuple(pieces(rows)),
        prompt=prompt(view) if going else "",
        choices=tuple(choices(rows, view.moves)),
        marks=tuple(marks(rows)) if view.ending == "king taken" else (),
        scores=tuple(str(sum(row.count(s) for row in rows)) for s in "ad"),
        colours=("black", "white"),
        over="" if going else outcome(view),
    )


def pieces(rows: list[str]) -> Iterator[Piece]:
    """Yield the pieces. The id of a piece is the square on which it stands; the king has an id of
    its own."""
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign == ".":
                continue
            at, seat = square(x, y, SIDE), 0 if sign == "a" else 1
            name = "king" if sign == "k" else f"{sign}-{at}"
            tags = ("king",) if sign == "k" else ()
            yield Piece(name, at, "disc", KINDS[sign], owner=seat, tags=tags)


def choices(rows: list[str], moves: tuple[str, ...]) -> Iterator[Choice]:
    """Yield the choices of moves: the player touches the start square, then the goal; the piece
    moves over the squares between."""
    for move in moves:
        start, goal = move.split("-")
        taken = captured(rows, start, goal)
        words = say("{start} to {goal}", start=start, goal=goal)
        if taken:
            words = say("{move}, taking {number}", move=words, number=len(taken))
        kind = "capture" if taken else "move"
        yield Choice(move, (start, goal), words, kind=kind, path=path(start, goal))


def path(start: str, goal: str) -> tuple[str, ...]:
    """Return the squares from start to goal in a straight line, both included."""
    (x1, y1), (x2, y2) = where(start), where(goal)
    steps = max(abs(x2 - x1), abs(y2 - y1))
    dx, dy = (x2 - x1) // steps, (y2 - y1) // steps
    return tuple(f"{FILES[x1 + n * dx]}{y1 + n * dy}" for n in range(steps + 1))


def where(at: str) -> tuple[int, int]:
    """Return the file, counted from 0, and the rank, counted from 1, of a square."""
    return FILES.index(at[0]), int(at[1:])


def captured(rows: list[str], start: str, goal: str) -> list[str]:
    """Return the squares of the pieces that a move takes, which decide its words and its sound:
    enemies between the piece and an own piece, a corner or the throne."""
    signs = {square(x, y, SIDE): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    piece = signs[start]
    signs[start] = "."
    enemy, friends = ("d", "a") if piece == "a" else ("a", "dk")
    file, rank = where(goal)
    found = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near, far = at(file + dx, rank + dy), at(file + 2 * dx, rank + 2 * dy)
        if signs.get(near) != enemy or far not in signs:
            continue
        hostile = far in CORNERS or (far == THRONE and (enemy == "a" or signs[far] == "."))
        if signs[far] in friends or hostile:
            found.append(near)
    return found


def at(file: int, rank: int) -> str:
    """Return the name of a square; an empty text for a file beside the board."""
    return f"{FILES[file]}{rank}" if 0 <= file < SIDE else ""


def marks(rows: list[str]) -> Iterator[Mark]:
    """Yield a mark on the square where the king was taken."""
    for y, row in enumerate(rows):
        if "k" in row:
            yield Mark("threat", (square(row.index("k"), y, SIDE),), say("the king is taken"))


def prompt(view: View) -> Message:
    """Return what the viewer must do now, or for whom the viewer waits."""
    if view.viewer != view.to_play:
        return say("Waiting for {name}.", name=NAMES[view.to_play])
    if view.to_play == 0:
        return say("{name}: move a dark piece, and keep the king from the corners.", name=NAMES[0])
    return say(
        "{name}: move a light piece or the king, and bring the king to a corner.", name=NAMES[1]
    )


def outcome(view: View) -> Message:
    """Return who won and why, in one sentence."""
    winner = next((n for n, gain in zip(NAMES, view.returns, strict=True) if gain > 0), "")
    told = {
        "corner": say("The king has reached a corner: the defenders win."),
        "king taken": say("The king is surrounded: the attackers win."),
        "encircled": say("The king and all defenders are encircled: the attackers win."),
        "no moves": say("The attackers cannot move: the defenders win.")
        if winner == NAMES[1]
        else say("The defenders cannot move: the attackers win."),
        "long match": say("A draw: the match has lasted too long."),
    }
    default = (
        say("{winner} won: {ending}.", winner=winner, ending=say(view.ending))
        if winner
        else say("A draw: {ending}.", ending=say(view.ending))
    )
    return told.get(view.ending, default)
