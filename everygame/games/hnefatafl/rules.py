"""Hnefatafl on 11 × 11 squares by the Fetlar rules (Fetlar Hnefatafl Panel, 2007), as described at
https://aagenielsen.dk/fetlar_rules_en.php.

The board is a list of points with a border around it: the point in file and rank, both counted from
0, has the index (rank + 1) * 13 + file + 1. A square is rank * 11 + file. An action is square * 22
+ target, where the target is a file in the same rank (0 to 10) or 11 + a rank in the same file (11
to 21)."""

from __future__ import annotations

from typing import Final, final

from everygame.contract import OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, vec
from everygame.fast.state import FastState, mix

SIDE: Final = 11
"""The number of files and of ranks."""
WIDTH: Final = 13
"""The distance from a point to the point above it, with the border."""
EMPTY: Final = 0
ATTACKER: Final = 1
DEFENDER: Final = 2
KING: Final = 3
BORDER: Final = 4
SIGNS: Final = ".adk"
"""The signs in texts for an empty square, an attacker, a defender and the king."""
FILES: Final = "abcdefghijk"
WAYS: Final = vec[i64]([1, -1, WIDTH, -WIDTH])
"""The differences between the indices of neighbouring points, in four directions."""
POINTS: Final = WIDTH * WIDTH
"""The number of points with the border."""
TARGETS: Final = 2 * SIDE
"""The number of targets for each square."""
THRONE: Final = 6 * WIDTH + 6
"""The point in the centre."""
CORNERS: Final = (WIDTH + 1, WIDTH + SIDE, SIDE * WIDTH + 1, SIDE * WIDTH + SIDE)
"""The points of the four corners."""
LONGEST: Final = 1000
"""The match is a draw after this many plies."""
GOING: Final = -1
"""The value of `winner` while the match goes on."""
DRAW: Final = 2
"""The value of `winner` after a draw."""

START: Final = (
    "...aaaaa.../.....a...../.........../a....d....a/a...ddd...a/aa.ddkdd.aa"
    "/a...ddd...a/a....d....a/.........../.....a...../...aaaaa..."
)
"""The first position, as rows from the top."""

is_corner: Final = vec[i64]([int(point in CORNERS) for point in range(POINTS)])
"""For each point: 1 if it is a corner, else 0."""
reached: Final = vec[i64]([0] * POINTS)
"""For each point: whether a walk over the board has reached it. All states share this buffer."""
queue: Final = vec[i64]([0] * POINTS)
"""The points that a walk has reached, in order. All states share this buffer."""


def place(square: i64) -> i64:
    """Return the point of a square."""
    return (square // SIDE + 1) * WIDTH + square % SIDE + 1


@final
class HnefataflState(FastState):
    """The contents of the points, the point of the king (0: there is no king), and how the match
    has ended, if it has."""

    def __init__(self) -> None:
        self.points = vec[i64]([BORDER] * POINTS)
        self.king: i64 = 0
        self.turn: i64 = 0
        self.plies: i64 = 0
        self.winner: i64 = GOING
        self.why: str = ""

    def blank(self) -> HnefataflState:
        return HnefataflState()

    def copy_from(self, other: State) -> None:
        i: i64
        assert isinstance(other, HnefataflState)
        for i in range(WIDTH + 1, POINTS - WIDTH - 1):
            self.points[i] = other.points[i]
        self.king = other.king
        self.turn = other.turn
        self.plies = other.plies
        self.winner = other.winner
        self.why = other.why

    def to_play(self) -> i64:
        return self.turn if self.winner == GOING else OVER

    def is_mine(self, content: i64) -> bool:
        """Whether the content of a point is a piece of the side to play."""
        if self.turn == 0:
            return content == ATTACKER
        return content == DEFENDER or content == KING

    def legal_actions_into(self, out: vec[i64]) -> i64:
        square: i64
        n: i64 = 0
        for square in range(SIDE * SIDE):
            point = place(square)
            if self.is_mine(self.points[point]):
                n = self.fill_line(out, n, square, point, 0)
                n = self.fill_line(out, n, square, point, 1)
        return n

    def fill_line(self, out: vec[i64], n: i64, square: i64, point: i64, upwards: i64) -> i64:
        """Write the moves of a piece along its rank, or along its file if `upwards` is 1, to `out`
        from index n on; return the new number of moves. Pieces move like rooks and may pass over
        the empty throne, but only the king may stop on the throne or a corner."""
        p = self.points
        way = WIDTH if upwards else 1
        first = point
        while p[first - way] == EMPTY:
            first -= way
        is_king = p[point] == KING
        action = square * TARGETS + upwards * SIDE
        action += first // WIDTH - 1 if upwards else first % WIDTH - 1
        while p[first] == EMPTY or first == point:
            if first != point and (is_king or not (first == THRONE or is_corner[first])):
                out[n] = action
                n += 1
            first += way
            action += 1
        return n

    def target(self, action: i64) -> i64:
        """Return the square to which an action leads."""
        square, aim = action // TARGETS, action % TARGETS
        return square - square % SIDE + aim if aim < SIDE else (aim - SIDE) * SIDE + square % SIDE

    def advance(self, action: i64) -> None:
        start, goal = place(action // TARGETS), place(self.target(action))
        piece = self.points[start]
        self.points[start] = EMPTY
        self.points[goal] = piece
        if piece == KING:
            self.king = goal
        self.capture_around(goal)
        self.plies += 1
        self.turn = 1 - self.turn
        self.judge(goal)

    def capture_around(self, goal: i64) -> None:
        """Take enemy pieces, except the king, that lie between the piece that moved to `goal` and
        an own piece or a hostile square."""
        i: i64
        p = self.points
        for i in range(4):
            beside = goal + WAYS[i]
            enemy = p[beside]
            if enemy != (DEFENDER if self.turn == 0 else ATTACKER):
                continue
            beyond = beside + WAYS[i]
            if self.is_mine(p[beyond]) or self.is_hostile(beyond, enemy):
                p[beside] = EMPTY

    def is_hostile(self, point: i64, to: i64) -> bool:
        """Whether the point acts like an enemy piece against the piece `to`: corners do so to all,
        the throne to attackers and, while it is empty, to defenders."""
        if point == THRONE:
            return to == ATTACKER or self.points[point] == EMPTY
        return is_corner[point] == 1

    def judge(self, goal: i64) -> None:
        """End the match if the ply to the point `goal` decides it."""
        if is_corner[self.king]:
            self.end(1, "corner")
        elif self.turn == 1 and self.is_king_taken(goal):
            self.end(0, "king taken")
        elif self.turn == 1 and self.is_encircled():
            self.end(0, "encircled")
        elif not self.can_move():
            self.end(1 - self.turn, "no moves")
        elif self.plies >= LONGEST:
            self.end(DRAW, "long match")

    def end(self, winner: i64, why: str) -> None:
        """Store who has won and why."""
        self.winner = winner
        self.why = why

    def is_king_taken(self, goal: i64) -> bool:
        """Whether attackers stand on all four sides of the king, one of them having just moved to
        `goal`; the throne counts as an attacker."""
        i: i64
        came = False
        for i in range(4):
            beside = self.king + WAYS[i]
            if self.points[beside] != ATTACKER and beside != THRONE:
                return False
            came = came or beside == goal
        return came

    def is_encircled(self) -> bool:
        """Whether every way from the king and the defenders to the edge is closed by attackers."""
        i: i64
        n: i64 = 0
        way: i64
        for i in range(POINTS):
            reached[i] = 0
            if self.points[i] == DEFENDER or self.points[i] == KING:
                reached[i] = 1
                queue[n] = i
                n += 1
        # One walk goes outwards from the king and all defenders together; only attackers stop it.
        i = 0
        while i < n:
            for way in range(4):
                beside = queue[i] + WAYS[way]
                content = self.points[beside]
                if content == BORDER:
                    return False
                if content != ATTACKER and not reached[beside]:
                    reached[beside] = 1
                    queue[n] = beside
                    n += 1
            i += 1
        return True

    def can_move(self) -> bool:
        """Whether at least one piece of the side to play has a move."""
        square: i64
        way: i64
        for square in range(SIDE * SIDE):
            point = place(square)
            if not self.is_mine(self.points[point]):
                continue
            for way in range(4):
                if self.has_move(point, WAYS[way]):
                    return True
        return False

    def has_move(self, point: i64, way: i64) -> bool:
        """Whether the piece on a point can stop somewhere in this direction."""
        beside = point + way
        if beside == THRONE and self.points[point] != KING and self.points[beside] == EMPTY:
            beside += way
        if self.points[beside] != EMPTY:
            return False
        return self.points[point] == KING or not is_corner[beside]

    def return_of(self, seat: i64) -> float:
        if self.winner < 0 or self.winner == DRAW:
            return 0.0
        return 1.0 if self.winner == seat else -1.0

    def ending(self) -> str:
        return self.why

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        square, goal = action // TARGETS, int(self.target(action))
        return f"{name(square)}-{name(goal)}"

    def fingerprint(self) -> i64:
        square: i64
        mark = mix(self.turn, self.plies)
        for square in range(SIDE * SIDE):
            mark = mix(mark, self.points[place(square)])
        return mark

    def key(self) -> str:
        """Return the key of a position for repetition: the board and the side to play."""
        return self.position()

    def rows(self) -> str:
        """Return the contents of the squares, as rows from the top, separated by `/`."""
        return "/".join(
            "".join([SIGNS[self.points[place(rank * SIDE + file)]] for file in range(SIDE)])
            for rank in reversed(range(SIDE))
        )

    def position(self) -> str:
        """Return rows from the top, then `a` or `d` for the side to play."""
        return f"{self.rows()} ; {'ad'[int(self.turn)]}"

    def to_json(self) -> Json:
        return {
            "rows": self.rows(),
            "turn": int(self.turn),
            "plies": int(self.plies),
            "ended": self.why,
            "winner": int(self.winner),
        }

    def set_up(self, rows: list[str]) -> None:
        """Set the pieces of this state, given as rows from the top. Raises BadPosition."""
        for rank, row in enumerate(reversed(rows)):
            for file, sign in enumerate(row):
                point = place(rank * SIDE + file)
                self.points[point] = SIGNS.index(sign)
                if sign == "k":
                    self.king = point
                elif sign != "." and (point == THRONE or is_corner[point]):
                    raise BadPosition("Only the king can stand on the throne or in a corner.")


def name(square: int) -> str:
    """Return the name of a square; "a1" is the bottom left corner."""
    return f"{FILES[square % SIDE]}{square // SIDE + 1}"


ENDED: Final = ("", "corner", "king taken", "encircled", "no moves", "long match")
"""The endings of a match; the empty text while it goes on."""


class Hnefatafl(Game):
    """24 attackers, who begin, against a king and 12 defenders, without options."""

    name = "hnefatafl"
    num_actions = SIDE * SIDE * TARGETS
    longest = LONGEST
    repetition = 3

    def initial_state(self) -> State:
        state = HnefataflState()
        state.set_up(START.split("/"))
        return state

    def from_json(self, data: AnyJson) -> State:
        row = f"[{SIGNS}]{{{SIDE}}}"
        rows = self.read_text(data, "rows", f"{row}(/{row}){{{SIDE - 1}}}")
        if (rows.count("k"), rows.count("a") <= 24, rows.count("d") <= 12) != (1, True, True):
            raise BadPosition("There are one king, at most 12 defenders and at most 24 attackers.")
        state = HnefataflState()
        state.set_up(rows.split("/"))
        state.turn = self.read_number(data, "turn", 0, 1)
        state.plies = self.read_number(data, "plies", 0, LONGEST)
        state.winner = self.read_number(data, "winner", GOING, DRAW)
        state.why = self.read_text(data, "ended", "|".join(ENDED))
        if (state.winner == GOING) != (state.why == ""):
            raise BadPosition(
                "A match that ended by {why} was won by {winner}.",
                why=repr(state.why),
                winner=state.winner,
            )
        return state

    def parse_position(self, text: str) -> State:
        rows, semicolon, turn = text.rpartition(" ; ")
        if turn not in ("a", "d") or not semicolon:
            raise BadPosition(
                "A hnefatafl position is 11 rows from the top and a or d for the side to play,"
                " with ' ; ' between, not {text}.",
                text=repr(text[:60]),
            )
        known = {"rows": rows, "turn": "ad".index(turn), "plies": 0, "ended": "", "winner": GOING}
        state = self.from_json(known)
        assert isinstance(state, HnefataflState)
        if is_corner[state.king] or not state.can_move():
            raise BadPosition("In this position the match is over already.")
        return state


GAME = Hnefatafl
