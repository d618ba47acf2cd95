"""The pictures of the Royal Game of Ur: two blocks of squares joined by a bridge; the pieces that
have not entered and those at home in the gaps beside the bridge; and the throw below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from everygame.contract import CHANCE, OVER, Game, Json
from everygame.games.ur.rules import HOME, PIECES, ROSETTES, SAFE, SHARED
from everygame.scene import Cell, Choice, Piece, Refusal, Region, Scene, View
from everygame.words import Message, count, say

NAMES: Final = (say("South"), say("North"))
"""The names of the seats, in turn order."""
SIDES: Final = "sn"
"""The letters in the names of cells that only one seat uses."""
ROSETTE: Final = "snow"
"""The terrain with which a rosette is drawn."""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats, in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """Return the picture of a position: the board, the pieces in its gaps, and the throw."""
    seen = view.observation
    return Scene(
        width=8,
        height=4.3,
        regions=(*blocks(), beside()),
        pieces=(*pieces(seen), *dice(seen["thrown"])),
        prompt=prompt(view),
        choices=tuple(choices(view)),
        refusals=(how_far(view),) if view.moves else (),
        notes=notes(view),
        scores=tuple(f"{count}/{PIECES}" for count in seen["home"]),
        over=outcome(view),
    )


def in_words(game: Game, before: View, text: str, after: View) -> Message:
    """Return a move in words, such as "threw 3", "enters 2", "6 to 8, throw again" or "13 home".
    A throw that leaves nothing to move says whose it was: the next throw is the other's."""
    if text[0] == "d":
        if after.to_play != CHANCE:
            return say("threw {number}", number=text[1:])
        name = NAMES[before.observation["turn"]]
        return say("{name} threw {lost} and could not move.", name=name, lost=text[1:])
    start, _, goal = text.partition("-")
    if goal == "home":
        return say("{start} home", start=start)
    if start == "in":
        words = say("enters {goal}", goal=goal)
    else:
        words = say("{start} to {goal}", start=start, goal=goal)
    if takes(before, int(goal)):
        words = say("{move}, taking a piece", move=words)
    return say("{move}, throw again", move=words) if int(goal) in ROSETTES else words


def takes(view: View, square: int) -> bool:
    """Return whether the seat to play takes a piece that stands on this square of its road."""
    return square in SHARED and square in view.observation["road"][1 - view.to_play]


def blocks() -> Iterator[Region]:
    """Yield the three parts of the board, each a region of columns and rows."""
    for id, name, x, y, columns, rows in (
        ("left", say("Left block"), 0, 0, 4, 3),
        ("bridge", say("Bridge"), 4, 1, 2, 1),
        ("right", say("Right block"), 6, 0, 2, 3),
    ):
        cells = tuple(
            replace(cell, x=cell.x - x, y=cell.y - y)
            for cell in squares()
            if x < cell.x < x + columns
        )
        yield Region(id, name, x, y, columns, rows, "spots", cells, look="wood")


def squares() -> Iterator[Cell]:
    """Yield the cells of the roads of both seats; those of the middle row are shared."""
    for square in range(1, HOME):
        sides = ("m",) if square in SHARED else ("s", "n")
        for side in sides:
            row = {"m": 1.5, "s": 2.5, "n": 0.5}[side]
            rosette = square in ROSETTES
            name = square_name(square, rosette, SIDES.find(side))
            yield Cell(f"{side}{square}", column(square), row, ROSETTE * rosette, name)


def square_name(square: int, rosette: bool, owner: int) -> Message:
    """Return the name of a square of the road of a seat; the owner of a shared one is -1."""
    if owner < 0:
        return say("square {square}, a rosette" if rosette else "square {square}", square=square)
    own = "{name}'s square {square}, a rosette" if rosette else "{name}'s square {square}"
    return say(own, name=NAMES[owner], square=square)


def column(square: int) -> float:
    """Return the x coordinate of a square: a road has four squares to the left, eight to the right,
    and two back to the left."""
    if square <= 4:
        return 4.5 - square
    return square - 4.5 if square <= 12 else 20.5 - square


def beside() -> Region:
    """Return the region beside the board: the pieces that have not entered where the roads begin,
    the pieces at home where they end, and the dice."""
    cells = [Cell("dice", 4.0, 3.8, name=say("the dice"))]
    for seat, name in enumerate(NAMES):
        y = 2.5 - 2 * seat
        cells.append(
            Cell(f"hand{seat}", 4.5, y, "tray", say("{name}'s pieces to enter", name=name))
        )
        cells.append(Cell(f"home{seat}", 5.5, y, "exit", say("{name}'s pieces home", name=name)))
    return Region("side", say("Beside the board"), 0, 0, 8, 4, "spots", tuple(cells), look="table")


def cell(seat: int, square: int) -> str:
    """Return the name of the cell where a piece of a seat stands."""
    if square == 0 or square == HOME:
        return f"{'home' if square else 'hand'}{seat}"
    return f"{'m' if square in SHARED else SIDES[seat]}{square}"


def pieces(seen: Json) -> Iterator[Piece]:
    """Yield the pieces of both seats. A piece on the road has its id from its square, because
    pieces of one side need not be told apart."""
    for seat, name in enumerate(NAMES):
        road, home = sorted(seen["road"][seat], reverse=True), seen["home"][seat]
        for square in road:
            at = cell(seat, square)
            yield Piece(f"{name}-{at}", at, "disc", say("{name}'s piece", name=name), seat)
        waiting = PIECES - home - len(road)
        if waiting:
            told = say("{number} of {name}'s pieces to enter", number=waiting, name=name)
            yield Piece(f"{name}-hand", f"hand{seat}", "disc", told, seat, count=waiting)
        if home:
            told = say("{number} of {name}'s pieces home", number=home, name=name)
            yield Piece(f"{name}-home", f"home{seat}", "disc", told, seat, count=home)


def dice(thrown: int) -> Iterator[Piece]:
    """Yield the throw, if there is one."""
    if thrown >= 0:
        yield Piece(
            "thrown", "dice", "die", say("the throw: {thrown}", thrown=thrown), text=str(thrown)
        )


def choices(view: View) -> Iterator[Choice]:
    """Yield the choices of moves: the player touches the start square, then the goal."""
    for move in view.moves:
        start, goal = move.split("-")
        square = 0 if start == "in" else int(start)
        target = HOME if goal == "home" else int(goal)
        taken = takes(view, target)
        words = (
            say("enter a piece")
            if start == "in"
            else say("from {start} to home", start=start)
            if goal == "home"
            else say("from {start} to {goal}", start=start, goal=goal)
        )
        if taken:
            words = say("{move}, taking a piece", move=words)
        if target in ROSETTES:
            words = say("{move}, throw again", move=words)
        yield Choice(
            move,
            (cell(view.to_play, square), cell(view.to_play, target)),
            words,
            kind="capture" if taken else "move",
            path=tuple(cell(view.to_play, n) for n in range(square, target + 1)),
        )


def how_far(view: View) -> Refusal:
    """Return why a chosen piece cannot go to other squares."""
    one = "With this throw a piece goes exactly {n} square along its road."
    many = "With this throw a piece goes exactly {n} squares along its road."
    return Refusal(count(one, many, view.observation["thrown"]))


def prompt(view: View) -> str:
    """Return what the viewer must do now, or what the seat to play threw."""
    if view.to_play in (OVER, CHANCE):
        return ""
    thrown = view.observation["thrown"]
    name = NAMES[view.to_play]
    if view.viewer != view.to_play:
        return say("{name} threw {thrown}.", name=name, thrown=thrown)
    one = "{name} threw {n}: move a piece {n} square on."
    return count(one, "{name} threw {n}: move a piece {n} squares on.", thrown, name=name)


def notes(view: View) -> tuple[Message, ...]:
    """Return sentences about a throw with which no piece could move, and about the safe square in
    the middle."""
    seen, found = view.observation, []
    if seen["lost"] >= 0 and view.to_play >= 0:
        found.append(
            say(
                "{name} threw {lost} and could not move.",
                name=NAMES[1 - seen["turn"]],
                lost=seen["lost"],
            )
        )
    if any(SAFE in road for road in seen["road"]):
        found.append(say("Who stands on the rosette in the middle row is not taken."))
    return tuple(found)


def outcome(view: View) -> str:
    """Return who won, in one sentence; an empty text where the rules have not ended the match."""
    if view.ending != "all home":
        return ""
    winner = NAMES[view.returns.index(1.0)]
    return say("{winner} has brought all seven pieces home and wins.", winner=winner)
