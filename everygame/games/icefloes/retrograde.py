"""Solve Ice Floes with few floes for two players by retrograde analysis: start from the positions
that are won at once, and step back to all from which a player can force a win. All other positions
are draws.

A position is the square of the player to move, the square of the other player, and the loose floes
(those under no player) as bits. Squares are counted along the rows from the top left. Which of the
two players is to move makes no difference. Draws by repetition can be ignored, since a shortest win
never repeats a position; the option `max_plies` is ignored as well.

Source of the method: Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9 (1986).
"""

from __future__ import annotations

import json
from math import comb
from pathlib import Path
from typing import Final, final

from everygame.contract import State
from everygame.errors import BadOption, BadRecord
from everygame.fast.arrays import append, i64, u8, vec
from everygame.fast.bits import BITS, first
from everygame.fast.pulse import Pulse
from everygame.games.icefloes.rules import ROW, IceFloesState

MOST: Final = 1_000_000_000
"""The most entries that a table may have; an entry takes one byte, so this is 1 GB."""
OFF: Final = -1
"""Stands for a square beyond the edge, and for a ply that is not legal."""


@final
class Retrograde:
    """The table of a board. An entry is the number of plies until the match ends if both play best,
    odd if the player to move wins and even if he loses; 0 means a draw or not yet known. `deepen`
    adds the positions that take one ply more."""

    def __init__(self, size: int, loose: int) -> None:
        """Prepare the table for a board of `size` squares a side (3, 5 or 7) with `loose` floes
        besides those under the two players. Raises BadOption."""
        squares = size * size
        if size not in (3, 5, 7) or not 1 <= loose <= squares - 2:
            raise BadOption(
                "No board of {size} × {size} has {loose} loose floes here.", size=size, loose=loose
            )
        if squares * squares * comb(squares, loose) > MOST:
            raise BadOption(
                "{loose} loose floes on {size} × {size} are too many to solve.",
                loose=loose,
                size=size,
            )
        self.pulse = Pulse()
        self.size: i64 = size
        self.squares: i64 = squares
        self.loose: i64 = loose
        self.goal: i64 = squares // 2
        self.sets: i64 = comb(squares, loose)
        """In how many ways the loose floes can lie on the squares. The entry of a position in the
        table `plies` has the index (mover * squares + other) * sets + rank. Here `mover` and
        `other` are the squares of the player to move and of the other player, and `rank` is the
        number of the set of squares on which loose floes lie."""
        self.choose: vec[i64] = vec[i64]([comb(s, i) for i in range(loose + 1) for s in range(64)])
        """The binomial coefficient "s choose i" is at i * 64 + s."""
        self.next: vec[i64] = vec[i64](neighbours(size))
        """The next squares of each square, as `neighbours` returns them."""
        self.plies: vec[u8] = vec[u8](bytes(squares * squares * comb(squares, loose)))
        """The table: one byte for each position."""
        self.layer: i64 = 0
        """All positions that are decided within so many plies are in the table."""
        self.fresh: vec[i64] = vec[i64]()
        """The positions that are decided in exactly `layer` plies, as places in the table."""
        self.mover: i64 = 0
        """The square of the player to move in the position that `take` unpacked last; `other` and
        `floes` belong to the same position."""
        self.other: i64 = 0
        self.floes: i64 = 0

    # -- places of positions in the table

    def number(self, mover: i64, other: i64, floes: i64) -> i64:
        """Return the place of a position in the table. The rank of its set of loose floes is the
        sum of binomial coefficients of the combinatorial number system."""
        i: i64 = 0
        rank: i64 = 0
        while floes:
            i += 1
            rank += self.choose[i * 64 + first(floes)]
            floes &= floes - 1
        return (mover * self.squares + other) * self.sets + rank

    def take(self, number: i64) -> None:
        """Unpack the position at this place of the table into `mover`, `other` and `floes`."""
        players = number // self.sets
        rank = number - players * self.sets
        self.mover = players // self.squares
        self.other = players - self.mover * self.squares
        self.floes = 0
        i, square = self.loose, self.squares
        while i > 0:
            square -= 1
            count = self.choose[i * 64 + square]
            if count <= rank:
                rank -= count
                self.floes |= BITS[square]
                i -= 1

    # -- plies, forwards and backwards

    def land(self, here: i64, way: i64, taken: i64) -> i64:
        """Return the square where a ply from `here` in direction `way` ends, or OFF if that
        direction leads off the board; `taken` are all floes, loose or under players. Whether the
        other player is in the way is left to the caller."""
        there = self.next[here * 4 + way]
        if there == OFF or BITS[there] & taken:
            return there
        while True:
            ahead = self.next[there * 4 + way]
            if ahead == OFF or BITS[ahead] & taken:
                return there
            there = ahead

    def after(self, mover: i64, other: i64, floes: i64, way: i64) -> i64:
        """Return the place in the table of the position after a ply, or OFF if the ply is not
        legal. A ply that ends on the goal is not recognized here; `wins` does that."""
        there = self.land(mover, way, floes | BITS[mover] | BITS[other])
        if there == OFF or there == other:
            return OFF
        if BITS[there] & floes:
            floes ^= BITS[there] | BITS[mover]
        return self.number(other, there, floes)

    def wins(self, mover: i64, other: i64, floes: i64) -> bool:
        """Tell whether the player to move has a ply that ends on the goal."""
        way: i64
        taken = floes | BITS[mover] | BITS[other]
        for way in range(4):
            if self.land(mover, way, taken) == self.goal:
                return True
        return False

    def loses(self, mover: i64, other: i64, floes: i64) -> bool:
        """Tell whether every ply leads to a position that is known to be won by the other player.
        There always is a ply, since two players cannot trap each other."""
        way: i64
        for way in range(4):
            number = self.after(mover, other, floes, way)
            if number != OFF and not self.plies[number] & 1:
                return False
        return True

    # -- growing the table

    def deepen(self) -> int:
        """Add the positions that are decided in one ply more than `layer`, and return how many
        there are. After two calls in a row that return 0 the table is complete."""
        before = self.fresh
        self.fresh = vec[i64]()
        self.layer += 1
        if self.layer == 1:
            self.find_first()
        for number in before:
            self.pulse.step()
            self.step_back(number)
        return len(self.fresh)

    def find_first(self) -> None:
        """Add all positions that are won at once."""
        mover: i64
        other: i64
        for mover in range(self.squares):
            for other in range(self.squares):
                if mover != other and self.goal not in (mover, other):
                    self.find_first_of(mover, other)

    def find_first_of(self, mover: i64, other: i64) -> None:
        """Add the positions that are won at once with the players on these squares. All sets of
        loose floes are tried in the order of their rank; Gosper's hack computes the next greater
        integer with the same number of bits."""
        i: i64
        players = BITS[mover] | BITS[other]
        place = (mover * self.squares + other) * self.sets
        floes = BITS[self.loose] - 1
        for i in range(self.sets):
            self.pulse.step()
            if not floes & players and self.wins(mover, other, floes):
                self.learn(place + i)
            low = floes & -floes
            high = floes + low
            floes = (high ^ floes) // low // 4 | high

    def learn(self, number: i64) -> None:
        """Enter a position as decided in `layer` plies."""
        self.plies[number] = u8(self.layer)
        self.fresh = append(self.fresh, number)

    def step_back(self, number: i64) -> None:
        """Examine each position from which a ply leads to this one. In that ply the other player
        came to the square where he now stands: he glided there with his floe, or he stepped from a
        neighbouring floe, which is loose now, onto the floe under him."""
        way: i64
        self.take(number)
        mover, other, floes = self.mover, self.other, self.floes
        taken = floes | BITS[mover] | BITS[other]
        for way in range(4):
            ahead = self.next[other * 4 + way]
            back = self.next[other * 4 + (way ^ 1)]
            if back != OFF and BITS[back] & floes:
                self.judge(back, mover, floes ^ (BITS[back] | BITS[other]))
            elif ahead == OFF or BITS[ahead] & taken:
                while back != OFF and not BITS[back] & taken:
                    self.judge(back, mover, floes)
                    back = self.next[back * 4 + (way ^ 1)]

    def judge(self, mover: i64, other: i64, floes: i64) -> None:
        """Enter this position if it is decided in `layer` plies, given that one of its plies leads
        to a position decided in `layer` − 1."""
        if mover == self.goal:
            return
        number = self.number(mover, other, floes)
        if self.plies[number] == 0 and (self.layer & 1 or self.loses(mover, other, floes)):
            self.learn(number)

    # -- the results

    def positions(self) -> int:
        """Return how many unfinished positions there are, counted from the point of view of the
        player to move."""
        squares, loose = int(self.squares), int(self.loose)
        return (squares - 1) * (squares - 2) * comb(squares - 2, loose)

    def counts(self) -> list[int]:
        """Return how many positions are decided in each number of plies; the first entry, for 0,
        counts the draws."""
        found = bytes(self.plies)
        decided = [found.count(plies) for plies in range(1, int(self.layer) + 1)]
        return [self.positions() - sum(decided), *decided]

    def find(self, state: State) -> tuple[int, int]:
        """Look up an unfinished state on such a board: return 1, 0 or −1 for a win, a draw or a
        loss of the player to move, and the plies until the end (0 for a draw)."""
        assert isinstance(state, IceFloesState)
        seat: i64 = state.turn
        mover, other = self.square(state.at[seat]), self.square(state.at[1 - seat])
        floes: i64 = 0
        for y in range(self.size):
            floes |= state.floes[y] * BITS[y * self.size]
        floes &= ~(BITS[mover] | BITS[other])
        plies = int(self.plies[self.number(mover, other, floes)])
        return (0 if plies == 0 else 1 if plies % 2 else -1), plies

    def sound(self, number: int) -> bool:
        """Tell whether a place in the table belongs to an unfinished position: no two players or
        floes share a square, and no player stands on the goal."""
        self.take(number)
        players = BITS[self.mover] | BITS[self.other]
        apart = self.mover != self.other and not players & self.floes
        return apart and not players & BITS[self.goal]

    def text(self, number: int) -> str:
        """Return the position text of a place in the table, with P to move."""
        self.take(number)
        size = int(self.size)
        cells = ["*" if BITS[square] & self.floes else "." for square in range(size * size)]
        cells[int(self.mover)], cells[int(self.other)] = "P", "Q"
        rows = [cells[start : start + size] for start in range(0, size * size, size)]
        return "/".join("".join(row) for row in rows) + " ; P"

    def square(self, at: i64) -> i64:
        """Return a square of a state, row * ROW + column, as squares are counted in the table."""
        return at // ROW * self.size + at % ROW

    # -- saving and loading

    def save(self, path: Path) -> None:
        """Write the table to a file, so that `load` can continue from it."""
        fresh = path.with_name(path.name + ".new")
        with fresh.open("wb") as file:
            file.write((json.dumps(self.head()) + "\n").encode())
            file.write(bytes(self.plies))
        fresh.replace(path)

    def load(self, path: Path) -> None:
        """Read a table that `save` wrote and continue from it. Raises BadRecord if it is not a
        table of the same board."""
        number: i64
        with path.open("rb") as file:
            head, found = file.readline(), file.read()
        self.layer = read_layer(head)
        if json.loads(head) != self.head() or len(found) != len(self.plies):
            raise BadRecord("{path} is no table of this board.", path=path)
        self.plies = vec[u8](found)
        self.fresh = vec[i64]()
        for number in range(len(found)):
            if self.plies[number] == self.layer and self.layer > 0:
                self.fresh = append(self.fresh, number)

    def head(self) -> dict[str, int]:
        """Return the first line of the file: the board, and how far its table has grown."""
        return {"size": int(self.size), "loose": int(self.loose), "layer": int(self.layer)}


def read_layer(head: bytes) -> int:
    """Return the value of `layer` from the first line of a file. Raises BadRecord."""
    try:
        return int(json.loads(head)["layer"])
    except (ValueError, LookupError, TypeError):
        raise BadRecord("This is no table of Ice Floes.") from None


def neighbours(size: int) -> list[int]:
    """Return for each square the next square up, down, left and right, or OFF, one square after the
    other. Directions are numbered as in `MOVES`, so that way ^ 1 is the opposite of `way`."""
    return [
        (y + down) * size + x + right if 0 <= y + down < size and 0 <= x + right < size else OFF
        for y in range(size)
        for x in range(size)
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
    ]


def solve(size: int, loose: int) -> Retrograde:
    """Return the complete table of a board. Raises BadOption."""
    table = Retrograde(size, loose)
    idle = 0
    while idle < 2:
        idle = 0 if table.deepen() else idle + 1
    return table
