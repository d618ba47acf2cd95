"""Go from SGF and to it."""

from __future__ import annotations

import re
from typing import Final

from everygame.contract import Game, State
from everygame.errors import BadOption, BadPosition, BadRecord
from everygame.games.go.board import BLACK, EMPTY
from everygame.games.go.rules import FILES, NO_KO, Go, GoState
from everygame.notation.sgf_match import PASS, Setup, Stones
from everygame.notation.tree import Node, Words
from everygame.record import Record

HUNDREDTHS: Final = 100
"""A server writes the komi in hundredths: one from here on is such a number."""
SIZE: Final = "19"
"""The size of a board of which the file says nothing."""


class GoStones(Stones):
    number = 1
    used = ("KM",)

    def game(self, root: Node) -> Game:
        size = root.words.get("SZ", [SIZE])[0].strip()
        columns, _, rows = size.partition(":")
        if rows not in ("", columns):
            raise BadOption("the board is {size}, which is no square.", size=size)
        return Go(size=columns, komi=read_komi(root.words.get("KM", ["0"])[0].strip() or "0"))

    def first(self, root: Node) -> str:
        handicap = root.words.get("HA", [""])[0].strip()
        return "W" if handicap.isdecimal() and int(handicap) > 1 else ""

    def game_of(self, record: Record) -> Game:
        return Go(**record.options)

    def start(self, game: Game, setup: Setup) -> State | None:
        assert isinstance(game, Go)
        if not setup.stones and setup.turn != "W":
            return None
        rows = [["."] * game.size for _ in range(game.size)]
        for value, colour in setup.stones.items():
            file, rank = read_point(value, game.size)
            rows[game.size - 1 - rank][file] = {"B": "x", "W": "o", "": "."}[colour]
        turn = "o" if setup.turn == "W" else "x"
        return game.parse_position(f"{'/'.join(map(''.join, rows))} ; {turn} ; -")

    def move(self, game: Game, value: str) -> str:
        assert isinstance(game, Go)
        if value == "" or (value == "tt" and game.size <= len(FILES)):
            return PASS
        file, rank = read_point(value, game.size)
        return f"{FILES[file]}{rank + 1}"

    def point(self, game: Game, text: str) -> str:
        assert isinstance(game, Go)
        return "" if text == PASS else write_point(FILES.index(text[0]), int(text[1:]), game.size)

    def root(self, game: Game, start: State | None) -> Words:
        assert isinstance(game, Go)
        words = {"SZ": [str(game.size)], "KM": [game.values["komi"]]}
        return words if start is None else words | set_up(start, game)

    def margin(self, state: State) -> str:
        assert isinstance(state, GoState)
        return f"{abs(int(state.twice_lead())) / 2:g}"


def read_komi(text: str) -> str:
    """Return the option for the komi of a file. By the Chinese way of counting stones, 3¾ stones
    are 7½ points, and a server writes 375. Raises BadOption."""
    try:
        komi = float(text)
    except ValueError:
        raise BadOption("the komi (KM) is {komi}, which is no number.", komi=repr(text)) from None
    if abs(komi) >= HUNDREDTHS:
        komi /= HUNDREDTHS
    is_quarter = (4 * komi).is_integer() and not (2 * komi).is_integer()
    return f"{2 * komi if is_quarter else komi:g}"


def read_point(value: str, size: int) -> tuple[int, int]:
    """Return the file and the rank, both from 0, of a point of a file. Raises BadPosition."""
    letters = FILES[:size]
    if not re.fullmatch(f"[{letters}]{{2}}", value):
        raise BadPosition(
            "{point} is no point of a board of {size} lines.", point=repr(value), size=size
        )
    return letters.index(value[0]), size - 1 - letters.index(value[1])


def write_point(file: int, rank: int, size: int) -> str:
    """Return the point of a file for a file and a rank; the rank is from 1."""
    return FILES[file] + FILES[size - rank]


def set_up(state: State, game: Go) -> Words:
    """Return the properties that set up a position. Raises BadRecord."""
    assert isinstance(state, GoState)
    if state.ko != NO_KO or state.passes:
        raise BadRecord("SGF cannot say that a match begins with a ko or after a pass.")
    words: Words = {}
    for square in range(game.size * game.size):
        content = state.board.points[state.board.place(square)]
        if content != EMPTY:
            rank, file = divmod(square, game.size)
            name = "AB" if content == BLACK else "AW"
            words.setdefault(name, []).append(write_point(file, rank + 1, game.size))
    return words | {"PL": ["BW"[int(state.turn)]]}


read = GoStones().read
write = GoStones().write
