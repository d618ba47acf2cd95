"""The pictures of reversi: a green board, and discs that are black on one side and white on the
other.

Rank 1 is the top row, as players of Othello write it."""

from __future__ import annotations

from collections.abc import Iterator

from everygame.contract import OVER, Game
from everygame.fast.bits import BITS, count
from everygame.games.reversi.rules import LETTERS, ReversiState, enclosed
from everygame.scene import Choice, Piece, Region, Scene, View, grid
from everygame.words import Message, say

NAMES = (say("Black"), say("White"))
"""The names of the seats, in turn order."""
SIZE = 8
"""The number of columns and of rows."""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats, in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """Return the picture of a position, with the number of discs of each colour."""
    state = game.from_json(view.observation)
    assert isinstance(state, ReversiState)
    rows, going = view.observation["rows"], view.to_play != OVER
    signs = dict(zip(grid(SIZE, SIZE, True), rows.replace("/", ""), strict=True))
    counts = [rows.count(letter) for letter in LETTERS]
    return Scene(
        width=SIZE,
        height=SIZE,
        regions=(Region("board", say("Board"), columns=SIZE, rows=SIZE, look="green", top=True),),
        pieces=tuple(disc(at, sign) for at, sign in signs.items() if sign != "."),
        prompt=prompt(view) if going else "",
        choices=tuple(choice(state, move) for move in view.moves),
        notes=tuple(notes(view)) if going else (),
        colours=("black", "white"),
        scores=tuple(map(str, counts)),
        blocked=dict(blocked(signs, view)) if view.moves else {},
        over=outcome(view, counts),
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """Return a move as in the notation, and a pass in words."""
    return say("passed") if text == "pass" else text


def disc(at: str, sign: str) -> Piece:
    """Return a disc. It never moves, so the name of its square is part of its id; only its owner
    changes."""
    seat = LETTERS.index(sign)
    return Piece(f"disc-{at}", at, "disc", say("{name} disc", name=NAMES[seat]), owner=seat)


def choice(state: ReversiState, move: str) -> Choice:
    """Return the choice of a move: the player touches the empty square; a pass is a button."""
    if move == "pass":
        name = say("pass, for no square is open to you")
        return Choice(move, name=name, label=say("Pass"), kind="end", key="p")
    number = int(count(enclosed(BITS[state.parse(move)], state.mine, state.theirs)))
    name = say("place on {move}, turning {number}", move=move, number=number)
    return Choice(move, (move,), name, kind="place")


def notes(view: View) -> list[Message]:
    """Return a sentence that says why the player must pass."""
    if view.moves == ("pass",):
        return [say("On no square could you enclose a disc, so you must pass.")]
    return []


def blocked(signs: dict[str, str], view: View) -> Iterator[tuple[str, Message]]:
    """Yield, for each square where no disc can be put, a sentence that says why."""
    for at, sign in signs.items():
        if sign != ".":
            yield at, say("A disc lies there already.")
        elif at not in view.moves:
            yield at, say("A disc there would enclose none of the other's.")


def prompt(view: View) -> Message:
    """Return what the viewer must do now, or who is to play."""
    name = NAMES[view.to_play]
    if view.viewer != view.to_play:
        return say("{name} plays next.", name=name)
    if view.moves == ("pass",):
        return say("{name}: no square is open to you. Pass.", name=name)
    return say("{name}: place a disc so that it encloses some of the other's.", name=name)


def outcome(view: View, counts: list[int]) -> str:
    """Return who won and why, in one sentence; an empty text where the rules have not ended the
    match."""
    told = result(counts)
    blocked = say("Neither can place a disc. {result}", result=told)
    return {"full board": told, "no place left": blocked}.get(view.ending, "")


def result(counts: list[int]) -> Message:
    """Return the result by the numbers of discs, in one sentence."""
    if counts[0] == counts[1]:
        return say("A draw, with {count} discs each.", count=counts[0])
    winner = NAMES[0] if counts[0] > counts[1] else NAMES[1]
    most, least = max(counts), min(counts)
    text = "{winner} wins with {most} discs to {least}."
    return say(text, winner=winner, most=most, least=least)
