"""Draw Freez!: numbered discs on a board with snowflakes, frozen pieces, and the Freez! box beside
the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from everygame.colours import colours_of, names_of
from everygame.contract import Game
from everygame.games.freez.notation import (
    BLACK,
    EMPTY,
    FROZEN,
    LETTERS,
    SQUARES,
    on_board,
    read_board,
    squares_of,
)
from everygame.games.freez.paths import SIDES, STEPS, Path, Step, find_square, paths
from everygame.games.freez.rules import Freez
from everygame.games.freez.state import QUIET_LIMIT
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
    seat: int
    """The seat whose turn it is."""

    @property
    def names(self) -> tuple[Message, ...]:
        """The names of the seats, which are their colours."""
        return names_of(self.game)

    @property
    def moved(self) -> str:
        """The square of the piece that has moved in this turn; an empty text before the move."""
        return str(self.view.observation["moved"])

    def live(self, square: int) -> int:
        """Return the number of the live piece on a square, or 0 if there is none."""
        number = self.board[square] % BLACK
        return number if self.board[square] not in (EMPTY, FROZEN, FROZEN + BLACK) else 0


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats in turn order."""
    return names_of(game)


def scene(game: Game, view: View) -> Scene:
    """Draw the board with the viewer's own side at the bottom and the box at the lower right."""
    assert isinstance(game, Freez)
    board = read_board(view.observation["board"], game.size, game.pieces)
    seen = Seen(game, view, board, view.observation["turn"])
    rotate = 2 if view.viewer == 1 else 0
    over = bool(view.ending)
    return Scene(
        width=game.size,
        height=game.size + BELOW,
        regions=regions(game, rotate),
        pieces=(*pieces(seen), *in_box(seen)),
        prompt="" if over else prompt(seen),
        choices=tuple(choice for move in view.moves for choice in offers(seen, move)),
        marks=(Mark("wall", wall(seen), say("The wall")),) if view.ending == "wall" else (),
        notes=() if over else notes(seen),
        scores=tuple(counted(board, seat) for seat in (0, 1)),
        colours=colours_of(game),
        blocked=blocked(seen) if view.moves else {},
        rotate=rotate,
        over=outcome(game, view),
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """Return a ply as the list of moves shows it: a move of a live piece as in the notation, plies
    with a frozen piece and the change of a number in words."""
    if text[0] == "@":
        return say("frozen piece to {square}", square=text[1:])
    if "~" in text:
        return say("frozen {start} to {goal}", start=text[:2], goal=text[3:])
    if text != "tap":
        return text
    return say(
        "{number} becomes {new}",
        number=number_moved(game, before),
        new=number_moved(game, before, after),
    )


def number_moved(game: Game, view: View, after: View | None = None) -> int:
    """Return the number of the piece that has moved in the turn of `view`; with `after`, the number
    which that piece has in the view `after`."""
    assert isinstance(game, Freez)
    seen = (after or view).observation
    board = read_board(seen["board"], game.size, game.pieces)
    return board[SQUARES.index(view.observation["moved"])] % BLACK


# -- places and pieces


def regions(game: Freez, rotate: int) -> tuple[Region, Region]:
    """Return the board and the box. With `rotate` the picture is drawn upside down, so the box is
    put at its upper left to appear at the lower right."""
    cells = tuple(
        Cell(
            SQUARES[square],
            terrain="snow",
            name=say("{square}, a snowflake", square=SQUARES[square]),
        )
        for square in sorted(game.snow)
    )
    board = Region(
        "board", say("Board"), columns=game.size, rows=game.size, cells=cells, look="board"
    )
    place = Cell(BOX, 0.5, 0.5, "box", say("the Freez! box"), say("Freez!"))
    x, y = game.size - 1.0, game.size + GAP
    box = Region("freez", say("Freez! box"), x, y, kind="spots", cells=(place,), look="area")
    if not rotate:
        return board, box
    return replace(board, y=BELOW), replace(box, x=0.0, y=0.0)


def pieces(seen: Seen) -> list[Piece]:
    """Return all pieces on the board, live and frozen."""
    return [
        piece(seen, seat, seen.live(square), SQUARES[square])
        for seat in (0, 1)
        for square in squares_of(seen.board, seat)
    ]


def piece(seen: Seen, seat: int, number: int, at: str) -> Piece:
    """Return a live piece with its number, or a frozen piece for number 0, at the place `at`. Its
    id is made of its seat and its place, because pieces of one kind need not be told apart."""
    name, side = f"{LETTERS[seat]}-{at}", seen.names[seat]
    if number:
        return Piece(
            name,
            at,
            "disc",
            say("{name}'s {number}", name=side, number=number),
            seat,
            text=str(number),
        )
    return Piece(
        name,
        at,
        "snowflake",
        say("{name}'s frozen piece", name=side),
        seat,
        tags=("frozen",),
    )


def in_box(seen: Seen) -> list[Piece]:
    """Return the captured piece while it lies in the box. A side's last live piece stays there when
    its capture ends the match."""
    if not seen.view.observation["box"]:
        return []
    return [piece(seen, 1 - seen.seat if seen.moved else seen.seat, 0, BOX)]


def counted(board: list[int], seat: int) -> Message:
    """Return how many pieces a seat has, as in the text 5 live, 2 frozen."""
    frozen = board.count(FROZEN + seat * BLACK)
    live = len(squares_of(board, seat)) - frozen
    return (
        say("{live} live, {frozen} frozen", live=live, frozen=frozen)
        if frozen
        else say("{live} live", live=live)
    )


# -- choices


def offers(seen: Seen, move: str) -> list[Choice]:
    """Return the choices that play a move."""
    if move == "tap":
        return taps(seen)
    if move == "done":
        return [Choice(move, name=say("end the turn"), label=say("End the turn"), kind="end")]
    if move[0] == "@":
        name = say("put the frozen piece on {move}", move=move[1:])
        return [
            Choice(move, (BOX, move[1:]), name, kind="place"),
            Choice(move, (move[1:],), name, kind="place"),
        ]
    here, there = move[:2], move[3:]
    if move[2] == "~":
        return [
            Choice(
                move,
                (here, there),
                say("move your frozen piece from {here} to {there}", here=here, there=there),
            )
        ]
    return [travel(seen, move, here, there)]


def taps(seen: Seen) -> list[Choice]:
    """Return the two choices that change the number of the piece just moved: a double tap on it,
    and a button."""
    number = seen.live(SQUARES.index(seen.moved))
    name, label = tapping(seen), say("Turn 1 to 3")
    if number > 1:
        label = say("Lower {number} to {less}", number=number, less=number - 1)
    return [
        Choice("tap", (seen.moved,), name, label, gesture="double"),
        Choice("tap", (), name, label),
    ]


def tapping(seen: Seen) -> Message:
    """Return the words for changing the number of the piece just moved: a 3 or a 2 is lowered by
    one, and a 1 becomes a 3."""
    number = seen.live(SQUARES.index(seen.moved))
    if number > 1:
        return say("lower {number} to {less}", number=number, less=number - 1)
    return say("turn 1 to 3")


def travel(seen: Seen, move: str, here: str, there: str) -> Choice:
    """Return the choice for a move or a capture of a live piece, with a path to draw: a straight
    one if there is one."""
    start, end = SQUARES.index(here), SQUARES.index(there)
    ways = sorted(ways_to(seen, start, end), key=lambda path: find_turn(path) is not None)
    number, corner = seen.live(start), find_turn(ways[0])
    capture = move[2] == "x"
    name = say("{number} from {here} to {there}", number=number, here=here, there=there)
    if capture:
        name = say(
            "{number} from {here} captures the {live} on {there}",
            number=number,
            here=here,
            live=seen.live(end),
            there=there,
        )
    if corner is not None:
        name = say("{move}, turning on {square}", move=name, square=SQUARES[corner])
    if len(ways) > 1:
        name = say("{move}; {number} ways lead there", move=name, number=len(ways))
    path = tuple(SQUARES[square] for square in ways[0])
    return Choice(move, (here, there), name, kind="capture" if capture else "move", path=path)


def ways_to(seen: Seen, start: int, end: int) -> list[Path]:
    """Return the paths by which the live piece on `start` can reach `end` over empty squares."""
    game = seen.game
    return [
        path
        for path in paths(start, seen.live(start), game.size, game.snow)
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
        SQUARES[square]: reason(seen, square)
        for square in range(64)
        if seen.board[square] and SQUARES[square] not in starts
    }


def closed_squares(seen: Seen) -> dict[str, Message]:
    """Return for each square where the captured piece cannot be placed the reason why."""
    allowed = {move[1:] for move in seen.view.moves}
    near = neighbours(seen, SQUARES.index(seen.moved))
    found = {}
    for square in range(64):
        name = SQUARES[square]
        if on_board(square, seen.game.size) and name not in allowed:
            found[name] = say("The frozen piece goes next to {moved}.", moved=seen.moved)
            if seen.board[square]:
                found[name] = say("This square is taken.")
            elif square in near:
                found[name] = say("Here it would block the only attack on your piece.")
    return found


def reason(seen: Seen, square: int) -> Message:
    """Return the reason why the piece on a square cannot be chosen first."""
    mine = square in squares_of(seen.board, seen.seat)
    number = seen.live(square)
    if not number:
        return still_frozen(seen, mine)
    if SQUARES[square] == seen.moved:
        return say("You have lowered the number of this piece.")
    if seen.moved:
        return say(
            "You have moved the piece on {moved}; no other may move this turn.", moved=seen.moved
        )
    if mine:
        one = "This {n} cannot go {n} square anywhere now."
        return count(one, "This {n} cannot go {n} squares anywhere now.", number)
    return capturers(seen, square)


def capturers(seen: Seen, square: int) -> Message:
    """Return a sentence on which pieces of the seat to play can capture the enemy's live piece on a
    square."""
    able = [move[:2] for move in seen.view.moves if move[2:] == "x" + SQUARES[square]]
    if not able:
        return say("None of your pieces can capture this {live} now.", live=seen.live(square))
    one, many = "Your piece on {able} can capture it.", "Your pieces on {able} can capture it."
    return count(one, many, len(able), able=all_of(able))


def still_frozen(seen: Seen, mine: bool) -> Message:
    """Return the reason why a frozen piece cannot be moved now; `mine` tells whether it belongs to
    the seat to play."""
    if not mine:
        return say("A frozen piece cannot be captured; only its own side may move it.")
    if not seen.moved:
        return say("First move a live piece; then one of your frozen pieces may step.")
    if seen.view.observation["shifted"]:
        return say("You have moved a frozen piece this turn.")
    return say("This frozen piece has no free square beside it.")


# -- sentences


def prompt(seen: Seen) -> Message:
    """Return what the viewer is to do now, or what the other player is doing."""
    data, name = seen.view.observation, seen.names[seen.seat]
    if seen.view.viewer != seen.seat:
        return (
            say("{name} moves next.", name=name)
            if not seen.moved
            else say("{name} has moved to {moved}.", name=name, moved=seen.moved)
        )
    if data["box"]:
        return say(
            "{name}: choose a square next to {moved} for the captured piece.",
            name=name,
            moved=seen.moved,
        )
    if not seen.moved:
        return say(
            "{name}: choose a live piece, then a square exactly as far as its number.", name=name
        )
    open_to = []
    if not data["tapped"]:
        open_to.append(tapping(seen))
    if any(move[2:3] == "~" for move in seen.view.moves):
        open_to.append(say("move one of your frozen pieces one square"))
    return say(
        "{name}: you may still {open_to}, or end the turn.",
        name=name,
        open_to=all_of(open_to),
    )


def notes(seen: Seen) -> tuple[Message, ...]:
    """Return remarks to show during the match: how near a draw for lack of captures is."""
    left = QUIET_LIMIT - int(seen.view.observation["quiet"])
    if left > SOON:
        return ()
    return (
        count(
            "A draw in {n} turn unless a piece is captured.",
            "A draw in {n} turns unless a piece is captured.",
            left,
        ),
    )


def outcome(game: Game, view: View) -> str:
    """Return one sentence on who has won and why; empty while the match goes on."""
    names = names_of(game)
    winner = next((names[seat] for seat in (0, 1) if view.returns[seat] > 0), "")
    loser = next((names[seat] for seat in (0, 1) if view.returns[seat] < 0), "")
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
    return reasons.get(view.ending, "")


# -- walls


def wall(seen: Seen) -> tuple[str, ...]:
    """Return the squares of the frozen pieces that form the wall: of those that border on the
    region of the loser's live pieces, the ones that also border on the winner's side."""
    winner = 0 if seen.view.returns[0] > 0 else 1
    tactical = seen.game.board.tactical
    open_squares = {s for s in range(64) if seen.board[s] not in (FROZEN, FROZEN + BLACK)}
    lost = flood(seen, live_squares(seen, 1 - winner), open_squares, SIDES if tactical else STEPS)
    rest = set(range(64)) - lost
    won = flood(seen, live_squares(seen, winner), rest, STEPS if tactical else SIDES)
    return tuple(
        SQUARES[square] for square in sorted(won - open_squares) if lost & neighbours(seen, square)
    )


def live_squares(seen: Seen, seat: int) -> list[int]:
    """Return the squares of a seat's live pieces."""
    return [square for square in squares_of(seen.board, seat) if seen.live(square)]


def flood(seen: Seen, starts: Iterable[int], within: set[int], steps: tuple[Step, ...]) -> set[int]:
    """Return all squares of the set `within` that can be reached from `starts` by such steps,
    `starts` included."""
    reached = set(starts)
    todo = list(reached)
    while todo:
        fresh = neighbours(seen, todo.pop(), steps) & within - reached
        reached |= fresh
        todo += fresh
    return reached


def neighbours(seen: Seen, square: int, steps: tuple[Step, ...] = STEPS) -> set[int]:
    """Return the squares of the board one of these steps away from a square."""
    found = {find_square(square, step, seen.game.size) for step in steps}
    return {there for there in found if there is not None}
