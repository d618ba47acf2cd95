"""Draw Freez!: numbered discs on a board with snowflakes, frozen pieces, and the Freez! box beside
the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from everygame.colours import colours_of, names_of
from everygame.contract import Game
from everygame.fast.bits import BITS
from everygame.games.freez.notation import (
    BLACK,
    FROZEN,
    LETTERS,
    SQUARES,
    read_board,
    squares_of,
    squares_on,
)
from everygame.games.freez.paths import STEPS, Path, find_square, paths
from everygame.games.freez.refusals import STILL, refusals
from everygame.games.freez.rules import Freez
from everygame.games.freez.state import QUIET_LIMIT, FreezState
from everygame.games.freez.walls import around, reach
from everygame.scene import Cell, Choice, Mark, Piece, Region, Scene, View
from everygame.words import Message, all_of, count, say

BOX: Final = "box"
GAP: Final = 0.42
"""Distance between the board and the box, in squares."""
BELOW: Final = 1 + GAP
"""How much taller the picture is than the board, in squares: the gap and the box."""
SOON: Final = 20
"""The notes warn the players when at most this many turns remain until the draw for lack of
captures."""


@dataclass(frozen=True)
class Seen:
    """A view with its fields unpacked. Freez! has no secrets, so every viewer sees the whole
    state."""

    game: Freez
    view: View
    board: list[int]
    names: tuple[Message, ...]
    """The names of the seats, which are their colours."""
    seat: int
    """The seat whose turn it is."""
    moved: str
    """The square of the piece that has moved in this turn; an empty text before the move."""

    def live(self, square: str) -> int:
        """Return the number of the live piece on a square, or 0 if there is none."""
        return self.board[SQUARES.index(square)] % BLACK


def unpack(game: Game, view: View) -> Seen:
    assert isinstance(game, Freez)
    data = view.observation
    board = read_board(data["board"], game.size)
    return Seen(game, view, board, names_of(game), data["turn"], data["moved"])


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats in turn order."""
    return names_of(game)


def scene(game: Game, view: View) -> Scene:
    """Draw the board with the viewer's own side at the bottom and the box at the lower right."""
    seen = unpack(game, view)
    rotate = 2 if view.viewer == 1 else 0
    over = bool(view.ending)
    return Scene(
        width=seen.game.size,
        height=seen.game.size + BELOW,
        regions=regions(seen.game, rotate),
        pieces=(*pieces(seen), *in_box(seen)),
        prompt="" if over else prompt(seen),
        choices=tuple(choice for move in view.moves for choice in offers(seen, move)),
        marks=(Mark("wall", wall(seen), say("The wall")),) if view.ending == "wall" else (),
        notes=() if over else notes(seen),
        scores=tuple(counted(seen, seat) for seat in (0, 1)),
        colours=colours_of(game),
        blocked=blocked(seen) if view.moves else {},
        refusals=tuple(refusals(seen.game, seen.board, seen.seat, view.moves)),
        rotate=rotate,
        over=outcome(seen),
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """Return a ply as the list of moves shows it: a move to an empty square as in the notation, all
    other plies in words, and nothing for the end of a turn."""
    if text == "done":
        return ""
    if text[0] == "@":
        return say("frozen piece to {square}", square=text[1:])
    if "~" in text:
        return say("frozen {start} to {goal}", start=text[:2], goal=text[3:])
    seen = unpack(game, before)
    if text[2] == "x":
        return capture(seen, text[:2], text[3:])
    if text != "tap":
        return text
    number = seen.live(seen.moved)
    return say("{number} becomes {new}", number=number, new=number - 1 or 3)


# -- places and pieces


def regions(game: Freez, rotate: int) -> tuple[Region, Region]:
    """Return the board and the box. With `rotate` the picture is drawn upside down, so the box is
    put at its upper left to appear at the lower right."""
    cells = tuple(
        Cell(name, terrain="snow", name=say("{square}, a snowflake", square=name))
        for name in (SQUARES[square] for square in sorted(game.snow))
    )
    size, y = game.size, BELOW if rotate else 0.0
    place = Cell(BOX, 0.5, 0.5, "box", say("the Freez! box"), say("Freez!"))
    at = (0.0, 0.0) if rotate else (size - 1.0, size + GAP)
    return (
        Region("board", say("Board"), 0.0, y, size, size, cells=cells, look="board"),
        Region("freez", say("Freez! box"), *at, kind="spots", cells=(place,), look="area"),
    )


def pieces(seen: Seen) -> list[Piece]:
    """Return all pieces on the board, live and frozen."""
    return [
        piece(seen, seat, seen.live(at), at)
        for seat in (0, 1)
        for at in squares_of(seen.board, seat)
    ]


def piece(seen: Seen, seat: int, number: int, at: str) -> Piece:
    """Return a live piece with its number, or a frozen piece for number 0, at the place `at`. Its
    id is made of its seat and its place, because pieces of one kind need not be told apart."""
    name, side = f"{LETTERS[seat]}-{at}", seen.names[seat]
    if number:
        spoken = say("{name}'s {number}", name=side, number=number)
        return Piece(name, at, "disc", spoken, seat, text=str(number))
    spoken = say("{name}'s frozen piece", name=side)
    return Piece(name, at, "snowflake", spoken, seat, tags=("frozen",))


def in_box(seen: Seen) -> list[Piece]:
    """Return the captured piece while it lies in the box. A side's last live piece stays there when
    its capture ends the match."""
    if not seen.view.observation["box"]:
        return []
    return [piece(seen, 1 - seen.seat if seen.moved else seen.seat, 0, BOX)]


def counted(seen: Seen, seat: int) -> Message:
    """Return how many pieces a seat has, as in the text 5 live, 2 frozen; one in the box is
    frozen."""
    on_board = seen.board.count(FROZEN + seat * BLACK)
    live = len(squares_of(seen.board, seat)) - on_board
    frozen = on_board + sum(piece.owner == seat for piece in in_box(seen))
    if not frozen:
        return say("{live} live", live=live)
    return say("{live} live, {frozen} frozen", live=live, frozen=frozen)


# -- choices


def offers(seen: Seen, move: str) -> list[Choice]:
    """Return the choices that play a move."""
    if move == "tap":
        return taps(seen)
    if move == "done":
        return [
            Choice(move, name=say("end the turn"), label=say("End the turn"), kind="end", key="e")
        ]
    here, there = move[:2], move[3:]
    if move[0] == "@":
        there = move[1:]
        name = say("put the frozen piece on {move}", move=there)
        return [Choice(move, touch, name, kind="place") for touch in ((BOX, there), (there,))]
    if move[2] == "~":
        name = say("move your frozen piece from {here} to {there}", here=here, there=there)
        return [Choice(move, (here, there), name)]
    return [travel(seen, move, here, there)]


def taps(seen: Seen) -> list[Choice]:
    """Return the two choices that change the number of the piece just moved: a double tap on it,
    and a button."""
    name, label = tapping(seen)
    double = Choice("tap", (seen.moved,), name, label, gesture="double")
    return [double, Choice("tap", (), name, label)]


def tapping(seen: Seen) -> tuple[Message, Message]:
    """Return the words for changing the number of the piece just moved, within a sentence and on a
    button: a 3 or a 2 is lowered by one, and a 1 becomes a 3."""
    number = seen.live(seen.moved)
    less = number - 1
    if not less:
        return say("turn 1 to 3"), say("Turn 1 to 3")
    return (
        say("lower {number} to {less}", number=number, less=less),
        say("Lower {number} to {less}", number=number, less=less),
    )


def travel(seen: Seen, move: str, here: str, there: str) -> Choice:
    """Return the choice for a move or a capture of a live piece, with a path to draw. Where several
    lead there, all of them turn."""
    ways = ways_to(seen, here, there)
    number, corner, kind = seen.live(here), find_turn(ways[0]), "move"
    name = say("{number} from {here} to {there}", number=number, here=here, there=there)
    if move[2] == "x":
        kind, name = "capture", capture(seen, here, there)
    if corner is not None:
        name = say("{move}, turning on {square}", move=name, square=SQUARES[corner])
    if len(ways) > 1:
        name = say("{move}; {number} ways lead there", move=name, number=len(ways))
    return Choice(move, (here, there), name, kind=kind, path=tuple(SQUARES[at] for at in ways[0]))


def capture(seen: Seen, here: str, there: str) -> Message:
    """Return a capture in words."""
    return say(
        "{number} from {here} captures the {live} on {there}",
        number=seen.live(here),
        here=here,
        live=seen.live(there),
        there=there,
    )


def ways_to(seen: Seen, here: str, there: str) -> list[Path]:
    """Return the paths by which the live piece on `here` can reach `there` over empty squares."""
    start, end = SQUARES.index(here), SQUARES.index(there)
    return [
        path
        for path in paths(start, seen.live(here), seen.game.size, seen.game.snow)
        if path[-1] == end and not any(seen.board[square] for square in path[1:-1])
    ]


def find_turn(path: Path) -> int | None:
    """Return the square where a path changes its direction, or None if the path is straight."""
    for before, here, after in zip(path, path[1:], path[2:], strict=False):
        if here - before != after - here:
            return here
    return None


def blocked(seen: Seen) -> dict[str, Message]:
    """Return for each square that cannot be chosen now the reason why."""
    if seen.view.observation["box"]:
        return closed_squares(seen)
    starts = {seen.moved if move == "tap" else move[:2] for move in seen.view.moves}
    return {
        square: reason(seen, square)
        for square, content in zip(SQUARES, seen.board, strict=True)
        if content and square not in starts
    }


def closed_squares(seen: Seen) -> dict[str, Message]:
    """Return for each square where the captured piece cannot be placed the reason why."""
    allowed, size = {move[1:] for move in seen.view.moves}, seen.game.size
    near = {find_square(SQUARES.index(seen.moved), step, size) for step in STEPS}
    found = {}
    for square in squares_on(size):
        if SQUARES[square] not in allowed:
            why = say("The frozen piece goes next to {moved}.", moved=seen.moved)
            if seen.board[square]:
                why = say("This square is taken.")
            elif square in near:
                why = say("Here it would block the only attack on your piece.")
            found[SQUARES[square]] = why
    return found


def reason(seen: Seen, square: str) -> Message:
    """Return the reason why the piece on a square cannot be chosen first."""
    mine = square in squares_of(seen.board, seen.seat)
    number = seen.live(square)
    if not number:
        return still_frozen(seen, mine)
    if square == seen.moved:
        return say("You have lowered the number of this piece.")
    if seen.moved:
        return say(
            "You have moved the piece on {moved}; no other may move this turn.", moved=seen.moved
        )
    if mine:
        one = "This {n} cannot go {n} square anywhere now."
        return count(one, "This {n} cannot go {n} squares anywhere now.", number)
    able = [move[:2] for move in seen.view.moves if move[2:] == "x" + square]
    if not able:
        return say("None of your pieces can capture this {live} now.", live=number)
    single, several = (
        "Your piece on {able} can capture it.",
        "Your pieces on {able} can capture it.",
    )
    return count(single, several, len(able), able=all_of(able))


def still_frozen(seen: Seen, mine: bool) -> Message:
    """Return the reason why a frozen piece cannot be moved now; `mine` tells whether it belongs to
    the seat to play."""
    if not mine:
        return STILL
    if not seen.moved:
        return say("First move a live piece; then one of your frozen pieces may step.")
    if seen.view.observation["shifted"]:
        return say("You have moved a frozen piece this turn.")
    return say("This frozen piece has no free square beside it.")


# -- sentences


def prompt(seen: Seen) -> Message:
    """Return what the viewer is to do now, or what the other player is doing."""
    data, name, moved = seen.view.observation, seen.names[seen.seat], seen.moved
    if seen.view.viewer != seen.seat:
        if not moved:
            return say("{name} moves next.", name=name)
        return say("{name} has moved to {moved}.", name=name, moved=moved)
    if data["box"]:
        return say(
            "{name}: choose a square next to {moved} for the captured piece.",
            name=name,
            moved=moved,
        )
    if not moved:
        return say(
            "{name}: choose a live piece, then a square exactly as far as its number.", name=name
        )
    if position(seen).is_walled(seen.seat):
        return say("{name}: the wall is closed. End the turn, and you win.", name=name)
    open_to = [] if data["tapped"] else [tapping(seen)[0]]
    if any(move[2:3] == "~" for move in seen.view.moves):
        open_to.append(say("move one of your frozen pieces one square"))
    return say(
        "{name}: you may still {open_to}, or end the turn.", name=name, open_to=all_of(open_to)
    )


def notes(seen: Seen) -> tuple[Message, ...]:
    """Return remarks to show during the match: how near a draw for lack of captures is."""
    left = QUIET_LIMIT - int(seen.view.observation["quiet"])
    if left > SOON:
        return ()
    one = "A draw in {n} turn unless a piece is captured."
    return (count(one, "A draw in {n} turns unless a piece is captured.", left),)


def outcome(seen: Seen) -> str:
    """Return one sentence on who has won and why; empty while the match goes on."""
    winner, loser = seen.names if seen.view.returns[0] > 0 else seen.names[::-1]
    reasons: dict[str, str] = {
        "no live pieces": say(
            "{winner} wins: {loser} has no live piece left.", winner=winner, loser=loser
        ),
        "wall": say(
            "{winner} wins: a wall of frozen pieces parts all live pieces of the two sides.",
            winner=winner,
        ),
        "no moves": say(
            "{winner} wins: {loser} cannot move a live piece.", winner=winner, loser=loser
        ),
        "no progress": say("A draw: {turns} turns in a row without a capture.", turns=QUIET_LIMIT),
        "repetition": say("A draw: the same position came up for the third time."),
    }
    return reasons.get(seen.view.ending, "")


# -- walls


def wall(seen: Seen) -> tuple[str, ...]:
    """Return the squares of the frozen pieces that form the wall: of those that border on the
    region of the loser's live pieces, the ones that also border on the winner's side."""
    state = position(seen)
    board, winner, live = state.board, state.winner, state.live
    frozen = state.occupied & ~(live[0] | live[1])
    lost = reach(live[1 - winner], board.squares & ~frozen, not board.tactical)
    won = reach(live[winner], board.squares & ~lost, board.tactical)
    wall = won & frozen & around(lost, True)
    return tuple(SQUARES[square] for square in range(64) if BITS[square] & wall)


def position(seen: Seen) -> FreezState:
    """Return the state that is drawn; Freez! has no secrets."""
    state = seen.game.from_json(seen.view.observation)
    assert isinstance(state, FreezState)
    return state
