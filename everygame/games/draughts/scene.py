"""The pictures of draughts: pieces on the dark squares, and the numbers of these squares, which
move texts use.

Each player sees their own side at the bottom, so Black sees the board from the other side."""

from __future__ import annotations

from collections.abc import Iterator

from everygame.contract import OVER, Game
from everygame.games.draughts.rules import LETTERS, QUIET, SQUARES
from everygame.scene import Cell, Choice, Piece, Refusal, Region, Scene, View, square
from everygame.words import Message, count, say

NAMES = (say("Black"), say("White"))
"""The names of the seats, in turn order."""
SIZE = 8
"""The number of columns and of rows."""
SOON = 20
"""The notes warn of a draw by the forty-move rule when at most this many plies are left."""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats, in turn order."""
    return NAMES


def cell_of(number: int) -> str:
    """Return the cell of the picture for the square with this number, 1 to 32."""
    row, place = divmod(number - 1, 4)
    return square(2 * place + 1 - row % 2, row, SIZE)


CELLS = {number: cell_of(number) for number in range(1, SQUARES + 1)}
"""The cell of the picture for each number of a square."""


def scene(game: Game, view: View) -> Scene:
    """Return the picture of a position."""
    seen = view.observation
    going = view.to_play != OVER
    return Scene(
        width=SIZE,
        height=SIZE,
        regions=(board(seen["board"]),),
        pieces=tuple(pieces(seen["board"])),
        prompt=prompt(view) if going else "",
        choices=tuple(map(choice, view.moves)),
        notes=tuple(notes(view)) if going else (),
        colours=("black", "white"),
        scores=tuple(str(seen["board"].lower().count(letter)) for letter in LETTERS),
        blocked=dict(blocked(view)) if view.moves else {},
        refusals=tuple(refusals(view)) if view.moves else (),
        rotate=2 if view.viewer == 0 else 0,
        over=outcome(view),
    )


def board(signs: str) -> Region:
    """Return the board; the numbers of the dark squares stand on the empty ones."""
    cells = tuple(
        Cell(
            at,
            name=say("square {number}", number=number),
            label=str(number) if signs[number - 1] == "." else "",
        )
        for number, at in CELLS.items()
    )
    return Region(
        "board",
        say("Board"),
        columns=SIZE,
        rows=SIZE,
        cells=cells,
        look="wood",
        coordinates=False,
    )


def pieces(signs: str) -> Iterator[Piece]:
    """Yield a disc for each man, and a crowned disc for each king."""
    for number, sign in enumerate(signs, 1):
        if sign != ".":
            seat, king = LETTERS.index(sign.lower()), sign.isupper()
            name = say("{name} king" if king else "{name} man", name=NAMES[seat])
            tags = ("king",) if king else ()
            yield Piece(f"{sign.lower()}-{number}", CELLS[number], "disc", name, seat, tags=tags)


def choice(move: str) -> Choice:
    """Return the choice of a move: the player touches the piece, then its goal. Each jump is a move
    of its own."""
    jump = "x" in move
    origin, goal = move.split("x" if jump else "-")
    touch = CELLS[int(origin)], CELLS[int(goal)]
    if jump:
        name = say("jump from {origin} to {goal}", origin=origin, goal=goal)
        return Choice(move, touch, name, kind="capture", path=touch)
    return Choice(move, touch, say("{origin} to {goal}", origin=origin, goal=goal), path=touch)


def notes(view: View) -> list[Message]:
    """Return sentences that say what the player must do, and how near a draw is."""
    seen = view.observation
    told = []
    if view.moves and "x" in view.moves[0] and not seen["jumping"]:
        told.append(say("You can capture, so you must."))
    left = QUIET - seen["quiet"]
    if left <= SOON:
        told.append(
            count(
                "A draw in {n} move unless a man moves or something is captured.",
                "A draw in {n} moves unless a man moves or something is captured.",
                left,
            )
        )
    return told


def blocked(view: View) -> Iterator[tuple[str, Message]]:
    """Yield, for each piece that cannot be chosen, a sentence that says why."""
    signs, mine = view.observation["board"], LETTERS[view.to_play]
    movable = {move.replace("x", "-").split("-")[0] for move in view.moves}
    must = "x" in view.moves[0]
    for number, sign in enumerate(signs, 1):
        if sign.lower() == mine and str(number) not in movable:
            jumping = view.observation["jumping"]
            yield CELLS[number], why_not(must, bool(jumping))
        elif sign.lower() not in (mine, "."):
            yield (
                CELLS[number],
                say("That is a piece of the other side; jump over it to capture it."),
            )


def refusals(view: View) -> Iterator[Refusal]:
    """Yield why a chosen piece cannot go to other squares."""
    if "x" in view.moves[0]:
        yield Refusal(
            say("You must capture: jump over a piece of the other side onto the square behind it.")
        )
        return
    for number, sign in enumerate(view.observation["board"], 1):
        if sign == LETTERS[view.to_play].upper():
            why = say("A king goes one square slantwise, ahead or back, onto an empty square.")
            yield Refusal(why, CELLS[number])
    yield Refusal(say("A man goes one square slantwise ahead, onto an empty square."))


def why_not(must: bool, jumping: bool) -> Message:
    """Return a sentence that says why one of the player's own pieces cannot move."""
    if jumping:
        return say("Go on with the piece that has jumped: it can capture more.")
    if must:
        return say("You must capture, and this piece cannot.")
    return say("This piece has no free square to go to.")


def prompt(view: View) -> Message:
    """Return what the viewer must do now, or who is to move."""
    name = NAMES[view.to_play]
    if view.viewer != view.to_play:
        return say("{name} moves next.", name=name)
    if view.observation["jumping"]:
        return say("{name}: jump on with the same piece.", name=name)
    if "x" in view.moves[0]:
        return say("{name}: jump over a piece and take it.", name=name)
    return say("{name}: move a piece one square diagonally.", name=name)


def outcome(view: View) -> str:
    """Return who won and why, in one sentence; an empty text where the rules have not ended the
    match."""
    best = view.returns.index(max(view.returns))
    winner, loser = NAMES[best], NAMES[1 - best]
    told = {
        "no moves": say("{loser} cannot move: {winner} wins.", loser=loser, winner=winner),
        "all captured": say("{winner} captured every piece and wins.", winner=winner),
        "forty moves": say(
            "A draw: in forty moves of each side no man moved and nothing was captured."
        ),
    }
    return told.get(view.ending, "")
