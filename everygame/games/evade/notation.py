"""Squares, position texts and the JSON of Evade.

turn    the seat to play
chosen  for each side, whether its leaders are chosen
peeked  the square of the coin that the seat to play has peeked at, or null
quiet   how many plies in a row have been played without a freeze
coins   for each side the squares of its six coins, which start on files a to f of its home row;
        null for a coin in a frozen pair that was read from a position text, because the text does
        not tell which coins are in which pair
kinds   for each side six letters: l leader, g guard, ? not chosen yet or not known to the viewer
guards  for each side the coins, 0 to 5, that everybody knows to be guards
pairs   the square of each frozen pair, with the seat whose coin is on top, or null if not known
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import combinations
from typing import Final

from everygame.contract import Choice, Json, Option
from everygame.errors import BadPosition
from everygame.words import say

FILES: Final = "abcdef"
LEADERS: Final = tuple(a + b for a, b in combinations(FILES, 2))
"""The fifteen pairs of files on which a side can place its two leaders."""
NAMES: Final = (say("White"), say("Black"))
COLOURS: Final = "wb"
HOME_RANKS: Final = "16"
"""The home rank of each side."""


OPTIONS: Final = (
    Option(
        "information",
        "memory",
        say("Who sees the leaders"),
        say(
            "Remembering them is the designer's game: your own coins lie face down too, and"
            " a peek at one of them costs the right to freeze in that turn."
        ),
        (
            Choice("memory", say("Remember your leaders")),
            Choice("hidden", say("See your own")),
            Choice("open", say("All see all")),
        ),
    ),
)


def require(sound: bool, text: str, **arguments: object) -> None:
    """Raise BadPosition with the sentence `text` unless `sound` is true."""
    if not sound:
        raise BadPosition(text, **arguments)


def brief(value: object) -> str:
    """Return a value as an error message quotes it, in at most 60 characters."""
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def square(cell: int) -> str:
    """Return the name of a square: a1 for 0, f6 for 35."""
    return FILES[cell % 6] + str(cell // 6 + 1)


def cell_of(name: str) -> int:
    """Return the number of a square from its name."""
    return FILES.index(name[0]) + 6 * int(name[1]) - 6


def start(information: str) -> Json:
    """Return the JSON of the start. Leaders have still to be chosen, but in the open game they are
    on files c and d."""
    kinds = "ggllgg" if information == "open" else "??????"
    return {
        "turn": 0,
        "chosen": [information == "open"] * 2,
        "peeked": None,
        "quiet": 0,
        "coins": [[file + rank for file in FILES] for rank in HOME_RANKS],
        "kinds": [kinds, kinds],
        "guards": [[], []],
        "pairs": {},
    }


def side_of(data: Json, seat: int) -> list[tuple[str | None, str]]:
    """Return the square and the kind of each coin of a seat."""
    return list(zip(data["coins"][seat], data["kinds"][seat], strict=True))


# -- writing


def position_text(data: Json, untold: Collection[int] = ()) -> str:
    """Return the position text of a state's JSON. For the seats in `untold` the number of frozen
    leaders is written as `?`."""
    hiding = not all(data["chosen"])
    words = dict.fromkeys(data["pairs"], "#")
    counts = ["0", "0"]
    for seat in (0, 1):
        frozen = 0
        for place, kind in side_of(data, seat):
            if place is None or place in data["pairs"]:
                frozen += kind == "l"
            else:
                words[place] = COLOURS[seat] + ("?" if hiding else kind)
        counts[seat] = "?" if seat in untold else str(frozen)
    rows = [write_row([words.get(file + rank, "") for file in FILES]) for rank in "654321"]
    return f"{' / '.join(rows)} ; {COLOURS[data['turn']]} ; w{counts[0]} b{counts[1]}"


def write_row(cells: list[str]) -> str:
    """Return the text of a rank from file a to file f, with a number for each run of empty
    squares."""
    row = " ".join(cell or "1" for cell in cells)
    return re.sub(r"1( 1)*", lambda ones: str(len(ones[0]) // 2 + 1), row)


# -- reading


def read_position(text: str, information: str) -> Json:
    """Return the JSON of a position text. Raises BadPosition."""
    fields = text.split(" ; ")
    require(
        len(fields) == 3,
        "A position is a board, who is to play, and the frozen leaders, with ' ; '"
        " between: three parts, not {number}.",
        number=len(fields),
    )
    board, colour, frozen = fields
    require(colour in ("w", "b"), "To play is w or b, not {brief}.", brief=brief(colour))
    counts = re.fullmatch("w([0-2]) b([0-2])", frozen)
    if counts is None:
        raise BadPosition(
            "Frozen leaders are written w0 b0 up to w2 b2, not {brief}.", brief=brief(frozen)
        )
    data = {**start(information), "turn": COLOURS.index(colour)}
    if information != "open" and f"{board} ; w ; {frozen}" == position_text(start(information)):
        return data
    words = read_board(board)
    pairs = sorted((place for place, word in words.items() if word == "#"), key=cell_of)
    sides = [read_side(words, seat, len(pairs), int(counts[seat + 1])) for seat in (0, 1)]
    return {
        **data,
        "chosen": [True, True],
        "coins": [places for places, _, _ in sides],
        "kinds": [kinds for _, kinds, _ in sides],
        "guards": [guards for _, _, guards in sides],
        "pairs": dict.fromkeys(pairs),
    }


def read_board(board: str) -> dict[str, str]:
    """Return the word of each square that is not empty, by the square's name, in the order of the
    squares. Raises BadPosition."""
    rows = board.split(" / ")
    require(
        len(rows) == 6,
        "The board has {number} ranks, with ' / ' between, instead of 6.",
        number=len(rows),
    )
    words = {}
    for rank, row in zip("123456", reversed(rows), strict=True):
        for file, word in zip(FILES, read_row(rank, row), strict=True):
            if word:
                words[file + rank] = word
    return words


def read_row(rank: str, row: str) -> list[str]:
    """Return the words of the six squares of a rank; that of an empty square is an empty text.
    Raises BadPosition."""
    cells: list[str] = []
    for word in row.split():
        require(
            re.fullmatch("[wb][lg]|#|[1-6]", word) is not None,
            "Rank {rank} has {brief}; cells are wl, wg, bl, bg, #, or a number of empty ones"
            " (w? and b? only before and during the set-up).",
            rank=rank,
            brief=brief(word),
        )
        cells += [""] * int(word) if word in "123456" else [word]
    require(
        len(cells) == 6,
        "Rank {rank} has {number} cells instead of 6.",
        rank=rank,
        number=len(cells),
    )
    require(
        write_row(cells) == row,
        "Rank {rank} is written {write_row}, not {brief}.",
        rank=rank,
        write_row=repr(write_row(cells)),
        brief=brief(row),
    )
    return cells


def read_side(
    words: dict[str, str], seat: int, pairs: int, frozen: int
) -> tuple[list[str | None], str, list[int]]:
    """Return the squares, the kinds and the known guards of a side from the words of the board.
    Coins are numbered anew, the live ones first; those in `pairs` frozen pairs follow without a
    square, `frozen` of them leaders. Raises BadPosition."""
    live = {place: word[1] for place, word in words.items() if word[0] == COLOURS[seat]}
    name, six, two = NAMES[seat], len(live) + pairs, frozen + list(live.values()).count("l")
    require(
        six == 6,
        "{name} has {six} coins with those in pairs; it must have 6.",
        name=name,
        six=six,
    )
    require(
        two == 2,
        "{name} has {two} leaders with the frozen ones; it must have 2.",
        name=name,
        two=two,
    )
    require(
        frozen <= pairs,
        "{name} has more frozen leaders than there are frozen pairs.",
        name=name,
    )
    places: list[str | None] = [*live, *[None] * pairs]
    kinds = "".join(live.values()) + "l" * frozen + "g" * (pairs - frozen)
    away = HOME_RANKS[1 - seat]
    guards = [n for n, (at, kind) in enumerate(live.items()) if at[1] == away and kind == "g"]
    return places, kinds, guards
