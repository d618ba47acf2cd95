"""Freeze Tag, by Jeanne Rink Kramer-Smyth: three pyramids over the far edge win.

For each seat and size there are two sets of squares, as bits (see `squares`): the pieces that are
free, and those frozen under another.
"""

from __future__ import annotations

from typing import Final, final

from everygame import colours
from everygame.contract import CHANCE, OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, vec
from everygame.fast.state import FastState, mix
from everygame.games.freezetag.notation import (
    FACES,
    MOST_OFF,
    OPTIONS,
    SIDE,
    SIZES,
    SQUARES,
    TURN_LIMIT,
    Stack,
    check_state,
    kind_of,
    piece_of,
    position_text,
    read_position,
    require,
    seats_in_play,
    spell,
    start,
    write_board,
)
from everygame.games.freezetag.squares import (
    BITS,
    BOARD,
    INDEX,
    MARGIN,
    PLACES,
    STEPS,
    around,
    far_edge,
    write,
)

KINDS: Final = 12
"""A kind of piece is size * 4 + seat; in `boards`, free pieces come first, then frozen ones."""
MEDIUM: Final = 4
LARGE: Final = 8
WAYS: Final = 9
OFF: Final = 4
"""Actions: a move is square * 9 + way, the 3 × 3 squares around it in order, where the middle
means leaving the board; a relocation is RELOCATE + square. A roll is a face of the die."""
RELOCATE: Final = SIDE * SIDE * WAYS
NOBODY: Final = -1
NOTHING: Final = -1

SHOWN: Final = vec[i64]([sum(1 << SIZES.index(size) for size in face) for face in FACES])
"""For each face of the die a bit for each size on it."""


@final
class FreezeTagState(FastState):
    """Free and frozen pieces as sets of squares, the roll, and what waits in the hand."""

    def __init__(self, letters: str) -> None:
        self.letters = letters
        self.seats: i64 = len(letters)
        self.far: vec[i64] = vec[i64]([far_edge(letter) for letter in letters])
        self.boards: vec[i64] = vec[i64]([0] * (2 * KINDS))
        self.occupied: i64 = 0
        self.full: i64 = 0
        """The squares of stacks of two."""
        self.seat: i64 = 0
        self.rolled: i64 = 0
        """A bit for each size that the die shows, 0 before the roll."""
        self.unused: i64 = 0
        self.hand: i64 = NOTHING
        """The kind of the captured piece that must be relocated now."""
        self.off: vec[i64] = vec[i64]([0] * 4)
        self.turns: i64 = 0
        self.winner: i64 = NOBODY
        self.over: bool = False

    def blank(self) -> FreezeTagState:
        return FreezeTagState(self.letters)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, FreezeTagState)
        i: i64
        mine, theirs = self.boards, other.boards
        for i in range(2 * KINDS):
            mine[i] = theirs[i]
        for i in range(self.seats):
            self.off[i] = other.off[i]
        self.occupied = other.occupied
        self.full = other.full
        self.seat = other.seat
        self.rolled = other.rolled
        self.unused = other.unused
        self.hand = other.hand
        self.turns = other.turns
        self.winner = other.winner
        self.over = other.over

    def seat_count(self) -> i64:
        return self.seats

    def to_play(self) -> i64:
        if self.over:
            return OVER
        return self.seat if self.rolled else CHANCE

    # -- what may be done

    def legal_actions_into(self, out: vec[i64]) -> i64:
        i: i64
        if self.rolled == 0:
            for i in range(6):
                out[i] = i
            return 6
        if self.hand == NOTHING:
            return self.fill_moves(out)
        return write(out, 0, self.landings(self.hand) >> MARGIN, SIDE, RELOCATE)

    def fill_moves(self, out: vec[i64]) -> i64:
        """One king step of a free piece of an unused size, or off over the far edge."""
        n: i64 = 0
        unused, boards = self.unused, self.boards
        smalls = boards[self.seat] if unused & 1 else 0
        mediums = boards[MEDIUM + self.seat] if unused & 2 else 0
        larges = boards[LARGE + self.seat] if unused & 4 else 0
        movers = smalls | mediums | larges
        while movers:
            bit = movers & -movers
            size = 0 if smalls & bit else MEDIUM if mediums & bit else LARGE
            window = self.landings(size + self.seat) >> PLACES[bit % 37] & ~(1 << MARGIN)
            if self.far[self.seat] & bit:
                window |= 1 << MARGIN
            n = write(out, n, window, 3, INDEX[bit % 37] * WAYS)
            movers ^= bit
        return n

    def landings(self, kind: i64) -> i64:
        """Where a piece of this kind may land: anywhere but on a stack of two and on a smaller
        piece of its own seat."""
        seat = kind & 3
        allowed = BOARD & ~self.full
        if kind >= MEDIUM:
            allowed &= ~self.boards[seat]
        if kind >= LARGE:
            allowed &= ~self.boards[MEDIUM + seat]
        return allowed

    def can_move(self, sizes: i64) -> bool:
        """Whether a free piece of one of these sizes has a legal move."""
        size: i64
        far = self.far[self.seat]
        for size in range(3):
            if sizes >> size & 1:
                kind = size * 4 + self.seat
                movers = self.boards[kind]
                if movers & far or around(movers) & self.landings(kind):
                    return True
        return False

    # -- playing

    def advance(self, action: i64) -> None:
        if self.rolled == 0:
            self.rolled = self.unused = SHOWN[action]
            self.go_on()
        elif action >= RELOCATE:
            kind = self.hand
            self.hand = NOTHING
            self.land(kind, BITS[action - RELOCATE])
        else:
            square = action // WAYS
            self.move(BITS[square], action - square * WAYS)

    def move(self, bit: i64, way: i64) -> None:
        boards, seat = self.boards, self.seat
        kind = 0 if boards[seat] & bit else LARGE
        if boards[MEDIUM + seat] & bit:
            kind = MEDIUM
        self.unused &= ~(1 << (kind >> 2))
        kind += seat
        boards[kind] ^= bit
        if self.full & bit:
            self.thaw(bit)
        else:
            self.occupied ^= bit
        if way == OFF:
            self.leave()
        else:
            step = STEPS[way]
            self.land(kind, bit << step if step > 0 else bit >> -step)

    def thaw(self, bit: i64) -> None:
        """Free the piece that was frozen on this square."""
        kind: i64
        boards = self.boards
        self.full ^= bit
        for kind in range(KINDS):
            if boards[KINDS + kind] & bit:
                boards[KINDS + kind] ^= bit
                boards[kind] |= bit

    def land(self, kind: i64, bit: i64) -> None:
        """Onto an empty square, onto what is not smaller, which freezes, or onto what is, which
        is lifted into the hand."""
        other: i64
        boards = self.boards
        if self.occupied & bit:
            other = 0
            while not boards[other] & bit:
                other += 1
            boards[other] ^= bit
            # A kind is size * 4 + seat, so that two bits less leave the size.
            if other >> 2 >= kind >> 2:
                boards[KINDS + other] |= bit
                self.full |= bit
            else:
                self.hand = other
        self.occupied |= bit
        boards[kind] |= bit
        if self.hand == NOTHING:
            self.go_on()

    def leave(self) -> None:
        """The third piece off the board wins at once, even in mid-roll."""
        self.off[self.seat] += 1
        if self.off[self.seat] == MOST_OFF:
            self.winner = self.seat
            self.over = True
            self.pass_turn()
        else:
            self.go_on()

    def go_on(self) -> None:
        """If none of the unused sizes can move now, the rest of the roll is lost."""
        if not self.can_move(self.unused):
            self.pass_turn()
            self.over = self.turns >= TURN_LIMIT

    def pass_turn(self) -> None:
        self.turns += 1
        self.rolled = self.unused = 0
        self.seat += 1
        if self.seat == self.seats:
            self.seat = 0

    def return_of(self, seat: i64) -> float:
        if self.winner == NOBODY:
            return 0.0
        return 1.0 if self.winner == seat else -1.0 / float(self.seats - 1)

    def ending(self) -> str:
        if self.winner != NOBODY:
            return "three off"
        return "turn limit" if self.over else ""

    # -- texts and keys

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        """`roll:sm`, `b1-a2`, `b1^c2`, `d3xc4`, `b5-off`; relocations `>a1`, `>^c3`, `>xb2`."""
        if self.rolled == 0:
            return "roll:" + FACES[action]
        if action >= RELOCATE:
            square = action - RELOCATE
            sign = self.sign(int(self.hand), BITS[square])
            return ">" + sign.replace("-", "") + SQUARES[square]
        square, way = divmod(action, WAYS)
        if way == OFF:
            return SQUARES[square] + "-off"
        step = int(STEPS[way])
        bit = int(BITS[square])
        target = bit << step if step > 0 else bit >> -step
        there = SQUARES[INDEX[target % 37]]
        return SQUARES[square] + self.sign(self.kind_at(bit), target) + there

    def sign(self, kind: int, bit: int) -> str:
        """What landing there means: `-` nothing, `^` freezing, `x` capturing."""
        if not self.occupied & bit:
            return "-"
        return "^" if self.kind_at(bit) >> 2 >= kind >> 2 else "x"

    def kind_at(self, bit: int) -> int:
        """The kind of the free piece on a square."""
        return next(kind for kind in range(KINDS) if self.boards[kind] & bit)

    def key(self) -> tuple[int, ...]:
        boards = tuple(int(board) for board in self.boards)
        off = tuple(int(n) for n in self.off)
        return (*boards, *off, int(self.seat), int(self.unused), int(self.hand))

    def fingerprint(self) -> i64:
        i: i64
        mark = ((self.hand + 1) * 8 + self.unused) * 4 + self.seat
        for i in range(2 * KINDS):
            mark = mix(mark, self.boards[i])
        for i in range(self.seats):
            mark = mix(mark, self.off[i])
        return mark

    # -- writing and reading

    def stacks(self) -> list[Stack]:
        """What stands on each square, in the order of SQUARES."""
        boards = [*range(KINDS, 2 * KINDS), *range(KINDS)]  # those on others, then those below
        used = [i for i in boards if self.boards[i]]
        return [
            tuple([piece_of(i % KINDS, self.letters) for i in used if self.boards[i] & bit])
            for bit in BITS
        ]

    def to_json(self) -> Json:
        return {
            "board": write_board(self.stacks()),
            "turn": int(self.seat),
            "rolled": spell(int(self.rolled)),
            "unused": spell(int(self.unused)),
            "hand": "" if self.hand == NOTHING else piece_of(int(self.hand), self.letters),
            "off": [int(self.off[seat]) for seat in range(len(self.letters))],
            "turns": int(self.turns),
        }

    def position(self) -> str:
        if self.hand != NOTHING:
            raise BadPosition("A position text cannot tell of a piece in hand: the turn goes on.")
        stuck = self.find_stuck()
        if stuck:
            raise BadPosition(
                "A position text cannot tell that {stuck} has no move as yet.", stuck=repr(stuck)
            )
        return position_text(self.to_json(), self.letters)

    def find_stuck(self) -> str:
        """An unused size that has no legal move now, or an empty text."""
        sizes = [size for size in range(3) if self.unused >> size & 1]
        return next((SIZES[size] for size in sizes if not self.can_move(1 << size)), "")

    def load(self, data: Json, stacks: list[Stack]) -> None:
        """Take over JSON that `check_state` has checked."""
        for square, stack in enumerate(stacks):
            bit = BITS[square]
            for piece, layer in zip(reversed(stack), (0, KINDS), strict=False):
                self.boards[layer + kind_of(piece, self.letters)] |= bit
            self.occupied |= bit if stack else 0
            self.full |= bit if len(stack) == 2 else 0
        self.seat = data["turn"]
        self.rolled = sum(1 << SIZES.index(size) for size in data["rolled"])
        self.unused = sum(1 << SIZES.index(size) for size in data["unused"])
        self.hand = kind_of(data["hand"], self.letters) if data["hand"] else NOTHING
        for seat, off in enumerate(data["off"]):
            self.off[seat] = off
        self.turns = data["turns"]
        self.judge(data["off"])

    def judge(self, off: list[int]) -> None:
        """A win is tested before a draw. Raises BadPosition for a turn that cannot go on."""
        if MOST_OFF in off:
            self.winner = off.index(MOST_OFF)
        self.over = self.winner != NOBODY or self.turns >= TURN_LIMIT
        require(not (self.over and self.rolled), "The match is over, so nothing can be rolled.")
        waits = self.rolled and self.hand == NOTHING
        require(
            not waits or self.can_move(self.unused),
            "No piece of a size still to be moved ({spell}) has a legal move.",
            spell=spell(int(self.unused)),
        )


class FreezeTag(Game):
    """Option: `seating` = `across` or `corner`, for two players."""

    name = "freezetag"
    seats = (2, 3, 4)
    options = OPTIONS
    num_actions = RELOCATE + SIDE * SIDE
    chance = True

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.letters = seats_in_play(self.players, self.values["seating"])
        colours.check(self.values["colours"], self.players)

    def initial_state(self) -> State:
        return self.from_json(start(self.letters))

    def from_json(self, data: AnyJson) -> State:
        stacks = check_state(data, self.letters)
        state = FreezeTagState(self.letters)
        state.load(data, stacks)
        return state

    def parse_position(self, text: str) -> State:
        state = self.from_json(read_position(text, self.letters))
        assert isinstance(state, FreezeTagState)
        stuck = state.find_stuck()
        require(
            not stuck,
            "{stuck} cannot be still to be moved: it has no legal move.",
            stuck=repr(stuck),
        )
        return state


GAME = FreezeTag
