"""The pictures of breakthrough: two armies of discs; each player sees their own at the bottom."""

from __future__ import annotations

from collections.abc import Iterator

from everygame.contract import OVER, Game
from everygame.games.breakthrough.rules import LETTERS
from everygame.scene import Cell, Choice, Piece, Region, Scene, View, square
from everygame.words import Message, say

NAMES = (say("White"), say("Black"))
"""The names of the seats, in turn order."""
SIZE = 8
"""The number of columns and of rows."""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats, in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """Return the picture of a position; Black sees the board from the other side."""
    rows = view.observation["rows"].split("/")
    going = not view.ending and view.to_play != OVER
    return Scene(
        width=SIZE,
        height=SIZE,
        regions=(board(),),
        pieces=tuple(pieces(rows)),
        prompt=prompt(view) if going else "",
        choices=tuple(map(choice, view.moves)),
        colours=("white", "black"),
        scores=tuple(str("".join(rows).count(letter)) for letter in LETTERS),
        blocked=dict(blocked(rows, view)) if view.moves else {},
        rotate=2 if view.viewer == 1 else 0,
        over="" if going else outcome(view),
    )


def board() -> Region:
    """Return the board; the names of the squares in the last rows, which a screen reader reads out,
    say whose goal they are."""
    files = "abcdefgh"
    goals = [Cell(f"{f}8", name=say("{f}8, White's goal", f=f)) for f in files]
    goals += [Cell(f"{f}1", name=say("{f}1, Black's goal", f=f)) for f in files]
    return Region("board", say("Board"), columns=SIZE, rows=SIZE, cells=tuple(goals), look="wood")


def pieces(rows: list[str]) -> Iterator[Piece]:
    """Yield a disc for each man."""
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                at, seat = square(x, y, SIZE), LETTERS.index(letter)
                yield Piece(
                    f"{letter}-{at}", at, "disc", say("{name} man", name=NAMES[seat]), owner=seat
                )


def choice(move: str) -> Choice:
    """Return the choice of a move: the player touches the man, then its goal."""
    origin, goal = move[:2], move[3:]
    if move[2] == "x":
        name = say("capture from {origin} on {goal}", origin=origin, goal=goal)
        return Choice(move, (origin, goal), name, kind="capture", path=(origin, goal))
    return Choice(
        move,
        (origin, goal),
        say("{origin} to {goal}", origin=origin, goal=goal),
        path=(origin, goal),
    )


def blocked(rows: list[str], view: View) -> Iterator[tuple[str, Message]]:
    """Yield, for each other piece, a sentence that says why it cannot be chosen."""
    movable = {move[:2] for move in view.moves}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            at = square(x, y, SIZE)
            if letter == LETTERS[view.to_play] and at not in movable:
                yield at, say("This man is hemmed in: no square ahead of it is free for it.")
            elif letter == LETTERS[1 - view.to_play]:
                yield at, say("A man is captured slantwise, from the row in front of it.")


def prompt(view: View) -> Message:
    """Return what the viewer must do now, or who is to move."""
    name = NAMES[view.to_play]
    if view.viewer != view.to_play:
        return say("{name} moves next.", name=name)
    return say("{name}: move a man one square ahead, straight or slantwise.", name=name)


def outcome(view: View) -> Message:
    """Return who won and why, in one sentence."""
    winner = next((n for n, gain in zip(NAMES, view.returns, strict=True) if gain > 0), "")
    if not winner:
        return say("A draw: {ending}.", ending=say(view.ending))
    if view.ending == "home row":
        return say("{winner} broke through to the last row and wins.", winner=winner)
    if view.ending == "all captured":
        return say("{winner} captured every man and wins.", winner=winner)
    return say("{winner} won: {ending}.", winner=winner, ending=say(view.ending))
