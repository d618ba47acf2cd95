"""Freez!, 1993: move as far as your number, turn on snowflakes, freeze what you capture.

The board is a mailbox of 10 × 10: a border of WALL around at most 8 × 8 squares, so that a step
is an addition. Actions name squares 0 … 63, rank by rank from a1.
"""

from __future__ import annotations

from typing import Final, final

from everygame.contract import OVER, Game, Json, State
from everygame.errors import BadPosition
from everygame.fast import FastState, mix
from everygame.games.freez.setup import (
    OPTIONS,
    read_lineup,
    read_snow,
)
from everygame.games.freez.text import read_board, write_board
from everygame.packed import i64, vec

EMPTY: Final = 0
FROZEN: Final = 4
"""Cells: 1 2 3 White's live pieces, 4 a frozen one of White's; Black's are 4 more."""
BLACK: Final = 4
WALL: Final = 9
NONE: Final = 0
"""No square: the corner of the border."""

MOVE: Final = 0
"""Actions: from * 64 + to;"""
PUT: Final = 4096
"""then PUT + square: place the frozen piece;"""
TAP: Final = 4160
"""then TAP, to lower the number of the piece just moved;"""
SHIFT: Final = 4161
"""then SHIFT + from * 8 + direction: move a frozen piece;"""
DONE: Final = 4673
"""then DONE, to end the turn."""

ENDINGS: Final = ("", "no live pieces", "wall", "no moves", "no progress")
ONGOING: Final = 0
NO_LIVE: Final = 1
CLOSED: Final = 2
NO_MOVES: Final = 3
NO_PROGRESS: Final = 4

WAYS: Final = vec[i64]([10, 1, -10, -1, 11, -9, -11, 9])
"""Four orthogonal directions, then four diagonal ones."""
NEAR: Final = vec[i64]([-11, -10, -9, -1, 1, 9, 10, 11])
"""The eight neighbours in ascending order."""
QUIET_LIMIT: Final = 100
"""Turns in a row without a capture that make a draw."""


def square_of(cell: i64) -> i64:
    """The square 0 … 63 of a cell of the mailbox."""
    return (cell // 10 - 1) * 8 + cell % 10 - 1


def cell_of(square: i64) -> i64:
    """The cell of the mailbox of a square 0 … 63."""
    return (square >> 3) * 10 + (square & 7) + 11


@final
class Board:
    """What never changes in a match."""

    def __init__(self, size: int, snow: list[bool], lineup: str, tactical: bool) -> None:
        self.size = size
        self.lineup = lineup
        self.snow: vec[bool] = vec[bool](snow)
        """By cell of the mailbox."""
        self.tactical: bool = tactical


@final
class FreezState(FastState):
    """Cells, whose turn, and how far the turn is."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells: vec[i64] = vec[i64]([WALL] * 100)
        self.turn: i64 = 0
        self.box: i64 = EMPTY
        """The captured piece that waits to be placed, already frozen."""
        self.moved: i64 = NONE
        """Where the piece moved this turn stands; the capture square while the box is full."""
        self.tapped: bool = False
        self.shifted: bool = False
        self.quiet: i64 = 0
        self.winner: i64 = -1
        self.reason: i64 = ONGOING
        self.reached: vec[i64] = vec[i64]([0] * 100)
        """Scratch: the mark of the last search that came to a cell."""
        self.mark: i64 = 0
        self.region: vec[i64] = vec[i64]([0] * 100)
        """Scratch: the mark of the last flood that came to a cell."""
        self.floods: i64 = 0
        self.list: vec[i64] = vec[i64]([0] * 100)
        """Scratch: cells still to look at, or moves."""

    def new(self) -> FreezState:
        return FreezState(self.board)

    def assign(self, other: State) -> None:
        assert isinstance(other, FreezState)
        i: i64
        mine, theirs = self.cells, other.cells
        for i in range(11, 89):
            mine[i] = theirs[i]
        self.turn = other.turn
        self.box = other.box
        self.moved = other.moved
        self.tapped = other.tapped
        self.shifted = other.shifted
        self.quiet = other.quiet
        self.winner = other.winner
        self.reason = other.reason

    def decider(self) -> i64:
        return OVER if self.reason != ONGOING else self.turn

    def is_live(self, cell: i64, seat: i64) -> bool:
        """A live piece of the seat stands there."""
        number = self.cells[cell] - seat * BLACK
        return 0 < number < FROZEN

    # -- the legal actions

    def fill(self, out: vec[i64]) -> i64:
        if self.box != EMPTY:
            return self.fill_places(out)
        if self.moved != NONE:
            return self.fill_options(out)
        cell: i64
        n: i64 = 0
        for cell in range(11, 89):
            if self.is_live(cell, self.turn):
                n = self.fill_moves(cell, self.turn, out, n)
        return n

    def fill_moves(self, start: i64, seat: i64, out: vec[i64], n: i64) -> i64:
        """Append the moves of a live piece; two paths to one square are one ply."""
        i: i64
        first = n
        self.mark += 1
        number = self.cells[start] - seat * BLACK
        for i in range(8):
            n = self.walk(start, start, number, i, True, seat, out, n)
        sort(out, first, n)
        return n

    def walk(
        self,
        start: i64,
        cell: i64,
        left: i64,
        way: i64,
        may_turn: bool,
        seat: i64,
        out: vec[i64],
        n: i64,
    ) -> i64:
        """Go on from a cell for `left` steps. All squares between are empty; on one of them
        that is a snowflake the direction may change once, from orthogonal to diagonal or back."""
        i: i64
        cells = self.cells
        step = WAYS[way]
        while left > 1:
            cell += step
            left -= 1
            if cells[cell] != EMPTY:
                return n
            if may_turn and self.board.snow[cell]:
                for i in range(4):
                    turned = i + 4 if way < 4 else i
                    n = self.walk(start, cell, left, turned, False, seat, out, n)
        cell += step
        if self.reached[cell] == self.mark:
            return n
        if cells[cell] == EMPTY or self.is_live(cell, 1 - seat):
            self.reached[cell] = self.mark
            out[n] = square_of(start) * 64 + square_of(cell)
            n += 1
        return n

    def fill_places(self, out: vec[i64]) -> i64:
        """Empty squares next to the capture, but those that block the only attack on the piece
        that captured, unless there is no other."""
        n = self.fill_free(out, self.blocking())
        return n if n > 0 else self.fill_free(out, False)

    def fill_free(self, out: vec[i64], keep_clear: bool) -> i64:
        """The empty neighbours of the capture; not the marked ones where they must stay clear."""
        i: i64
        n: i64 = 0
        for i in range(8):
            cell = self.moved + NEAR[i]
            kept_clear = keep_clear and self.reached[cell] == self.mark
            if self.cells[cell] == EMPTY and not kept_clear:
                out[n] = PUT + square_of(cell)
                n += 1
        return n

    def blocking(self) -> bool:
        """There is exactly one path of attack on the piece that captured; its squares between
        are then marked."""
        cell: i64
        i: i64
        attacks: i64 = 0
        self.mark += 1
        for cell in range(11, 89):
            if self.is_live(cell, 1 - self.turn):
                number = self.cells[cell] - (1 - self.turn) * BLACK
                for i in range(8):
                    attacks += self.attacks(cell, number, i, True, 0)
        return attacks == 1

    def attacks(self, cell: i64, left: i64, way: i64, may_turn: bool, between: i64) -> i64:
        """The number of paths on from a cell to the piece that captured. `between` holds the
        cells passed, a byte each; those of a path that arrives are marked."""
        i: i64
        found: i64 = 0
        step = WAYS[way]
        while left > 1:
            cell += step
            left -= 1
            if self.cells[cell] != EMPTY:
                return found
            between = between << 8 | cell
            if may_turn and self.board.snow[cell]:
                for i in range(4):
                    turned = i + 4 if way < 4 else i
                    found += self.attacks(cell, left, turned, False, between)
        if cell + step == self.moved:
            found += 1
            while between:
                self.reached[between & 255] = self.mark
                between >>= 8
        return found

    def fill_options(self, out: vec[i64]) -> i64:
        """After a move without a capture: lower its number, move a frozen piece, be done."""
        n: i64 = 0
        if not self.tapped:
            out[n] = TAP
            n += 1
        if not self.shifted:
            n = self.fill_shifts(out, n)
        out[n] = DONE
        return n + 1

    def fill_shifts(self, out: vec[i64], n: i64) -> i64:
        """One's own frozen pieces move one square in any direction."""
        i: i64
        cell: i64
        own = FROZEN + self.turn * BLACK
        for cell in range(11, 89):
            if self.cells[cell] == own:
                for i in range(8):
                    if self.cells[cell + NEAR[i]] == EMPTY:
                        out[n] = SHIFT + square_of(cell) * 8 + i
                        n += 1
        return n

    # -- playing

    def step(self, action: i64) -> None:
        if action < PUT:
            self.move(cell_of(action >> 6), cell_of(action & 63))
        elif action < TAP:
            self.cells[cell_of(action - PUT)] = self.box
            self.end_turn()
        elif action == TAP:
            number = self.cells[self.moved] - self.turn * BLACK
            self.cells[self.moved] += 2 if number == 1 else -1
            self.tapped = True
            self.go_on()
        elif action < DONE:
            cell = cell_of((action - SHIFT) >> 3)
            self.cells[cell + NEAR[(action - SHIFT) & 7]] = self.cells[cell]
            self.cells[cell] = EMPTY
            self.shifted = True
            self.go_on()
        else:
            self.end_turn()

    def move(self, start: i64, end: i64) -> None:
        captured = self.cells[end]
        self.cells[end] = self.cells[start]
        self.cells[start] = EMPTY
        self.moved = end
        if captured == EMPTY:
            self.quiet += 1
            return
        self.quiet = 0
        self.box = FROZEN + (1 - self.turn) * BLACK
        if not self.has_live(1 - self.turn):
            self.win(self.turn, NO_LIVE)
            self.pass_turn()

    def go_on(self) -> None:
        """The turn ends by itself when nothing optional is left."""
        if self.tapped and (self.shifted or not self.can_shift()):
            self.end_turn()

    def can_shift(self) -> bool:
        """A frozen piece of the seat to play has an empty neighbour."""
        i: i64
        cell: i64
        own = FROZEN + self.turn * BLACK
        for cell in range(11, 89):
            if self.cells[cell] == own:
                for i in range(8):
                    if self.cells[cell + NEAR[i]] == EMPTY:
                        return True
        return False

    def end_turn(self) -> None:
        self.box = EMPTY
        seat = self.turn
        self.pass_turn()
        self.judge(seat)

    def pass_turn(self) -> None:
        self.turn = 1 - self.turn
        self.moved = NONE
        self.tapped = False
        self.shifted = False

    def judge(self, seat: i64) -> None:
        """The ends that are tested when the seat has ended its turn; wins before the draw."""
        if not self.has_live(1 - seat):
            self.win(seat, NO_LIVE)
        elif self.is_walled(seat):
            self.win(seat, CLOSED)
        elif not self.can_move(1 - seat):
            self.win(seat, NO_MOVES)
        elif self.quiet >= QUIET_LIMIT:
            self.reason = NO_PROGRESS

    def win(self, seat: i64, reason: i64) -> None:
        self.winner = seat
        self.reason = reason

    def has_live(self, seat: i64) -> bool:
        cell: i64
        for cell in range(11, 89):
            if self.is_live(cell, seat):
                return True
        return False

    def can_move(self, seat: i64) -> bool:
        """A live piece of the seat has a legal move."""
        i: i64
        cell: i64
        out = self.list
        for cell in range(11, 89):
            if self.is_live(cell, seat):
                number = self.cells[cell] - seat * BLACK
                for i in range(8):
                    self.mark += 1
                    if self.walk(cell, cell, number, i, True, seat, out, 0):
                        return True
        return False

    # -- walls

    def is_walled(self, seat: i64) -> bool:
        """No region of squares without frozen pieces holds live pieces of both sides."""
        cell: i64
        self.floods += 1
        ways: i64 = 4 if self.board.tactical else 8
        for cell in range(11, 89):
            fresh = self.is_live(cell, seat) and self.region[cell] != self.floods
            if fresh and self.flood(cell, ways, 1 - seat):
                return False
        return not (self.board.tactical and self.can_cross(1 - seat))

    def flood(self, start: i64, ways: i64, enemy: i64) -> bool:
        """Mark the region of a cell; True as soon as it holds a live enemy piece."""
        i: i64
        size: i64 = 1
        self.list[0] = start
        self.region[start] = self.floods
        while size > 0:
            size -= 1
            cell = self.list[size]
            for i in range(ways):
                near = cell + WAYS[i]
                if self.region[near] == self.floods or self.is_closed(near):
                    continue
                if self.is_live(near, enemy):
                    return True
                self.region[near] = self.floods
                self.list[size] = near
                size += 1
        return False

    def is_closed(self, cell: i64) -> bool:
        """The edge and frozen pieces of both colours close a wall."""
        content = self.cells[cell]
        return content == WALL or content == FROZEN or content == FROZEN + BLACK

    def can_cross(self, enemy: i64) -> bool:
        """A live enemy piece has a move into a region that was flooded."""
        i: i64
        cell: i64
        for cell in range(11, 89):
            if self.is_live(cell, enemy):
                n = self.fill_moves(cell, enemy, self.list, 0)
                for i in range(n):
                    if self.region[cell_of(self.list[i] & 63)] == self.floods:
                        return True
        return False

    def resume(self, box: bool, tapped: bool, shifted: bool) -> None:
        """Go on in the middle of a turn. Raises BadPosition where nothing is left to do."""
        if box and (tapped or shifted):
            raise BadPosition("A captured piece is placed without a tap or a shift before.")
        self.box = FROZEN + (1 - self.turn) * BLACK if box else EMPTY
        self.tapped = tapped
        self.shifted = shifted
        if box and not self.has_live(1 - self.turn):
            raise BadPosition("The last live piece was captured, so the match is over.")
        if tapped and (shifted or not self.can_shift()):
            raise BadPosition("Nothing is left to do in this turn.")

    # -- for people and records

    def payoff(self, seat: i64) -> float:
        if self.winner < 0:
            return 0.0
        return 1.0 if self.winner == seat else -1.0

    def ending(self) -> str:
        return ENDINGS[int(self.reason)]

    def text(self, action: int, viewer: int | None = None) -> str:
        if action < PUT:
            end = int(cell_of(action & 63))
            sign = "-" if self.cells[end] == EMPTY else "x"
            return name(action >> 6) + sign + name(action & 63)
        if action < TAP:
            return "@" + name(action - PUT)
        if action == TAP:
            return "tap"
        if action == DONE:
            return "done"
        start = (action - SHIFT) >> 3
        end = int(square_of(cell_of(start) + NEAR[(action - SHIFT) & 7]))
        return f"{name(start)}~{name(end)}"

    def key(self) -> tuple[str, int, int, int, bool, bool]:
        box, moved = int(self.box), int(self.moved)
        return self.board_text(), int(self.turn), box, moved, self.tapped, self.shifted

    def fingerprint(self) -> i64:
        cell: i64
        mark = self.turn * 2 + 1
        for cell in range(11, 89):
            mark = mix(mark, self.cells[cell])
        steps: i64 = 2 if self.tapped else 0
        steps += 1 if self.shifted else 0
        return mix(mix(mark, self.moved * 16 + self.box), steps)

    def board_text(self) -> str:
        size = self.board.size
        ranks = [
            [int(self.cells[rank * 10 + file + 11]) for file in range(size)]
            for rank in reversed(range(size))
        ]
        return write_board(ranks)

    def position(self) -> str:
        if self.moved != NONE and self.reason == ONGOING:
            raise BadPosition("In the middle of a turn there is no position text, only the JSON.")
        return f"{self.board_text()} ; {'wb'[int(self.turn)]}"

    def to_json(self) -> Json:
        return {
            "board": self.board_text(),
            "turn": int(self.turn),
            "box": self.box != EMPTY,
            "moved": name(int(square_of(self.moved))) if self.moved != NONE else "",
            "tapped": self.tapped,
            "shifted": self.shifted,
            "quiet": int(self.quiet),
        }

    def set_up(self, ranks: list[list[int]], turn: int, quiet: int) -> None:
        """Take over a board, given from the top rank, between turns; judged as if the other
        side had just ended its turn."""
        for y, rank in enumerate(reversed(ranks)):
            for x, content in enumerate(rank):
                self.cells[y * 10 + x + 11] = content
        self.turn = turn
        self.quiet = quiet


def name(square: int) -> str:
    """a1 … h8."""
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


def sort(items: vec[i64], first: i64, end: i64) -> None:
    """Put items[first:end] in ascending order, by insertion: there are few of them."""
    i: i64
    for i in range(first + 1, end):
        item = items[i]
        place = i
        while place > first and items[place - 1] > item:
            items[place] = items[place - 1]
            place -= 1
        items[place] = item


class Freez(Game):
    """Options: `size`, `snow`, `lineup`, `wall`."""

    name = "freez"
    options = OPTIONS
    num_actions = DONE + 1
    repetition = 3

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        size = int(self.values["size"])
        lineup = read_lineup(self.values["lineup"], size)
        snow = [False] * 100
        for rank, file in read_snow(self.values["snow"], size):
            snow[rank * 10 + file + 11] = True
        self.board = Board(size, snow, lineup, self.values["wall"] == "tactical")
        self.pieces = size - lineup.count("0")

    def initial_state(self) -> State:
        size, home = self.board.size, [int(number) for number in self.board.lineup]
        far = [number + BLACK if number else EMPTY for number in reversed(home)]
        return self.between_turns([far, *[[EMPTY] * size] * (size - 2), home], 0, 0)

    def between_turns(self, ranks: list[list[int]], turn: int, quiet: int) -> FreezState:
        state = FreezState(self.board)
        state.set_up(ranks, turn, quiet)
        state.judge(1 - turn)
        return state

    def parse_position(self, text: str) -> State:
        board, separator, side = text.rpartition(" ; ")
        if side not in ("w", "b") or not separator:
            raise BadPosition(f"After the board and a semicolon stands w or b, not {side!r}.")
        ranks = read_board(board, self.board.size, self.pieces)
        return self.between_turns(ranks, "wb".index(side), 0)

    def from_json(self, data: Json) -> State:
        ranks = read_board(self.read_text(data, "board", ".*"), self.board.size, self.pieces)
        turn, quiet = data.get("turn"), data.get("quiet")
        if type(turn) is not int or turn not in (0, 1):
            raise BadPosition(f"'turn' is 0 or 1, not {turn!r}.")
        if type(quiet) is not int or not 0 <= quiet <= QUIET_LIMIT:
            raise BadPosition(f"'quiet' is a number from 0 to {QUIET_LIMIT}, not {quiet!r}.")
        moved = self.read_text(data, "moved", "([a-h][1-8])?")
        if not moved:
            state = self.between_turns(ranks, turn, quiet)
            if data.get("box") is True and state.reason == NO_LIVE:
                state.box = FROZEN + turn * BLACK
            return state
        return self.mid_turn(ranks, turn, quiet, moved, data)

    def mid_turn(
        self, ranks: list[list[int]], turn: int, quiet: int, moved: str, data: Json
    ) -> State:
        """A state after the first ply of a turn."""
        flags = [data.get(key) for key in ("box", "tapped", "shifted")]
        if not all(isinstance(flag, bool) for flag in flags):
            raise BadPosition("'box', 'tapped' and 'shifted' are true or false.")
        state = FreezState(self.board)
        state.set_up(ranks, turn, quiet)
        state.moved = cell_of("abcdefgh".index(moved[0]) + 8 * (int(moved[1]) - 1))
        if not state.is_live(state.moved, turn):
            raise BadPosition(f"The piece that moved to {moved} is not there.")
        state.resume(bool(flags[0]), bool(flags[1]), bool(flags[2]))
        return state


GAME = Freez
