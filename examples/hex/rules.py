"""Hex (Piet Hein, 1942; John Nash, 1948): join your two sides; somebody always does."""

from __future__ import annotations

from typing import Final, final

from everygame.contract import OVER, TRUTH, AnyJson, Choice, Game, Json, Option, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, mypyc_attr, vec
from everygame.fast.state import FastState

SIZES: Final = (5, 7, 9, 11, 13)
RED, BLUE, EMPTY, OUTSIDE = 0, 1, 2, 3
SIGNS: Final = "rb."
TOP, BOTTOM, LEFT, RIGHT = 1, 2, 4, 8
GOALS: Final = vec[i64]([TOP | BOTTOM, LEFT | RIGHT])
"""What a group of each seat has to reach."""


def edges(side: int) -> vec[i64]:
    """For each place of a board, at which edges it lies."""
    found = vec[i64]([0] * ((side + 1) * (side + 2)))
    for i in range(side):
        for column, row, edge in (
            (i, 0, TOP),
            (i, side - 1, BOTTOM),
            (0, i, LEFT),
            (side - 1, i, RIGHT),
        ):
            found[(row + 1) * (side + 1) + column] |= edge
    return found


EDGES: Final = {side: edges(side) for side in SIZES}


@final
class Board:
    """The stones, and which of them hang together.

    The places are the cells row by row, with one outside after each row, and a row outside above
    and below: so every cell has six neighbours, each always as far away in the numbers.
    """

    def __init__(self, side: int) -> None:
        width = side + 1
        self.side: i64 = side
        self.width: i64 = width
        self.turn: i64 = RED
        self.winner: i64 = EMPTY
        self.around: vec[i64] = vec[i64]([-width, 1 - width, -1, 1, width - 1, width])
        self.edges: vec[i64] = EDGES[side]
        self.cells: vec[i64] = vec[i64]([OUTSIDE] * (width * (side + 2)))
        self.left: i64 = 0  # how many are empty
        self.empty: vec[i64] = vec[i64]([0] * (side * side))  # they, ascending, at the front
        self.nearer: vec[i64] = vec[i64]([0] * (width * (side + 2)))  # to what stands for its group
        self.reached: vec[i64] = vec[i64]([0] * (width * (side + 2)))  # the edges, for such places
        self.clear()

    def clear(self) -> None:
        row: i64
        column: i64
        self.left = 0
        for row in range(self.side):
            for column in range(self.side):
                place = (row + 1) * self.width + column
                self.cells[place] = EMPTY
                self.empty[self.left] = place
                self.left += 1

    def copy_from(self, other: Board) -> None:
        self.turn = other.turn
        self.winner = other.winner
        self.left = other.left
        self.empty = other.empty[:]
        self.cells = other.cells[:]
        self.nearer = other.nearer[:]
        self.reached = other.reached[:]

    def empty_into(self, out: vec[i64]) -> i64:
        i: i64
        empty = self.empty
        for i in range(self.left):
            out[i] = empty[i]
        return self.left

    def fill(self, place: i64) -> None:
        """A place is not empty any more: those behind it move up."""
        empty = self.empty
        self.left -= 1
        i = self.left
        moved = empty[i]
        while moved != place:
            i -= 1
            behind = moved
            moved = empty[i]
            empty[i] = behind

    def swap(self) -> i64:
        """The action that takes the first stone over: a number behind the last place."""
        return self.width * (self.side + 2)

    def advance(self, action: i64) -> None:
        if action == self.swap():
            action = self.take_over()
        self.put(action, self.turn)
        self.turn = 1 - self.turn

    def take_over(self) -> i64:
        """Take the first stone off; the mirrored cell."""
        i: i64
        width = self.width
        first: i64 = 0
        for i in range(width, width * (self.side + 1)):
            if self.cells[i] == RED:
                first = i
        self.clear()
        return (first % width + 1) * width + first // width - 1

    def put(self, place: i64, seat: i64) -> None:
        """A stone: from now on it stands for all groups of its colour that it touches."""
        i: i64
        cells, nearer, reached, around = self.cells, self.nearer, self.reached, self.around
        self.fill(place)
        cells[place] = seat
        nearer[place] = place
        edges = self.edges[place]
        for i in range(6):
            other = place + around[i]
            if cells[other] == seat:
                group = self.find(other)
                nearer[group] = place
                if group != place:
                    edges |= reached[group]
        reached[place] = edges
        if edges & GOALS[seat] == GOALS[seat]:
            self.winner = seat

    def find(self, place: i64) -> i64:
        """The place that stands for a group; the way there is halved (union-find)."""
        nearer = self.nearer
        while nearer[place] != place:
            nearer[place] = nearer[nearer[place]]
            place = nearer[place]
        return place

    def fingerprint(self) -> i64:
        i: i64
        mark: i64 = self.turn
        for i in range(self.width, self.width * (self.side + 1)):
            mark = (mark * 31 + self.cells[i]) & 0xFFFFFFFFFFFF
        return mark

    def place(self, cell: int) -> int:
        """Where the cell of a number lies, counted row by row."""
        return (cell // int(self.side) + 1) * int(self.width) + cell % int(self.side)


@mypyc_attr(native_class=False)
class HexState(FastState):
    """A position: the board, and whether the second player may take over the first stone."""

    def __init__(self, side: int, pie: bool) -> None:
        self.board = Board(side)
        self.pie = pie

    def blank(self) -> HexState:
        return HexState(int(self.board.side), self.pie)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, HexState)
        board: Board = other.board
        mine: Board = self.board
        mine.copy_from(board)

    def to_play(self) -> i64:
        board: Board = self.board
        return board.turn if board.winner == EMPTY else OVER

    def legal_actions_into(self, out: vec[i64]) -> i64:
        board: Board = self.board
        if board.winner != EMPTY:
            return 0
        n = board.empty_into(out)
        if self.pie and board.turn == BLUE and n == board.side * board.side - 1:
            out[n] = board.swap()
            n += 1
        return n

    def advance(self, action: i64) -> None:
        board: Board = self.board
        board.advance(action)

    def return_of(self, seat: i64) -> float:
        if self.board.winner == EMPTY:
            return 0.0
        return 1.0 if self.board.winner == seat else -1.0

    def fingerprint(self) -> i64:
        return self.board.fingerprint()

    def ending(self) -> str:
        return "" if self.board.winner == EMPTY else "joined"

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if action == self.board.swap():
            return "swap"
        row, column = divmod(action, int(self.board.width))
        return "abcdefghijklmnopqrstuvwxyz"[column] + str(row)

    def to_json(self) -> Json:
        board: Board = self.board
        cells = (int(board.cells[board.place(i)]) for i in range(int(board.side) ** 2))
        return {"cells": "".join(SIGNS[cell] for cell in cells), "turn": int(board.turn)}


class Hex(Game):
    name = "hex"
    num_actions = 14 * 15 + 1
    options = (
        Option(
            "size",
            "11",
            "Board",
            choices=tuple(Choice(s, f"{s} × {s}") for s in map(str, SIZES)),
        ),
        Option(
            "swap",
            "yes",
            "Swap",
            "The second player may take over the first stone.",
            choices=(Choice("yes", "Allowed"), Choice("no", "Not allowed")),
        ),
    )

    def initial_state(self) -> State:
        return HexState(int(self.values["size"]), self.values["swap"] == "yes")

    def from_json(self, data: AnyJson) -> State:
        side, pie = int(self.values["size"]), self.values["swap"] == "yes"
        cells = self.read_text(data, "cells", f"[rb.]{{{side**2}}}")
        turn = self.read_number(data, "turn", 0, 1)
        swapped = turn - (cells.count("r") - cells.count("b"))
        if swapped not in (0, 1) or swapped > pie or (swapped and "b" not in cells):
            raise BadPosition("The stones of a hex position do not suit whose turn it is.")
        state = HexState(side, pie)
        for i, sign in enumerate(cells):
            if sign != ".":
                state.board.put(state.board.place(i), SIGNS.index(sign))
                if state.board.winner == turn:
                    raise BadPosition("In this hex position the match was over a turn before.")
        state.board.turn = turn
        return state


GAME = Hex
