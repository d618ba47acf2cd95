"""Hex (Piet Hein, 1942; John Nash, 1948): join your two sides; somebody always does."""

from __future__ import annotations

from typing import Final, final

from everygame.contract import OVER, TRUTH, AnyJson, Choice, Game, Json, Option, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, mypyc_attr, vec
from everygame.fast.state import FastState

EMPTY: Final = -1
SIGNS: Final = "rb"


@final
class Board:
    """The stones, and which of them hang together: for each place a place nearer to the one that
    stands for its group. After the cells come the sides: Red's top and bottom, Blue's left and
    right."""

    def __init__(self, side: int) -> None:
        self.side: i64 = side
        self.area: i64 = side * side
        self.turn: i64 = 0
        self.stones: i64 = 0
        self.winner: i64 = EMPTY
        self.cells: vec[i64] = vec[i64]([EMPTY] * (side * side))
        self.nearer: vec[i64] = vec[i64](list(range(side * side + 4)))

    def copy_from(self, other: Board) -> None:
        i: i64
        self.turn = other.turn
        self.stones = other.stones
        self.winner = other.winner
        for i in range(self.area):
            self.cells[i] = other.cells[i]
        for i in range(self.area + 4):
            self.nearer[i] = other.nearer[i]

    def empty_into(self, out: vec[i64]) -> i64:
        i: i64
        n: i64 = 0
        cells = self.cells
        for i in range(self.area):
            if cells[i] == EMPTY:
                out[n] = i
                n += 1
        return n

    def advance(self, action: i64) -> None:
        if action == self.area:
            action = self.take_over()
        self.put(action, self.turn)
        self.turn = 1 - self.turn

    def take_over(self) -> i64:
        """Take the first stone off; the mirrored cell."""
        i: i64
        cell: i64 = 0
        for i in range(self.area):
            if self.cells[i] != EMPTY:
                cell = i
        self.clear()
        return cell % self.side * self.side + cell // self.side

    def clear(self) -> None:
        i: i64
        for i in range(self.area):
            self.cells[i] = EMPTY
        for i in range(self.area + 4):
            self.nearer[i] = i
        self.stones = 0

    def put(self, cell: i64, seat: i64) -> None:
        """A stone, which hangs together with its neighbours of the same colour."""
        side = self.side
        column, row = cell % side, cell // side
        self.cells[cell] = seat
        self.stones += 1
        first = row if seat == 0 else column
        if first == 0:
            self.join(cell, self.area + 2 * seat)
        if first == side - 1:
            self.join(cell, self.area + 2 * seat + 1)
        if row > 0:
            self.meet(cell, cell - side, seat)
            if column < side - 1:
                self.meet(cell, cell - side + 1, seat)
        if row < side - 1:
            self.meet(cell, cell + side, seat)
            if column > 0:
                self.meet(cell, cell + side - 1, seat)
        if column > 0:
            self.meet(cell, cell - 1, seat)
        if column < side - 1:
            self.meet(cell, cell + 1, seat)
        if self.find(self.area + 2 * seat) == self.find(self.area + 2 * seat + 1):
            self.winner = seat

    def meet(self, cell: i64, other: i64, seat: i64) -> None:
        if self.cells[other] == seat:
            self.join(cell, other)

    def join(self, one: i64, other: i64) -> None:
        self.nearer[self.find(one)] = self.find(other)

    def find(self, place: i64) -> i64:
        """The place that stands for a group; the way there is halved (union-find)."""
        while self.nearer[place] != place:
            self.nearer[place] = self.nearer[self.nearer[place]]
            place = self.nearer[place]
        return place

    def fingerprint(self) -> i64:
        i: i64
        mark: i64 = self.turn
        for i in range(self.area):
            mark = (mark * 31 + self.cells[i] + 1) & 0xFFFFFFFFFFFF
        return mark


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
        return OVER if board.winner >= 0 else board.turn

    def legal_actions_into(self, out: vec[i64]) -> i64:
        board: Board = self.board
        if board.winner >= 0:
            return 0
        n = board.empty_into(out)
        if board.stones == 1 and self.may_swap():
            out[n] = board.area
            n += 1
        return n

    def may_swap(self) -> bool:
        return self.pie and self.board.turn == 1 and self.board.stones == 1

    def advance(self, action: i64) -> None:
        board: Board = self.board
        board.advance(action)

    def return_of(self, seat: i64) -> float:
        if self.board.winner < 0:
            return 0.0
        return 1.0 if self.board.winner == seat else -1.0

    def fingerprint(self) -> i64:
        return self.board.fingerprint()

    def ending(self) -> str:
        return "joined" if self.board.winner >= 0 else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if action == self.board.area:
            return "swap"
        column, row = action % int(self.board.side), action // int(self.board.side)
        return "abcdefghijklmnopqrstuvwxyz"[column] + str(row + 1)

    def to_json(self) -> Json:
        signs = [".rb"[int(self.board.cells[i]) + 1] for i in range(self.board.area)]
        return {"cells": "".join(signs), "turn": int(self.board.turn)}


class Hex(Game):
    name = "hex"
    num_actions = 13 * 13 + 1
    options = (
        Option(
            "size",
            "11",
            "Board",
            choices=tuple(Choice(s, f"{s} × {s}") for s in ("5", "7", "9", "11", "13")),
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
                state.board.put(i, SIGNS.index(sign))
                if state.board.winner == turn:
                    raise BadPosition("In this hex position the match was over a turn before.")
        state.board.turn = turn
        return state


GAME = Hex
