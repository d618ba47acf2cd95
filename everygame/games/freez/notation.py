"""Write and read Freez! positions as text: a board is its ranks from the top, with `w1 w2 w3 wf b1
b2 b3 bf` for pieces and numbers for runs of empty squares.

In code a square is rank * 8 + file, both counted from 0, on boards of any size. A board is a list
of the contents of 64 squares; on a smaller board, those beyond the edge stay empty.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

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


def squares_on(size: int) -> list[int]:
    """Return the squares of a board of `size` squares a side, ascending."""
    return [8 * rank + file for rank in range(size) for file in range(size)]


def write_board(board: list[int], size: int) -> str:
    """Return the text of a board of `size` squares a side."""
    ranks = [tuple(board[8 * rank : 8 * rank + size]) for rank in reversed(range(size))]
    return " / ".join([write_rank(rank) for rank in ranks])


@lru_cache(RANKS)
def write_rank(rank: tuple[int, ...]) -> str:
    words = " ".join([CELLS[content] or "1" for content in rank])
    return re.sub(r"\b1( 1)*\b", lambda ones: str(len(ones[0]) // 2 + 1), words)


def read_board(text: str, size: int) -> list[int]:
    """Return the board of a text, on which each side may have at most the `size` pieces that it
    starts with. Raises BadPosition."""
    ranks = text.split(" / ")
    require(
        len(ranks) == size,
        "The board has {number} ranks instead of {size}.",
        number=len(ranks),
        size=size,
    )
    board = [EMPTY] * 64
    for rank, words in zip(reversed(range(size)), ranks, strict=True):
        board[8 * rank : 8 * rank + size] = read_rank(words, rank + 1, size)
    for seat, name in enumerate(LETTERS):
        found = len(squares_of(board, seat))
        require(
            found <= size,
            "{name} has {found} pieces, more than the {pieces} it starts with.",
            name=name,
            found=found,
            pieces=size,
        )
    return board


def squares_of(board: list[int], seat: int) -> list[str]:
    """Return the squares of a seat's pieces, live and frozen."""
    kinds = range(1 + seat * BLACK, 1 + seat * BLACK + FROZEN)
    return [SQUARES[square] for square in range(64) if board[square] in kinds]


@lru_cache(RANKS)
def read_rank(text: str, rank: int, size: int) -> tuple[int, ...]:
    contents: list[int] = []
    for word in text.split(" "):
        if re.fullmatch("[1-9]", word):
            contents += [EMPTY] * int(word)
            continue
        require(
            word in CELLS[1:],
            "Rank {rank} has {word}, which is no piece and no number.",
            rank=rank,
            word=repr(word[:20]),
        )
        contents.append(CELLS.index(word))
    require(
        len(contents) == size,
        "Rank {rank} has {number} squares instead of {size}.",
        rank=rank,
        number=len(contents),
        size=size,
    )
    sound = write_rank(tuple(contents)) == text
    require(sound, "Rank {rank} has two numbers side by side.", rank=rank)
    return tuple(contents)


def read_position(text: str, size: int) -> tuple[list[int], int]:
    """Return the board of a position text and the seat to play. Raises BadPosition."""
    board, semicolon, side = text.rpartition(" ; ")
    require(
        bool(semicolon) and side in tuple(LETTERS),
        "After the board and ' ; ' stands w or b, not {side}.",
        side=repr(side[:40]),
    )
    return read_board(board, size), LETTERS.index(side)


def require(fact: bool, text: str, **arguments: object) -> None:
    """Raise BadPosition with the sentence `text` unless `fact` is true."""
    if not fact:
        raise BadPosition(text, **arguments)
