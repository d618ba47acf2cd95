"""Freez!, written a second time and naively, from the rule text alone.

A cell is (file, rank), both from 0: a1 is (0, 0). A live piece is "w1" ... "b3", a frozen one
"wf" or "bf", an empty cell "".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

Cell = tuple[int, int]
Path = tuple[Cell, ...]  # the start square, then every square entered, in order
Outcome = tuple[tuple[float, float], str]

COLOURS = "wb"
KING_STEPS: tuple[Cell, ...] = (
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
)
LINEUPS: dict[int, str] = {8: "12322321", 7: "1232321", 6: "123321"}
LOWER: dict[str, str] = {"3": "2", "2": "1", "1": "3"}  # "3→2→1→3"
QUIET_TURNS = 100  # "100 turns in a row without a capture"
OPTIONS = ("size", "snow", "lineup", "wall")


@dataclass(frozen=True)
class Rules:
    size: int
    snow: frozenset[Cell]
    lineup: str
    wall: str  # "strict" or "tactical"


@dataclass(frozen=True)
class Board:
    rules: Rules
    ranks: tuple[tuple[str, ...], ...]  # ranks[0] is rank 1, each from file a on

    def at(self, cell: Cell) -> str:
        return self.ranks[cell[1]][cell[0]]

    def on(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rules.size and 0 <= cell[1] < self.rules.size

    def put(self, cell: Cell, piece: str) -> Board:
        """The board with that piece on that cell, or with the cell empty for ""."""
        grid = [list(rank) for rank in self.ranks]
        grid[cell[1]][cell[0]] = piece
        return Board(self.rules, tuple(tuple(rank) for rank in grid))

    def empty_beside(self, cell: Cell) -> list[Cell]:
        around = [plus(cell, step) for step in KING_STEPS]
        return [c for c in around if self.on(c) and not self.at(c)]

    def pieces(self, seat: int) -> list[tuple[Cell, str]]:
        squares = all_squares(self.rules.size)
        return [(c, self.at(c)) for c in squares if self.at(c).startswith(COLOURS[seat])]

    def live(self, seat: int) -> list[Cell]:
        return [cell for cell, piece in self.pieces(seat) if piece[1] != "f"]

    def frozen(self, seat: int) -> list[Cell]:
        return [cell for cell, piece in self.pieces(seat) if piece[1] == "f"]


@dataclass(frozen=True)
class Position:
    board: Board
    seat: int  # whose turn it is; when the game is over, whose turn would have been next
    quiet: int  # turns in a row without a capture
    moved: Cell | None = None  # in the middle of a turn: where the moved piece now stands
    captured: bool = False  # in the middle of a turn: an enemy piece waits in the Freez! box
    tapped: bool = False
    shifted: bool = False  # the own frozen piece of this turn has been moved
    outcome: Outcome | None = None


# ---------------------------------------------------------------- the interface


def start(**options: str) -> Position:
    rules = read_options(options)
    board = empty_board(rules)
    for file, number in enumerate(rules.lineup):
        board = board.put((file, 0), "w" + number)
        # "Black is the board turned by 180°."
        board = board.put((rules.size - 1 - file, rules.size - 1), "b" + number)
    return begun_turn(board, 0, 0)


def read(text: str, **options: str) -> Position:
    rules = read_options(options)
    fields = text.split(" ; ")
    if len(fields) != 2 or fields[1] not in ("w", "b"):
        raise ValueError("expected two fields: the board, and w or b to play")
    board = read_board(fields[0], rules)
    for seat, colour in enumerate(COLOURS):
        # "Fewer pieces than at the start are allowed"; more are not.
        if len(board.pieces(seat)) > rules.size:
            raise ValueError(f"more than {rules.size} pieces of {colour}")
    # "A position read is judged as if the other side had just ended its turn."
    position = begun_turn(board, COLOURS.index(fields[1]), 0)
    if write(position) != text:
        raise ValueError("not the standard form of this position")
    return position


def write(position: Position) -> str:
    text = write_board(position.board) + " ; " + COLOURS[position.seat]
    if position.moved is None:
        return text
    notes = [name(position.moved)]
    notes += ["captured"] * position.captured
    notes += ["tapped"] * position.tapped
    notes += ["shifted"] * position.shifted
    return text + " ; " + " ".join(notes)


def to_play(position: Position) -> int:
    return -2 if position.outcome is not None else position.seat


def moves(position: Position) -> list[str]:
    if position.outcome is not None:
        return []
    if position.moved is None:
        return sorted(live_moves(position.board, position.seat))
    if position.captured:
        return sorted("@" + name(c) for c in squares_for_captured(position))
    return sorted([*extras(position), "done"])


def play(position: Position, text: str) -> Position:
    if text not in moves(position):
        raise ValueError(f"illegal move: {text}")
    if position.moved is None:
        return play_live_move(position, cell_of(text[:2]), cell_of(text[3:]), text[2])
    if position.captured:
        frozen = COLOURS[1 - position.seat] + "f"  # "now frozen and still of its own colour"
        return ended_turn(position, position.board.put(cell_of(text[1:]), frozen), 0)
    return play_extra(position, text)


def result(position: Position) -> tuple[list[float], str] | None:
    if position.outcome is None:
        return None
    returns, ending = position.outcome
    return list(returns), ending


# ---------------------------------------------------------------- moving a live piece


def all_squares(size: int) -> list[Cell]:
    return [(file, rank) for rank in range(size) for file in range(size)]


def empty_board(rules: Rules) -> Board:
    return Board(rules, (("",) * rules.size,) * rules.size)


def plus(cell: Cell, step: Cell) -> Cell:
    return (cell[0] + step[0], cell[1] + step[1])


def is_diagonal(step: Cell) -> bool:
    return step[0] != 0 and step[1] != 0


def paths(board: Board, origin: Cell) -> list[Path]:
    """Every path of the live piece on that cell."""
    number = int(board.at(origin)[1])
    return [p for step in KING_STEPS for p in walk(board, (origin,), step, number, False)]


def walk(board: Board, path: Path, step: Cell, left: int, turned: bool) -> Iterator[Path]:
    """Every path that goes on from this one with that step, `left` steps in all."""
    here = plus(path[-1], step)
    if not board.on(here):
        return
    if left == 1:
        if may_end_on(board, path[0], here):
            yield (*path, here)
        return
    if board.at(here):
        return  # "All squares between must be on the board and empty."
    yield from walk(board, (*path, here), step, left - 1, turned)
    # "At most once per move, on a square *between* start and end that is a snowflake."
    if not turned and here in board.rules.snow:
        for other in KING_STEPS:
            # "Entered orthogonally → leave by any of the 4 diagonals; entered diagonally → leave
            # by any of the 4 orthogonals." That already excludes 90° and 180°.
            if is_diagonal(other) != is_diagonal(step):
                yield from walk(board, (*path, here), other, left - 1, True)


def may_end_on(board: Board, origin: Cell, last: Cell) -> bool:
    # "The last is empty or holds an enemy *live* piece."
    target = board.at(last)
    return not target or (target[0] != board.at(origin)[0] and target[1] != "f")


def live_moves(board: Board, seat: int) -> set[str]:
    # "Two paths to one square are one ply", hence a set.
    found = set()
    for origin in board.live(seat):
        for path in paths(board, origin):
            sign = "x" if board.at(path[-1]) else "-"
            found.add(name(origin) + sign + name(path[-1]))
    return found


def play_live_move(position: Position, origin: Cell, last: Cell, sign: str) -> Position:
    piece = position.board.at(origin)
    board = position.board.put(origin, "").put(last, piece)
    if sign == "-":
        # The tap is always open here, so the turn cannot end by itself yet.
        return replace(position, board=board, moved=last)
    enemy = 1 - position.seat
    if not board.live(enemy):
        # "Tested when a turn ends (the first also right after the capture)": the captured piece
        # never leaves the box.
        return begun_turn(board, enemy, 0)
    return replace(position, board=board, moved=last, captured=True)


# ---------------------------------------------------------------- after the live piece's move


def squares_for_captured(position: Position) -> list[Cell]:
    """Where the frozen piece in the box may be put."""
    assert position.moved is not None
    empty = position.board.empty_beside(position.moved)
    attacks = attack_paths(position.board, position.moved, 1 - position.seat)
    if len(attacks) != 1:
        return empty  # "If |A| = 0 or ≥ 2, any empty adjacent square."
    between = attacks[0][1:-1]
    allowed = [c for c in empty if c not in between]
    return allowed or empty  # "unless no other adjacent empty square exists"


def attack_paths(board: Board, target: Cell, enemy: int) -> list[Path]:
    """The captured piece is off the board by now, as the rule wants it."""
    return [p for c in board.live(enemy) for p in paths(board, c) if p[-1] == target]


def extras(position: Position) -> list[str]:
    """The optional plies still open, without `done`."""
    found = [] if position.tapped else ["tap"]
    if not position.shifted:
        for origin in position.board.frozen(position.seat):
            for last in position.board.empty_beside(origin):
                found.append(name(origin) + "~" + name(last))
    return found


def play_extra(position: Position, text: str) -> Position:
    assert position.moved is not None
    board = position.board
    if text == "done":
        return ended_turn(position, board, position.quiet + 1)
    if text == "tap":
        piece = board.at(position.moved)
        tapped = board.put(position.moved, piece[0] + LOWER[piece[1]])
        after = replace(position, board=tapped, tapped=True)
    else:
        origin, last = cell_of(text[:2]), cell_of(text[3:])
        shifted = board.put(origin, "").put(last, board.at(origin))
        after = replace(position, board=shifted, shifted=True)
    if not extras(after):
        # "It ends by itself when nothing optional is left."
        return ended_turn(after, after.board, position.quiet + 1)
    return after


# ---------------------------------------------------------------- endings


def ended_turn(position: Position, board: Board, quiet: int) -> Position:
    return begun_turn(board, 1 - position.seat, quiet)


def begun_turn(board: Board, seat: int, quiet: int) -> Position:
    """Seat is to begin a turn; the other side is judged to have just ended one."""
    return Position(board, seat, quiet, outcome=judge(board, seat, quiet))


def judge(board: Board, seat: int, quiet: int) -> Outcome | None:
    before = 1 - seat  # who has just ended a turn
    if not board.live(seat):
        return won_by(before, "no live pieces")
    if not board.live(before):
        # Only a position read can be like this: the side that has just moved has a live piece.
        return won_by(seat, "no live pieces")
    if is_walled(board, before):
        return won_by(before, "wall")
    if not live_moves(board, seat):
        return won_by(before, "no moves")  # frozen pieces that could move do not help
    if quiet >= QUIET_TURNS:
        return (0.0, 0.0), "no progress"  # "a win is tested before a draw"
    return None


def won_by(seat: int, ending: str) -> Outcome:
    return ((1.0, -1.0) if seat == 0 else (-1.0, 1.0)), ending


def is_walled(board: Board, winner: int) -> bool:
    tactical = board.rules.wall == "tactical"
    parts = regions(board, diagonally=not tactical)
    if any(holds(board, part, 0) and holds(board, part, 1) for part in parts):
        return False
    if not tactical:
        return True
    # "No enemy live piece can, by a legal move, reach a region that holds a live piece of the
    # winner": reach = end its move there.
    reached = {p[-1] for c in board.live(1 - winner) for p in paths(board, c)}
    return not any(holds(board, part, winner) and part & reached for part in parts)


def holds(board: Board, part: frozenset[Cell], seat: int) -> bool:
    return any(cell in part for cell in board.live(seat))


def regions(board: Board, diagonally: bool) -> list[frozenset[Cell]]:
    """The regions of non-frozen squares, connected by king steps or orthogonally only."""
    steps = [s for s in KING_STEPS if diagonally or not is_diagonal(s)]
    walls = {*board.frozen(0), *board.frozen(1)}  # "frozen ones of both colours do"
    left = set(all_squares(board.rules.size)) - walls
    found = []
    while left:
        part = flood(next(iter(left)), left, steps)
        found.append(part)
        left -= part
    return found


def flood(first: Cell, squares: set[Cell], steps: list[Cell]) -> frozenset[Cell]:
    seen = {first}
    todo = [first]
    while todo:
        here = todo.pop()
        for step in steps:
            there = plus(here, step)
            if there in squares and there not in seen:
                seen.add(there)
                todo.append(there)
    return frozenset(seen)


# ---------------------------------------------------------------- options and text


def name(cell: Cell) -> str:
    return chr(ord("a") + cell[0]) + str(cell[1] + 1)


def cell_of(text: str) -> Cell:
    if len(text) != 2 or not "a" <= text[0] <= "i" or text[1] not in "123456789":
        raise ValueError(f"not a square: {text}")
    return (ord(text[0]) - ord("a"), int(text[1]) - 1)


def read_options(options: dict[str, str]) -> Rules:
    for option in options:
        if option not in OPTIONS:
            raise ValueError(f"no such option: {option}")
    size = int(options.get("size", "8"))
    if not 4 <= size <= 9:
        raise ValueError("size must be 4 to 9")
    # Our reading: a size with a line-up in the rule file takes it by default.
    lineup = options.get("lineup", LINEUPS.get(size, ""))
    if len(lineup) != size or any(number not in "123" for number in lineup):
        raise ValueError("lineup must have a number 1 to 3 for every file")
    wall = options.get("wall", "strict")
    if wall not in ("strict", "tactical"):
        raise ValueError("wall must be strict or tactical")
    return Rules(size, read_snow(options.get("snow", "checker"), size), lineup, wall)


def read_snow(text: str, size: int) -> frozenset[Cell]:
    if text == "none":
        return frozenset()
    if text == "checker":
        # "All squares of a1's colour (file+rank even)."
        return frozenset(c for c in all_squares(size) if (c[0] + c[1]) % 2 == 0)
    listed = frozenset(cell_of(word) for word in text.split(","))
    if not listed <= set(all_squares(size)):
        raise ValueError("a snowflake square off the board")
    return listed


def read_board(text: str, rules: Rules) -> Board:
    rows = text.split(" / ")
    if len(rows) != rules.size:
        raise ValueError(f"{len(rows)} ranks, not {rules.size}")
    board = empty_board(rules)
    for rank, row in zip(reversed(range(rules.size)), rows, strict=True):
        file = 0
        for word in row.split(" "):
            if word in ("1", "2", "3", "4", "5", "6", "7", "8", "9"):
                file += int(word)
            elif len(word) == 2 and word[0] in COLOURS and word[1] in "123f":
                board = board.put((file, rank), word)
                file += 1
            else:
                raise ValueError(f"rank {rank + 1}: cannot read {word!r}")
        if file != rules.size:
            raise ValueError(f"rank {rank + 1} has {file} cells, not {rules.size}")
    return board


def write_board(board: Board) -> str:
    return " / ".join(write_row(rank) for rank in reversed(board.ranks))


def write_row(row: tuple[str, ...]) -> str:
    words: list[str] = []
    for cell in row:
        if cell:
            words.append(cell)
        elif words and words[-1].isdigit():
            words[-1] = str(int(words[-1]) + 1)
        else:
            words.append("1")
    return " ".join(words)
