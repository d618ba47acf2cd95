"""Reversi from SGF and to it; its points are written as in go, from the top left corner."""

from __future__ import annotations

import re

from everygame.contract import Game, State
from everygame.errors import BadOption, BadPosition
from everygame.fast.bits import count
from everygame.games.reversi.rules import LETTERS, START, Reversi, ReversiState
from everygame.notation.sgf_match import PASS, Setup, Stones
from everygame.notation.tree import Node, Words
from everygame.record import Record


class Discs(Stones):
    number = 2

    def game(self, root: Node) -> Game:
        size = root.words.get("SZ", ["8"])[0].strip()
        if size not in ("8", "8:8"):
            raise BadOption("the board is {size}, and reversi has 8 by 8 squares.", size=size)
        return Reversi()

    def game_of(self, record: Record) -> Game:
        return Reversi(**record.options)

    def start(self, game: Game, setup: Setup) -> State | None:
        turn = "w" if setup.turn == "W" else "b"
        rows = [list(row) for row in START.partition(" ")[0].split("/")]
        if setup.stones:
            rows = [["."] * 8 for _ in range(8)]
        for value, colour in setup.stones.items():
            text = read_point(value)
            rows[int(text[1]) - 1]["abcdefgh".index(text[0])] = colour.lower() or "."
        position = f"{'/'.join(map(''.join, rows))} ; {turn}"
        return None if position == START else game.parse_position(position)

    def move(self, game: Game, value: str) -> str:
        return PASS if value in ("", "tt") else read_point(value)

    def point(self, game: Game, text: str) -> str:
        return "" if text == PASS else text[0] + "abcdefgh"[int(text[1]) - 1]

    def root(self, game: Game, start: State | None) -> Words:
        return {"SZ": ["8"]} if start is None else {"SZ": ["8"], **set_up(start)}

    def margin(self, state: State) -> str:
        assert isinstance(state, ReversiState)
        return str(abs(int(count(state.mine)) - int(count(state.theirs))))


def read_point(value: str) -> str:
    """Return the square of a point, which some files write as players say it: `d3` for `dc`. Raises
    BadPosition."""
    value = value.strip().lower()
    if re.fullmatch("[a-h][1-8]", value):
        return value
    if not re.fullmatch("[a-h]{2}", value):
        raise BadPosition("{point} is no square of the board.", point=repr(value))
    return f"{value[0]}{'abcdefgh'.index(value[1]) + 1}"


def set_up(state: State) -> Words:
    """Return the properties that set up a position."""
    assert isinstance(state, ReversiState)
    words: Words = {}
    for row, signs in enumerate(state.rows().split("/")):
        for column, sign in enumerate(signs):
            if sign != ".":
                point = "abcdefgh"[column] + "abcdefgh"[row]
                words.setdefault(f"A{sign.upper()}", []).append(point)
    return words | {"PL": [LETTERS[int(state.turn)].upper()]}


read = Discs().read
write = Discs().write
