"""Go with area scoring, the Chinese way of counting: a side's stones and the points that they
enclose.

Two rules keep a match short: a stone that brings back the stones of an earlier position makes the
match a draw, whichever side is to play (a positional superko; J. Tromp and B. Taylor forbid the
move instead), and a match ends after 3 · size² plies."""

from __future__ import annotations

import re
from typing import Final, final

from everygame.contract import OVER, TRUTH, AnyJson, Choice, Game, Json, Option, State
from everygame.errors import BadOption, BadPosition
from everygame.fast.arrays import i64, vec
from everygame.fast.state import FastState, mix
from everygame.games.go.board import BLACK, BORDER, EMPTY, WHITE, Board
from everygame.words import say

FILES: Final = "abcdefghijklmnopqrs"
"""The letters of the files."""
SIGNS: Final = ".xo"
"""The signs in texts for an empty point, a stone of Black and a stone of White."""
NO_KO: Final = -1
"""The value of `ko` where ko forbids no point."""
NOWHERE: Final = 0
"""A point of the border, which stands for no point."""
SIZES: Final = range(5, 20)
"""The numbers of lines that a board may have. The option offers three; programs name the others."""
LONGEST: Final = 3
"""A match ends after this many plies for each point of the board."""

OPTIONS: Final = (
    Option(
        "size",
        "9",
        say("Board"),
        say("A match on the small board takes a quarter of an hour, on the large one an evening."),
        (Choice("9", "9 × 9"), Choice("13", "13 × 13"), Choice("19", "19 × 19")),
        free=True,
    ),
    Option(
        "komi",
        "7.5",
        say("Komi"),
        say("What White gets for playing second. The half point rules out a draw."),
        (
            Choice("7.5", say("7½ points")),
            Choice("6.5", say("6½ points")),
            Choice("0.5", say("half a point")),
        ),
        free=True,
    ),
)
KOMI: Final = r"0|-?[1-9]\d?|-?(0|[1-9]\d?)\.5"
"""Matches a komi: whole or half points below a hundred; a negative komi is for Black."""


@final
class GoState(FastState):
    """The board, the seat to play, the square that ko forbids, and the number of passes at the
    end."""

    def __init__(self, size: int, twice_komi: int) -> None:
        self.board = Board(size)
        self.twice_komi: i64 = twice_komi
        self.turn: i64 = 0
        self.ko: i64 = NO_KO
        self.passes: i64 = 0
        self.plies: i64 = 0
        self.last: i64 = NOWHERE
        """The point of the last stone; NOWHERE after a pass or where the last ply is not known.
        Simulated matches answer this stone. It is not a part of the position."""

    def blank(self) -> GoState:
        return GoState(int(self.board.size), int(self.twice_komi))

    def copy_from(self, other: State) -> None:
        assert isinstance(other, GoState)
        self.board.copy_from(other.board)
        self.turn = other.turn
        self.ko = other.ko
        self.passes = other.passes
        self.plies = other.plies
        self.last = other.last

    def pass_action(self) -> i64:
        """Return the action that passes: the number of points, because the actions of points come
        before it."""
        return self.board.size * self.board.size

    def square(self, point: i64) -> i64:
        """Return the square of a point, which is also the action that puts a stone there."""
        board = self.board
        return (point // board.width - 1) * board.size + point % board.width - 1

    def to_play(self) -> i64:
        if self.passes == 2 or self.plies >= LONGEST * self.pass_action():
            return OVER
        return self.turn

    def legal_actions_into(self, out: vec[i64]) -> i64:
        point: i64
        n: i64 = 0
        square: i64 = 0
        board, colour, ko = self.board, self.turn + 1, self.ko
        points = board.points
        for point in range(board.width, (board.size + 1) * board.width):
            content = points[point]
            if content == EMPTY and square != ko and board.may_stand(point, colour):
                out[n] = square
                n += 1
            if content != BORDER:
                square += 1
        out[n] = square
        return n + 1

    def advance(self, action: i64) -> None:
        self.ko = NO_KO
        if action == self.pass_action():
            self.passes += 1
            self.last = NOWHERE
        else:
            self.passes = 0
            self.put(action)
        self.turn = 1 - self.turn
        self.plies += 1

    def put(self, square: i64) -> None:
        """Put a stone. Ko forbids the other seat to take back at once, and so to repeat the
        position, where this stone captures just one stone and then stands alone with the captured
        stone's point as its only liberty."""
        board = self.board
        point = board.place(square)
        self.last = point
        captured = board.put(point, self.turn + 1)
        if captured == 1 and board.walk(point, 2) == 1 and board.group_size == 1:
            self.ko = self.square(board.taken)

    def twice_lead(self) -> i64:
        """Return the lead of Black, in half points."""
        lead = self.board.area(BLACK) - self.board.area(WHITE)
        return 2 * lead - self.twice_komi

    def return_of(self, seat: i64) -> float:
        lead: i64 = 0
        if self.to_play() == OVER:
            lead = self.twice_lead()
        if lead == 0:
            return 0.0
        return 1.0 if (lead > 0) == (seat == 0) else -1.0

    def ending(self) -> str:
        if self.to_play() != OVER:
            return ""
        return "both passed" if self.passes == 2 else "long match"

    def scores(self) -> list[float]:
        white = float(self.board.area(WHITE)) + float(self.twice_komi) / 2
        return [float(self.board.area(BLACK)), white]

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        size = int(self.board.size)
        if action == size * size:
            return "pass"
        return f"{FILES[action % size]}{action // size + 1}"

    def fingerprint(self) -> i64:
        square: i64
        mark = mix(self.ko * 8 + self.passes * 2 + self.turn, self.plies)
        for square in range(self.pass_action()):
            mark = mix(mark, self.board.points[self.board.place(square)])
        return mark

    def key(self) -> str:
        """Return the key of a position for repetition: the stones alone. After a pass, in which the
        stones stay the same, it is a number that no other position has."""
        return f"{self.plies}" if self.passes else self.rows()

    def rows(self) -> str:
        """Return the contents of the points, as rows from the top, separated by `/`."""
        size = int(self.board.size)
        return "/".join(
            "".join(
                SIGNS[self.board.points[self.board.place(rank * size + file)]]
                for file in range(size)
            )
            for rank in reversed(range(size))
        )

    def position(self) -> str:
        """Return rows from the top; the side to play; the point of ko or `-`; `pass` if the last
        ply was a pass."""
        ko = "-" if self.ko == NO_KO else self.text(int(self.ko))
        return f"{self.rows()} ; {'xo'[int(self.turn)]} ; {ko}" + " ; pass" * int(self.passes)

    def to_json(self) -> Json:
        return {
            "rows": self.rows(),
            "turn": int(self.turn),
            "ko": "" if self.ko == NO_KO else self.text(int(self.ko)),
            "passes": int(self.passes),
            "plies": int(self.plies),
        }

    def set_up(self, rows: list[str]) -> None:
        """Set the stones of this state, given as rows from the top. Raises BadPosition."""
        size = int(self.board.size)
        for rank, row in enumerate(reversed(rows)):
            for file, sign in enumerate(row):
                self.board.points[self.board.place(rank * size + file)] = SIGNS.index(sign)
        for square in range(size * size):
            point = self.board.place(square)
            if self.board.points[point] != EMPTY and self.board.walk(point, 1) == 0:
                raise BadPosition("The stone on {text} has no liberty.", text=self.text(square))


class Go(Game):
    """Go on a board of 5 to 19 lines."""

    name = "go"
    options = OPTIONS
    repetition = 2

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        if self.values["size"] not in map(str, SIZES):
            raise BadOption(
                "A board of go has from {least} to {most} lines, not {size}.",
                least=SIZES[0],
                most=SIZES[-1],
                size=repr(self.values["size"]),
            )
        if not re.fullmatch(KOMI, self.values["komi"]):
            raise BadOption(
                "The komi is a whole or half number of points below 100, such as 6 or 7.5, not"
                " {komi}.",
                komi=repr(self.values["komi"]),
            )
        self.size = int(self.values["size"])
        self.num_actions = self.size * self.size + 1
        self.longest = LONGEST * self.size * self.size

    def initial_state(self) -> State:
        return self.empty()

    def empty(self) -> GoState:
        """Return a state with an empty board."""
        return GoState(self.size, int(2 * float(self.values["komi"])))

    def from_json(self, data: AnyJson) -> State:
        size = self.size
        rows = self.read_text(data, "rows", rf"[.xo]{{{size}}}(/[.xo]{{{size}}}){{{size - 1}}}")
        state = self.empty()
        state.set_up(rows.split("/"))
        state.turn = self.read_number(data, "turn", 0, 1)
        state.passes = self.read_number(data, "passes", 0, 2)
        state.plies = self.read_number(data, "plies", 0, LONGEST * size * size)
        self.forbid(state, self.read_text(data, "ko", f"|[a-{FILES[size - 1]}][1-9][0-9]?"))
        return state

    def forbid(self, state: GoState, ko: str) -> None:
        """Set the square that ko forbids, from its text. Raises BadPosition."""
        if not ko:
            return
        file, rank = FILES.index(ko[0]), int(ko[1:])
        if (
            rank > self.size
            or state.board.points[state.board.place((rank - 1) * self.size + file)] != EMPTY
        ):
            raise BadPosition("Ko cannot forbid {ko}, which is no empty point.", ko=ko)
        state.ko = (rank - 1) * self.size + file

    def parse_position(self, text: str) -> State:
        rows, turn, ko, *passed = text.split(" ; ") if text.count(" ; ") in (2, 3) else ("",) * 3
        if turn not in ("x", "o") or passed not in ([], ["pass"]):
            raise BadPosition(
                "A go position is rows from the top, whose turn it is (x or o), and the point of"
                " ko or -, with ' ; ' between, not {text}.",
                text=repr(text[:60]),
            )
        known = {"rows": rows, "turn": "xo".index(turn), "passes": len(passed), "plies": 0}
        return self.from_json({**known, "ko": "" if ko == "-" else ko})


GAME = Go
