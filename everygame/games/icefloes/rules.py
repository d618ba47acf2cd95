"""The rules of Ice Floes, by Kevin De Keyser: glide on floes and come to rest on the goal.

A ply is a direction as seen on the page: up, down, left or right. The floes are kept twice, as bits
of each row and as bits of each column, so that a single look-up in a table finds where a ply ends.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, final

from everygame.contract import OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadOption, BadPosition
from everygame.fast.arrays import i64, u8, vec
from everygame.fast.bits import BITS
from everygame.fast.state import FastState, mix
from everygame.games.icefloes.levels import LETTERS, OPTIONS, draw_level, read_level

MOVES: Final = ("up", "down", "left", "right")
ROW: Final = 16
"""A square is row * ROW + column, with rows counted from the top. The list `floes` holds ROW rows
and then the columns."""
BYTE: Final = 8
"""The bits for each rank of a board that is packed into a word: those of 8 × 8 squares at most."""
OUT: Final = -1000
"""The square of an eliminated player: so far away from the board that no player is its
neighbour."""
NOBODY: Final = -1
MOST_PLIES: Final = 100_000
"""The largest value of the option `max_plies`."""
LAST_PLY: Final = 10**9
"""The largest number of plies that the JSON of a state may claim."""
SIGNS: Final = "[.*PQRS/]*"
"""Matches the levels in the JSON of a state; `read_level` says what else is wrong with one."""


@final
class Board:
    """What stays the same for a whole match: the starting level, its size and goal, the letters of
    the seats, and the tables for plies."""

    def __init__(self, start: str, letters: str, max_plies: int) -> None:
        size = start.index("/")
        self.start = start
        self.size: i64 = size
        self.goal: i64 = size // 2 * (ROW + 1)
        self.letters = letters
        self.seats: i64 = len(letters)
        self.max_plies: i64 = max_plies
        self.inside: vec[i64] = inside_table(size)
        self.target: vec[u8] = target_table(size)


@cache
def inside_table(size: int) -> vec[i64]:
    """Return for each square one bit for each direction in which the next square is on the board;
    directions are numbered as in `MOVES`."""
    ways = [0] * (size * ROW)
    for y in range(size):
        for x in range(size):
            up, down, left, right = y > 0, y < size - 1, x > 0, x < size - 1
            ways[y * ROW + x] = up | down << 1 | left << 2 | right << 3
    return vec[i64](ways)


@cache
def target_table(size: int) -> vec[u8]:
    """Return the table of where a ply along a row or a column ends: the end is at `[(place << size
    | floes) * 2 + forward]`, for the player's place in the line and the floes of the line as bits.
    If the next place holds a floe, the player steps onto it; else he glides to the last place
    before a floe or the edge."""
    ends = bytearray(size << size + 1)  # a megabyte for the largest board
    # A ply back depends only on the floes before the place, and a ply forth on those after it.
    # So each short list of ends is repeated for all values of the bits that do not matter.
    for place in range(size):
        back = bytes(end_back(place, floes) for floes in range(1 << place))
        forth = [end_forth(place, floes, size) for floes in range(1 << size - 1 - place)]
        here = slice(place << size + 1, place + 1 << size + 1)
        both = ends[here]
        both[0::2] = back * (1 << size - place)
        both[1::2] = bytes(end for end in forth for _ in range(2 << place))
        ends[here] = both
    return vec[u8](bytes(ends))


def end_back(place: int, floes: int) -> int:
    """Return where a ply towards lower places ends; `floes` are those on the places before."""
    beyond = floes.bit_length()  # the place after the nearest floe
    return max(0, min(place - 1, beyond))


def end_forth(place: int, floes: int, size: int) -> int:
    """Return where a ply towards higher places ends; the lowest bit of `floes` is the next
    place."""
    apart = (floes & -floes).bit_length()  # how far the nearest floe is
    return place + max(1, apart - 1) if floes else size - 1


@final
class IceFloesState(FastState):
    """The squares of the players, and the floes by rows and by columns."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.floes: vec[i64] = vec[i64]([0] * (2 * ROW))
        self.at: vec[i64] = vec[i64]([OUT] * int(board.seats))
        """For each seat the square of its player, or OUT."""
        self.turn: i64 = 0
        self.ply: i64 = 0
        """How many plies have been played."""
        self.winner: i64 = NOBODY
        self.over: bool = False

    def blank(self) -> IceFloesState:
        return IceFloesState(self.board)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, IceFloesState)
        i: i64
        mine, theirs = self.floes, other.floes
        for i in range(self.board.size):
            mine[i] = theirs[i]
            mine[ROW + i] = theirs[ROW + i]
        for i in range(self.board.seats):
            self.at[i] = other.at[i]
        self.turn = other.turn
        self.ply = other.ply
        self.winner = other.winner
        self.over = other.over

    def seat_count(self) -> i64:
        return self.board.seats

    def to_play(self) -> i64:
        if self.over:
            return OVER
        return self.turn

    def legal_actions_into(self, out: vec[i64]) -> i64:
        way: i64
        n: i64 = 0
        ways = self.ways(self.turn)
        for way in range(4):
            # Each direction is written, but counted only if it is legal: the loop has no branch.
            out[n] = way
            n += ways >> way & 1
        return n

    def ways(self, seat: i64) -> i64:
        """Return one bit for each direction in which the next square is on the board and holds no
        player."""
        i: i64
        at = self.at
        here = at[seat]
        ways = self.board.inside[here]
        for i in range(self.board.seats):
            apart = at[i] - here
            if apart == -ROW:
                ways &= ~1
            elif apart == ROW:
                ways &= ~2
            elif apart == -1:
                ways &= ~4
            elif apart == 1:
                ways &= ~8
        return ways

    def advance(self, action: i64) -> None:
        seat = self.turn
        here = self.at[seat]
        row, column = here >> 4, here & 15
        if action <= 1:
            here = self.travel(row, column, action, ROW, 0) << 4 | column
        else:
            here = row << 4 | self.travel(column, row, action - 2, 0, ROW)
        self.at[seat] = here
        self.ply += 1
        self.end_ply(seat, here)

    def travel(self, place: i64, line: i64, forward: i64, along: i64, across: i64) -> i64:
        """Move a player and, if he glides, his floe along a line; return the place where he comes
        to rest. `line` is the row or column and `place` his place in it. In `floes`, lines of this
        kind begin at `along`, lines of the other kind at `across`."""
        floes = self.floes
        row = floes[along + line]
        there = i64(self.board.target[(place << self.board.size | row) * 2 + forward])
        if row >> there & 1:
            return there  # a step: the old floe stays behind
        floes[along + line] = row ^ (1 << place | 1 << there)
        floes[across + place] ^= 1 << line
        floes[across + there] ^= 1 << line
        return there

    def end_ply(self, seat: i64, here: i64) -> None:
        """Finish a ply of `seat`, which ended on the square `here`, and pass the turn. A player on
        the goal wins first; then trapped players are eliminated; then the limit of plies is
        tested."""
        seats = self.board.seats
        if here == self.board.goal:
            self.winner = seat
            self.over = True
        elif seats > 1:
            # A player whom this ply has trapped is the mover or stands beside the mover.
            if seats > 2 and self.ways(seat) != self.board.inside[here]:
                self.eliminate()
            self.over = self.ply >= self.board.max_plies
        seat += 1
        if seat == seats:
            seat = 0
        while self.at[seat] == OUT:
            seat = (seat + 1) % seats
        self.turn = seat

    def eliminate(self) -> None:
        """Take off the board, all at the same moment, every player who has no direction left; the
        floes stay. Such a player is always held by another player, since every square has
        neighbours on the board."""
        i: i64
        gone: i64 = 0
        for i in range(self.board.seats):
            if self.at[i] != OUT and self.ways(i) == 0:
                gone |= 1 << i
        for i in range(self.board.seats):
            if gone >> i & 1:
                self.at[i] = OUT

    def return_of(self, seat: i64) -> float:
        if self.winner == NOBODY:
            return 0.0
        if self.winner == seat:
            return 1.0
        return -1.0 / float(self.board.seats - 1)

    def ending(self) -> str:
        if self.winner != NOBODY:
            return "goal"
        return "max plies" if self.over else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return MOVES[action]

    def key(self) -> tuple[int, str]:
        return int(self.turn), self.level()

    def fingerprint(self) -> i64:
        i: i64
        mark = self.turn + 1
        for i in range(self.board.size):
            mark = mix(mark, self.floes[i])
        for i in range(self.board.seats):
            mark = mix(mark, self.at[i])
        return mark

    def repetition_mark(self) -> i64:
        """Pack the rows, as many as fit into a word, and the places of the players."""
        i: i64
        size, mark, word = self.board.size, self.turn + 1, self.at[0] + 1000
        for i in range(1, self.board.seats):
            word = word << 11 | self.at[i] + 1000
        mark = mix(mark, word)
        if size <= BYTE:
            return mix(mark, self.packed())
        word = 0
        for i in range(size):
            if i % 4 == 0:
                mark = mix(mark, word)
                word = 0
            word = word << size | self.floes[i]
        return mix(mark, word)

    def packed(self) -> i64:
        """Return the floes of a board that fits into a word, with a byte for each rank."""
        y: i64
        word: i64 = 0
        floes = self.floes
        for y in range(self.board.size):
            word = word << BYTE | floes[y]
        return word

    def planes_into(self, out: vec[i64], viewer: i64) -> None:
        after: i64
        if self.board.size > BYTE:
            self.ranks_into(out, viewer)
            return
        seats, at = self.board.seats, self.at
        out[0] = self.packed()
        out[1] = self.bit_of(self.board.goal)
        for after in range(seats):
            seat = viewer + after
            out[2 + after] = self.bit_of(at[seat if seat < seats else seat - seats])

    def bit_of(self, square: i64) -> i64:
        """Return the bit of a square in a word that has a byte for each rank; 0 for OUT."""
        if square == OUT:
            return 0
        return BITS[(self.board.size - 1 - (square >> 4)) * BYTE + (square & 15)]

    def ranks_into(self, out: vec[i64], viewer: i64) -> None:
        """Write the planes of a board that has a word for each rank."""
        rank: i64
        after: i64
        size, seats, floes = self.board.size, self.board.seats, self.floes
        for rank in range(size):
            out[rank] = floes[size - 1 - rank]
        for rank in range(size, (2 + seats) * size):
            out[rank] = 0
        self.mark(out, size, self.board.goal)
        for after in range(seats):
            place = self.at[(viewer + after) % seats]
            if place != OUT:
                self.mark(out, (2 + after) * size, place)

    def mark(self, out: vec[i64], plane: i64, square: i64) -> None:
        """Set a square in the plane that begins at `plane` and has a word for each rank."""
        out[plane + self.board.size - 1 - (square >> 4)] = BITS[square & 15]

    def numbers_into(self, out: vec[i64], viewer: i64) -> None:
        out[0] = self.ply

    def level(self) -> str:
        """Return the board as text in the notation of the game's author: rows from the top, `.` for
        water, `*` for a floe, a letter for a player."""
        size = int(self.board.size)
        rows = [["*" if self.floes[y] >> x & 1 else "." for x in range(size)] for y in range(size)]
        for seat, letter in enumerate(self.board.letters):
            if self.at[seat] != OUT:
                row, column = divmod(int(self.at[seat]), ROW)
                rows[row][column] = letter
        return "/".join("".join(row) for row in rows)

    def position(self) -> str:
        return f"{self.level()} ; {self.board.letters[int(self.turn)]}"

    def to_json(self) -> Json:
        data: Json = {"level": self.level(), "turn": int(self.turn), "ply": int(self.ply)}
        if self.board.seats == 1:
            data["start"] = self.board.start  # the notes show how long its solution is
        return data

    def set_up(self, level: str, turn: int, ply: int) -> None:
        """Set up this fresh state from a level that `read_level` has checked. Raises
        BadPosition."""
        board = self.board
        for place, letter in enumerate(level.replace("/", "")):
            row, column = divmod(place, int(board.size))
            if letter != ".":
                self.floes[row] |= 1 << column
                self.floes[ROW + column] |= 1 << row
            if letter in board.letters:
                self.at[board.letters.index(letter)] = row * ROW + column
        self.turn = turn
        self.ply = ply
        self.judge(turn)

    def judge(self, turn: int) -> None:
        """Find out whether a position that was read is over, as if the player before had just ended
        his turn. The goal is tested first, so that a finished match may hold a trapped player.
        Raises BadPosition for a trapped player in any other position."""
        board = self.board
        self.check_players(turn)
        for seat, letter in enumerate(board.letters):
            if self.at[seat] == board.goal:
                self.winner = seat
        for seat, letter in enumerate(board.letters):
            if self.winner == NOBODY and self.at[seat] != OUT and self.ways(seat) == 0:
                raise BadPosition(
                    "Player {letter} is trapped and would have left the board.", letter=letter
                )
        late = board.seats > 1 and self.ply >= board.max_plies
        self.over = self.winner != NOBODY or late

    def check_players(self, turn: int) -> None:
        """Raise BadPosition if too many players are missing. The last two cannot trap each other,
        so at least two of several players are always left; a single player always is."""
        letters = self.board.letters
        missing = [letter for seat, letter in enumerate(letters) if self.at[seat] == OUT]
        if len(missing) > max(0, len(letters) - 2):
            raise BadPosition("Player {missing} is missing.", missing=missing[0])
        if letters[turn] in missing:
            raise BadPosition(
                "Player {letter} is to play but not on the board.", letter=letters[turn]
            )


class IceFloes(Game):
    """The game with its options fixed: `level` (a name, or rows of `.*PQRS`), `size` of the
    standard level, `max_plies`."""

    name = "icefloes"
    seats = (2, 1, 3, 4)
    options = OPTIONS
    num_actions = 4
    repetition = 3

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.letters = LETTERS[self.players]
        if self.players == 1:
            self.repetition = 0
        self.max_plies = read_max_plies(self.values["max_plies"])
        self.longest = self.max_plies if self.players > 1 else 0
        try:
            self.level = draw_level(self.values["level"], self.values["size"], self.letters)
            self.check_level()
        except BadPosition as error:
            raise BadOption("This level cannot be played: {error}", error=error) from None

    def check_level(self) -> None:
        """Raise BadOption or BadPosition if a match cannot start from the level."""
        missing = [letter for letter in self.letters if letter not in self.level]
        if missing:
            raise BadOption("This level has no place for player {missing}.", missing=missing[0])
        if self.read(self.level, 0, 0, self.level).over:
            raise BadOption("This level cannot be played: A player stands on the goal already.")

    def initial_state(self) -> State:
        return self.read(self.level, 0, 0, self.level)

    def read(self, level: str, turn: int, ply: int, start: str) -> IceFloesState:
        """Return a state of levels that `read_level` has checked; `start` is the level from which
        the match began. Raises BadPosition."""
        state = IceFloesState(Board(start, self.letters, self.max_plies))
        state.set_up(level, turn, ply)
        return state

    def from_json(self, data: AnyJson) -> State:
        turn = self.read_number(data, "turn", 0, self.players - 1)
        ply = self.read_number(data, "ply", 0, LAST_PLY)
        level, start = (
            read_level(
                self.read_text({"start": data.get("level"), **data}, key, SIGNS), self.letters
            )
            for key in ("level", "start")
        )
        if len(start) != len(level) or start.count("P") < level.count("P"):
            raise BadPosition("The start is no board from which the level could have come.")
        return self.read(level, turn, ply, start)

    def parse_position(self, text: str) -> State:
        level, _, letter = (part.strip() for part in text.partition(";"))
        if len(letter) != 1 or letter not in self.letters:
            raise BadPosition(
                "After the level and a semicolon, say who is to play, one of {letters}, not"
                " {letter}.",
                letters=", ".join(self.letters),
                letter=repr(letter),
            )
        level = read_level(level, self.letters)
        return self.read(level, self.letters.index(letter), 0, level)


def read_max_plies(text: str) -> int:
    """Return the value of the option `max_plies`. Raises BadOption."""
    if not (re.fullmatch("[0-9]{1,9}", text) and 1 <= int(text) <= MOST_PLIES):
        raise BadOption(
            "{name} is a number from {least} to {most}, not {text}.",
            name="max_plies",
            least=1,
            most=MOST_PLIES,
            text=repr(text),
        )
    return int(text)


GAME = IceFloes
