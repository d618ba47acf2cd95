"""English draughts, or checkers, by the rules of the World Checkers Draughts Federation.

The 32 dark squares are bits, numbered as players number them, from Black's left, with an empty bit
after every second row: so one step is always a shift by 4 or by 5, and no piece steps over the
edge. Each jump is a ply; while a piece can jump on, the same seat plays on with it. The legal plies
are computed once, at the end of each ply."""

from __future__ import annotations

import itertools
import re
from typing import Final, final

from everygame.contract import OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, vec
from everygame.fast.bits import BITS, first
from everygame.fast.state import FastState, mix

SQUARES: Final = 32
LETTERS: Final = "bw"
BOARD: Final = 0b1111_1111_0_1111_1111_0_1111_1111_0_1111_1111
"""The bits of all dark squares."""
KING_ROWS: Final = vec[i64]([BOARD & ~((1 << 31) - 1), 0b1111])
"""For each seat: the row in which its men are crowned."""
WAYS: Final = (-5, -4, 4, 5)
"""The shifts for a step up and left, up and right, down and left, down and right, with Black at the
top."""
QUIET: Final = 80
"""The number of plies without a capture or a move of a man after which the match is a draw: forty
of each seat."""


def place(number: int) -> int:
    """Return the number of the bit of a square, whose number is 1 to 32."""
    return number - 1 + (number - 1) // 8


PLACES: Final = [place(number) for number in range(1, SQUARES + 1)]
"""The number of the bit of each square."""
ACTIONS: Final = 4 * (PLACES[-1] + 1)
"""The number of actions: an action is 4 · (number of the bit) + index of the direction in WAYS."""


def shifted(steps: int) -> list[int]:
    """Return, for each action, the bit of the square that is this many steps away in its direction;
    0 if that is not on the board."""
    goals = [action // 4 + steps * WAYS[action % 4] for action in range(ACTIONS)]
    return [1 << goal & BOARD if goal >= 0 else 0 for goal in goals]


NEXT: Final = vec[i64](shifted(1))
"""For each action: the bit of the square one step away."""
AFTER: Final = vec[i64](shifted(2))
"""For each action: the bit of the square two steps away."""


@final
class DraughtsState(FastState):
    """The pieces of the seat to play (`mine`) and of the other seat (`theirs`), the kings of both,
    and the pieces that have a legal ply in each direction."""

    def __init__(self) -> None:
        self.mine: i64 = 0
        self.theirs: i64 = 0
        self.kings: i64 = 0
        self.turn: i64 = 0
        self.quiet: i64 = 0
        self.jumping: i64 = 0
        """The bit of the piece that has just jumped and must jump again; 0 if there is none."""
        self.jumps: bool = False
        self.up_left: i64 = 0
        self.up_right: i64 = 0
        self.down_left: i64 = 0
        self.down_right: i64 = 0
        self.over: bool = False

    def blank(self) -> DraughtsState:
        return DraughtsState()

    def copy_from(self, other: State) -> None:
        assert isinstance(other, DraughtsState)
        self.mine = other.mine
        self.theirs = other.theirs
        self.kings = other.kings
        self.turn = other.turn
        self.quiet = other.quiet
        self.jumping = other.jumping
        self.jumps = other.jumps
        self.up_left = other.up_left
        self.up_right = other.up_right
        self.down_left = other.down_left
        self.down_right = other.down_right
        self.over = other.over

    def to_play(self) -> i64:
        return OVER if self.over else self.turn

    def legal_actions_into(self, out: vec[i64]) -> i64:
        n: i64 = 0
        movers = self.up_left | self.up_right | self.down_left | self.down_right
        while movers:
            here = first(movers)
            out[n] = 4 * here
            n += self.up_left >> here & 1
            out[n] = 4 * here + 1
            n += self.up_right >> here & 1
            out[n] = 4 * here + 2
            n += self.down_left >> here & 1
            out[n] = 4 * here + 3
            n += self.down_right >> here & 1
            movers &= movers - 1
        return n

    def advance(self, action: i64) -> None:
        here = BITS[action >> 2]
        if self.jumps:
            self.jump(here, NEXT[action], AFTER[action])
        else:
            man = self.kings & here == 0
            self.quiet = 0 if man else self.quiet + 1
            self.move(here, NEXT[action])
            self.end_turn()

    def jump(self, here: i64, over: i64, there: i64) -> None:
        """Take the piece on the square `over`. The piece that jumped must jump again if it can,
        unless it was just crowned; else the turn ends."""
        self.theirs ^= over
        self.kings &= ~over
        self.quiet = 0
        crowned = self.move(here, there)
        if not crowned and self.find_jumps(there):
            self.jumping = there
        else:
            self.end_turn()

    def move(self, here: i64, there: i64) -> bool:
        """Move a piece; return true if it is a man that is crowned on the square `there`."""
        self.mine ^= here | there
        if self.kings & here:
            self.kings ^= here | there
            return False
        crown = there & KING_ROWS[self.turn]
        self.kings |= crown
        return crown != 0

    def end_turn(self) -> None:
        """Change the turn, and find the legal plies of the other seat."""
        self.mine, self.theirs = self.theirs, self.mine
        self.turn = 1 - self.turn
        self.jumping = 0
        self.find_plies()

    def find_plies(self) -> None:
        """Find the legal plies: jumps, or steps if there is no jump. The match is over if there is
        no ply, or after QUIET quiet plies."""
        self.jumps = self.find_jumps(self.mine if self.jumping == 0 else self.jumping)
        if (not self.jumps and not self.find_steps()) or self.quiet >= QUIET:
            self.over = True

    def find_jumps(self, pieces: i64) -> bool:
        """Find which of these pieces can jump over an enemy piece onto an empty square, in each
        direction; return whether there are any."""
        theirs, empty = self.theirs, BOARD & ~(self.mine | self.theirs)
        down = pieces if self.turn == 0 else pieces & self.kings
        up = pieces & self.kings if self.turn == 0 else pieces
        self.up_left = up & theirs << 5 & empty << 10
        self.up_right = up & theirs << 4 & empty << 8
        self.down_left = down & theirs >> 4 & empty >> 8
        self.down_right = down & theirs >> 5 & empty >> 10
        return not self.stuck()

    def find_steps(self) -> bool:
        """Find which pieces of the seat to play can step onto an empty square, in each direction;
        return whether there are any."""
        empty = BOARD & ~(self.mine | self.theirs)
        down = self.mine if self.turn == 0 else self.mine & self.kings
        up = self.mine & self.kings if self.turn == 0 else self.mine
        self.up_left = up & empty << 5
        self.up_right = up & empty << 4
        self.down_left = down & empty >> 4
        self.down_right = down & empty >> 5
        return not self.stuck()

    def stuck(self) -> bool:
        """Whether the seat to play has no legal ply."""
        return self.up_left | self.up_right | self.down_left | self.down_right == 0

    def return_of(self, seat: i64) -> float:
        if not self.over or not self.stuck():
            return 0.0
        return -1.0 if seat == self.turn else 1.0

    def ending(self) -> str:
        if not self.over:
            return ""
        if not self.stuck():
            return "forty moves"
        return "no moves" if self.mine else "all captured"

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        goal = AFTER[action] if self.jumps else NEXT[action]
        numbers = number_of(BITS[action >> 2]), number_of(goal)
        return ("x" if self.jumps else "-").join(map(str, numbers))

    def expand(self, text: str) -> list[str]:
        """Return the moves in a text: `9x18x25` stands for `9x18 18x25`."""
        words = []
        for word in text.split():
            numbers = word.split("x")
            if len(numbers) > 2:
                words += [f"{a}x{b}" for a, b in itertools.pairwise(numbers)]
            else:
                words.append(word)
        return words

    def fingerprint(self) -> i64:
        mark = mix(self.turn + 2 * self.jumping, self.mine)
        return mix(mix(mark, self.theirs), self.kings)

    def key(self) -> tuple[str, int, int]:
        return self.board(), int(self.turn), int(self.jumping)

    def board(self) -> str:
        """Return a sign for each square from 1 to 32: `b` and `w` for men, `B` and `W` for kings,
        `.` for an empty square."""
        mine, theirs = LETTERS[int(self.turn)], LETTERS[1 - int(self.turn)]
        found = []
        for here in PLACES:
            bit = BITS[here]
            sign = mine if self.mine & bit else theirs if self.theirs & bit else "."
            found.append(sign.upper() if self.kings & bit else sign)
        return "".join(found)

    def position(self) -> str:
        """Return the position in Portable Draughts Notation: the side to play, then the pieces.
        Raises BadPosition within a turn."""
        if self.jumping:
            raise BadPosition("A position text is for between turns.")
        board = self.board()
        sides = [
            ",".join(sign_number(sign, n) for n, sign in enumerate(board, 1) if sign in both)
            for both in ("wW", "bB")
        ]
        quiet = f":H{self.quiet}" if self.quiet else ""
        return f"{LETTERS[int(self.turn)].upper()}:W{sides[0]}:B{sides[1]}{quiet}"

    def to_json(self) -> Json:
        return {
            "board": self.board(),
            "turn": int(self.turn),
            "quiet": int(self.quiet),
            "jumping": number_of(self.jumping) if self.jumping else 0,
        }

    def set_up(self, board: str, turn: int, quiet: int, jumping: int) -> None:
        """Set this state to a position. Raises BadPosition."""
        check(board, turn)
        sets = dict.fromkeys("bBwW.", 0)
        for here, sign in zip(PLACES, board, strict=True):
            sets[sign] |= 1 << here
        sides = [sets["b"] | sets["B"], sets["w"] | sets["W"]]
        self.mine, self.theirs = sides[turn], sides[1 - turn]
        self.kings = sets["B"] | sets["W"]
        self.turn = turn
        self.quiet = quiet
        self.jumping = 1 << place(jumping) if jumping else 0
        self.find_plies()
        if self.jumping and not (self.jumping & self.mine and self.jumps):
            raise BadPosition("The piece on {jumping} cannot be jumping.", jumping=jumping)


def number_of(bit: i64) -> int:
    """Return the number of a square, 1 to 32, from its bit."""
    return PLACES.index(int(first(bit))) + 1


def sign_number(sign: str, number: int) -> str:
    """Return the number of a square with a piece, in Portable Draughts Notation."""
    return f"K{number}" if sign.isupper() else str(number)


def check(board: str, turn: int) -> None:
    """Check that a match can reach this board. Raises BadPosition."""
    for letter, name, row in (("b", "Black", board[28:]), ("w", "White", board[:4])):
        if board.lower().count(letter) > 12:
            raise BadPosition("{name} has more than 12 pieces.", name=name)
        if letter in row:
            raise BadPosition("{name} has a man in its king row that is not crowned.", name=name)
    if LETTERS[1 - turn] not in board.lower():
        raise BadPosition("Who is not to play has no piece left: the match was over before.")


class Draughts(Game):
    """English draughts on eight by eight squares, without options."""

    name = "draughts"
    num_actions = ACTIONS
    longest = (24 * 7 + 24 + 1) * QUIET  # each man makes 7 steps at most and is taken once
    repetition = 3

    def initial_state(self) -> State:
        return self.from_json({"board": "b" * 12 + "." * 8 + "w" * 12, "turn": 0})

    def from_json(self, data: AnyJson) -> State:
        board = self.read_text(data, "board", "[bBwW.]{32}")
        turn = self.read_number(data, "turn", 0, 1)
        may_lack = {"quiet": 0, "jumping": 0, **data}
        quiet = self.read_number(may_lack, "quiet", 0, QUIET)
        jumping = self.read_number(may_lack, "jumping", 0, SQUARES)
        state = DraughtsState()
        state.set_up(board, turn, quiet, jumping)
        return state

    def parse_position(self, text: str) -> State:
        """Return the state for a position in Portable Draughts Notation, such as `B:W18,K27:B5,12`;
        `:H7` may follow, with the number of quiet plies."""
        found = re.fullmatch(r"([BW]):W([K\d,]*):B([K\d,]*)(?::H(\d{1,2}))?", text)
        if found is None:
            raise BadPosition("{text} is not like B:W21,K22:B1,K2.", text=repr(text))
        board = ["."] * SQUARES
        for letter, side in (("w", found[2]), ("b", found[3])):
            for piece in filter(None, side.split(",")):
                read_piece(board, letter, piece)
        quiet = int(found[4] or 0)
        turn = LETTERS.index(found[1].lower())
        return self.from_json({"board": "".join(board), "turn": turn, "quiet": quiet})


def read_piece(board: list[str], letter: str, piece: str) -> None:
    """Put a piece, given as text such as `K22`, on its square. Raises BadPosition."""
    if not re.fullmatch(r"K?\d{1,2}", piece) or not 1 <= int(piece.lstrip("K")) <= SQUARES:
        raise BadPosition(
            "{piece} is no piece on a square from 1 to {squares}.",
            piece=repr(piece),
            squares=SQUARES,
        )
    number = int(piece.lstrip("K"))
    if board[number - 1] != ".":
        raise BadPosition("Two pieces stand on {number}.", number=number)
    board[number - 1] = letter.upper() if piece[0] == "K" else letter


GAME = Draughts
