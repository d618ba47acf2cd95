"""The field of Cold Spell: the cards on its squares, the pyramids on the cards, and the actions
with them.

Squares are numbered in the order of the deal, from a6, b6 to f1. A set of squares has 42 bits; the
square at `row` (from the top) and `column` is bit row * 7 + column. The seventh column is always
empty, so that a step over the edge ends on a bit that no square has. The 15 pyramids are numbered
size * 5 + order of placing, because players can follow each pyramid by eye.
"""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.fast.state import mix

SQUARES: Final = 36
ROW: Final = 7
"""How many bits lie between a square and the one below it."""
SIZES: Final = 3
OF_A_SIZE: Final = 5
"""How many pyramids of each size there are."""
SEATS: Final = 4
NOWHERE: Final = -1

PLACE: Final = 0
"""The numbers of actions: PLACE + size * 36 + square; MOVE + start * 36 + end; CLAIM, TAKE or
HIJACK + square; FORCE + seat * 36 + square, where the seat is the one that the card is forced on;
DONE. The actions of spelling follow (`hands.py`)."""
MOVE: Final = 108
CLAIM: Final = 1404
FORCE: Final = 1440
TAKE: Final = 1584
HIJACK: Final = 1620
DONE: Final = 1656

KINDS: Final = ("", "place", "move", "claim", "force", "take", "hijack")
"""The names of the kinds of action, which are numbered from PLACED = 1 to HIJACKED = 6."""
PLACED: Final = 1
MOVED: Final = 2
CLAIMED: Final = 3
FORCED: Final = 4
TAKEN: Final = 5
HIJACKED: Final = 6

DEALING: Final = 0
"""The phases of a match: DEALING, PLAYING, SPELLING, FINISHED."""
PLAYING: Final = 1
SPELLING: Final = 2
FINISHED: Final = 3

ENDINGS: Final = ("", "all claimed", "stalemate")
ALL_CLAIMED: Final = 1
STALEMATE: Final = 2
MAX_TURNS: Final = 200
"""After so many turns the match ends as a stalemate."""


@final
class Tables:
    """Tables for finding the bit of a square, and the square of a bit."""

    def __init__(self) -> None:
        places = [square // 6 * ROW + square % 6 for square in range(SQUARES)]
        self.bit: vec[i64] = vec[i64]([1 << place for place in places])
        square_of = {(1 << place) % 53: square for square, place in enumerate(places)}
        self.square: vec[i64] = vec[i64]([square_of.get(rest, 0) for rest in range(53)])
        """At 2^n mod 53: the square of bit n. The powers of 2 below 2^52 have different
        remainders."""


TABLES: Final = Tables()


def squares_in(bits: i64) -> list[int]:
    """Return the squares of a set, ascending."""
    return [square for square in range(SQUARES) if bits & TABLES.bit[square]]


@final
class Field:
    """The cards and pyramids on the field, and the pyramids in the stash."""

    def __init__(self, straight: bool) -> None:
        self.tables = TABLES
        self.straight = straight
        """Whether a pyramid moves in a straight line only (the option `moves`)."""
        self.dealt: i64 = 0
        """How many cards have been dealt."""
        self.card: vec[i64] = vec[i64]([0] * SQUARES)
        """For each square the kind of the card dealt to it, even after the card has been taken."""
        self.present: i64 = 0
        """The squares whose card has not been taken."""
        self.up: i64 = 0
        """The squares with an upright pyramid."""
        self.claims: vec[i64] = vec[i64]([0] * SEATS)
        """For each seat the squares with a pyramid that lies and points to it."""
        self.pyramid: vec[i64] = vec[i64]([0] * SQUARES)
        """For each square the number of the pyramid on its card, even after the card has been
        taken; meaningless where no pyramid has been."""
        self.stash: vec[i64] = vec[i64]([OF_A_SIZE] * SIZES)
        """How many pyramids of each size are in the stash."""

    def copy_from(self, other: Field) -> None:
        """Make this field equal to another."""
        i: i64
        for i in range(SQUARES):
            self.card[i] = other.card[i]
            self.pyramid[i] = other.pyramid[i]
        for i in range(SIZES):
            self.stash[i] = other.stash[i]
        for i in range(SEATS):
            self.claims[i] = other.claims[i]
        self.dealt = other.dealt
        self.present = other.present
        self.up = other.up

    def lying(self) -> i64:
        """Return the squares with a lying pyramid."""
        claims = self.claims
        return claims[0] | claims[1] | claims[2] | claims[3]

    def free(self) -> i64:
        """Return the squares whose card carries no pyramid."""
        return self.present & ~self.up & ~self.lying()

    def pips(self, square: i64) -> i64:
        """Return the pips of the pyramid on a square: 1 for small, 2 for medium, 3 for large."""
        return self.pyramid[square] // OF_A_SIZE + 1

    def all_claimed(self) -> bool:
        """Tell whether no pyramid is upright or in the stash."""
        return self.up == 0 and self.in_stash() == 0

    def in_stash(self) -> i64:
        """Return how many pyramids are in the stash."""
        return self.stash[0] + self.stash[1] + self.stash[2]

    # -- legal actions

    def fill_squares(self, base: i64, squares: i64, out: vec[i64], n: i64) -> i64:
        """Write to `out`, from place n on, the action `base` + square for each of the squares;
        return the place after the last."""
        table = self.tables.square
        while squares:
            bit = squares & -squares
            squares ^= bit
            out[n] = base + table[bit % 53]
            n += 1
        return n

    def fill_placings(self, out: vec[i64], n: i64) -> i64:
        """Write to `out`, from place n on, the actions that place a pyramid of each size in the
        stash on each free card; return the place after the last."""
        size: i64
        free = self.free()
        for size in range(SIZES):
            if self.stash[size]:
                n = self.fill_squares(PLACE + size * SQUARES, free, out, n)
        return n

    def fill_all_moves(self, out: vec[i64], n: i64) -> i64:
        """Write to `out`, from place n on, the moves of all upright pyramids; return the place
        after the last."""
        table = self.tables.square
        left = self.up
        while left:
            bit = left & -left
            left ^= bit
            n = self.fill_moves(table[bit % 53], out, n)
        return n

    def fill_moves(self, square: i64, out: vec[i64], n: i64) -> i64:
        """Write to `out`, from place n on, the moves of the pyramid on a square to the free cards
        that it can reach; return the place after the last."""
        return self.fill_squares(MOVE + square * SQUARES, self.targets(square), out, n)

    def fill_hijacks(self, out: vec[i64], n: i64) -> i64:
        """Write to `out`, from place n on, the actions that hijack a lying pyramid, for those that
        could move afterwards; return the place after the last."""
        table = self.tables.square
        left = self.lying()
        while left:
            bit = left & -left
            left ^= bit
            square = table[bit % 53]
            if self.targets(square):
                out[n] = HIJACK + square
                n += 1
        return n

    def targets(self, square: i64) -> i64:
        """Return the free cards that the pyramid on a square can reach in one step up to as many as
        its pips. On its way it passes over cards, free or claimed, but not over upright
        pyramids."""
        i: i64
        open = self.present & ~self.up
        start = self.tables.bit[square]
        if self.straight:
            return self.targets_ahead(start, self.pips(square), open) & self.free()
        # All reached squares take a step at once; the empty seventh column stops it at the edge.
        reached = start
        for i in range(self.pips(square)):
            reached |= (reached << 1 | reached >> 1 | reached << ROW | reached >> ROW) & open
        return reached & self.free() & ~start

    def targets_ahead(self, start: i64, pips: i64, open: i64) -> i64:
        """Return the squares that a pyramid can reach in a straight line, with at most `pips` steps
        over the squares in `open`."""
        i: i64
        right, left, down, up = start, start, start, start
        reached: i64 = 0
        for i in range(pips):
            right = right << 1 & open
            left = left >> 1 & open
            down = down << ROW & open
            up = up >> ROW & open
            reached |= right | left | down | up
        return reached

    # -- playing actions

    def deal(self, kind: i64) -> None:
        """Put a card of this kind on the next square of the deal."""
        self.card[self.dealt] = kind
        self.present |= self.tables.bit[self.dealt]
        self.dealt += 1

    def change(self, action: i64, seat: i64) -> i64:
        """Change the field by an action of the seat; return the kind of the action, such as
        PLACED."""
        i: i64
        square = action % SQUARES
        bit = self.tables.bit[square]
        if action < MOVE:
            self.put(action // SQUARES, square, bit)
            return PLACED
        if action < CLAIM:
            start = (action - MOVE) // SQUARES
            self.pyramid[square] = self.pyramid[start]
            self.up ^= self.tables.bit[start] | bit
            return MOVED
        if action < TAKE:
            claimed = action < FORCE
            self.up ^= bit
            self.claims[seat if claimed else (action - FORCE) // SQUARES] |= bit
            return CLAIMED if claimed else FORCED
        if action < HIJACK:
            self.take(seat, square)
            return TAKEN
        for i in range(SEATS):
            self.claims[i] &= ~bit
        self.up |= bit
        return HIJACKED

    def put(self, size: i64, square: i64, bit: i64) -> None:
        """Put the next pyramid of a size upright on the card of a square; `bit` is that of the
        square."""
        self.pyramid[square] = size * OF_A_SIZE + OF_A_SIZE - self.stash[size]
        self.stash[size] -= 1
        self.up |= bit

    def take(self, seat: i64, square: i64) -> None:
        """Remove from the field a card that the seat has claimed, with its pyramid."""
        self.claims[seat] ^= self.tables.bit[square]
        self.present ^= self.tables.bit[square]

    # -- for transposition tables

    def fingerprint(self, mark: i64) -> i64:
        """Mix the whole field into a fingerprint. Pyramids of the same size are not told apart."""
        i: i64
        mark = mix(mix(mark, self.present), self.up)
        for i in range(SEATS):
            mark = mix(mark, self.claims[i])
        for i in range(self.dealt):
            mark = mix(mark, self.card[i])
            if (self.up | self.lying()) & self.tables.bit[i]:
                mark = mix(mark, self.pips(i))
        return mark
