"""Ice Floes with few floes solved for two players, by retrograde analysis: from the positions
that are won at once back to all that somebody can force; what that does not reach is a draw.

A position is the square of the player to move, that of the other, and the loose floes, those that
carry nobody, as bits of one integer. Squares are counted along the rows from the top left. Whose
turn it is does not matter, by symmetry. Draws by repetition need no thought: a shortest win never
repeats a position. The option `max_plies` is left out.

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
from everygame.games.icefloes.rules import ROW, IceFloesState

SQUARES: Final = 49
BITS: Final = vec[i64]([1 << square for square in range(SQUARES)])
REMAINDER: Final = 67
"""No two of the bits leave the same remainder, divided by this prime."""
SQUARE_OF: Final = vec[i64](
    [{pow(2, s, REMAINDER): s for s in range(SQUARES)}.get(rest, 0) for rest in range(REMAINDER)]
)
"""The square of a bit, by its remainder."""
MOST: Final = 1_000_000_000
"""No table has more entries, of a byte each."""
OFF: Final = -1


@final
class Retrograde:
    """The table of a board: for each position the plies to the end, odd if the player to move wins
    and even if he loses; 0 for a draw, or what is not yet known. It grows a ply at a time."""

    def __init__(self, size: int, loose: int) -> None:
        """A board of `size` squares a side, 3, 5 or 7, with `loose` floes beside those under the
        two players. Raises BadOption."""
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
        self.size: i64 = size
        self.squares: i64 = squares
        self.loose: i64 = loose
        self.goal: i64 = squares // 2
        self.sets: i64 = comb(squares, loose)
        """How many sets of loose floes there are; a position of them by number is
        (mover * squares + other) * sets + rank of the set."""
        self.choose: vec[i64] = vec[i64]([comb(s, i) for i in range(loose + 1) for s in range(64)])
        self.next: vec[i64] = vec[i64](neighbours(size))
        self.plies: vec[u8] = vec[u8](bytes(squares * squares * comb(squares, loose)))
        self.layer: i64 = 0
        """The table knows all that is decided within so many plies."""
        self.fresh: vec[i64] = vec[i64]()
        """The positions decided in exactly `layer` plies."""
        self.mover: i64 = 0
        self.other: i64 = 0
        self.floes: i64 = 0

    # -- numbers of positions

    def number(self, mover: i64, other: i64, floes: i64) -> i64:
        """The place of a position in the table."""
        i: i64 = 0
        rank: i64 = 0
        while floes:
            bit = floes & -floes
            i += 1
            rank += self.choose[i * 64 + SQUARE_OF[bit % REMAINDER]]
            floes ^= bit
        return (mover * self.squares + other) * self.sets + rank

    def take(self, number: i64) -> None:
        """Put the position of that number into `mover`, `other` and `floes`."""
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
        """Where a ply from a square leads, or OFF if it is not legal but for the other player;
        `taken` are all floes."""
        there = self.next[here * 4 + way]
        if there == OFF or BITS[there] & taken:
            return there
        while True:
            ahead = self.next[there * 4 + way]
            if ahead == OFF or BITS[ahead] & taken:
                return there
            there = ahead

    def after(self, mover: i64, other: i64, floes: i64, way: i64) -> i64:
        """The number of the position after a ply; OFF where the ply is not legal, and the goal is
        for `wins` to find."""
        there = self.land(mover, way, floes | BITS[mover] | BITS[other])
        if there == OFF or there == other:
            return OFF
        if BITS[there] & floes:
            floes ^= BITS[there] | BITS[mover]
        return self.number(other, there, floes)

    def wins(self, mover: i64, other: i64, floes: i64) -> bool:
        """Whether a ply leads to the goal."""
        way: i64
        taken = floes | BITS[mover] | BITS[other]
        for way in range(4):
            if self.land(mover, way, taken) == self.goal:
                return True
        return False

    def loses(self, mover: i64, other: i64, floes: i64) -> bool:
        """Whether every ply leads to a position that the other player is known to win. Nobody is
        without a ply: two players cannot trap each other."""
        way: i64
        for way in range(4):
            number = self.after(mover, other, floes, way)
            if number != OFF and not self.plies[number] & 1:
                return False
        return True

    # -- layers

    def deepen(self) -> int:
        """Find what is decided in one ply more; return how many positions that are. 0 twice in a
        row: all is known."""
        before = self.fresh
        self.fresh = vec[i64]()
        self.layer += 1
        if self.layer == 1:
            self.find_first()
        for number in before:
            self.step_back(number)
        return len(self.fresh)

    def find_first(self) -> None:
        """All positions that are won at once."""
        mover: i64
        other: i64
        for mover in range(self.squares):
            for other in range(self.squares):
                if mover != other and self.goal not in (mover, other):
                    self.find_first_of(mover, other)

    def find_first_of(self, mover: i64, other: i64) -> None:
        """The same with the players on these squares; sets of floes in the order of their rank,
        by Gosper's way to the next greater integer with as many bits."""
        i: i64
        players = BITS[mover] | BITS[other]
        place = (mover * self.squares + other) * self.sets
        floes = BITS[self.loose] - 1
        for i in range(self.sets):
            if not floes & players and self.wins(mover, other, floes):
                self.learn(place + i)
            low = floes & -floes
            high = floes + low
            floes = (high ^ floes) // low // 4 | high

    def learn(self, number: i64) -> None:
        self.plies[number] = u8(self.layer)
        self.fresh = append(self.fresh, number)

    def step_back(self, number: i64) -> None:
        """Look at the positions from which a ply leads to this one: the other player has just come
        to where he stands, on his floe or from a loose one beside him."""
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
        """A ply from this position leads to one that was decided in the layer before."""
        if mover == self.goal:
            return
        number = self.number(mover, other, floes)
        if self.plies[number] == 0 and (self.layer & 1 or self.loses(mover, other, floes)):
            self.learn(number)

    # -- what came out

    def positions(self) -> int:
        """How many unfinished positions there are, counted for the player to move."""
        squares, loose = int(self.squares), int(self.loose)
        return (squares - 1) * (squares - 2) * comb(squares - 2, loose)

    def counts(self) -> list[int]:
        """How many positions are decided in each number of plies; in 0 the draws."""
        found = bytes(self.plies)
        decided = [found.count(plies) for plies in range(1, int(self.layer) + 1)]
        return [self.positions() - sum(decided), *decided]

    def find(self, state: State) -> tuple[int, int]:
        """1, 0 or −1 for the player to move, and the plies to the end (0 in a draw), of an
        unfinished state with as many floes on such a board."""
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
        """The number is that of an unfinished position, and not of one with two things on a square
        or a player on the goal."""
        self.take(number)
        players = BITS[self.mover] | BITS[self.other]
        apart = self.mover != self.other and not players & self.floes
        return apart and not players & BITS[self.goal]

    def text(self, number: int) -> str:
        """The position text, with P to move."""
        self.take(number)
        size = int(self.size)
        cells = ["*" if BITS[square] & self.floes else "." for square in range(size * size)]
        cells[int(self.mover)], cells[int(self.other)] = "P", "Q"
        rows = [cells[start : start + size] for start in range(0, size * size, size)]
        return "/".join("".join(row) for row in rows) + " ; P"

    def square(self, at: i64) -> i64:
        """A square of a state, counted as here."""
        return at // ROW * self.size + at % ROW

    # -- going on later

    def save(self, path: Path) -> None:
        """Write what is known so far."""
        fresh = path.with_name(path.name + ".new")
        with fresh.open("wb") as file:
            file.write((json.dumps(self.head()) + "\n").encode())
            file.write(bytes(self.plies))
        fresh.replace(path)

    def load(self, path: Path) -> None:
        """Go on from a file. Raises BadRecord if it is not of such a board."""
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
        return {"size": int(self.size), "loose": int(self.loose), "layer": int(self.layer)}


def read_layer(head: bytes) -> int:
    """How far the table of a file has grown. Raises BadRecord."""
    try:
        return int(json.loads(head)["layer"])
    except (ValueError, LookupError, TypeError):
        raise BadRecord("This is no table of Ice Floes.") from None


def neighbours(size: int) -> list[int]:
    """The next square up, down, left and right of each square, or OFF: ways are as in MOVES, and
    way ^ 1 leads back."""
    found = []
    for square in range(size * size):
        y, x = divmod(square, size)
        found.append(square - size if y > 0 else OFF)
        found.append(square + size if y < size - 1 else OFF)
        found.append(square - 1 if x > 0 else OFF)
        found.append(square + 1 if x < size - 1 else OFF)
    return found


def solve(size: int, loose: int) -> Retrograde:
    """The whole table of a board, from the ends to where nothing is added. Raises BadOption."""
    table = Retrograde(size, loose)
    idle = 0
    while idle < 2:
        idle = 0 if table.deepen() else idle + 1
    return table
