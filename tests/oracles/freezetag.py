"""Freeze Tag, written a second time from the rule text alone, slowly and plainly.

Lines in quotation marks are the rule text. "CHOICE" marks a place where the text left more than
one reading open, and says which one is played here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

# A piece is its text, seat letter and size: "Sm". A stack is a tuple of pieces, bottom first.
Stack = tuple[str, ...]

FILES = "abcde"
RANKS = "54321"  # "Rank rows run from the top rank to the bottom rank"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)  # in the order of the text
SIZES = "sml"
ROLLS = ("s", "m", "l", "sm", "sl", "ml")  # "six equally likely faces: S, M, L, S+M, S+L, M+L"
TURN_LIMIT = 1000  # "Draw after 1,000 turns"
FULL_STACK = 2
PIECES_OF_A_SIZE = 2
PIECES_OF_A_SEAT = 6
PIECES_TO_WIN = 3

# "South (home rank 1, leaves over rank 5): Ss b1, Sm c1, Sl d1." and so on: squares of s, m, l.
HOMES = {
    "S": ("b1", "c1", "d1"),
    "W": ("a4", "a3", "a2"),
    "N": ("d5", "c5", "b5"),
    "E": ("e2", "e3", "e4"),
}
# The far row of each seat: the squares whose name holds this file letter or rank number.
FAR = {"S": "5", "W": "e", "N": "1", "E": "a"}


@dataclass(frozen=True)
class Position:
    """A moment of the game; `ending` below says whether it is over."""

    seats: str  # letters of the seats in play, clockwise: "SN"
    board: tuple[Stack, ...]  # one stack a square, in the order of SQUARES
    off: tuple[int, ...]  # pieces off the board, one number a seat
    seat: int = 0  # index into seats
    rolled: bool = False  # False: about to roll
    unused: str = ""  # rolled sizes that are still to be moved
    lifted: str = ""  # a captured piece that must be relocated now
    turns: int = 0  # turns ended since the start, or since the position was read


# ---------------------------------------------------------------------------------------------
# The interface


def start(**options: str) -> Position:
    """The set-up: each seat's two smalls, two mediums and two larges, stacked two and two."""
    seats = _seats(options)
    homes = {
        square: (seat + size, seat + size)
        for seat in seats
        for size, square in zip(SIZES, HOMES[seat], strict=True)
    }
    board = tuple(homes.get(square, ()) for square in SQUARES)
    # "South starts"
    return Position(seats, board, off=(0,) * len(seats))


def to_play(position: Position) -> int:
    """The seat to decide, -1 for the die, -2 when the game is over."""
    if ending(position):
        return -2
    return position.seat if position.rolled else -1


def moves(position: Position) -> list[str]:
    """Every legal ply, sorted by code point."""
    if ending(position):
        return []
    if not position.rolled:
        return sorted("roll:" + roll for roll in ROLLS)
    if position.lifted:
        return sorted(_relocations(position))
    # "one move with a top piece of his colour of one such size; order free"
    return sorted(step for size in position.unused for step in _steps(position, size))


def play(position: Position, text: str) -> Position:
    """The position after one legal ply."""
    if text not in moves(position):
        raise ValueError(f"not a legal ply: {text!r}")
    if text.startswith("roll:"):
        rolled = replace(position, rolled=True, unused=text.removeprefix("roll:"))
        return _go_on(rolled)
    if text.startswith(">"):
        return _go_on(_land(replace(position, lifted=""), position.lifted, text[-2:]))
    return _go_on(_step(position, text))


def result(position: Position) -> tuple[list[float], str] | None:
    """The returns and the ending, or None while the game goes on."""
    word = ending(position)
    if not word:
        return None
    count = len(position.seats)
    if word == "turn limit":
        return [0.0] * count, word
    # "the winner 1 and each other -1/(n-1)"
    return [1.0 if off >= PIECES_TO_WIN else -1.0 / (count - 1) for off in position.off], word


def ending(position: Position) -> str:
    """The ending word, or "" while the game goes on."""
    # "a win is tested before a draw"
    if max(position.off) >= PIECES_TO_WIN:
        return "three off"
    if position.turns >= TURN_LIMIT:
        return "turn limit"
    return ""


# ---------------------------------------------------------------------------------------------
# Legal plies


def _stack(position: Position, square: str) -> Stack:
    return position.board[SQUARES.index(square)]


def _put(position: Position, square: str, stack: Stack) -> Position:
    index = SQUARES.index(square)
    return replace(position, board=(*position.board[:index], stack, *position.board[index + 1 :]))


def _mark(piece: str, stack: Stack) -> str:
    """How a piece may land on what stands there: "-" empty, "^" freezing, "x" capturing, ""."""
    if not stack:
        return "-"
    if len(stack) == FULL_STACK:
        return ""  # "Never onto a two-stack"
    below = stack[0]
    if SIZES.index(below[1]) >= SIZES.index(piece[1]):
        return "^"  # "onto a single piece, anybody's, of the same or larger size"
    if below[0] != piece[0]:
        return "x"  # "onto a single *opponent's* piece of smaller size: capture"
    return ""  # "never onto one's own smaller piece"


def _neighbours(square: str) -> list[str]:
    """The squares one king step away."""
    return [
        other
        for other in SQUARES
        if other != square
        and abs(ord(other[0]) - ord(square[0])) <= 1
        and abs(ord(other[1]) - ord(square[1])) <= 1
    ]


def _steps(position: Position, size: str) -> list[str]:
    """The moves of the seat's top pieces of one size."""
    letter = position.seats[position.seat]
    piece = letter + size
    found = []
    for square in SQUARES:
        # Only the top piece moves: "a piece under another is frozen until that other leaves".
        if _stack(position, square)[-1:] != (piece,):
            continue
        for target in _neighbours(square):
            mark = _mark(piece, _stack(position, target))
            if mark:
                found.append(square + mark + target)
        # "off the board across the far edge from any square of the far row (straight or diagonal
        # is the same ply; never over a side edge)"
        if FAR[letter] in square:
            found.append(square + "-off")
    return found


def _relocations(position: Position) -> list[str]:
    """Where the lifted piece may go: "to any square of the board, distance ignored"."""
    # "where x could legally land as o's piece": so _mark asks for the lifted piece's own seat, not
    # for the mover's. The mover's own smaller piece is therefore captured by an opponent's piece.
    marks = {square: _mark(position.lifted, _stack(position, square)) for square in SQUARES}
    return [
        ">" + mark.replace("-", "") + square  # an empty square has no mark: ">a1"
        for square, mark in marks.items()
        if mark
    ]


# ---------------------------------------------------------------------------------------------
# Playing a ply


def _land(position: Position, piece: str, square: str) -> Position:
    """Puts a piece down where it may land; what it captures is lifted."""
    stack = _stack(position, square)
    if _mark(piece, stack) == "x":
        # "it is lifted, and the same player must relocate it next"
        return replace(_put(position, square, (piece,)), lifted=stack[0])
    return _put(position, square, (*stack, piece))


def _step(position: Position, text: str) -> Position:
    """Plays "b1-a2", "b1^c2", "d3xc4" or "b5-off"."""
    square, target = text[:2], text[3:]
    *below, piece = _stack(position, square)
    lifted_off = _put(position, square, tuple(below))
    moved = replace(lifted_off, unused=position.unused.replace(piece[1], ""))
    if target != "off":
        return _land(moved, piece, target)
    off = tuple(n + (seat == position.seat) for seat, n in enumerate(position.off))
    return replace(moved, off=off)


def _go_on(position: Position) -> Position:
    """What the rules do by themselves after a ply: ends the turn where nothing is left to do."""
    # "The third piece off the board wins at once, even in mid-roll." The turn ends with it, since
    # "the second field of a finished position names the seat whose turn would have been next".
    if not ending(position):
        if position.lifted:
            return position
        # "if none of the unused sizes has a legal move *now*, the rest of the roll is lost (no
        # ply)". A size that has no move yet stays unused while the other one has a move: "A size
        # that has no move now may get one after the first move, and then must be played."
        if any(_steps(position, size) for size in position.unused):
            return position
    # CHOICE: a turn whose whole roll is lost is a turn like any other for the limit of 1,000.
    return replace(
        position,
        seat=(position.seat + 1) % len(position.seats),
        rolled=False,
        unused="",
        turns=position.turns + 1,
    )


# ---------------------------------------------------------------------------------------------
# Options and position texts


def _seats(options: dict[str, str]) -> str:
    """The seats in play, clockwise from South."""
    unknown = set(options) - {"players", "seating"}
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    players, seating = options.get("players", "2"), options.get("seating", "across")
    # CHOICE: with three or four seats, either seating is accepted and makes no difference.
    table = {
        ("2", "across"): "SN",
        ("2", "corner"): "SW",
        ("3", "across"): "SWN",
        ("3", "corner"): "SWN",
        ("4", "across"): "SWNE",
        ("4", "corner"): "SWNE",
    }
    if (players, seating) not in table:
        raise ValueError(f"no such table: players={players} seating={seating}")
    return table[players, seating]


def write(position: Position) -> str:
    """The position text; a piece still to be relocated is added as ">Ns" after the seat."""
    rows = [_write_row(position, rank) for rank in RANKS]
    seat = position.seats[position.seat]
    if position.unused or position.lifted:
        seat += ":" + position.unused
    if position.lifted:
        seat += ">" + position.lifted
    off = [f"{letter}{n}" for letter, n in zip(position.seats, position.off, strict=True)]
    return " ; ".join([" / ".join(rows), seat, " ".join(off)])


def _write_row(position: Position, rank: str) -> str:
    """A row of the board: "a number stands for that many empty cells"."""
    cells: list[str] = []
    empty = 0
    for file in FILES:
        stack = _stack(position, file + rank)
        if not stack:
            empty += 1
            continue
        if empty:
            cells.append(str(empty))
        empty = 0
        cells.append("^".join(stack))
    if empty:
        cells.append(str(empty))
    return " ".join(cells)


def read(text: str, **options: str) -> Position:
    """The position of a text between plies (none to be relocated); ValueError if it is wrong."""
    seats = _seats(options)
    text = " ".join(text.split())
    fields = text.split(" ; ")
    if len(fields) != 3:
        raise ValueError("a position has three fields: board ; to play ; pieces off")
    board = _read_board(fields[0], seats)
    off = _read_off(fields[2], seats)
    _check_pieces(seats, board, off)
    turn = re.fullmatch(rf"([{seats}])(?::(sm|sl|ml|[sml]))?", fields[1])
    if not turn:
        raise ValueError(f"to play: {fields[1]!r} is not a seat in play, with rolled sizes")
    unused = turn[2] or ""
    position = Position(seats, board, off, seats.index(turn[1]), bool(unused), unused)
    for size in unused:
        # "A text that claims an unused size which has no legal move is refused."
        # CHOICE: each size claimed must have a move, not just one of the two; and a finished game
        # has no moves at all.
        if ending(position) or not _steps(position, size):
            raise ValueError(f"to play: {size!r} has no legal move")
    # "Reading a position text and printing it again gives the same text."
    # CHOICE: so a text written in another way (as "1 1" for "2") is refused, spacing aside.
    if write(position) != text:
        raise ValueError(f"the text should be: {write(position)}")
    return position


def _read_board(field: str, seats: str) -> tuple[Stack, ...]:
    rows = field.split(" / ")
    if len(rows) != len(RANKS):
        raise ValueError("the board has five rows")
    board: list[Stack] = []
    for row, rank in zip(rows, RANKS, strict=True):
        stacks = [stack for cell in row.split(" ") for stack in _read_cell(cell, seats)]
        if len(stacks) != len(FILES):
            raise ValueError(f"rank {rank} has five squares, not {len(stacks)}")
        board += stacks
    return tuple(board)


def _read_cell(cell: str, seats: str) -> list[Stack]:
    if re.fullmatch("[1-5]", cell):
        return [()] * int(cell)
    stack = tuple(cell.split("^"))
    if len(stack) > FULL_STACK:
        raise ValueError(f"{cell}: stacks stop at two")
    for piece in stack:
        if not re.fullmatch(rf"[{seats}][{SIZES}]", piece):
            raise ValueError(f"{cell!r} is not a piece or a stack of the seats in play")
    # No move puts a larger piece on a smaller one: one's own is forbidden, another's is captured.
    if len(stack) == FULL_STACK and _mark(stack[1], stack[:1]) != "^":
        raise ValueError(f"{cell}: a larger piece cannot stand on a smaller one")
    return [stack]


def _read_off(field: str, seats: str) -> tuple[int, ...]:
    # "pieces off, one entry a seat in play"
    pattern = " ".join(f"{letter}([0-{PIECES_TO_WIN}])" for letter in seats)
    found = re.fullmatch(pattern, field)
    if not found:
        raise ValueError(f"pieces off: {field!r} is not one entry a seat, 0 to 3")
    off = tuple(int(n) for n in found.groups())
    if off.count(PIECES_TO_WIN) > 1:
        raise ValueError("pieces off: the game ends with the first seat that has three off")
    # CHOICE: the seat with three off may be the one to play; the game is over and won by it.
    return off


def _check_pieces(seats: str, board: tuple[Stack, ...], off: tuple[int, ...]) -> None:
    pieces = [piece for stack in board for piece in stack]
    for letter, gone in zip(seats, off, strict=True):
        for size in SIZES:
            if pieces.count(letter + size) > PIECES_OF_A_SIZE:
                raise ValueError(f"{letter}{size}: there are only two")
        # "fewer pieces than at the start are allowed"
        if sum(piece[0] == letter for piece in pieces) + gone > PIECES_OF_A_SEAT:
            raise ValueError(f"{letter}: there are only six pieces, those off included")
