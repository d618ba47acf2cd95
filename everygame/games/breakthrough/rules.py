"""Breakthrough, by Dan Troyka (2000): men move forward, straight or diagonally, and capture
diagonally; a man that reaches the last row wins.

The men of each seat are a set of squares (`everygame.fast.bits`). White is seat 0 and moves up the
board. An action is 64 · direction + the square of the goal. The directions, as seen in a diagram
with White at the bottom, are 0 diagonally to the left, 1 straight, 2 diagonally to the right."""

from __future__ import annotations

from typing import Final, final

from everygame.contract import OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, vec
from everygame.fast.bits import BITS, SQUARES, first, name, read_rows, word, write_rows
from everygame.fast.state import FastState, mix

START: Final = "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww ; w"
LETTERS: Final = "wb"
AHEAD: Final = (8, -8)
"""For each seat: the difference of square numbers for a step straight ahead."""
BOARD: Final = word(2**64 - 1)
"""All squares."""
NOT_A: Final = word(0xFEFEFEFEFEFEFEFE)
"""The squares that a step to the right can reach: all except those in column a."""
NOT_H: Final = 0x7F7F7F7F7F7F7F7F
"""The squares that a step to the left can reach: all except those in column h."""
LOWER: Final = 0x00FFFFFFFFFFFFFF
"""The squares that a step down can reach: all except those in row 8."""


def steps() -> list[int]:
    """Return, for each action of seat 0, then of seat 1, the set of the start square and the goal
    square."""
    found = []
    for ahead in AHEAD:
        for action in range(3 * SQUARES):
            origin = action % SQUARES - ahead - (action // SQUARES - 1)
            home = 1 << origin if origin in range(SQUARES) else 0
            found.append(word(1 << action % SQUARES | home))
    return found


STEPS: Final = vec[i64](steps())
"""The result of `steps` as an array."""


@final
class BreakthroughState(FastState):
    """The men of both seats, as sets of squares; the seat to move; and the winner, −1 while there
    is none."""

    def __init__(self) -> None:
        self.white: i64 = 0
        self.black: i64 = 0
        self.turn: i64 = 0
        self.winner: i64 = -1

    def blank(self) -> BreakthroughState:
        return BreakthroughState()

    def copy_from(self, other: State) -> None:
        assert isinstance(other, BreakthroughState)
        self.white = other.white
        self.black = other.black
        self.turn = other.turn
        self.winner = other.winner

    def to_play(self) -> i64:
        return self.turn if self.winner < 0 else OVER

    def legal_actions_into(self, out: vec[i64]) -> i64:
        """Write the legal actions to `out`, direction by direction. A goal straight ahead must be
        empty; a diagonal goal must not hold an own man."""
        white, black = self.white, self.black
        if self.turn == 0:
            n = spread(white << 7 & NOT_H & ~white, 0, out, 0)
            n = spread(white << 8 & BOARD & ~(white | black), 64, out, n)
            return spread(white << 9 & NOT_A & ~white, 128, out, n)
        n = spread(black >> 9 & LOWER & NOT_H & ~black, 0, out, 0)
        n = spread(black >> 8 & LOWER & ~(white | black), 64, out, n)
        return spread(black >> 7 & LOWER & NOT_A & ~black, 128, out, n)

    def advance(self, action: i64) -> None:
        square = action & 63
        if self.turn == 0:
            self.white ^= STEPS[action]
            self.black &= ~BITS[square]
            won = square >= 56 or self.black == 0
        else:
            self.black ^= STEPS[192 + action]
            self.white &= ~BITS[square]
            won = square < 8 or self.white == 0
        if won:
            self.winner = self.turn
        self.turn = 1 - self.turn

    def captures(self, action: int) -> bool:
        """Whether the action takes a man."""
        taken = self.black if self.turn == 0 else self.white
        return taken & BITS[action & 63] != 0

    def return_of(self, seat: i64) -> float:
        if self.winner < 0:
            return 0.0
        return 1.0 if self.winner == seat else -1.0

    def ending(self) -> str:
        if self.winner < 0:
            return ""
        return "all captured" if self.white == 0 or self.black == 0 else "home row"

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        square, side = action % SQUARES, action // SQUARES - 1
        origin = square - AHEAD[int(self.turn)] - side
        return name(origin) + ("x" if self.captures(action) else "-") + name(square)

    def fingerprint(self) -> i64:
        return mix(mix(self.turn + 1, self.white), self.black)

    def planes_into(self, out: vec[i64], viewer: i64) -> None:
        out[0] = self.white if viewer == 0 else self.black
        out[1] = self.black if viewer == 0 else self.white

    def key(self) -> str:
        return self.position()

    def position(self) -> str:
        return f"{self.rows()} ; {LETTERS[int(self.turn)]}"

    def rows(self) -> str:
        """Return the rows of the board from the top, separated by `/`."""
        return "/".join(reversed(write_rows(self.white, self.black, LETTERS)))

    def to_json(self) -> Json:
        return {"rows": self.rows(), "turn": int(self.turn)}

    def set_up(self, rows: str, turn: int) -> None:
        """Set this state to a position. Raises BadPosition."""
        if max(rows.count("w"), rows.count("b")) > 16:
            raise BadPosition("Nobody has more than 16 men.")
        across = [seat for seat, row in ((0, rows[:8]), (1, rows[-8:])) if LETTERS[seat] in row]
        if len(across) > 1 or turn in across or LETTERS[1 - turn] not in rows:
            raise BadPosition(
                "{letter} cannot be to play: the match was over before.", letter=LETTERS[turn]
            )
        self.white, self.black = read_rows(rows, "w"), read_rows(rows, "b")
        self.turn = turn
        if across or LETTERS[turn] not in rows:
            self.winner = 1 - turn


def spread(squares: i64, base: i64, out: vec[i64], n: i64) -> i64:
    """Append the action base + square for each square to the `n` actions in `out`; return the new
    number of actions."""
    while squares:
        out[n] = base + first(squares)
        squares &= squares - 1
        n += 1
    return n


class Breakthrough(Game):
    """Breakthrough on eight columns and eight rows, without options."""

    name = "breakthrough"
    num_actions = 3 * SQUARES
    longest = 2 * 8 * (5 + 6) + 1  # each man steps to the row before the goal, then one wins

    def initial_state(self) -> State:
        return self.parse_position(START)

    def from_json(self, data: AnyJson) -> State:
        rows = self.read_text(data, "rows", r"[wb.]{8}(/[wb.]{8}){7}")
        state = BreakthroughState()
        state.set_up(rows, self.read_number(data, "turn", 0, 1))
        return state

    def parse_position(self, text: str) -> State:
        rows, _, letter = text.partition(" ; ")
        if letter not in ("w", "b"):
            raise BadPosition(
                "{text} does not end in ' ; w' or ' ; b', who is to play.", text=repr(text)
            )
        return self.from_json({"rows": rows, "turn": LETTERS.index(letter)})


GAME = Breakthrough
