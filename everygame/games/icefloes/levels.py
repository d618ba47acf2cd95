"""The levels of Ice Floes by name, the standard level at any size, and the reading of a level that
a player gives."""

from __future__ import annotations

from typing import Final

from everygame.contract import Choice, Option
from everygame.errors import BadOption, BadPosition
from everygame.words import say

LETTERS: Final = {1: "P", 2: "PQ", 3: "PRQ", 4: "PRQS"}
"""For each number of players their letters in turn order: P in the north, then
counter-clockwise."""
LEAST, MOST = 3, 15
"""The smallest and the largest number of squares a side. The largest is limited by the table of
`rules.target_table`, which has size * 2^size * 2 entries."""

LEVELS: Final = {
    "standard": "*.....*/...P.../..*.*../.*...*./..*.*../...Q.../*.....*",
    "diamond": "...P.../.*.*.*./......./**...**/......./.*.*.*./...Q...",
    "classic": "..P../...../*...*/...../..Q..",
    "three": "P..../*..../...*./*..../.....",
    "five": "....P/..*../...../*..*./.....",
    "eight": "P..../..*../...../...../....*",
    "eleven": ".*.../....*/P..../*..../...*.",
    "sixteen": "P...*/...../...../...../*....",
    "twenty": "......./..*..../.....P./......./...*.*./......./*.*....",
}
"""For each name its level, rows from the top: `.` is water, `*` a floe, a letter a player on a
floe."""

OPTIONS: Final = (
    Option(
        "level",
        "standard",
        say("Level"),
        say("The board, its floes and where the players start."),
        (
            Choice("standard", say("Standard")),
            Choice("diamond", say("Diamond")),
            Choice("classic", say("Classic, 5 × 5")),
            Choice("three", say("Three moves"), (1,)),
            Choice("five", say("Five moves"), (1,)),
            Choice("eight", say("Eight moves"), (1,)),
            Choice("eleven", say("Eleven moves"), (1,)),
            Choice("sixteen", say("Sixteen moves"), (1,)),
            Choice("twenty", say("Twenty moves"), (1,)),
        ),
        free=True,
        editable=True,
        lengths=(3, 20),
    ),
    Option(
        "size",
        "7",
        say("Size of the standard level"),
        say("How many squares a side of the standard level has; the others have their own size."),
        tuple(Choice(str(size), f"{size} × {size}") for size in range(7, MOST + 1, 2)),
        free=True,
    ),
    Option(
        "max_plies",
        "200",
        say("Longest match"),
        say("A match of this many moves is a draw."),
        free=True,
        expert=True,
        players=(2, 3, 4),
    ),
)


def standard(size: int) -> str:
    """Return the standard level at an odd size from 7. Each floe keeps its direction from the goal;
    its distance of 1, 2 or 3 squares along an axis becomes as many thirds of half the board,
    rounded."""
    half = size // 2
    rows = [["."] * size for _ in range(size)]
    for y, row in enumerate(LEVELS["standard"].split("/")):
        for x, letter in enumerate(row):
            if letter != ".":
                rows[half + round((y - 3) * half / 3)][half + round((x - 3) * half / 3)] = letter
    return "/".join(map("".join, rows))


def draw_level(value: str, size: str, letters: str) -> str:
    """Return the level that the options `level` and `size` choose, with the players who have these
    letters; a level of a player's own may lack some. Raises BadOption, BadPosition."""
    return read_level(seat_players(find_level(value, size), letters), letters)


def find_level(value: str, size: str) -> str:
    """Return the rows of the level that the options `level` and `size` name; if `level` is rows
    itself, return these unchecked. Raises BadOption."""
    if size not in map(str, range(7, MOST + 1, 2)):
        raise BadOption(
            "The size is an odd number from 7 to {most}, not {size}.", most=MOST, size=repr(size)
        )
    if "/" in value:
        return value
    if value not in LEVELS:
        raise BadOption(
            "There is no level {value}: {levels}, or rows of a board.",
            value=repr(value),
            levels=", ".join(LEVELS),
        )
    return standard(int(size)) if value == "standard" else LEVELS[value]


def seat_players(level: str, letters: str) -> str:
    """Adapt a level to the players with these letters. A player who does not take part is replaced
    by a floe. With three or four players, R and S are put, if the level lacks them, on the floes
    that lie a quarter turn counter-clockwise from P and Q."""
    level = "".join(
        "*" if letter in "PQRS" and letter not in letters else letter for letter in level
    )
    rows = level.split("/")
    if len(letters) < 3 or any(len(row) != len(rows) for row in rows):
        return level
    turned = "/".join(["".join(column) for column in zip(*rows, strict=True)][::-1])
    for giver, taker in (("P", "R"), ("Q", "S")):
        if taker in letters and taker not in level:
            squares = zip(level, turned, strict=True)
            level = "".join(taker if pair == ("*", giver) else pair[0] for pair in squares)
    return level


def read_level(text: str, letters: str) -> str:
    """Return the text of a level after checking that it is square, has an odd side, and holds each
    player at most once. Raises BadPosition."""
    rows = text.split("/")
    size = len(rows)
    if size not in range(LEAST, MOST + 1, 2):
        raise BadPosition(
            "A board has an odd number of rows from {least} to {most}, not {size}.",
            least=LEAST,
            most=MOST,
            size=size,
        )
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise BadPosition(
                "Row {number} has {number2} squares instead of {size}.",
                number=number,
                number2=len(row),
                size=size,
            )
        strange = set(row) - set(".*" + letters)
        if strange:
            allowed = " ".join(".*" + letters)
            raise BadPosition(
                "Row {number} has {strange}, which is none of {allowed}.",
                number=number,
                strange=repr(min(strange)),
                allowed=allowed,
            )
    for letter in letters:
        if text.count(letter) > 1:
            raise BadPosition(
                "Player {letter} stands on {count} squares.",
                letter=letter,
                count=text.count(letter),
            )
    return text
