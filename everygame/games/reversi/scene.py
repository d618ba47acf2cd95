"""The pictures of reversi: a green board, and discs that are black on one side and white on the
other.

Rank 1 is the top row, as players of Othello write it."""

from __future__ import annotations

from collections.abc import Iterator

from everygame.contract import OVER, Game
from everygame.games.reversi.rules import LETTERS
from everygame.scene import Choice, Piece, Region, Scene, View
from everygame.words import Message, say

NAMES = (say("Black"), say("White"))
"""The names of the seats, in turn order."""
SIZE = 8
"""The number of columns and of rows."""
FILES = "abcdefgh"
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
"""The eight directions, as steps to the right and down."""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats, in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """Return the picture of a position, with the number of discs of each colour."""
    rows = view.observation["rows"].split("/")
    going = not view.ending and view.to_play != OVER
    counts = ["".join(rows).count(letter) for letter in LETTERS]
    return Scene(
        width=SIZE,
        height=SIZE,
        regions=(Region("board", say("Board"), columns=SIZE, rows=SIZE, look="green", top=True),),
        pieces=tuple(pieces(rows)),
        prompt=prompt(view) if going else "",
        choices=tuple(choice(rows, view.to_play, move) for move in view.moves),
        notes=tuple(notes(view)) if going else (),
        colours=("black", "white"),
        scores=tuple(map(str, counts)),
        blocked=dict(blocked(rows, view)) if view.moves else {},
        over="" if going else outcome(view, counts),
    )


def pieces(rows: list[str]) -> Iterator[Piece]:
    """Yield the discs. A disc never moves, so the name of its square is part of its id; only its
    owner changes."""
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                at, seat = place(x, y), LETTERS.index(letter)
                yield Piece(
                    f"disc-{at}", at, "disc", say("{name} disc", name=NAMES[seat]), owner=seat
                )


def place(x: int, y: int) -> str:
    """Return the name of the square in this column and row."""
    return f"{FILES[x]}{y + 1}"


def turned(rows: list[str], seat: int, at: str) -> list[str]:
    """Return the squares whose discs a new disc of the seat turns over."""
    mine, theirs = LETTERS[seat], LETTERS[1 - seat]
    found = []
    for right, down in WAYS:
        x, y = FILES.index(at[0]) + right, int(at[1]) - 1 + down
        run = []
        while x in range(SIZE) and y in range(SIZE) and rows[y][x] == theirs:
            run.append(place(x, y))
            x, y = x + right, y + down
        if x in range(SIZE) and y in range(SIZE) and rows[y][x] == mine:
            found += run
    return found


def choice(rows: list[str], seat: int, move: str) -> Choice:
    """Return the choice of a move: the player touches the empty square; a pass is a button."""
    if move == "pass":
        return Choice(
            move, name=say("pass, for no square is open to you"), label=say("Pass"), kind="end"
        )
    number = len(turned(rows, seat, move))
    return Choice(
        move,
        (move,),
        say("place on {move}, turning {number}", move=move, number=number),
        kind="place",
    )


def notes(view: View) -> list[Message]:
    """Return a sentence that says why the player must pass."""
    if view.moves == ("pass",):
        return [say("On no square could you enclose a disc, so you must pass.")]
    return []


def blocked(rows: list[str], view: View) -> Iterator[tuple[str, Message]]:
    """Yield, for each square where no disc can be put, a sentence that says why."""
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                yield place(x, y), say("A disc lies there already.")
            elif place(x, y) not in view.moves:
                yield place(x, y), say("A disc there would enclose none of the other's.")


def prompt(view: View) -> Message:
    """Return what the viewer must do now, or who is to play."""
    name = NAMES[view.to_play]
    if view.viewer != view.to_play:
        return say("{name} plays next.", name=name)
    if view.moves == ("pass",):
        return say("{name}: no square is open to you. Pass.", name=name)
    return say("{name}: place a disc so that it encloses some of the other's.", name=name)


def outcome(view: View, counts: list[int]) -> Message:
    """Return who won and why, in one sentence."""
    if view.ending not in ("full board", "no place left"):
        winner = next((n for n, gain in zip(NAMES, view.returns, strict=True) if gain > 0), "")
        return (
            say("{winner} won: {ending}.", winner=winner, ending=say(view.ending))
            if winner
            else say("A draw: {ending}.", ending=say(view.ending))
        )
    told = result(counts)
    if view.ending == "full board":
        return told
    return say("Neither can place a disc. {result}", result=told)


def result(counts: list[int]) -> Message:
    """Return the result by the numbers of discs, in one sentence."""
    if counts[0] == counts[1]:
        return say("A draw, with {count} discs each.", count=counts[0])
    winner = NAMES[0] if counts[0] > counts[1] else NAMES[1]
    most, least = max(counts), min(counts)
    text = "{winner} wins with {most} discs to {least}."
    return say(text, winner=winner, most=most, least=least)
