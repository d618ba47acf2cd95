"""Tic-tac-toe: three in a row wins."""

from everygame.contract import OVER, TRUTH, Game, Json, State
from everygame.scene import Choice, Mark, Piece, Region, Scene, View
from everygame.words import say

SQUARES = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
SIGNS = "xo"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def lines(cells: str) -> list[tuple[int, int, int]]:
    return [(a, b, c) for a, b, c in LINES if cells[a] == cells[b] == cells[c] != "."]


class TicTacToeState(State):
    def __init__(self, cells: str) -> None:
        self.cells = cells

    def ending(self) -> str:
        return "line" if lines(self.cells) else "" if "." in self.cells else "full board"

    def to_play(self) -> int:
        return OVER if self.ending() else self.cells.count("x") - self.cells.count("o")

    def legal_actions(self) -> list[int]:
        return [] if self.ending() else [i for i in range(9) if self.cells[i] == "."]

    def advance(self, action: int) -> None:
        sign = SIGNS[self.to_play()]
        self.cells = self.cells[:action] + sign + self.cells[action + 1 :]

    def returns(self) -> list[float]:
        if not lines(self.cells):
            return [0.0, 0.0]
        return [1.0, -1.0] if self.cells.count("x") > self.cells.count("o") else [-1.0, 1.0]

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return SQUARES[action]

    def to_json(self) -> Json:
        return {"cells": self.cells}


class TicTacToe(Game):
    name = "tictactoe"
    num_actions = 9

    def initial_state(self) -> State:
        return TicTacToeState("." * 9)

    def from_json(self, data: Json) -> State:
        return TicTacToeState(self.read_text(data, "cells", "[xo.]{9}"))


def seat_names(game: Game) -> tuple[str, ...]:
    return (say("Crosses"), say("Noughts"))


def scene(game: Game, view: View) -> Scene:
    board, cells = Region("board", say("Board"), columns=3, rows=3), view.observation["cells"]
    taken = [(SQUARES[i], SIGNS.index(c)) for i, c in enumerate(cells) if c != "."]
    pieces = tuple(Piece(f"{a}!", a, "token", "✕○"[s], s, text="✕○"[s]) for a, s in taken)
    choices = tuple(Choice(move, (move,), kind="place") for move in view.moves)
    prompt = say("Choose an empty square.") if choices else ""
    marks = tuple(Mark("line", tuple(SQUARES[i] for i in line)) for line in lines(cells))
    over = say("A draw: the board is full.") if view.ending else ""
    if view.ending == "line":
        winner = seat_names(game)[view.returns.index(1.0)]
        over = say("Three in a row: {winner} won.", winner=winner)
    return Scene(3, 3, (board,), pieces, prompt, choices, marks=marks, over=over)


GAME = TicTacToe
