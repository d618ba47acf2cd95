"""Reversi by the rules of Othello (Goro Hasegawa, 1971): a new disc encloses discs of the other
side in lines and turns them over.

The discs of each side are a set of squares (`everygame.fast.bits`); a1 is the top left corner, as
players of Othello write it. An action is the square of the new disc; 64 is a pass. The legal
actions are computed once, at the end of each ply."""

from __future__ import annotations

from typing import Final, final

from everygame.contract import OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, vec
from everygame.fast.bits import BITS, SQUARES, count, first, name, word, write_rows
from everygame.fast.state import FastState, mix

START: Final = "......../......../......../...wb.../...bw.../......../......../........ ; b"
LETTERS: Final = "bw"
PASS: Final = 64
"""The action that passes."""
COLUMNS: Final = 0x7E7E7E7E7E7E7E7E
"""The squares that have a neighbour on both sides in their row."""
ROWS: Final = 0x00FFFFFFFFFFFF00
"""The squares that have a neighbour above and below."""
INNER: Final = COLUMNS & ROWS
"""The squares that have neighbours on all diagonals. Discs of the other side are masked by one of
these three sets before they are shifted along a row, a column or a diagonal, so that no line runs
over the edge."""


@final
class ReversiState(FastState):
    """The discs of the seat to play (`mine`) and of the other seat (`theirs`), and the squares
    where the seat to play may put a disc (`places`)."""

    def __init__(self) -> None:
        self.mine: i64 = 0
        self.theirs: i64 = 0
        self.places: i64 = 0
        self.turn: i64 = 0
        self.over: bool = False

    def blank(self) -> ReversiState:
        return ReversiState()

    def copy_from(self, other: State) -> None:
        assert isinstance(other, ReversiState)
        self.mine = other.mine
        self.theirs = other.theirs
        self.places = other.places
        self.turn = other.turn
        self.over = other.over

    def to_play(self) -> i64:
        return OVER if self.over else self.turn

    def legal_actions_into(self, out: vec[i64]) -> i64:
        n: i64 = 0
        places = self.places
        if places == 0:
            out[0] = PASS
            return 1
        while places:
            out[n] = first(places)
            places &= places - 1
            n += 1
        return n

    def advance(self, action: i64) -> None:
        mine, theirs = self.mine, self.theirs
        if action != PASS:
            disc = BITS[action]
            turned = enclosed(disc, mine, theirs)
            mine |= disc | turned
            theirs ^= turned
        self.mine, self.theirs = theirs, mine
        self.turn = 1 - self.turn
        self.find_places()

    def find_places(self) -> None:
        """Find the squares where the next disc may be put; if neither seat has any, the match is
        over."""
        self.places = open_places(self.mine, self.theirs)
        self.over = self.places == 0 and open_places(self.theirs, self.mine) == 0

    def return_of(self, seat: i64) -> float:
        if not self.over:
            return 0.0
        lead = count(self.mine) - count(self.theirs)
        lead = lead if seat == self.turn else -lead
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    def ending(self) -> str:
        if not self.over:
            return ""
        full = count(self.mine) + count(self.theirs) == SQUARES
        return "full board" if full else "no place left"

    def scores(self) -> list[float]:
        mine, theirs = float(count(self.mine)), float(count(self.theirs))
        return [mine, theirs] if self.turn == 0 else [theirs, mine]

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return "pass" if action == PASS else name(action)

    def fingerprint(self) -> i64:
        return mix(mix(self.turn + 1, self.mine), self.theirs)

    def planes_into(self, out: vec[i64], viewer: i64) -> None:
        own = viewer == self.turn
        out[0] = self.mine if own else self.theirs
        out[1] = self.theirs if own else self.mine

    def key(self) -> str:
        return self.position()

    def position(self) -> str:
        return f"{self.rows()} ; {LETTERS[int(self.turn)]}"

    def rows(self) -> str:
        """Return the rows of the board from the top, separated by `/`."""
        both = LETTERS if self.turn == 0 else LETTERS[::-1]
        return "/".join(write_rows(self.mine, self.theirs, both))

    def to_json(self) -> Json:
        return {"rows": self.rows(), "turn": int(self.turn)}

    def set_up(self, rows: str, turn: int) -> None:
        """Set this state to a position. Raises BadPosition."""
        discs = [0, 0]
        for square, sign in enumerate(rows.replace("/", "")):
            if sign != ".":
                discs[LETTERS.index(sign)] |= 1 << square
        if CENTRE & ~(discs[0] | discs[1]):
            raise BadPosition("The four squares in the middle cannot be empty.")
        self.mine, self.theirs = word(discs[turn]), word(discs[1 - turn])
        self.turn = turn
        self.find_places()


CENTRE: Final = 0x0000001818000000
"""The four squares in the middle."""


def open_places(mine: i64, theirs: i64) -> i64:
    """Return the empty squares where a disc of `mine` would enclose discs of `theirs`: an unbroken
    line of the latter leads from there to a disc of the former."""
    found = rising(mine, theirs & COLUMNS, 1) << 1 | falling(mine, theirs & COLUMNS, 1) >> 1
    found |= rising(mine, theirs & ROWS, 8) << 8 | falling(mine, theirs & ROWS, 8) >> 8
    inner = theirs & INNER
    found |= rising(mine, inner, 7) << 7 | falling(mine, inner, 7) >> 7
    found |= rising(mine, inner, 9) << 9 | falling(mine, inner, 9) >> 9
    return found & ~(mine | theirs)


def enclosed(disc: i64, mine: i64, theirs: i64) -> i64:
    """Return the discs of `theirs` that lie between a new disc and discs of `mine`, in all eight
    directions."""
    inner = theirs & INNER
    found = between(disc, mine, theirs & COLUMNS, 1) | between(disc, mine, theirs & ROWS, 8)
    return found | between(disc, mine, inner, 7) | between(disc, mine, inner, 9)


def between(disc: i64, mine: i64, inner: i64, by: i64) -> i64:
    """Return the discs that a new disc encloses along one line, in both directions; neighbours on
    the line are `by` bits apart."""
    found: i64 = 0
    run = rising(disc, inner, by)
    if run << by & mine:
        found = run
    run = falling(disc, inner, by)
    if run >> by & mine:
        found |= run
    return found


def rising(start: i64, inner: i64, by: i64) -> i64:
    """Return the squares of `inner` that follow on `start` without a gap, at most six, each `by`
    bits above the one before. The steps add one square, then one more, then two squares at a time,
    twice."""
    run = start << by & inner
    run |= run << by & inner
    pairs = inner & inner << by
    run |= run << 2 * by & pairs
    return run | run << 2 * by & pairs


def falling(start: i64, inner: i64, by: i64) -> i64:
    """Return the squares of `inner` that follow on `start` without a gap, at most six, each `by`
    bits below the one before."""
    run = start >> by & inner
    run |= run >> by & inner
    pairs = inner & inner >> by
    run |= run >> 2 * by & pairs
    return run | run >> 2 * by & pairs


class Reversi(Game):
    """Reversi on eight by eight squares, without options."""

    name = "reversi"
    num_actions = SQUARES + 1
    longest = 2 * (SQUARES - 4)  # a pass before each disc, at most

    def initial_state(self) -> State:
        return self.parse_position(START)

    def from_json(self, data: AnyJson) -> State:
        rows = self.read_text(data, "rows", r"[bw.]{8}(/[bw.]{8}){7}")
        state = ReversiState()
        state.set_up(rows, self.read_number(data, "turn", 0, 1))
        return state

    def parse_position(self, text: str) -> State:
        rows, _, letter = text.partition(" ; ")
        if letter not in ("b", "w"):
            raise BadPosition(
                "{text} does not end in ' ; b' or ' ; w', who is to play.", text=repr(text)
            )
        return self.from_json({"rows": rows, "turn": LETTERS.index(letter)})


GAME = Reversi
