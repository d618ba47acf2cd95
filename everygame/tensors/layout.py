"""What a game's file `tensors.py` declares: planes, numbers, and where in a plane each place of the
board lies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from everygame.contract import Game, Json

OWN: Final = 0
"""The owner of a thing that belongs to the viewer."""
OTHER: Final = 1
"""The owner of a thing that belongs to the seat after the viewer: of two seats, the other one. With
more seats, 2 is the seat after that, and so on."""
NOBODY: Final = -1
"""The owner of a thing that belongs to no seat."""


@dataclass(frozen=True)
class Plane:
    """A set of places: those where the picture that the viewer gets shows a thing of this kind. A
    field that is left out allows everything."""

    name: str
    """What the plane shows, for people: "own discs"."""
    shape: str = ""
    """The shape of a piece."""
    owner: int | None = None
    """Whose the piece is: OWN, OTHER, …, or NOBODY; None: anybody's."""
    text: str | None = None
    """The text on the piece."""
    tag: str = ""
    """A tag that the piece has; with a "-" before it, one that it does not have."""
    size: int = 0
    """The size of the piece."""
    hidden: bool | None = None
    """Whether the piece is face down for the viewer."""
    colour: str | None = None
    """The name of the piece's colour; empty where it is that of its owner."""
    terrain: str = ""
    """Not a piece but the style of a cell: "snow", "goal"."""
    read: Callable[[Json], Iterable[str]] | None = None
    """Reads the ids of the cells from what the viewer observes, where no picture shows them."""
    rest: bool = False
    """True for every piece that no other plane shows."""


@dataclass(frozen=True)
class Number:
    """A whole number that the viewer may know, such as the cards in a hand or a counter."""

    name: str
    highest: int
    """The number is from 0 to this."""
    read: Callable[[Json, int], int]
    """Reads the number from what the viewer observes; the second argument is the viewer's seat."""


@dataclass(frozen=True)
class Layout:
    """The planes and numbers of a game with its options, and its board of `rows` × `columns`. Row 0
    has the cells of rank 1, column 0 those of file a.

    In memory a plane is `words` words of `bits` bits; each bit becomes a byte, and each word is
    filled up to a multiple of eight bytes."""

    planes: tuple[Plane, ...]
    rows: int
    columns: int
    numbers: tuple[Number, ...] = ()
    words: int = 0
    """Words a plane; 0: a word for each row."""
    bits: int = 0
    """Bits a word, at most 64; 0: one for each column."""
    row_step: int = 0
    """The bytes from a place to that of the next rank; 0: a word."""
    column_step: int = 1
    """The bytes from a place to that of the next file."""
    places: tuple[str, ...] = ()
    """The ids of the cells in their order, where the board is no grid: then `rows` is 1."""

    @cached_property
    def word_count(self) -> int:
        """The words of a plane."""
        return self.words or self.rows

    @cached_property
    def wide(self) -> int:
        """The words of eight bytes that one word of bits fills."""
        return ((self.bits or self.columns) + 7) // 8

    @cached_property
    def plane_bytes(self) -> int:
        """The bytes of a plane in memory."""
        return self.word_count * self.wide * 8

    @cached_property
    def strides(self) -> tuple[int, int]:
        """The bytes from a place to that of the next rank, and to that of the next file."""
        return self.row_step or 8 * self.wide, self.column_step

    @cached_property
    def cells(self) -> dict[str, tuple[int, int]]:
        """For the id of each cell: its word in a plane and its bit in that word."""
        row, column = self.strides
        word = 8 * self.wide
        return {
            name: divmod(y * row + x * column, word)
            for y in range(self.rows)
            for x in range(self.columns)
            for name in [self.places[x] if self.places else f"{letters(x)}{y + 1}"]
        }


def square_board(size: int, planes: tuple[Plane, ...], numbers: tuple[Number, ...] = ()) -> Layout:
    """Return the layout of a board of `size` × `size` squares, 8 at most, whose words have bit
    `size` × rank + file for each square."""
    return Layout(planes, size, size, numbers, 1, size * size, size)


def letters(column: int) -> str:
    """Return the letter of a file."""
    return "abcdefghijklmnopqrstuvwxyz"[column]


MakeLayout = Callable[[Game], Layout]
"""The function `layout` of a game's `tensors.py`: the layout of the game with its options."""
