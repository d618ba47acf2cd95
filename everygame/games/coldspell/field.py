"""The field of Cold Spell: cards on squares, pyramids on cards, and what may be done to them.

Squares are numbered as the cards are dealt, a6 b6 … f1. A set of squares is 42 bits, row * 7 +
column, so that a step over the edge falls on a seventh, empty column. The 15 pyramids have
numbers, size * 5 + order of placing, because everybody can follow them by eye.
"""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.fast.state import mix

SQUARES: Final = 36
ROW: Final = 7
SIZES: Final = 3
OF_A_SIZE: Final = 5
SEATS: Final = 4
NOWHERE: Final = -1

PLACE: Final = 0
"""Actions: PLACE + size * 36 + square; MOVE + from * 36 + to; CLAIM, TAKE or HIJACK + square;
FORCE + seat * 36 + square; DONE; then those of the spelling."""
MOVE: Final = 108
CLAIM: Final = 1404
FORCE: Final = 1440
TAKE: Final = 1584
HIJACK: Final = 1620
DONE: Final = 1656

KINDS: Final = ("", "place", "move", "claim", "force", "take", "hijack")
PLACED: Final = 1
MOVED: Final = 2
CLAIMED: Final = 3
FORCED: Final = 4
TAKEN: Final = 5
HIJACKED: Final = 6

DEALING: Final = 0
"""Phases of a game."""
PLAYING: Final = 1
SPELLING: Final = 2
FINISHED: Final = 3

ENDINGS: Final = ("", "all claimed", "stalemate")
ALL_CLAIMED: Final = 1
STALEMATE: Final = 2
MAX_TURNS: Final = 200


@final
class Tables:
    """Bits of squares, and squares of bits."""

    def __init__(self) -> None:
        places = [square // 6 * ROW + square % 6 for square in range(SQUARES)]
        self.bit: vec[i64] = vec[i64]([1 << place for place in places])
        square_of = {(1 << place) % 53: square for square, place in enumerate(places)}
        self.square: vec[i64] = vec[i64]([square_of.get(rest, 0) for rest in range(53)])
        """At 2^n mod 53 the square of bit n; powers of 2 below 2^52 leave different remainders."""


TABLES: Final = Tables()


@final
class Field:
    """What lies where."""

    def __init__(self, straight: bool) -> None:
        self.tables = TABLES
        self.straight = straight
        """Pyramids do not turn between steps."""
        self.dealt: i64 = 0
        """How many cards."""
        self.card: vec[i64] = vec[i64]([0] * SQUARES)
        """The kind of the card dealt to each square, also where it is taken since."""
        self.present: i64 = 0
        """Squares with a card."""
        self.up: i64 = 0
        """Squares with an upright pyramid."""
        self.claims: vec[i64] = vec[i64]([0] * SEATS)
        """Squares with a pyramid that lies and points to the seat."""
        self.pyramid: vec[i64] = vec[i64]([0] * SQUARES)
        """Its number, where one is, or where one left with its card."""
        self.stash: vec[i64] = vec[i64]([OF_A_SIZE] * SIZES)
        """How many of each size."""

    def copy_from(self, other: Field) -> None:
        """Become equal to another field."""
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
        """Squares with a pyramid that lies."""
        claims = self.claims
        return claims[0] | claims[1] | claims[2] | claims[3]

    def free(self) -> i64:
        """Squares whose card carries nothing."""
        return self.present & ~self.up & ~self.lying()

    def pips(self, square: i64) -> i64:
        """Of the pyramid there: 1 small, 2 medium, 3 large."""
        return self.pyramid[square] // OF_A_SIZE + 1

    def all_claimed(self) -> bool:
        """Whether no pyramid is upright or in the stash."""
        return self.up == 0 and self.stash[0] + self.stash[1] + self.stash[2] == 0

    # -- what may be done: actions are written to `out` from place n on; the next n is returned

    def fill_squares(self, base: i64, squares: i64, out: vec[i64], n: i64) -> i64:
        """The action `base` + square for each of the squares."""
        table = self.tables.square
        while squares:
            bit = squares & -squares
            squares ^= bit
            out[n] = base + table[bit % 53]
            n += 1
        return n

    def fill_placings(self, out: vec[i64], n: i64) -> i64:
        """A pyramid from the stash on a free card."""
        size: i64
        free = self.free()
        for size in range(SIZES):
            if self.stash[size]:
                n = self.fill_squares(PLACE + size * SQUARES, free, out, n)
        return n

    def fill_all_moves(self, out: vec[i64], n: i64) -> i64:
        """The moves of all upright pyramids."""
        table = self.tables.square
        left = self.up
        while left:
            bit = left & -left
            left ^= bit
            n = self.fill_moves(table[bit % 53], out, n)
        return n

    def fill_moves(self, square: i64, out: vec[i64], n: i64) -> i64:
        """The moves of one pyramid: to free cards that it can reach."""
        return self.fill_squares(MOVE + square * SQUARES, self.targets(square), out, n)

    def fill_hijacks(self, out: vec[i64], n: i64) -> i64:
        """Lying pyramids that can move once they are upright."""
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
        """The free cards that the pyramid there reaches with 1 to pips steps, over cards without
        an upright pyramid."""
        i: i64
        open = self.present & ~self.up
        start = self.tables.bit[square]
        if self.straight:
            return self.targets_ahead(start, self.pips(square), open) & self.free()
        # All reached squares at once, a step a pip; the empty seventh column stops it at the edge.
        reached = start
        for i in range(self.pips(square)):
            reached |= (reached << 1 | reached >> 1 | reached << ROW | reached >> ROW) & open
        return reached & self.free() & ~start

    def targets_ahead(self, start: i64, pips: i64, open: i64) -> i64:
        """The squares reached without a turn."""
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

    # -- what is done

    def deal(self, kind: i64) -> None:
        """The next square gets a card."""
        self.card[self.dealt] = kind
        self.present |= self.tables.bit[self.dealt]
        self.dealt += 1

    def change(self, action: i64, seat: i64) -> i64:
        """Do what an action of a turn says; return its kind."""
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
        self.raise_up(bit)
        return HIJACKED

    def put(self, size: i64, square: i64, bit: i64) -> None:
        """The next pyramid of a size stands on a card."""
        self.pyramid[square] = size * OF_A_SIZE + OF_A_SIZE - self.stash[size]
        self.stash[size] -= 1
        self.up |= bit

    def take(self, seat: i64, square: i64) -> None:
        """A card that the seat has claimed is gone with its pyramid."""
        self.claims[seat] ^= self.tables.bit[square]
        self.present ^= self.tables.bit[square]

    def raise_up(self, bit: i64) -> None:
        """A lying pyramid stands."""
        i: i64
        for i in range(SEATS):
            self.claims[i] &= ~bit
        self.up |= bit

    # -- for transposition tables

    def fingerprint(self, mark: i64) -> i64:
        """Stir all of it into a fingerprint, pyramids of a size alike."""
        i: i64
        mark = mix(mix(mark, self.present), self.up)
        for i in range(SEATS):
            mark = mix(mark, self.claims[i])
        for i in range(self.dealt):
            mark = mix(mark, self.card[i])
            if (self.up | self.lying()) & self.tables.bit[i]:
                mark = mix(mark, self.pips(i))
        return mark
