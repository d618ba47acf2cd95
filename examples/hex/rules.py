"""Hex (Piet Hein, 1942; John Nash, 1948): join your two sides; somebody always does."""

from everygame.contract import OVER, TRUTH, Choice, Game, Json, Option, State
from everygame.errors import BadPosition

SIGNS = "rb"
AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""From a cell to the six beside it: columns, rows."""


class HexState(State):
    def __init__(self, cells: str, turn: int, side: int, pie: bool) -> None:
        self.cells = cells  # row by row from the top: r, b, or . for an empty cell
        self.turn = turn
        self.side = side
        self.pie = pie
        """The second player may take over the first stone."""
        self.winner = -1

    def to_play(self) -> int:
        return OVER if self.winner >= 0 else self.turn

    def may_swap(self) -> bool:
        return self.pie and self.turn == 1 and len(self.cells) - self.cells.count(".") == 1

    def legal_actions(self) -> list[int]:
        if self.winner >= 0:
            return []
        empty = [i for i, sign in enumerate(self.cells) if sign == "."]
        return [*empty, len(self.cells)] if self.may_swap() else empty

    def advance(self, action: int) -> None:
        if action == len(self.cells):
            column, row = self.place(self.cells.index("r"))
            self.cells = "." * action
            action = column * self.side + row
        self.cells = self.cells[:action] + SIGNS[self.turn] + self.cells[action + 1 :]
        if self.joins(action):
            self.winner = self.turn
        self.turn = 1 - self.turn

    def place(self, cell: int) -> tuple[int, int]:
        """The column and the row of a cell, from 0."""
        return cell % self.side, cell // self.side

    def joins(self, cell: int) -> bool:
        """The stones that hang together with the one on this cell touch both sides of its owner."""
        sign, last = self.cells[cell], self.side - 1
        group, todo = {cell}, [cell]
        while todo:
            column, row = self.place(todo.pop())
            for right, down in AROUND:
                x, y = column + right, row + down
                other = y * self.side + x
                inside = 0 <= x <= last and 0 <= y <= last
                if inside and self.cells[other] == sign and other not in group:
                    group.add(other)
                    todo.append(other)
        touched = {self.place(one)[sign == "r"] for one in group}
        return {0, last} <= touched

    def returns(self) -> list[float]:
        won = 0.0 if self.winner < 0 else 1.0 - 2 * self.winner
        return [won, -won]

    def ending(self) -> str:
        return "joined" if self.winner >= 0 else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return "swap" if action == len(self.cells) else self.cell_name(action)

    def cell_name(self, cell: int) -> str:
        column, row = self.place(cell)
        return "abcdefghijklmnopqrstuvwxyz"[column] + str(row + 1)

    def to_json(self) -> Json:
        return {"cells": self.cells, "turn": self.turn}


class Hex(Game):
    name, num_actions = "hex", 13 * 13 + 1
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
        side = int(self.values["size"])
        return HexState("." * side * side, 0, side, self.values["swap"] == "yes")

    def from_json(self, data: Json) -> State:
        side, pie = int(self.values["size"]), self.values["swap"] == "yes"
        cells = self.read_text(data, "cells", f"[rb.]{{{side**2}}}")
        turn = self.read_number(data, "turn", 0, 1)
        state = HexState(cells, turn, side, pie)
        swapped = turn - (cells.count("r") - cells.count("b"))
        if swapped not in (0, 1) or swapped > pie or (swapped and "b" not in cells):
            raise BadPosition("The stones of a hex position do not suit whose turn it is.")
        joined = {
            SIGNS.index(cells[i]) for i in range(side**2) if cells[i] != "." and state.joins(i)
        }
        if turn in joined:
            raise BadPosition("In this hex position the match was over a turn before.")
        state.winner = 1 - turn if joined else -1
        return state


GAME = Hex
