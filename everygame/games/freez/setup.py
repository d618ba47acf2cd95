"""What can be chosen before a match: board, snowflakes, line-up, and what closes a wall."""

from __future__ import annotations

import re
from typing import Final

from everygame.contract import Choice, Option
from everygame.errors import BadOption

LINEUPS: Final = {8: "12322321", 7: "1232321", 6: "123321"}
FILES: Final = "abcdefgh"

OPTIONS: Final = (
    Option(
        "size",
        "8",
        "Board",
        "Smaller boards make quick games.",
        (Choice("8", "8 × 8"), Choice("7", "7 × 7"), Choice("6", "6 × 6")),
    ),
    Option(
        "snow",
        "checker",
        "Snowflakes",
        "A move may turn once on a snowflake square.",
        (Choice("checker", "Every other square"), Choice("none", "None")),
        free=True,
    ),
    Option(
        "wall",
        "strict",
        "A wall wins",
        "When a wall of frozen pieces between the two sides counts as closed.",
        (
            Choice("strict", "When it lets nothing through"),
            Choice("tactical", "When nobody can cross it next turn"),
        ),
    ),
    Option(
        "lineup",
        "",
        "Line-up",
        "The numbers on the first rank, from White's left.",
        free=True,
        expert=True,
    ),
)


def read_lineup(text: str, size: int) -> str:
    """The numbers on the first rank; the usual ones where nothing is said. Raises BadOption."""
    text = text or LINEUPS[size]
    if not re.fullmatch(f"[0-3]{{{size}}}", text) or not text.strip("0"):
        raise BadOption(
            f"lineup is {size} digits from 0 (no piece) to 3, at least one a piece, not {text!r}."
        )
    return text


def read_snow(text: str, size: int) -> set[tuple[int, int]]:
    """The snowflake squares as (rank, file), from 0. Raises BadOption."""
    squares = [(rank, file) for rank in range(size) for file in range(size)]
    if text == "none":
        return set()
    if text == "checker":
        return {(rank, file) for rank, file in squares if (rank + file) % 2 == 0}
    names = {f"{FILES[file]}{rank + 1}": (rank, file) for rank, file in squares}
    for name in text.split(","):
        if name not in names:
            raise BadOption(f"snow is checker, none or squares of the board, not {name!r}.")
    return {names[name] for name in text.split(",")}
