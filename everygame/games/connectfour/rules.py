"""Connect four, published by Milton Bradley in 1974: discs fall in columns, and four discs of a
side in a line win.

The discs of each seat are the bits of a number, column after column, each from the bottom. A column
has six squares but seven bits: the seventh is always 0, so that no line runs from one column into
the next."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, final

from everygame.contract import OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, vec
from everygame.fast.state import FastState, mix

COLUMNS: Final = 7
ROWS: Final = 6
STRIDE: Final = 7
"""The number of bits from a square to its right neighbour; from a square to the one above it is one
bit."""
BOTTOMS: Final = vec[i64]([1 << STRIDE * column for column in range(COLUMNS)])
"""For each column: the bit of its lowest square."""
TOP_ROW: Final = 0b0100000_0100000_0100000_0100000_0100000_0100000_0100000
"""The bits of the highest squares of all columns."""
LETTERS: Final = "xo"
"""The letters for the discs of the first and of the second seat in texts."""


@final
class ConnectFourState(FastState):
    """The discs of the seat to play (`mine`) and of the seat that played last (`theirs`)."""

    def __init__(self) -> None:
        self.mine: i64 = 0
        self.theirs: i64 = 0
        self.turn: i64 = 0
        self.winner: i64 = -1
        self.over: bool = False

    def blank(self) -> ConnectFourState:
        return ConnectFourState()

    def copy_from(self, other: State) -> None:
        assert isinstance(other, ConnectFourState)
        self.mine = other.mine
        self.theirs = other.theirs
        self.turn = other.turn
        self.winner = other.winner
        self.over = other.over

    def to_play(self) -> i64:
        return OVER if self.over else self.turn

    def legal_actions_into(self, out: vec[i64]) -> i64:
        column: i64
        n: i64 = 0
        tops = (self.mine | self.theirs) >> ROWS - 1
        for column in range(COLUMNS):
            out[n] = column
            n += ~tops & 1
            tops >>= STRIDE
        return n

    def advance(self, action: i64) -> None:
        """Drop a disc: a bit added at the bottom of a column is carried over the discs there to the
        first empty square."""
        before = self.mine | self.theirs
        discs = (before | before + BOTTOMS[action]) ^ self.theirs
        self.mine, self.theirs = self.theirs, discs
        self.end_ply(discs)

    def end_ply(self, discs: i64) -> None:
        """End the match with a win if `discs`, those of the seat that has just played, contain a
        line, or with a draw if the board is full; then change the turn."""
        if has_line(discs):
            self.winner = self.turn
            self.over = True
        elif (self.mine | discs) & TOP_ROW == TOP_ROW:
            self.over = True
        self.turn = 1 - self.turn

    def return_of(self, seat: i64) -> float:
        if self.winner < 0:
            return 0.0
        return 1.0 if self.winner == seat else -1.0

    def ending(self) -> str:
        if self.winner >= 0:
            return "line"
        return "full board" if self.over else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return "abcdefg"[action]

    def fingerprint(self) -> i64:
        return mix(mix(1, self.mine), self.theirs)

    def planes_into(self, out: vec[i64], viewer: i64) -> None:
        own = viewer == self.turn
        out[0] = self.mine if own else self.theirs
        out[1] = self.theirs if own else self.mine

    def key(self) -> str:
        return self.position()

    def position(self) -> str:
        """Return the rows from the top, separated by `/`. The number of discs tells whose turn it
        is."""
        discs = [int(self.mine), int(self.theirs)]
        mine, theirs = LETTERS[int(self.turn)], LETTERS[1 - int(self.turn)]
        rows = []
        for row in reversed(range(ROWS)):
            bits = [STRIDE * column + row for column in range(COLUMNS)]
            signs = [(discs[0] >> bit & 1, discs[1] >> bit & 1) for bit in bits]
            rows.append("".join(mine if m else theirs if t else "." for m, t in signs))
        return "/".join(rows)

    def to_json(self) -> Json:
        return {"rows": self.position()}

    def set_up(self, rows: list[str]) -> None:
        """Set this state to a position, given as rows from the top. Raises BadPosition where no
        match can reach the position."""
        discs = [0, 0]
        for y, row in enumerate(reversed(rows)):
            for column, sign in enumerate(row):
                if sign != ".":
                    discs[LETTERS.index(sign)] |= 1 << STRIDE * column + y
        count = sum(row.count(".") for row in rows)
        self.turn = turn = (ROWS * COLUMNS - count) % 2
        self.mine, self.theirs = discs[turn], discs[1 - turn]
        if count < ROWS * COLUMNS:
            self.turn = 1 - turn
            self.end_ply(self.theirs)
        check(rows, discs, turn)


def has_line(discs: i64) -> bool:
    """Whether four discs lie in a line: in a column, in a row or on a diagonal."""
    pairs = discs & discs >> 1
    if pairs & pairs >> 2:
        return True
    pairs = discs & discs >> STRIDE
    if pairs & pairs >> 2 * STRIDE:
        return True
    pairs = discs & discs >> STRIDE - 1
    if pairs & pairs >> 2 * (STRIDE - 1):
        return True
    pairs = discs & discs >> STRIDE + 1
    return pairs & pairs >> 2 * (STRIDE + 1) != 0


def check(rows: list[str], discs: list[int], turn: int) -> None:
    """Check that a match can reach the position. Raises BadPosition."""
    more = sum(row.count("x") for row in rows) - sum(row.count("o") for row in rows)
    if more not in (0, 1):
        raise BadPosition("x has as many discs as o, or one more.")
    for upper, lower in pairwise(rows):
        for letter, above, below in zip("abcdefg", upper, lower, strict=True):
            if above != "." and below == ".":
                raise BadPosition("A disc hangs in the air in column {letter}.", letter=letter)
    if has_line(discs[turn]):
        raise BadPosition("{letter} has had a line before the last disc.", letter=LETTERS[turn])
    if has_line(discs[1 - turn]) and not any(map(no_line, earlier(discs, 1 - turn))):
        raise BadPosition("{letter} has had a line before the last disc.", letter=LETTERS[1 - turn])


def no_line(discs: int) -> bool:
    """Whether the discs contain no line."""
    return not has_line(discs)


def earlier(discs: list[int], seat: int) -> list[int]:
    """Return the sets of discs that the seat may have had before its last disc: each leaves out one
    disc that lies on top of its column."""
    lower = (discs[0] | discs[1]) >> 1
    tops = (discs[0] | discs[1]) & ~lower
    return [discs[seat] ^ 1 << n for n in range(STRIDE * COLUMNS) if tops & discs[seat] & 1 << n]


class ConnectFour(Game):
    """Connect four on seven columns and six rows, without options."""

    name = "connectfour"
    num_actions = COLUMNS
    longest = COLUMNS * ROWS

    def initial_state(self) -> State:
        return ConnectFourState()

    def from_json(self, data: AnyJson) -> State:
        state = ConnectFourState()
        state.set_up(self.read_text(data, "rows", r"[xo.]{7}(/[xo.]{7}){5}").split("/"))
        return state

    def parse_position(self, text: str) -> State:
        return self.from_json({"rows": text})


GAME = ConnectFour
