"""Pieces, squares, options and position texts of Freeze Tag, and its state as JSON.

board     the board field of the position text
turn      the seat to play
rolled    the sizes that the die shows: "s", "m", "l", "sm", "sl" or "ml"; empty before the roll
unused    the sizes of `rolled` with which the player has not moved yet
hand      the captured piece that must be relocated now, such as "Ns"; empty if there is none
off       for each seat how many of its pieces have left the board
turns     how many turns have ended, those without a move included
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from everygame import colours
from everygame.contract import Choice, Json, Option
from everygame.errors import BadPosition
from everygame.words import say

SIDE: Final = 5
FILES: Final = "abcde"
SIZES: Final = "sml"
FACES: Final = ("s", "m", "l", "sm", "sl", "ml")
"""The faces of the pyramid die, in the order of its chance outcomes."""
MOST_OFF: Final = 3
"""A seat wins when so many of its pieces have left the board."""
TURN_LIMIT: Final = 1000
"""A match is a draw after so many turns of all seats together."""
ROWS: Final = 4096
"""How many ranks the caches of `write_row` and `read_row` keep: a ply changes only one or two ranks
of a board, so that nearly all are found there."""
SQUARES: Final = tuple(file + rank for rank in "12345" for file in FILES)

HOMES: Final = {
    "S": ("b1", "c1", "d1"),
    "W": ("a4", "a3", "a2"),
    "N": ("d5", "c5", "b5"),
    "E": ("e2", "e3", "e4"),
}
"""For each seat the squares where its small, medium and large pieces start; the seats are in the
order of turns."""
NAMES: Final = {"S": say("South"), "W": say("West"), "N": say("North"), "E": say("East")}
FAR: Final = {"S": "5", "W": "e", "N": "1", "E": "a"}
"""The rank or file that lies along the far edge of each seat, over which its pieces leave the
board."""

OPTIONS: Final = (
    Option(
        "seating",
        "across",
        say("Seats"),
        say("Where two players sit."),
        (Choice("across", say("Across from each other")), Choice("corner", say("Around a corner"))),
        players=(2,),
    ),
    colours.OPTION,
)

Stack = tuple[str, ...]
"""The pieces on a square, the lowest first; a piece is the letter of its seat and of its size, such
as "Sm"."""


def seats_in_play(players: int, seating: str) -> str:
    """Return the letters of the seats in the order of turns, which is clockwise from South."""
    if players == 2:
        return "SN" if seating == "across" else "SW"
    return "SWNE"[:players]


def start(letters: str) -> str:
    """Return the position text of the start: each seat has a stack of two pieces of each size, with
    the large ones at its right."""
    homes = {
        square: (letter + size,) * 2
        for letter in letters
        for size, square in zip(SIZES, HOMES[letter], strict=True)
    }
    board = write_board([homes.get(square, ()) for square in SQUARES])
    return f"{board} ; {letters[0]} ; {write_off([0] * len(letters), letters)}"


# -- writing


def write_board(stacks: list[Stack]) -> str:
    """Return the board field of a position text, ranks from the top, for the stacks on all squares
    in the order of `SQUARES`."""
    rows = [stacks[first : first + SIDE] for first in range(0, SIDE * SIDE, SIDE)]
    return " / ".join([write_row(tuple(row)) for row in reversed(rows)])


@lru_cache(ROWS)
def write_row(stacks: tuple[Stack, ...]) -> str:
    """Return the text of a rank from file a to file e, with a number for each run of empty
    squares."""
    row = " ".join("^".join(stack) or "1" for stack in stacks)
    return re.sub(r"1( 1)*", lambda ones: str(len(ones[0]) // 2 + 1), row)


def position_text(data: Json, letters: str) -> str:
    """Return the position text of a state's JSON in which no captured piece is waiting; `letters`
    are those of the seats."""
    turn = letters[data["turn"]] + (":" if data["unused"] else "") + data["unused"]
    return f"{data['board']} ; {turn} ; {write_off(data['off'], letters)}"


def write_off(off: list[int], letters: str) -> str:
    """Return the last field of a position text, from how many pieces of each seat have left the
    board."""
    return " ".join(f"{letter}{n}" for letter, n in zip(letters, off, strict=True))


def piece_of(kind: int, letters: str) -> str:
    """Return the text of a piece, such as "Sm", from its kind, which is size * 4 + seat."""
    return letters[kind & 3] + SIZES[kind >> 2]


def kind_of(piece: str, letters: str) -> int:
    """Return the kind of a piece, size * 4 + seat, from its text."""
    return SIZES.index(piece[1]) * 4 + letters.index(piece[0])


def bits_of(sizes: str) -> int:
    """Return sizes such as "sm" as one bit for each size."""
    return sum(1 << SIZES.index(size) for size in sizes)


def spell(sizes: int) -> str:
    """Return a set of sizes, given as one bit for each size, as text such as "sm"."""
    return "".join(size for i, size in enumerate(SIZES) if sizes >> i & 1)


# -- reading


def require(sound: bool, text: str, **arguments: object) -> None:
    """Raise BadPosition with the sentence `text` unless `sound` is true."""
    if not sound:
        raise BadPosition(text, **arguments)


def read_position(text: str, letters: str) -> Json:
    """Return the JSON of the state of a position text, in which the board is not checked yet.
    Raises BadPosition."""
    fields = text.split(" ; ")
    require(
        len(fields) == 3,
        "A position is a board, who is to play, and the pieces off, with ' ; ' between:"
        " three parts, not {number}.",
        number=len(fields),
    )
    board, turn, off = fields
    found = re.fullmatch(f"([{letters}])(?::({'|'.join(FACES)}))?", turn)
    if found is None:
        raise BadPosition(
            "To play is one of {letters}, and in mid-roll the sizes still to be moved"
            " (S:sm), not {turn}.",
            letters=", ".join(letters),
            turn=repr(turn),
        )
    unused = found[2] or ""
    return {
        "board": board,
        "turn": letters.index(found[1]),
        "rolled": unused,
        "unused": unused,
        "hand": "",
        "off": read_off(off, letters),
        "turns": 0,
    }


def read_off(field: str, letters: str) -> list[int]:
    """Return for each seat how many of its pieces have left the board, from the last field of a
    position text. Raises BadPosition."""
    found = re.fullmatch(" ".join(f"{letter}([0-{MOST_OFF}])" for letter in letters), field)
    if found is None:
        raise BadPosition(
            "Pieces off are written {example}, from 0 to {most_off} each, not {field}.",
            example=repr(write_off([0] * len(letters), letters)),
            most_off=MOST_OFF,
            field=repr(field),
        )
    return [int(number) for number in found.groups()]


def read_board(board: str, letters: str) -> list[Stack]:
    """Parse the board part of a position text, which lists the five ranks from the top, and return
    the stack of pieces on each square, in the order of `SQUARES`. `letters` are the letters of the
    seats. Raises BadPosition."""
    rows = board.split(" / ")
    require(
        len(rows) == SIDE,
        "The board has {number} ranks, with ' / ' between, instead of 5.",
        number=len(rows),
    )
    ranks = [read_row(rank, row, letters) for rank, row in zip("54321", rows, strict=True)]
    return [stack for rank in reversed(ranks) for stack in rank]


@lru_cache(ROWS)
def read_row(rank: str, row: str, letters: str) -> tuple[Stack, ...]:
    """Return the stacks on the five squares of a rank; an empty square has an empty stack. Raises
    BadPosition."""
    stacks: list[Stack] = []
    for word in row.split(" "):
        if re.fullmatch("[1-5]", word):
            stacks += [()] * int(word)
        else:
            stacks.append(read_stack(rank, word, letters))
    require(
        len(stacks) == SIDE,
        "Rank {rank} has {number} cells instead of 5.",
        rank=rank,
        number=len(stacks),
    )
    sound = write_row(tuple(stacks))
    require(
        sound == row,
        "Rank {rank} is written {right}, not {row}.",
        rank=rank,
        right=repr(sound),
        row=repr(row),
    )
    return tuple(stacks)


def read_stack(rank: str, word: str, letters: str) -> Stack:
    """Return the stack that one word of a rank describes, of one piece or two. Raises
    BadPosition."""
    piece = f"[{letters}][{SIZES}]"
    require(
        re.fullmatch(f"{piece}(\\^{piece})?", word) is not None,
        "Rank {rank} has {word}; a cell is a piece such as {letter}m, a stack of two"
        " such as {letter}m^{letter2}s, or a number of empty cells.",
        rank=rank,
        word=repr(word),
        letter=letters[0],
        letter2=letters[1],
    )
    stack = tuple(word.split("^"))
    require(
        len(stack) == 1 or not larger(stack[1][1], stack[0][1]),
        "Rank {rank} has {word}, but a larger piece never stands on a smaller one.",
        rank=rank,
        word=repr(word),
    )
    return stack


def larger(size: str, other: str) -> bool:
    """Tell whether pieces of a size are larger than those of the other."""
    return SIZES.index(size) > SIZES.index(other)


def check_pieces(pieces: list[str], off: list[int], letters: str) -> None:
    """Raise BadPosition if a seat has more pieces than at the start, or if two seats have three
    pieces off; `pieces` are those on the board and the one in hand, or an
    empty text."""
    for letter, gone in zip(letters, off, strict=True):
        for size in SIZES:
            count = pieces.count(letter + size)
            require(
                count <= 2,
                "There are {count} pieces {letter}{size}; at most 2 are allowed.",
                count=count,
                letter=letter,
                size=size,
            )
        count = gone + sum(piece.startswith(letter) for piece in pieces)
        require(
            count <= 6,
            "{letter} has {count} pieces with those off; at most 6 are allowed.",
            letter=letter,
            count=count,
        )
    require(off.count(MOST_OFF) < 2, "Only one seat can have three pieces off.")


def check_roll(rolled: str, unused: str, hand: str) -> None:
    """Raise BadPosition unless the unused sizes are among the rolled ones, the turn has something
    left to do, and a captured piece in hand is smaller than a size that has moved in this turn."""
    require(
        set(unused) <= set(rolled) and (not rolled or bool(unused or hand)),
        "The die showed {rolled}, so {unused} cannot be what is still to be moved.",
        rolled=repr(rolled),
        unused=repr(unused),
    )
    used = set(rolled) - set(unused)
    require(
        not hand or any(larger(size, hand[1]) for size in used),
        "{hand} is in hand, but no larger piece has moved in this turn.",
        hand=hand,
    )
