"""The pictures of breakthrough: two armies of discs; each player sees their own at the bottom."""

from __future__ import annotations

from collections.abc import Iterator

from everygame.contract import OVER, Game
from everygame.games.breakthrough.rules import LETTERS
from everygame.scene import Cell, Choice, Piece, Refusal, Region, Scene, View, grid
from everygame.words import Message, say

NAMES = (say("White"), say("Black"))
"""The names of the seats, in turn order."""
STRIDE = say(
    "A man goes one square ahead: straight to an empty one, or slantwise, also to capture."
)
"""Why a man cannot go to another square."""
SIZE = 8
"""The number of columns and of rows."""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats, in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """Return the picture of a position; Black sees the board from the other side."""
    rows = view.observation["rows"]
    signs = zip(grid(SIZE, SIZE, False), rows.replace("/", ""), strict=True)
    men = {at: LETTERS.index(sign) for at, sign in signs if sign != "."}
    return Scene(
        width=SIZE,
        height=SIZE,
        regions=(board(),),
        pieces=tuple(man(at, seat) for at, seat in men.items()),
        prompt=prompt(view) if view.to_play != OVER else "",
        choices=tuple(map(choice, view.moves)),
        colours=("white", "black"),
        scores=tuple(str(rows.count(letter)) for letter in LETTERS),
        blocked=dict(blocked(men, view)) if view.moves else {},
        refusals=(Refusal(STRIDE),) if view.moves else (),
        rotate=2 if view.viewer == 1 else 0,
        over=outcome(view),
    )


def board() -> Region:
    """Return the board; the names of the squares in the last rows, which a screen reader reads out,
    say whose goal they are."""
    files = "abcdefgh"
    goals = [Cell(f"{f}8", name=say("{f}8, White's goal", f=f)) for f in files]
    goals += [Cell(f"{f}1", name=say("{f}1, Black's goal", f=f)) for f in files]
    return Region("board", say("Board"), columns=SIZE, rows=SIZE, cells=tuple(goals), look="wood")


def man(at: str, seat: int) -> Piece:
    """Return the disc of a man."""
    name = say("{name} man", name=NAMES[seat])
    return Piece(f"{LETTERS[seat]}-{at}", at, "disc", name, owner=seat)


def choice(move: str) -> Choice:
    """Return the choice of a move: the player touches the man, then its goal."""
    origin, goal = move[:2], move[3:]
    touch = (origin, goal)
    if move[2] == "x":
        name = say("capture from {origin} on {goal}", origin=origin, goal=goal)
        return Choice(move, touch, name, kind="capture", path=touch)
    return Choice(move, touch, say("{origin} to {goal}", origin=origin, goal=goal), path=touch)


def blocked(men: dict[str, int], view: View) -> Iterator[tuple[str, Message]]:
    """Yield, for each man that cannot be chosen, a sentence that says why."""
    movable = {move[:2] for move in view.moves}
    for at, seat in men.items():
        if seat != view.to_play:
            yield at, say("A man is captured slantwise, from the row in front of it.")
        elif at not in movable:
            yield at, say("This man is hemmed in: no square ahead of it is free for it.")


def prompt(view: View) -> Message:
    """Return what the viewer must do now, or who is to move."""
    name = NAMES[view.to_play]
    if view.viewer != view.to_play:
        return say("{name} moves next.", name=name)
    return say("{name}: move a man one square ahead, straight or slantwise.", name=name)


def outcome(view: View) -> str:
    """Return who won and why, in one sentence; an empty text where the rules have not ended the
    match."""
    winner = NAMES[view.returns.index(max(view.returns))]
    told = {
        "home row": say("{winner} broke through to the last row and wins.", winner=winner),
        "all captured": say("{winner} captured every man and wins.", winner=winner),
    }
    return told.get(view.ending, "")
