"""Connect four, published by Milton Bradley in 1974: four discs in a line, and discs fall.

The discs of each seat are bits, a column after the other from the bottom, seven bits a column of
six: the seventh stays empty, so that no line runs from one column into the next.
"""

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
"""Bits from a square to its right neighbour; the square above is one bit further."""
BOTTOMS: Final = vec[i64]([1 << STRIDE * column for column in range(COLUMNS)])
TOP_ROW: Final = 0b0100000_0100000_0100000_0100000_0100000_0100000_0100000
LETTERS: Final = "xo"
"""The discs of the seats in texts, the first seat's first."""


@final
class ConnectFourState(FastState):
    """The discs of the seat to play and of the seat that played last."""

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
        """Drop a disc: a bit added at the bottom is carried over the discs to the first hole."""
        before = self.mine | self.theirs
        discs = (before | before + BOTTOMS[action]) ^ self.theirs
        self.mine, self.theirs = self.theirs, discs
        self.end_ply(discs)

    def end_ply(self, discs: i64) -> None:
        """A line of the discs just played wins; a full board is a draw."""
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
        return mix(self.mine, self.mine | self.theirs)

    def key(self) -> str:
        return self.position()

    def position(self) -> str:
        """Rows from the top; whose turn it is follows from the number of discs."""
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
        """Take over rows of a real match, from the top. Raises BadPosition."""
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
    """Whether four discs lie in a line: upwards, along a row or along a diagonal."""
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
    """Raises BadPosition for what no match comes to."""
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
    return not has_line(discs)


def earlier(discs: list[int], seat: int) -> list[int]:
    """The discs of a seat without one of them that lies on top."""
    lower = (discs[0] | discs[1]) >> 1
    tops = (discs[0] | discs[1]) & ~lower
    return [discs[seat] ^ 1 << n for n in range(STRIDE * COLUMNS) if tops & discs[seat] & 1 << n]


class ConnectFour(Game):
    """Seven columns, six rows, no options."""

    name = "connectfour"
    num_actions = COLUMNS

    def initial_state(self) -> State:
        return ConnectFourState()

    def from_json(self, data: AnyJson) -> State:
        state = ConnectFourState()
        state.set_up(self.read_text(data, "rows", r"[xo.]{7}(/[xo.]{7}){5}").split("/"))
        return state

    def parse_position(self, text: str) -> State:
        return self.from_json({"rows": text})


GAME = ConnectFour
