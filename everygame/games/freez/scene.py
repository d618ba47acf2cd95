"""How Freez! looks: numbered discs among snowflakes, frozen pieces, and the Freez! box beside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from everygame.contract import Game
from everygame.games.freez.notation import (
    BLACK,
    EMPTY,
    FROZEN,
    NAMES,
    SQUARES,
    on_board,
    read_board,
    squares_of,
)
from everygame.games.freez.paths import SIDES, STEPS, Path, Step, find_square, paths
from everygame.games.freez.rules import Freez
from everygame.games.freez.state import QUIET_LIMIT
from everygame.scene import Cell, Choice, Mark, Piece, Region, Scene, View

BOX: Final = "box"
COLOURS: Final = ("white", "black")
GAP: Final = 0.42
"""Between the board and the box."""
BELOW: Final = 1 + GAP
"""How much higher the picture is than the board."""
SOON: Final = 20
"""So many turns before the draw without a capture, the players are seen."""


@dataclass(frozen=True)
class Seen:
    """What a view tells, ready for use. It keeps no secrets, since the game has none."""

    game: Freez
    view: View
    board: list[int]
    seat: int
    """Whose turn it is."""

    @property
    def moved(self) -> str:
        """Where the piece that has moved this turn stands, or an empty text."""
        return str(self.view.observation["moved"])

    def live(self, square: int) -> int:
        """The number of a live piece; 0 for all else."""
        number = self.board[square] % BLACK
        return number if self.board[square] not in (EMPTY, FROZEN, FROZEN + BLACK) else 0


def seat_names(game: Game) -> tuple[str, ...]:
    """What the seats are called, in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """The board with the viewer's own side at the bottom and the box at the lower right."""
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
        marks=(Mark("wall", wall(seen), "The wall"),) if view.ending == "wall" else (),
        notes=() if over else notes(seen),
        scores=tuple(count(board, seat) for seat in (0, 1)),
        colours=COLOURS,
        blocked=blocked(seen) if view.moves else {},
        rotate=rotate,
        over=outcome(view),
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """Moves read as they are written; what is done with a frozen piece does not."""
    if text[0] == "@":
        return f"frozen piece to {text[1:]}"
    if "~" in text:
        return f"frozen {text.replace('~', ' to ')}"
    if text != "tap":
        return text
    return f"{number_moved(game, before)} becomes {number_moved(game, before, after)}"


def number_moved(game: Game, view: View, after: View | None = None) -> int:
    """The number of the piece that has moved this turn, then or afterwards."""
    assert isinstance(game, Freez)
    seen = (after or view).observation
    board = read_board(seen["board"], game.size, game.pieces)
    return board[SQUARES.index(view.observation["moved"])] % BLACK


# -- places and pieces


def regions(game: Freez, rotate: int) -> tuple[Region, Region]:
    """The board, and the box where it lies when the picture has been turned."""
    cells = tuple(
        Cell(SQUARES[square], terrain="snow", name=f"{SQUARES[square]}, a snowflake")
        for square in sorted(game.snow)
    )
    board = Region("board", "Board", columns=game.size, rows=game.size, cells=cells, look="board")
    place = Cell(BOX, 0.5, 0.5, "box", "the Freez! box", "Freez!")
    x, y = game.size - 1.0, game.size + GAP
    box = Region("freez", "Freez! box", x, y, kind="spots", cells=(place,), look="area")
    if not rotate:
        return board, box
    return replace(board, y=BELOW), replace(box, x=0.0, y=0.0)


def pieces(seen: Seen) -> list[Piece]:
    """All pieces on the board."""
    return [
        piece(seat, seen.live(square), SQUARES[square])
        for seat in (0, 1)
        for square in squares_of(seen.board, seat)
    ]


def piece(seat: int, number: int, at: str) -> Piece:
    """A live piece, or with number 0 a frozen one, known by its square: its like is its equal."""
    name = f"{COLOURS[seat]}-{at}"
    if number:
        return Piece(name, at, "disc", f"{NAMES[seat]}'s {number}", seat, text=str(number))
    return Piece(name, at, "snowflake", f"{NAMES[seat]}'s frozen piece", seat, tags=("frozen",))


def in_box(seen: Seen) -> list[Piece]:
    """The captured piece, until it is placed; the last one stays there."""
    if not seen.view.observation["box"]:
        return []
    return [piece(1 - seen.seat if seen.moved else seen.seat, 0, BOX)]


def count(board: list[int], seat: int) -> str:
    """ "5 live, 2 frozen" """
    frozen = board.count(FROZEN + seat * BLACK)
    live = len(squares_of(board, seat)) - frozen
    return f"{live} live, {frozen} frozen" if frozen else f"{live} live"


# -- what may be done


def offers(seen: Seen, move: str) -> list[Choice]:
    """The choices for a move."""
    if move == "tap":
        return taps(seen)
    if move == "done":
        return [Choice(move, name="end the turn", label="End the turn", kind="end")]
    if move[0] == "@":
        name = f"put the frozen piece on {move[1:]}"
        return [
            Choice(move, (BOX, move[1:]), name, kind="place"),
            Choice(move, (move[1:],), name, kind="place"),
        ]
    here, there = move[:2], move[3:]
    if move[2] == "~":
        return [Choice(move, (here, there), f"move your frozen piece from {here} to {there}")]
    return [travel(seen, move, here, there)]


def taps(seen: Seen) -> list[Choice]:
    """A double tap on the piece that has moved, and a button."""
    name, label = tapping(seen), tapping(seen).capitalize()
    return [
        Choice("tap", (seen.moved,), name, label, gesture="double"),
        Choice("tap", (), name, label),
    ]


def tapping(seen: Seen) -> str:
    """ "lower 3 to 2"; a 1 is not lowered but becomes a 3."""
    number = seen.live(SQUARES.index(seen.moved))
    return f"lower {number} to {number - 1}" if number > 1 else "turn 1 to 3"


def travel(seen: Seen, move: str, here: str, there: str) -> Choice:
    """A move or a capture with its way, a straight one if there is one."""
    start, end = SQUARES.index(here), SQUARES.index(there)
    ways = sorted(ways_to(seen, start, end), key=lambda path: find_turn(path) is not None)
    number, corner = seen.live(start), find_turn(ways[0])
    capture = move[2] == "x"
    name = f"{number} from {here} to {there}"
    if capture:
        name = f"{number} from {here} captures the {seen.live(end)} on {there}"
    if corner is not None:
        name += f", turning on {SQUARES[corner]}"
    if len(ways) > 1:
        name += f"; {len(ways)} ways lead there"
    path = tuple(SQUARES[square] for square in ways[0])
    return Choice(move, (here, there), name, kind="capture" if capture else "move", path=path)


def ways_to(seen: Seen, start: int, end: int) -> list[Path]:
    """The ways of a live piece to a square with nothing in between."""
    game = seen.game
    return [
        path
        for path in paths(start, seen.live(start), game.size, game.snow)
        if path[-1] == end and not any(seen.board[square] for square in path[1:-1])
    ]


def find_turn(path: Path) -> int | None:
    """The square where the path turns; None where it is straight."""
    for before, here, after in zip(path, path[1:], path[2:], strict=False):
        if here - before != after - here:
            return here
    return None


def blocked(seen: Seen) -> dict[str, str]:
    """Why squares and pieces cannot be chosen now."""
    if seen.view.observation["box"]:
        return closed_squares(seen)
    starts = {seen.moved if move == "tap" else move[:2] for move in seen.view.moves}
    return {
        SQUARES[square]: reason(seen, square)
        for square in range(64)
        if seen.board[square] and SQUARES[square] not in starts
    }


def closed_squares(seen: Seen) -> dict[str, str]:
    """Why the captured piece cannot be put on some squares."""
    allowed = {move[1:] for move in seen.view.moves}
    near = neighbours(seen, SQUARES.index(seen.moved))
    found = {}
    for square in range(64):
        name = SQUARES[square]
        if on_board(square, seen.game.size) and name not in allowed:
            found[name] = f"The frozen piece goes next to {seen.moved}."
            if seen.board[square]:
                found[name] = "This square is taken."
            elif square in near:
                found[name] = "Here it would block the only attack on your piece."
    return found


def reason(seen: Seen, square: int) -> str:
    """Why what stands there cannot be touched first."""
    mine = square in squares_of(seen.board, seen.seat)
    number = seen.live(square)
    if not number:
        return still_frozen(seen, mine)
    if SQUARES[square] == seen.moved:
        return "You have lowered the number of this piece."
    if seen.moved:
        return f"You have moved the piece on {seen.moved}; no other may move this turn."
    if mine:
        return f"This {number} cannot go {number} square{'s' * (number > 1)} anywhere now."
    return capturers(seen, square)


def capturers(seen: Seen, square: int) -> str:
    """Which pieces can capture a live piece of the other side."""
    able = [move[:2] for move in seen.view.moves if move[2:] == "x" + SQUARES[square]]
    if not able:
        return f"None of your pieces can capture this {seen.live(square)} now."
    return f"Your piece{'s' * (len(able) > 1)} on {' and '.join(able)} can capture it."


def still_frozen(seen: Seen, mine: bool) -> str:
    """Why a frozen piece cannot be moved now."""
    if not mine:
        return "A frozen piece cannot be captured; only its own side may move it."
    if not seen.moved:
        return "First move a live piece; then one of your frozen pieces may step."
    if seen.view.observation["shifted"]:
        return "You have moved a frozen piece this turn."
    return "This frozen piece has no free square beside it."


# -- words


def prompt(seen: Seen) -> str:
    """What is to be done, or who does it."""
    data, name = seen.view.observation, NAMES[seen.seat]
    if seen.view.viewer != seen.seat:
        return f"{name} moves next." if not seen.moved else f"{name} has moved to {seen.moved}."
    if data["box"]:
        return f"{name}: tap a square next to {seen.moved} for the captured piece."
    if not seen.moved:
        return f"{name}: tap a live piece, then a square exactly as far as its number."
    open_to = [] if data["tapped"] else [f"{tapping(seen)} (tap the piece twice)"]
    if any(move[2:3] == "~" for move in seen.view.moves):
        open_to.append("move one of your frozen pieces one square")
    return f"{name}: you may still {' and '.join(open_to)}, or end the turn."


def notes(seen: Seen) -> tuple[str, ...]:
    """Facts worth showing while the match goes on."""
    left = QUIET_LIMIT - int(seen.view.observation["quiet"])
    if left > SOON:
        return ()
    return (f"A draw in {left} turn{'s' * (left > 1)} unless a piece is captured.",)


def outcome(view: View) -> str:
    """What happened and why, in one sentence."""
    winner = next((NAMES[seat] for seat in (0, 1) if view.returns[seat] > 0), "")
    loser = next((NAMES[seat] for seat in (0, 1) if view.returns[seat] < 0), "")
    reasons = {
        "no live pieces": f"{winner} wins: {loser} has no live piece left.",
        "wall": f"{winner} wins: a wall of frozen pieces parts all live pieces of the two sides.",
        "no moves": f"{winner} wins: {loser} cannot move a live piece.",
        "no progress": f"A draw: {QUIET_LIMIT} turns in a row without a capture.",
        "repetition": "A draw: the same position came up for the third time.",
    }
    return reasons.get(view.ending, "")


# -- walls


def wall(seen: Seen) -> tuple[str, ...]:
    """The frozen pieces that shut the loser in, or the winner: those beside the loser's squares
    that are on the winner's side of them."""
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
    """Where a side's live pieces stand."""
    return [square for square in squares_of(seen.board, seat) if seen.live(square)]


def flood(seen: Seen, starts: Iterable[int], within: set[int], steps: tuple[Step, ...]) -> set[int]:
    """All squares within a set that are reached by these steps."""
    reached = set(starts)
    todo = list(reached)
    while todo:
        fresh = neighbours(seen, todo.pop(), steps) & within - reached
        reached |= fresh
        todo += fresh
    return reached


def neighbours(seen: Seen, square: int, steps: tuple[Step, ...] = STEPS) -> set[int]:
    """The squares of the board one step away."""
    found = {find_square(square, step, seen.game.size) for step in steps}
    return {there for there in found if there is not None}
