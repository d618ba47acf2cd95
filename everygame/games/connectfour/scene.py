"""The pictures of connect four: an upright board into which discs drop from above.

A touch anywhere in a column drops a disc there, so the player may touch any hole of the column."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from everygame.contract import OVER, Game
from everygame.games.connectfour.rules import COLUMNS, LETTERS, ROWS
from everygame.scene import Choice, Mark, Piece, Region, Scene, View, grid, square
from everygame.words import Message, say

NAMES = (say("Yellow"), say("Red"))
"""The names of the seats, in turn order."""
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The directions of lines, as steps to the right and down."""
HOLES = tuple(tuple(square(x, y, ROWS) for x in range(COLUMNS)) for y in range(ROWS))
"""The names of the squares, row by row from the top."""
FOURS = tuple(
    four
    for y in range(ROWS)
    for x in range(COLUMNS)
    for right, down in WAYS
    if (four := tuple((x + n * right, y + n * down) for n in range(4)))
    and all(i < COLUMNS and 0 <= j < ROWS for i, j in four)
)
"""The coordinates of all possible lines of four."""
BOARD = Region("board", say("Board"), columns=COLUMNS, rows=ROWS, look="rack")


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats, in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """Return the picture of a position; lines of four are marked at the end."""
    rows = view.observation["rows"].split("/")
    signs = zip(grid(COLUMNS, ROWS, False), "".join(rows), strict=True)
    fours = lines(rows) if view.ending == "line" else ()
    return Scene(
        width=COLUMNS,
        height=ROWS,
        regions=(BOARD,),
        pieces=tuple(disc(at, sign) for at, sign in signs if sign != "."),
        prompt=prompt(view) if view.to_play != OVER else "",
        choices=tuple(choices(rows, view.moves)),
        colours=("yellow", "red"),
        marks=tuple(Mark("goal", line, say("four in a line")) for line in fours),
        blocked=blocked(rows) if view.moves else {},
        over=outcome(view),
    )


@cache
def disc(at: str, letter: str) -> Piece:
    """Return a disc. It never moves, so the name of its hole is part of its id."""
    seat = LETTERS.index(letter)
    return Piece(f"disc-{at}", at, "disc", say("{name} disc", name=NAMES[seat]), owner=seat)


def choices(rows: list[str], moves: tuple[str, ...]) -> Iterator[Choice]:
    """Yield, for each move, a choice at each hole of its column."""
    for move in moves:
        x = "abcdefg".index(move)
        yield from drops(move, sum(row[x] == "." for row in rows))


@cache
def drops(move: str, free: int) -> tuple[Choice, ...]:
    """Return the choices in a column with `free` empty holes; the first is at the hole where the
    disc will lie."""
    holes = [row["abcdefg".index(move)] for row in HOLES]
    landing, fall = holes[free - 1], tuple(holes[:free])
    name = say("drop into column {move}, down to {hole}", move=move, hole=landing)
    touches = (landing, *(hole for hole in holes if hole != landing))
    return tuple(Choice(move, (at,), name, kind="place", path=fall, key=move) for at in touches)


def blocked(rows: list[str]) -> dict[str, Message]:
    """Return, for each hole of a full column, a sentence that says why it takes no disc."""
    full = [x for x in range(COLUMNS) if rows[0][x] != "."]
    return {
        row[x]: say("Column {column} is full.", column="abcdefg"[x]) for x in full for row in HOLES
    }


def lines(rows: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the squares of each line of four that is complete."""
    for four in FOURS:
        if {rows[y][x] for x, y in four} in ({"x"}, {"o"}):
            yield tuple(HOLES[y][x] for x, y in four)


def prompt(view: View) -> Message:
    """Return what the viewer must do now, or who is to move."""
    if view.viewer != view.to_play:
        return say("{name} drops a disc next.", name=NAMES[view.to_play])
    return say("{name}: choose a column to drop a disc into it.", name=NAMES[view.to_play])


def outcome(view: View) -> str:
    """Return who won and why, in one sentence; an empty text where the rules have not ended the
    match."""
    winner = NAMES[view.returns.index(max(view.returns))]
    told = {
        "line": say("{winner} has four in a line and wins.", winner=winner),
        "full board": say("A draw: the board is full, and nobody has four in a line."),
    }
    return told.get(view.ending, "")
