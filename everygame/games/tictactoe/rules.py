"""Tic-tac-toe: three in a row wins."""

from everygame.contract import OVER, TRUTH, Game, Json, State
from everygame.scene import Choice, Mark, Piece, Region, Scene, View
from everygame.words import say

SQUARES = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
SIGNS = "xo"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToeState(State):
    def __init__(self, cells: str) -> None:
        self.cells = cells

    def winner(self) -> int | None:
        for a, b, c in LINES:
            if self.cells[a] == self.cells[b] == self.cells[c] != ".":
                return SIGNS.index(self.cells[a])
        return None

    def ending(self) -> str:
        if self.winner() is not None:
            return "line"
        return "" if "." in self.cells else "full board"

    def to_play(self) -> int:
        if self.ending():
            return OVER
        return 0 if self.cells.count("x") == self.cells.count("o") else 1

    def legal_actions(self) -> list[int]:
        return [] if self.ending() else [i for i in range(9) if self.cells[i] == "."]

    def advance(self, action: int) -> None:
        sign = SIGNS[self.to_play()]
        self.cells = self.cells[:action] + sign + self.cells[action + 1 :]

    def returns(self) -> list[float]:
        if self.winner() is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner() == 0 else [-1.0, 1.0]

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return SQUARES[action]

    def to_json(self) -> Json:
        return {"cells": self.cells}


class TicTacToe(Game):
    name, num_actions = "tictactoe", 9

    def initial_state(self) -> State:
        return TicTacToeState("." * 9)

    def from_json(self, data: Json) -> State:
        return TicTacToeState(self.read_text(data, "cells", "[xo.]{9}"))


def seat_names(game: Game) -> tuple[str, ...]:
    return (say("Crosses"), say("Noughts"))


def scene(game: Game, view: View) -> Scene:
    board = Region("board", say("Board"), columns=3, rows=3)
    cells, pieces = view.observation["cells"], []
    for square, sign in zip(SQUARES, cells, strict=True):
        if sign != ".":
            seat = SIGNS.index(sign)
            pieces.append(Piece(f"{square}!", square, "token", "✕○"[seat], seat, text="✕○"[seat]))
    choices = tuple(Choice(move, (move,), kind="place") for move in view.moves)
    prompt = say("Tap an empty square.") if choices else ""
    lines = [line for line in LINES if cells[line[0]] == cells[line[1]] == cells[line[2]] != "."]
    marks = tuple(Mark("line", tuple(SQUARES[i] for i in line)) for line in lines)
    over = outcome(game, view)
    return Scene(3, 3, (board,), tuple(pieces), prompt, choices, marks=marks, over=over)


def outcome(game: Game, view: View) -> str:
    if view.ending != "line":
        return say("A draw: the board is full.") if view.ending == "full board" else ""
    winner = seat_names(game)[view.returns.index(1.0)]
    return say("{winner} have three in a row and win.", winner=winner)


GAME = TicTacToe
