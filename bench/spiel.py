"""The classics that OpenSpiel has too, and what its moves are called here."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

THEIRS: Final = {
    "tictactoe": "tic_tac_toe",
    "connectfour": "connect_four",
    "breakthrough": "breakthrough",
    "reversi": "othello",
    "draughts": "checkers",
}


def find_spiel() -> Any:
    """OpenSpiel, or None."""
    try:
        return import_module("pyspiel")
    except ImportError:
        return None


def translate(game: str, text: str) -> str:
    """The text of a move here, from OpenSpiel's. In breakthrough its Black, who begins, marches
    down; in checkers the side that begins stands below."""
    if game == "tictactoe":
        row, column = text[2], text[4]
        return "abc"[int(column)] + str(3 - int(row))
    if game == "connectfour":
        return "abcdefg"[int(text[1])]
    if game == "breakthrough":
        return flip(text[:2]) + ("x" if text.endswith("*") else "-") + flip(text[2:4])
    if game == "draughts":
        jump = abs(int(text[1]) - int(text[3])) == 2
        return f"{number(text[:2])}{'x' if jump else '-'}{number(text[2:4])}"
    return text


def flip(square: str) -> str:
    """The same square with the board upside down."""
    return square[0] + str(9 - int(square[1]))


def number(square: str) -> int:
    """The number of a dark square, seen from the other side."""
    file, row = 7 - "abcdefgh".index(square[0]), int(square[1]) - 1
    return 4 * row + file // 2 + 1


def same_end(game: str, ours: Any, theirs: Any) -> bool:
    """Both say the same of who has won. OpenSpiel calls checkers a draw after forty plies
    without a capture, earlier than the rules here."""
    if game == "draughts" and theirs.is_terminal() and not any(theirs.returns()):
        return True
    finished = ours.to_play() < 0
    return bool(finished == theirs.is_terminal() and ours.returns() == theirs.returns())
