"""The Royal Game of Ur, in the simplest form in which I. Finkel reads a Babylonian tablet of 177
BC.

The road of a seat has fourteen squares: 1 to 4 are its own, 5 to 12 are shared with the other seat,
13 and 14 are its own. 0 stands for the pieces that have not entered, 15 for those that have left
the road at its end. The pieces of a seat on its road are a number with a bit for each square."""

from __future__ import annotations

import re
from typing import Final, final

from everygame.contract import CHANCE, OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, vec
from everygame.fast.state import FastState, mix

PIECES: Final = 7
"""The number of pieces of each seat."""
HAND: Final = 0
"""The square of the pieces that have not entered."""
HOME: Final = 15
"""The square of the pieces that have gone the whole road."""
SHARED: Final = range(5, 13)
"""The squares that both roads share."""
ROSETTES: Final = (4, 8, 14)
"""The squares that give another throw."""
SAFE: Final = 8
"""The rosette on the shared squares: a piece there cannot be taken."""
DICE: Final = 4
"""The number of dice, which is also the greatest throw."""
WEIGHTS: Final = vec[i64]([1, 4, 6, 4, 1])
"""The weights of throws of 0 to 4: four dice are thrown, each with two of its four corners
marked."""
NOTHING: Final = -1
"""The value of a throw where there is none."""
BIT: Final = vec[i64]([1 << n for n in range(HOME + 1)])
"""The bit of each square."""
LETTERS: Final = "SN"
"""The letters of the seats in texts: South and North."""
SEAT: Final = "((?:[0-9]{1,2} |- )+)home ([0-9])"
POSITION: Final = re.compile(f"S {SEAT} ; N {SEAT} ; ([SN])(?::([0-4]))?")
"""A position text: for each seat its squares, or `-`, and its pieces at home; then the turn."""


@final
class UrState(FastState):
    """For each seat, the pieces on the road and the number of pieces at home; the seat to play; and
    the throw."""

    def __init__(self) -> None:
        self.road = vec[i64]([0, 0])
        self.home = vec[i64]([0, 0])
        self.turn: i64 = 0
        self.thrown: i64 = NOTHING
        self.lost: i64 = NOTHING
        """A throw with which the other seat could not move; it is shown until the seat to play has
        moved."""

    def blank(self) -> UrState:
        return UrState()

    def copy_from(self, other: State) -> None:
        assert isinstance(other, UrState)
        self.road[0], self.road[1] = other.road[0], other.road[1]
        self.home[0], self.home[1] = other.home[0], other.home[1]
        self.turn = other.turn
        self.thrown = other.thrown
        self.lost = other.lost

    def hand(self, seat: i64) -> i64:
        """Return the number of pieces of a seat that have not entered yet."""
        square: i64
        left: i64 = PIECES - self.home[seat]
        for square in range(1, HOME):
            if self.road[seat] & BIT[square]:
                left -= 1
        return left

    def to_play(self) -> i64:
        if self.home[0] == PIECES or self.home[1] == PIECES:
            return OVER
        return CHANCE if self.thrown == NOTHING else self.turn

    def legal_actions_into(self, out: vec[i64]) -> i64:
        """Write the legal actions to `out`: the throws 0 to 4 where chance decides, else the
        squares from which a piece can go on."""
        square: i64
        n: i64 = 0
        if self.thrown == NOTHING:
            for square in range(DICE + 1):
                out[square] = square
            return DICE + 1
        for square in range(HOME):
            if self.may_go(square):
                out[n] = square
                n += 1
        return n

    def weights_into(self, out: vec[i64]) -> i64:
        i: i64
        for i in range(DICE + 1):
            out[i] = WEIGHTS[i]
        return 16

    def may_go(self, square: i64) -> bool:
        """Whether the seat to play has a piece on this square that can go to where the throw
        leads."""
        goal = square + self.thrown
        mine = self.road[self.turn]
        if goal > HOME or goal == square:
            return False
        if square == HAND:
            if self.hand(self.turn) == 0:
                return False
        elif not mine & BIT[square]:
            return False
        if goal == HOME:
            return True
        return not mine & BIT[goal] and not (goal == SAFE and self.road[1 - self.turn] & BIT[SAFE])

    def advance(self, action: i64) -> None:
        if self.thrown == NOTHING:
            self.throw(action)
        else:
            self.go(action)

    def throw(self, pips: i64) -> None:
        """Store a throw; it ends the turn if no piece can move."""
        square: i64
        self.thrown = pips
        for square in range(HOME):
            if self.may_go(square):
                return
        self.lost = pips
        self.end_turn()

    def go(self, square: i64) -> None:
        """Move a piece from a square by the throw. On a shared square it takes a piece of the other
        seat; on a rosette the seat throws again."""
        seat, goal = self.turn, square + self.thrown
        self.lost = NOTHING
        if square != HAND:
            self.road[seat] -= BIT[square]
        if goal == HOME:
            self.home[seat] += 1
        else:
            self.road[seat] += BIT[goal]
            if 5 <= goal <= 12 and self.road[1 - seat] & BIT[goal]:
                self.road[1 - seat] -= BIT[goal]
        if goal == 4 or goal == 8 or goal == 14:
            self.thrown = NOTHING
        else:
            self.end_turn()

    def end_turn(self) -> None:
        self.thrown = NOTHING
        self.turn = 1 - self.turn

    def return_of(self, seat: i64) -> float:
        if self.to_play() != OVER:
            return 0.0
        return 1.0 if self.home[seat] == PIECES else -1.0

    def ending(self) -> str:
        return "all home" if self.to_play() == OVER else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.thrown == NOTHING:
            return f"d{action}"
        return f"{place(action)}-{place(int(action + self.thrown))}"

    def fingerprint(self) -> i64:
        mark = mix(self.road[0] * 65536 + self.road[1], self.home[0] * 8 + self.home[1])
        return mix(mark, self.turn * 8 + self.thrown)

    def position(self) -> str:
        """Return, for each seat, its squares and its number of pieces at home; then the seat to
        play and the throw."""
        parts = []
        for seat, letter in enumerate(LETTERS):
            squares = [str(n) for n in range(1, HOME) if self.road[seat] & BIT[n]]
            parts.append(f"{letter} {' '.join(squares) or '-'} home {self.home[seat]}")
        thrown = "" if self.thrown == NOTHING else f":{self.thrown}"
        return f"{' ; '.join(parts)} ; {LETTERS[int(self.turn)]}{thrown}"

    def key(self) -> str:
        return self.position()

    def to_json(self) -> Json:
        return {
            "road": [[n for n in range(1, HOME) if self.road[seat] & BIT[n]] for seat in (0, 1)],
            "home": [int(self.home[seat]) for seat in (0, 1)],
            "turn": int(self.turn),
            "thrown": int(self.thrown),
            "lost": int(self.lost),
        }


def place(square: int) -> str:
    """Return the name of a square in move texts."""
    return "in" if square == HAND else "home" if square == HOME else str(square)


class Ur(Game):
    """The Royal Game of Ur for two seats with seven pieces each, without options."""

    name = "ur"
    num_actions = HOME
    num_outcomes = DICE + 1
    chance = True

    def initial_state(self) -> State:
        return UrState()

    def from_json(self, data: AnyJson) -> State:
        road, home = self.read_list(data, "road", 2), self.read_list(data, "home", 2)
        state = UrState()
        for seat in (0, 1):
            self.place(state, seat, road[seat], home[seat])
        state.turn = self.read_number(data, "turn", 0, 1)
        state.thrown = self.read_number(data, "thrown", NOTHING, DICE)
        state.lost = self.read_number(data, "lost", NOTHING, DICE)
        both = state.road[0] & state.road[1]
        if any(both & BIT[square] for square in SHARED):
            raise BadPosition("Pieces of both stand on one shared square.")
        if state.thrown != NOTHING and state.to_play() >= 0 and not state.legal_actions():
            raise BadPosition(
                "With a throw of {thrown} nothing can move; the turn is over.", thrown=state.thrown
            )
        if state.home[0] == state.home[1] == PIECES:
            raise BadPosition("Both have all pieces home.")
        return state

    def place(self, state: UrState, seat: int, road: AnyJson, home: AnyJson) -> None:
        """Set the pieces of a seat. Raises BadPosition."""
        squares = range(1, HOME)
        sound = isinstance(road, list) and all(type(n) is int and n in squares for n in road)
        if not sound or len(set(road)) < len(road):
            raise BadPosition(
                "The squares of a seat are different ones from 1 to 14, not {road}.",
                road=repr(road),
            )
        if type(home) is not int or not 0 <= home <= PIECES - len(road):
            raise BadPosition(
                "A seat has seven pieces in all, so {home} cannot be home.", home=repr(home)
            )
        state.road[seat] = sum(1 << square for square in road)
        state.home[seat] = home

    def parse_position(self, text: str) -> State:
        found = POSITION.fullmatch(text)
        if found is None:
            raise BadPosition(
                "A position of Ur is like 'S 4 7 home 1 ; N - home 0 ; S:3': squares and pieces"
                " home of each seat, who is to play, and the throw, not {text}.",
                text=repr(text[:60]),
            )
        return self.from_json(
            {
                "road": [[int(n) for n in found[seat].replace("-", "").split()] for seat in (1, 3)],
                "home": [int(found[2]), int(found[4])],
                "turn": LETTERS.index(found[5]),
                "thrown": int(found[6] or NOTHING),
                "lost": NOTHING,
            }
        )


GAME = Ur
