"""A state of Freez!: its legal actions, what each does, and when the match is over."""

from __future__ import annotations

from typing import Final, final

from everygame.contract import OVER, TRUTH, Json, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, vec
from everygame.fast.bits import BITS, first
from everygame.fast.state import FastState, mix
from everygame.games.freez.board import Board
from everygame.games.freez.notation import BLACK, EMPTY, FROZEN, LETTERS, SQUARES, write_board
from everygame.games.freez.paths import OFF
from everygame.games.freez.walls import around, reach

PUT: Final = 64 * 64
"""The numbers of actions: start * 64 + end, below PUT, moves a live piece; PUT + square places the
captured piece on a square."""
TAP: Final = PUT + 64
"""The action that changes the number of the piece just moved: 3 to 2, 2 to 1, 1 to 3."""
SHIFT: Final = TAP + 1
"""SHIFT + square * 8 + k moves the frozen piece on a square to the k-th of its neighbours in
`Board.near`."""
DONE: Final = SHIFT + 64 * 8
"""The action that ends the turn."""

ENDINGS: Final = ("", "no live pieces", "wall", "no moves", "no progress")
ONGOING: Final = 0
NO_LIVE: Final = 1
CLOSED: Final = 2
NO_MOVES: Final = 3
NO_PROGRESS: Final = 4

QUIET_LIMIT: Final = 100
"""So many turns in a row without a capture make a draw."""


@final
class FreezState(FastState):
    """The contents of the squares, the seat to play, and what it has done in its turn."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells: vec[i64] = vec[i64]([EMPTY] * 64)
        """For each square its content, numbered as in `notation`."""
        self.occupied: i64 = 0
        """The squares of all pieces, live and frozen, as bits."""
        self.live: vec[i64] = vec[i64]([0, 0])
        """For each seat the squares of its live pieces, as bits."""
        self.turn: i64 = 0
        self.box: i64 = EMPTY
        """The captured piece in the Freez! box as a frozen piece, or EMPTY."""
        self.moved: i64 = OFF
        """The square of the piece that has moved in this turn; `OFF` before the move."""
        self.tapped: bool = False
        """Whether the number of the piece just moved has been changed in this turn."""
        self.shifted: bool = False
        """Whether a frozen piece has been moved in this turn."""
        self.quiet: i64 = 0
        """How many turns in a row have gone by without a capture."""
        self.winner: i64 = -1
        """The seat that has won; −1 while nobody has."""
        self.reason: i64 = ONGOING
        """Why the match is over, as a place in `ENDINGS`; ONGOING until then."""
        self.list: vec[i64] = vec[i64]([0] * 64)
        """A buffer for legal moves, kept so that questions about them need not allocate one."""

    def blank(self) -> FreezState:
        return FreezState(self.board)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, FreezState)
        i: i64
        mine, theirs = self.cells, other.cells
        for i in range(64):
            mine[i] = theirs[i]
        self.occupied = other.occupied
        self.live[0] = other.live[0]
        self.live[1] = other.live[1]
        self.turn = other.turn
        self.box = other.box
        self.moved = other.moved
        self.tapped = other.tapped
        self.shifted = other.shifted
        self.quiet = other.quiet
        self.winner = other.winner
        self.reason = other.reason

    def to_play(self) -> i64:
        return OVER if self.reason != ONGOING else self.turn

    # -- legal actions

    def legal_actions_into(self, out: vec[i64]) -> i64:
        if self.box != EMPTY:
            return self.fill_places(out)
        if self.moved != OFF:
            return self.fill_options(out)
        n: i64 = 0
        mine = self.live[self.turn]
        while mine:
            n = self.fill_moves(first(mine), self.turn, out, n)
            mine &= mine - 1
        return n

    def fill_moves(self, start: i64, seat: i64, out: vec[i64], n: i64) -> i64:
        """Write to `out`, from place n on, the moves of the seat's live piece on `start`; return
        the place after the last. On a path of the piece all squares between must be empty, and the
        end must be empty or hold a live enemy piece. Several paths to one square make one move."""
        i: i64
        board, occupied = self.board, self.occupied
        ends, between = board.ends, board.between
        free = ~occupied | self.live[1 - seat]
        last: i64 = OFF
        place = start * 3 + self.cells[start] - seat * BLACK - 1
        for i in range(board.first[place], board.first[place + 1]):
            end = ends[i]
            if end != last and not between[i] & occupied and BITS[end] & free:
                out[n] = start * 64 + end
                n += 1
                last = end
        return n

    def fill_places(self, out: vec[i64]) -> i64:
        """Write to `out` the actions that place the captured piece on an empty square beside the
        piece that captured it; return how many. Squares that block the only attack on the capturing
        piece are left out unless there are no others."""
        n: i64 = 0
        empty = around(BITS[self.moved], True) & self.board.squares & ~self.occupied
        allowed = empty & ~self.only_attack()
        places = allowed if allowed else empty
        while places:
            out[n] = PUT + first(places)
            places &= places - 1
            n += 1
        return n

    def only_attack(self) -> i64:
        """Return the squares between the ends of the only path by which an enemy could capture the
        capturing piece, as bits; 0 if there is no such path or more than one. Since a reversed path
        is a path, the paths of each number are followed from the capturing piece to the
        attackers."""
        i: i64
        number: i64
        attacks: i64 = 0
        squares: i64 = 0
        board, cells = self.board, self.cells
        for number in range(1, 4):
            attacker = number + (1 - self.turn) * BLACK
            place = self.moved * 3 + number - 1
            for i in range(board.first[place], board.first[place + 1]):
                if cells[board.ends[i]] == attacker and not board.between[i] & self.occupied:
                    attacks += 1
                    squares = board.between[i]
        return squares if attacks == 1 else 0

    def fill_options(self, out: vec[i64]) -> i64:
        """Write to `out` what a player may do after a move without a capture: change the number of
        the piece, move a frozen piece, or end the turn. Return how many actions there are."""
        n: i64 = 0
        if not self.tapped:
            out[n] = TAP
            n += 1
        if not self.shifted:
            n = self.fill_shifts(out, n)
        out[n] = DONE
        return n + 1

    def fill_shifts(self, out: vec[i64], n: i64) -> i64:
        """Write to `out`, from place n on, the steps of the seat's own frozen pieces to empty
        squares; return the place after the last."""
        i: i64
        square: i64
        own = FROZEN + self.turn * BLACK
        for square in range(64):
            if self.cells[square] == own:
                for i in range(square * 8, square * 8 + 8):
                    near = self.board.near[i]
                    if near != OFF and not BITS[near] & self.occupied:
                        out[n] = SHIFT + i
                        n += 1
        return n

    # -- playing

    def advance(self, action: i64) -> None:
        if action < PUT:
            self.move(action >> 6, action & 63)
        elif action < TAP:
            self.put(action - PUT, self.box)
            self.end_turn()
        elif action == DONE:
            self.end_turn()
        else:
            self.use_option(action)

    def use_option(self, action: i64) -> None:
        """Change the number of the piece just moved, or move a frozen piece; the turn ends if
        nothing else is left to do."""
        if action == TAP:
            number = self.cells[self.moved] - self.turn * BLACK
            self.cells[self.moved] += 2 if number == 1 else -1
            self.tapped = True
        else:
            self.put(self.board.near[action - SHIFT], self.take((action - SHIFT) >> 3))
            self.shifted = True
        if self.fill_options(self.list) == 1:
            self.end_turn()

    def take(self, square: i64) -> i64:
        """Remove the piece on a square from the board and return it."""
        content = self.cells[square]
        self.cells[square] = EMPTY
        self.occupied &= ~BITS[square]
        self.live[0] &= ~BITS[square]
        self.live[1] &= ~BITS[square]
        return content

    def put(self, square: i64, content: i64) -> None:
        """Put a piece on an empty square."""
        self.cells[square] = content
        self.occupied |= BITS[square]
        if content & 3:  # the number of a live piece; the bits above it tell the seat
            self.live[content >> 2] |= BITS[square]

    def move(self, start: i64, end: i64) -> None:
        """Move a live piece. A captured piece goes into the box, and the capture of the last live
        piece ends the match."""
        captured = self.take(end)
        self.put(end, self.take(start))
        self.moved = end
        self.quiet += 1
        if captured != EMPTY:
            self.quiet = 0
            self.box = FROZEN + (1 - self.turn) * BLACK
            if not self.live[1 - self.turn]:
                self.win(self.turn, NO_LIVE)
                self.pass_turn()

    def end_turn(self) -> None:
        self.box = EMPTY
        seat = self.turn
        self.pass_turn()
        self.judge(seat)

    def pass_turn(self) -> None:
        self.turn = 1 - self.turn
        self.moved = OFF
        self.tapped = False
        self.shifted = False

    # -- the end

    def judge(self, seat: i64) -> None:
        """Test whether the match is over now that `seat` has ended its turn; wins are tested before
        the draw. `seat` itself can be without live pieces only in a position that was read from a
        text."""
        if not self.live[1 - seat]:
            self.win(seat, NO_LIVE)
        elif not self.live[seat]:
            self.win(1 - seat, NO_LIVE)
        elif self.is_walled(seat):
            self.win(seat, CLOSED)
        elif not self.can_move_into(1 - seat, self.board.squares):
            self.win(seat, NO_MOVES)
        elif self.quiet >= QUIET_LIMIT:
            self.reason = NO_PROGRESS

    def win(self, seat: i64, reason: i64) -> None:
        self.winner = seat
        self.reason = reason

    def is_walled(self, seat: i64) -> bool:
        """Tell whether a wall wins for `seat`: no region of connected squares without frozen pieces
        holds live pieces of both sides. In the tactical game only the four orthogonal neighbours
        connect, and, moreover, no live enemy piece can move into a region with a live piece of
        `seat`."""
        board, mine, theirs = self.board, self.live[seat], self.live[1 - seat]
        frozen = self.occupied & ~(mine | theirs)
        reached = reach(mine, board.squares & ~frozen, not board.tactical)
        if reached & theirs:
            return False
        return not board.tactical or not self.can_move_into(1 - seat, reached)

    def can_move_into(self, seat: i64, squares: i64) -> bool:
        """Tell whether a live piece of the seat has a legal move to one of these squares, given as
        bits."""
        i: i64
        out, live = self.list, self.live[seat]
        while live:
            for i in range(self.fill_moves(first(live), seat, out, 0)):
                if BITS[out[i] & 63] & squares:
                    return True
            live &= live - 1
        return False

    # -- for people and records

    def return_of(self, seat: i64) -> float:
        if self.winner < 0:
            return 0.0
        return 1.0 if self.winner == seat else -1.0

    def ending(self) -> str:
        return ENDINGS[int(self.reason)]

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if action < PUT:
            end = action & 63
            return SQUARES[action >> 6] + ("x" if self.cells[end] else "-") + SQUARES[end]
        if action < TAP:
            return "@" + SQUARES[action - PUT]
        if action == TAP:
            return "tap"
        if action == DONE:
            return "done"
        step = action - SHIFT
        return f"{SQUARES[step >> 3]}~{SQUARES[int(self.board.near[step])]}"

    def key(self) -> tuple[str, int, int, int, bool, bool, int]:
        """Return what two states must share to be the same position. Between turns the count of
        turns without a capture is left out, so that positions can repeat. Within a turn it is
        included, so that no state in the middle of a turn counts as a repetition."""
        since = int(self.quiet) if self.moved != OFF else 0
        box, moved = int(self.box), int(self.moved)
        return self.board_text(), int(self.turn), box, moved, self.tapped, self.shifted, since

    def fingerprint(self) -> i64:
        square: i64
        mark = self.turn * 2 + 1
        for square in range(64):
            mark = mix(mark, self.cells[square])
        if self.moved != OFF:
            steps: i64 = 2 if self.tapped else 0
            steps += 1 if self.shifted else 0
            mark = mix(mix(mark, self.moved * 16 + self.box), self.quiet * 4 + steps)
        return mark

    def repetition_mark(self) -> i64:
        """Pack what stands on sixteen squares into a word, and the turn into one more."""
        i: i64
        words, left = self.list, self.occupied
        for i in range(4):
            words[i] = 0
        while left:
            square = first(left)
            words[square >> 4] |= self.cells[square] << 4 * (square & 15)
            left &= left - 1
        mark = mix(mix(mix(mix(self.turn + 1, words[0]), words[1]), words[2]), words[3])
        if self.moved != OFF:
            steps: i64 = 2 if self.tapped else 0
            steps += 1 if self.shifted else 0
            mark = mix(mix(mark, self.moved * 16 + self.box), self.quiet * 4 + steps)
        return mark

    def planes_into(self, out: vec[i64], viewer: i64) -> None:
        plane: i64
        for plane in range(8):
            out[plane] = 0
        left, swap = self.occupied, viewer * BLACK
        while left:
            square = first(left)
            out[(self.cells[square] - 1) ^ swap] |= BITS[square]
            left &= left - 1
        out[8] = self.board.snow
        out[9] = BITS[self.moved] if self.moved != OFF else 0

    def numbers_into(self, out: vec[i64], viewer: i64) -> None:
        out[0] = self.quiet
        out[1] = 1 if self.box != EMPTY else 0
        out[2] = 1 if self.tapped else 0
        out[3] = 1 if self.shifted else 0

    def board_text(self) -> str:
        return write_board([int(content) for content in self.cells], self.board.size)

    def position(self) -> str:
        if self.moved != OFF:
            raise BadPosition("In the middle of a turn there is no position text, only the JSON.")
        return f"{self.board_text()} ; {LETTERS[int(self.turn)]}"

    def to_json(self) -> Json:
        return {
            "board": self.board_text(),
            "turn": int(self.turn),
            "box": self.box != EMPTY,
            "moved": SQUARES[int(self.moved)] if self.moved != OFF else "",
            "tapped": self.tapped,
            "shifted": self.shifted,
            "quiet": int(self.quiet),
        }
