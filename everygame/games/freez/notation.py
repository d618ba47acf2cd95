"""Freez! as text: squares, cells, and the board from the top rank, `w1 w2 w3 wf b1 b2 b3 bf` and
numbers of empty squares.

In code a square is rank * 8 + file, both from 0, on boards of any size; a board is what stands on
each of the 64, and squares beyond a smaller board stay empty.
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
"""Of the first seat, 1, 2 and 3 are live pieces and 4 is a frozen one."""
BLACK: Final = 4
"""Added for the pieces of the second seat."""
CELLS: Final = ("", "w1", "w2", "w3", "wf", "b1", "b2", "b3", "bf")
LETTERS: Final = "wb"
"""The seats, whatever their colours: w begins."""
RANKS: Final = 4096
"""How many ranks are remembered with their text, since a ply changes only a few."""
SQUARES: Final = tuple(file + rank for rank in "12345678" for file in "abcdefgh")


def on_board(square: int, size: int) -> bool:
    """Whether the square is on a board of that size, whose corner is a1."""
    return square % 8 < size and square // 8 < size


def write_board(board: list[int], size: int) -> str:
    """The text of a board."""
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
    """The board of a text, where a side has at most so many pieces. Raises BadPosition."""
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
    """Where the pieces of a side stand, live and frozen ones."""
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
    """The board of a position text and the seat to play. Raises BadPosition."""
    board, semicolon, side = text.rpartition(" ; ")
    if not semicolon or side not in tuple(LETTERS):
        raise BadPosition(
            "After the board and ' ; ' stands w or b, not {side}.", side=repr(side[:40])
        )
    return read_board(board, size, pieces), LETTERS.index(side)


@dataclass(frozen=True)
class StateFields:
    """The JSON of a state, each field of it as it should be."""

    board: str
    turn: int
    box: bool
    """A captured piece waits in the Freez! box."""
    moved: str
    """The square of the piece that has moved this turn, or an empty text."""
    tapped: bool
    shifted: bool
    quiet: int


def read_fields(data: AnyJson, most_quiet: int) -> StateFields:
    """Raises BadPosition."""
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
    """A whole number from 0 to `most`."""
    return type(value) is int and 0 <= value <= most


def require(fact: bool, text: str, **arguments: object) -> None:
    """Raises BadPosition."""
    if not fact:
        raise BadPosition(text, **arguments)
