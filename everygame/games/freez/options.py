"""Define the options of Freez!: the size of the board, the snowflakes, the line-up, and when a wall
counts as closed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from everygame import colours
from everygame.contract import Choice, Option
from everygame.errors import BadOption
from everygame.games.freez.notation import SQUARES, squares_on
from everygame.words import say

LINEUPS: Final = {8: "12322321", 7: "1232321", 6: "123321"}
"""For each board size the default numbers on the first rank, from a on."""

OPTIONS: Final = (
    Option(
        "size",
        "8",
        say("Board"),
        say("Smaller boards make quick games."),
        (Choice("8", "8 × 8"), Choice("7", "7 × 7"), Choice("6", "6 × 6")),
    ),
    Option(
        "snow",
        "checker",
        say("Snowflakes"),
        say("A move may turn once on a snowflake square."),
        (Choice("checker", say("Every other square")), Choice("none", say("None"))),
        free=True,
        editable=True,
    ),
    Option(
        "wall",
        "strict",
        say("A wall wins"),
        say(
            "When a wall of frozen pieces between the two sides counts as closed. The designers"
            " say: when no piece can escape on the next move."
        ),
        (
            Choice("strict", say("When it lets nothing through")),
            Choice("tactical", say("When nobody can cross it next turn")),
        ),
    ),
    Option(
        "lineup",
        "",
        say("Line-up"),
        say(
            "The numbers on the first rank, from the left of who begins; the other side's are the"
            " same, turned around."
        ),
        (Choice("", say("Usual")),),
        free=True,
        editable=True,
    ),
    replace(colours.OPTION, default="white black"),
)


def read_lineup(text: str, size: int) -> str:
    """Return the numbers on the first rank from the value of the option `lineup`; an empty text
    means the default line-up. Raises BadOption."""
    text = text or LINEUPS[size]
    if not re.fullmatch(f"[1-3]{{{size}}}", text):
        raise BadOption(
            "lineup is {size} digits from 1 to 3, not {text}.", size=size, text=repr(text[:40])
        )
    return text


def read_snow(text: str, size: int) -> frozenset[int]:
    """Return the snowflake squares from the value of the option `snow`. Raises BadOption."""
    squares = squares_on(size)
    if text == "none":
        return frozenset()
    if text == "checker":
        return frozenset(s for s in squares if (s // 8 + s % 8) % 2 == 0)
    names = {SQUARES[square]: square for square in squares}
    given = text.split(",")
    for name in given:
        if name not in names:
            raise BadOption(
                "snow is checker, none or squares of the board, not {name}.", name=repr(name[:40])
            )
    return frozenset(names[name] for name in given)
