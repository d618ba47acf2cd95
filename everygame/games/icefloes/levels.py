"""The levels of Ice Floes: named ones, the standard pattern of any size, and how one is read."""

from __future__ import annotations

from typing import Final

from everygame.contract import Choice, Option
from everygame.errors import BadOption, BadPosition

LEAST, MOST = 3, 13
"""The smallest and the largest board: a table of glides has size * 2^size * 2 entries."""

LEVELS: Final = {
    "standard": "*.....*/...P.../..*.*../.*...*./..*.*../...Q.../*.....*",
    "diamond": "...P.../.*.*.*./......./**...**/......./.*.*.*./...Q...",
    "classic": "..P../...../*...*/...../..Q..",
    "eight": "P..../..*../...../...../....*",
    "eleven": ".*.../....*/P..../..*../...*.",
    "sixteen": "P...*/...../...../...../*....",
}

OPTIONS: Final = (
    Option(
        "level",
        "standard",
        "Level",
        "The board, its floes and where the players start.",
        (
            Choice("standard", "Standard"),
            Choice("diamond", "Diamond", (2, 4)),
            Choice("classic", "Classic", (2, 4)),
            Choice("eight", "Eight moves", (1,)),
            Choice("eleven", "Eleven moves", (1,)),
            Choice("sixteen", "Sixteen moves", (1,)),
        ),
        free=True,
        editable=True,
        lengths=(3, 20),
    ),
    Option(
        "size",
        "7",
        "Size of the standard level",
        "How many squares a side of the standard level has.",
        (Choice("7", "7 × 7"), Choice("9", "9 × 9"), Choice("11", "11 × 11")),
        free=True,
    ),
    Option(
        "max_plies",
        "200",
        "Longest match",
        "A match of this many plies is a draw.",
        free=True,
        expert=True,
    ),
)


def standard(size: int) -> str:
    """The standard level at any odd size from 7: corners, a ring and the four starts move out."""
    half = size // 2
    floes = {(y, x) for y in (-half, half) for x in (-half, half)}
    floes |= {(y, x) for y in (2 - half, half - 2) for x in (2 - half, half - 2)}
    floes |= {(0, 1 - half), (0, half - 1)}
    letters = {(1 - half, 0): "P", (half - 1, 0): "Q", **dict.fromkeys(floes, "*")}
    span = range(-half, half + 1)
    return "/".join("".join(letters.get((y, x), ".") for x in span) for y in span)


def choose_level(value: str, size: str, letters: str) -> str:
    """The level that the options mean, with a player for each letter. Raises BadOption."""
    if size not in map(str, range(7, MOST + 1, 2)):
        raise BadOption(f"The size is an odd number from 7 to {MOST}, not {size!r}.")
    level = LEVELS.get(value, value)
    if value == "standard":
        level = standard(int(size))
    elif size != "7":
        raise BadOption("Only the standard level has other sizes.")
    if value not in LEVELS and "/" not in value:
        raise BadOption(f"There is no level {value!r}: {', '.join(LEVELS)}, or rows of a board.")
    try:
        level = read_level(seat_players(level, letters), letters)
    except BadPosition as error:
        raise BadOption(f"This level cannot be played: {error}") from None
    missing = [letter for letter in letters if letter not in level]
    if missing:
        raise BadOption(f"This level has no place for player {missing[0]}.")
    return level


def seat_players(level: str, letters: str) -> str:
    """A level for two serves one player, who leaves a floe for the other, and four, who also
    take the floes to the left and right that P and Q have after a quarter turn."""
    if letters == "P":
        return "".join("*" if letter in "QRS" else letter for letter in level)
    rows = [list(row) for row in level.split("/")]
    if letters == "PQ" or "R" in level or any(len(row) != len(rows) for row in rows):
        return level
    for giver, taker in (("P", "R"), ("Q", "S")):
        for y, x in [(y, row.index(giver)) for y, row in enumerate(rows) if giver in row]:
            if rows[len(rows) - 1 - x][y] == "*":
                rows[len(rows) - 1 - x][y] = taker
    return "/".join(map("".join, rows))


def read_level(text: str, letters: str) -> str:
    """The same text if it is a square of odd side with each player at most once.
    Raises BadPosition."""
    rows = text.split("/")
    size = len(rows)
    if size not in range(LEAST, MOST + 1, 2):
        raise BadPosition(f"A board has an odd number of rows from {LEAST} to {MOST}, not {size}.")
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise BadPosition(f"Row {number} has {len(row)} squares instead of {size}.")
        strange = set(row) - set(".*" + letters)
        if strange:
            raise BadPosition(f"Row {number} has {min(strange)!r}; allowed are .*{letters}")
    for letter in letters:
        if text.count(letter) > 1:
            raise BadPosition(f"Player {letter} stands on {text.count(letter)} squares.")
    return text
