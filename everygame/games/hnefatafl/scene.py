"""The pictures of hnefatafl: dark attackers around light defenders, a crowned king, and marked
special squares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from everygame.contract import OVER, Game
from everygame.games.hnefatafl.rules import FILES, SIDE
from everygame.scene import Cell, Choice, Mark, Piece, Refusal, Region, Scene, View, grid
from everygame.words import Message, say

NAMES: Final = (say("Attackers"), say("Defenders"))
"""The names of the seats, in turn order."""
CORNERS: Final = ("a1", "a11", "k1", "k11")
THRONE: Final = "f6"
KINDS: Final = {"a": say("attacker"), "d": say("defender"), "k": say("the king")}
"""The name of each kind of piece."""
STRAIGHT: Final = say("All pieces go along a row or a column, over empty squares only.")
REFUSALS: Final = (
    Refusal(STRAIGHT, "king"),
    Refusal(
        say("Only the king may come to rest on the throne and on the corners."),
        goals=(*CORNERS, THRONE),
    ),
    Refusal(STRAIGHT),
)
"""Why a chosen piece cannot go to other squares."""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats, in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """Return the picture of a position."""
    signs = zip(grid(SIDE, SIDE, False), view.observation["rows"].replace("/", ""), strict=True)
    men = {at: sign for at, sign in signs if sign != "."}
    corners = tuple(Cell(at, terrain="goal", name=say("{at}, a corner", at=at)) for at in CORNERS)
    throne = Cell(THRONE, terrain="snow", name=say("f6, the throne"))
    board = Region("board", say("Board"), 0, 0, SIDE, SIDE, cells=(*corners, throne))
    return Scene(
        width=SIDE,
        height=SIDE,
        regions=(board,),
        pieces=tuple(piece(at, sign) for at, sign in men.items()),
        prompt=prompt(view) if view.to_play != OVER else "",
        choices=tuple(choice(men, move) for move in view.moves),
        marks=tuple(marks(men)) if view.ending == "king taken" else (),
        refusals=REFUSALS if view.moves else (),
        scores=tuple(str([*men.values()].count(sign)) for sign in "ad"),
        colours=("black", "white"),
        over=outcome(view),
    )


def piece(at: str, sign: str) -> Piece:
    """Return a piece. Its id is the square on which it stands; the king has an id of its own."""
    if sign == "k":
        return Piece("king", at, "disc", KINDS[sign], owner=1, tags=("king",))
    return Piece(f"{sign}-{at}", at, "disc", KINDS[sign], owner="ad".index(sign))


def choice(men: dict[str, str], move: str) -> Choice:
    """Return the choice of a move: the player touches the start square, then the goal; the piece
    moves over the squares between."""
    start, goal = move.split("-")
    taken = captured(men, start, goal)
    words = say("{start} to {goal}", start=start, goal=goal)
    if taken:
        words = say("{move}, taking {number}", move=words, number=taken)
    kind = "capture" if taken else "move"
    return Choice(move, (start, goal), words, kind=kind, path=path(start, goal))


def path(start: str, goal: str) -> tuple[str, ...]:
    """Return the squares from start to goal in a straight line, both included."""
    (x1, y1), (x2, y2) = where(start), where(goal)
    steps = max(abs(x2 - x1), abs(y2 - y1))
    dx, dy = (x2 - x1) // steps, (y2 - y1) // steps
    return tuple(f"{FILES[x1 + n * dx]}{y1 + n * dy}" for n in range(steps + 1))


def where(at: str) -> tuple[int, int]:
    """Return the file, counted from 0, and the rank, counted from 1, of a square."""
    return FILES.index(at[0]), int(at[1:])


def captured(men: dict[str, str], start: str, goal: str) -> int:
    """Return how many pieces a move takes, which decides its words and its sound: enemies between
    the piece and an own piece, a corner or the throne."""
    enemy, friends = ("d", "a") if men[start] == "a" else ("a", "dk")
    file, rank = where(goal)
    found = 0
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near, far = at(file + dx, rank + dy), at(file + 2 * dx, rank + 2 * dy)
        there = men.get(far, "") if far != start else ""
        hostile = far in CORNERS or (far == THRONE and (enemy == "a" or not there))
        found += men.get(near) == enemy and (hostile or (there != "" and there in friends))
    return found


def at(file: int, rank: int) -> str:
    """Return the name of a square; an empty text for a file beside the board."""
    return f"{FILES[file]}{rank}" if 0 <= file < SIDE else ""


def marks(men: dict[str, str]) -> Iterator[Mark]:
    """Yield a mark on the square where the king was taken."""
    for square, sign in men.items():
        if sign == "k":
            yield Mark("threat", (square,), say("the king is taken"))


def prompt(view: View) -> Message:
    """Return what the viewer must do now, or for whom the viewer waits."""
    if view.viewer != view.to_play:
        return say("Waiting for {name}.", name=NAMES[view.to_play])
    if view.to_play == 0:
        return say("{name}: move a dark piece, and keep the king from the corners.", name=NAMES[0])
    return say(
        "{name}: move a light piece or the king, and bring the king to a corner.", name=NAMES[1]
    )


def outcome(view: View) -> str:
    """Return who won and why, in one sentence; an empty text where the rules have not ended the
    match."""
    told = {
        "corner": say("The king has reached a corner: the defenders win."),
        "king taken": say("The king is surrounded: the attackers win."),
        "encircled": say("The king and all defenders are encircled: the attackers win."),
        "no moves": say("The attackers cannot move: the defenders win.")
        if view.returns[1] > 0
        else say("The defenders cannot move: the attackers win."),
        "long match": say("A draw: the match has lasted too long."),
    }
    return told.get(view.ending, "")
