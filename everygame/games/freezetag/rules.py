"""The rules of Freeze Tag, by Jeanne Rink Kramer-Smyth: bring three pyramids off the board over
your far edge to win.

For each seat and size a state keeps two sets of squares as bits (see `squares`): those of its free
pieces, and those of its pieces that are frozen under another.
"""

from __future__ import annotations

from itertools import chain
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
    bits_of,
    check_pieces,
    check_roll,
    kind_of,
    piece_of,
    position_text,
    read_board,
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
    around,
    far_edge,
    write,
)

KINDS: Final = 12
"""How many kinds of pieces there are; a kind is size * 4 + seat. `boards[kind]` holds the free
pieces of a kind, `boards[KINDS + kind]` the frozen ones."""
WAYS: Final = 9
OFF: Final = 4
"""The numbers of actions: square * 9 + way moves a piece to one of the 3 × 3 squares around it,
counted along the ranks from the lower left; the way OFF, the middle, means leaving the board.
RELOCATE + square places a captured piece. Before a roll, an action is a face of the die."""
RELOCATE: Final = SIDE * SIDE * WAYS
GOALS: Final = vec[i64](
    [square + SIDE * (way // 3 - 1) + way % 3 - 1 for square in range(25) for way in range(WAYS)]
    + list(range(SIDE * SIDE))
)
"""For each action but the faces of the die the square where a piece lands; what stands there for a
step over the edge means nothing."""
NOBODY: Final = -1
NOTHING: Final = -1

SHOWN: Final = vec[i64]([bits_of(face) for face in FACES])
"""For each face of the die the sizes on it, as one bit for each size."""


@final
class FreezeTagState(FastState):
    """Free and frozen pieces as sets of squares, the roll, and the captured piece that must be
    relocated."""

    def __init__(self, letters: str) -> None:
        self.letters = letters
        self.seats: i64 = len(letters)
        self.far: vec[i64] = vec[i64]([far_edge(letter) for letter in letters])
        """For each seat the squares along its far edge, as bits."""
        self.boards: vec[i64] = vec[i64]([0] * (2 * KINDS))
        self.occupied: i64 = 0
        """The squares with one piece or two, as bits."""
        self.full: i64 = 0
        """The squares with stacks of two pieces, as bits."""
        self.seat: i64 = 0
        self.rolled: i64 = 0
        """One bit for each size that the die shows; 0 before the roll."""
        self.unused: i64 = 0
        """One bit for each rolled size with which the seat to play has not moved yet."""
        self.hand: i64 = NOTHING
        """The kind of the captured piece that must be relocated now, or NOTHING."""
        self.off: vec[i64] = vec[i64]([0] * 4)
        """For each seat how many of its pieces have left the board."""
        self.turns: i64 = 0
        """How many turns have ended."""
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

    # -- legal actions

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
        """Write to `out` the moves of the seat to play: free pieces of the unused sizes go one king
        step, or leave the board over the far edge. Return how many moves there are."""
        size: i64
        n: i64 = 0
        unused, boards = self.unused, self.boards
        movers: i64 = 0
        for size in range(3):
            if unused >> size & 1:
                movers |= boards[size * 4 + self.seat]
        while movers:
            bit = movers & -movers
            kind = self.seat
            while not boards[kind] & bit:
                kind += 4
            window = self.landings(kind) >> PLACES[bit % 37] & ~(1 << MARGIN)
            if self.far[self.seat] & bit:
                window |= 1 << MARGIN
            n = write(out, n, window, 3, INDEX[bit % 37] * WAYS)
            movers ^= bit
        return n

    def landings(self, kind: i64) -> i64:
        """Return the squares where a piece of this kind may land, as bits: all but stacks of two
        and smaller pieces of its own seat."""
        allowed = BOARD & ~self.full
        while kind >= 4:
            kind -= 4
            allowed &= ~self.boards[kind]
        return allowed

    def can_move(self, sizes: i64) -> bool:
        """Tell whether the seat to play has a legal move with a free piece of one of these sizes,
        given as bits."""
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
            self.land(kind, BITS[GOALS[action]])
        else:
            self.move(action)

    def move(self, action: i64) -> None:
        boards = self.boards
        square = action // WAYS
        bit = BITS[square]
        kind = self.seat
        while not boards[kind] & bit:
            kind += 4
        self.unused &= ~(1 << (kind >> 2))
        boards[kind] ^= bit
        if self.full & bit:
            self.thaw(bit)
        else:
            self.occupied ^= bit
        if action - square * WAYS == OFF:
            self.leave()
        else:
            self.land(kind, BITS[GOALS[action]])

    def thaw(self, bit: i64) -> None:
        """Free the piece that is frozen on this square, after the piece on top of it has left."""
        kind: i64
        boards = self.boards
        self.full ^= bit
        for kind in range(KINDS):
            if boards[KINDS + kind] & bit:
                boards[KINDS + kind] ^= bit
                boards[kind] |= bit

    def land(self, kind: i64, bit: i64) -> None:
        """Put a piece on a square. A piece there is frozen if it is of the same size or larger; a
        smaller one is captured and taken into the hand."""
        boards = self.boards
        if self.occupied & bit:
            other = self.kind_at(bit)
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
        """Count a piece that has left the board. The third one wins at once, even if sizes of the
        roll are unused."""
        self.off[self.seat] += 1
        if self.off[self.seat] == MOST_OFF:
            self.winner = self.seat
            self.over = True
            self.pass_turn()
        else:
            self.go_on()

    def go_on(self) -> None:
        """End the turn if none of the unused sizes has a legal move."""
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
        """Return the text of an action: `roll:sm` for a roll; `b1-a2`, `b1^c2` (freezes), `d3xc4`
        (captures) or `b5-off` for a move; `>a1`, `>^c3` or `>xb2` for a relocation."""
        if self.rolled == 0:
            return "roll:" + FACES[action]
        start, sign, kind = ">", "", self.hand
        if action < RELOCATE:
            square, way = divmod(action, WAYS)
            if way == OFF:
                return SQUARES[square] + "-off"
            start, sign, kind = SQUARES[square], "-", self.kind_at(BITS[square])
        goal = GOALS[action]
        if self.occupied & BITS[goal]:
            sign = "^" if self.kind_at(BITS[goal]) >> 2 >= kind >> 2 else "x"
        return start + sign + SQUARES[goal]

    def kind_at(self, bit: i64) -> i64:
        """Return the kind of the free piece on a square, which has one."""
        kind: i64 = 0
        while not self.boards[kind] & bit:
            kind += 1
        return kind

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
        """Return the stacks on all squares in the order of `SQUARES`."""
        # Frozen pieces come first: a stack lists the lower piece before the upper one.
        boards = [*range(KINDS, 2 * KINDS), *range(KINDS)]
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
        """Return the letter of an unused size that has no legal move now; an empty text if all have
        one."""
        sizes = [size for size in range(3) if self.unused >> size & 1]
        return next((SIZES[size] for size in sizes if not self.can_move(1 << size)), "")

    def place(self, stacks: list[Stack]) -> None:
        """Put the stacks on the squares, in the order of `SQUARES`, of this fresh state."""
        for bit, stack in zip(BITS, stacks, strict=True):
            for piece, layer in zip(reversed(stack), (0, KINDS), strict=False):
                self.boards[layer + kind_of(piece, self.letters)] |= bit
            self.occupied |= bit if stack else 0
            self.full |= bit if len(stack) == 2 else 0

    def judge(self, off: list[int]) -> None:
        """Find out whether a state read from JSON is over; a win is tested before a draw. Raises
        BadPosition if its turn cannot go on."""
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
    """The game with its options fixed: `seating`, for two players `across` or `corner`, and
    `colours`."""

    name = "freezetag"
    seats = (2, 3, 4)
    options = OPTIONS
    num_actions = RELOCATE + SIDE * SIDE
    num_outcomes = 6
    longest = TURN_LIMIT * (1 + 2 * 3)
    """A turn is a roll and two moves at most, and a move relocates two smaller pieces at most."""
    chance = True

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.letters = seats_in_play(self.players, self.values["seating"])
        colours.check(self.values["colours"], self.players)

    def initial_state(self) -> State:
        return self.parse_position(start(self.letters))

    def from_json(self, data: AnyJson) -> State:
        state = FreezeTagState(self.letters)
        stacks = read_board(self.read_text(data, "board", ".*"), self.letters)
        sizes = "|".join(("", *FACES))
        rolled, unused = (self.read_text(data, key, sizes) for key in ("rolled", "unused"))
        hand = self.read_text(data, "hand", f"([{self.letters}][{SIZES}])?")
        off = self.read_numbers(data, "off", self.players, 0, MOST_OFF)
        check_pieces([*chain(*stacks), hand], off, self.letters)
        check_roll(rolled, unused, hand)
        state.place(stacks)
        state.seat = self.read_number(data, "turn", 0, self.players - 1)
        state.rolled, state.unused = bits_of(rolled), bits_of(unused)
        state.hand = kind_of(hand, self.letters) if hand else NOTHING
        for seat, gone in enumerate(off):
            state.off[seat] = gone
        state.turns = self.read_number(data, "turns", 0, TURN_LIMIT)
        state.judge(off)
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
