"""Write and read Freez! positions as text: a board is its ranks from the top, with `w1 w2 w3 wf b1
b2 b3 bf` for pieces and numbers for runs of empty squares.

In code a square is rank * 8 + file, both counted from 0, on boards of any size. A board is a list
of the contents of 64 squares; on a smaller board, those beyond the edge stay empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from everygame.contract import AnyJson
from everygame.errors import BadPosition

EMPTY: Final = 0
FROZEN: Final = 4
"""The content of a square with a frozen piece of the first seat; 1, 2 and 3 are its live pieces."""
BLACK: Final = 4
"""Added to the content of a square for a piece of the second seat."""
CELLS: Final = ("", "w1", "w2", "w3", "wf", "b1", "b2", "b3", "bf")
LETTERS: Final = "wb"
"""The letter of each seat in position texts, whatever colours the players chose: w moves first."""
RANKS: Final = 4096
"""How many ranks the caches of `write_rank` and `read_rank` keep: a ply changes only one or two
ranks of a board, so that nearly all are found there."""
SQUARES: Final = tuple(file + rank for rank in "12345678" for file in "abcdefgh")


def on_board(square: int, size: int) -> bool:
    """Tell whether a square lies on a board of `size` squares a side, whose lower left corner is
    a1."""
    return square % 8 < size and square // 8 < size


def write_board(board: list[int], size: int) -> str:
    """Return the text of a board of `size` squares a side."""
    ranks = [tuple(board[8 * rank : 8 * rank + size]) for rank in reversed(range(size))]
    return " / ".join([write_rank(rank) for rank in ranks])


@lru_cache(RANKS)
def write_rank(rank: tuple[int, ...]) -> str:
    words: list[str] = []
    for content in rank:
        if content:
            words.append(CELLS[content])
        elif words and words[-1].isdigit():
            words[-1] = str(int(words[-1]) + 1)
        else:
            words.append("1")
    return " ".join(words)


def read_board(text: str, size: int, pieces: int) -> list[int]:
    """Return the board of a text, on which each side may have at most `pieces` pieces. Raises
    BadPosition."""
    ranks = text.split(" / ")
    if len(ranks) != size:
        raise BadPosition(
            "The board has {number} ranks instead of {size}.", number=len(ranks), size=size
        )
    board = [EMPTY] * 64
    for rank, words in zip(reversed(range(size)), ranks, strict=True):
        board[8 * rank : 8 * rank + size] = read_rank(words, rank + 1, size)
    for seat, name in enumerate(LETTERS):
        found = len(squares_of(board, seat))
        if found > pieces:
            raise BadPosition(
                "{name} has {found} pieces, more than the {pieces} it starts with.",
                name=name,
                found=found,
                pieces=pieces,
            )
    return board


def squares_of(board: list[int], seat: int) -> list[int]:
    """Return the squares of a seat's pieces, live and frozen."""
    lowest = 1 + seat * BLACK
    return [square for square in range(64) if lowest <= board[square] < lowest + FROZEN]


@lru_cache(RANKS)
def read_rank(text: str, rank: int, size: int) -> tuple[int, ...]:
    contents: list[int] = []
    for word in text.split(" "):
        if re.fullmatch("[1-9]", word):
            contents += [EMPTY] * int(word)
        elif word in CELLS[1:]:
            contents.append(CELLS.index(word))
        else:
            raise BadPosition(
                "Rank {rank} has {word}, which is no piece and no number.",
                rank=rank,
                word=repr(word[:20]),
            )
    if len(contents) != size:
        raise BadPosition(
            "Rank {rank} has {number} squares instead of {size}.",
            rank=rank,
            number=len(contents),
            size=size,
        )
    if write_rank(tuple(contents)) != text:
        raise BadPosition("Rank {rank} has two numbers side by side.", rank=rank)
    return tuple(contents)


def read_position(text: str, size: int, pieces: int) -> tuple[list[int], int]:
    """Return the board of a position text and the seat to play. Raises BadPosition."""
    board, semicolon, side = text.rpartition(" ; ")
    if not semicolon or side not in tuple(LETTERS):
        raise BadPosition(
            "After the board and ' ; ' stands w or b, not {side}.", side=repr(side[:40])
        )
    return read_board(board, size, pieces), LETTERS.index(side)


@dataclass(frozen=True)
class StateFields:
    """The fields of a state's JSON, after their types and ranges have been checked."""

    board: str
    turn: int
    box: bool
    """Whether a captured piece lies in the Freez! box and has not been placed yet."""
    moved: str
    """The square of the piece that has moved in this turn; an empty text before the move."""
    tapped: bool
    shifted: bool
    quiet: int


def read_fields(data: AnyJson, most_quiet: int) -> StateFields:
    """Check the fields of a state's JSON one by one and return them; `most_quiet` is the largest
    number of turns without a capture. Raises BadPosition."""
    fields = StateFields.__annotations__
    if not isinstance(data, dict) or set(data) != set(fields):
        raise BadPosition("A Freez! state has the fields {fields}.", fields=", ".join(fields))
    told = StateFields(**data)
    require(isinstance(told.board, str), "board is a text.")
    require(is_number(told.turn, 1), "turn is 0 or 1.")
    require(
        is_number(told.quiet, most_quiet),
        "quiet is a number from 0 to {most_quiet}.",
        most_quiet=most_quiet,
    )
    require(told.moved in ("", *SQUARES), "moved is a square or an empty text.")
    for name in ("box", "tapped", "shifted"):
        require(isinstance(data[name], bool), "{name} is true or false.", name=name)
    return told


def is_number(value: AnyJson, most: int) -> bool:
    """Tell whether a value is an integer from 0 to `most`."""
    return type(value) is int and 0 <= value <= most


def require(fact: bool, text: str, **arguments: object) -> None:
    """Raise BadPosition with the sentence `text` unless `fact` is true."""
    if not fact:
        raise BadPosition(text, **arguments)
