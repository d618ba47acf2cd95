"""Squares, moves and positions of Cold Spell as text.

The fields of a position text are: the field from the top rank; the seat to play, counted from 1,
and the action that it has already used in this turn; the stash; and the cards that each seat has
taken. `docs/games/coldspell.md` shows an example.
"""

from __future__ import annotations

import re
from typing import Final

from everygame.contract import Json
from everygame.errors import BadPosition
from everygame.games.coldspell.field import (
    CLAIM,
    DONE,
    FORCE,
    HIJACK,
    MOVE,
    OF_A_SIZE,
    SQUARES,
    TAKE,
)
from everygame.games.coldspell.match_setting import Table

SIZES: Final = "sml"
NAMES: Final = tuple(file + rank for rank in "654321" for file in "abcdef")
"""The names of the squares in the order of the deal."""
HOLE: Final = "-"
"""Written for a square whose card has been taken."""
FIRST_ACTIONS: Final = ("move", "claim", "force", "take", "hijack")
"""The kinds of action after which a turn may go on."""
PROGRESS: Final = ("claim", "force", "take")
"""Those of `FIRST_ACTIONS` that keep a stalemate away."""


def action_text(action: int) -> str:
    """Return the move text of an action, but not of one of spelling."""
    square = NAMES[action % SQUARES]
    if action < MOVE:
        return f"place:{SIZES[action // SQUARES]}@{square}"
    if action < CLAIM:
        return f"{NAMES[(action - MOVE) // SQUARES]}-{square}"
    if action < FORCE:
        return f"claim:{square}"
    if action < TAKE:
        return f"force:{square}>{(action - FORCE) // SQUARES + 1}"
    if action < HIJACK:
        return f"take:{square}"
    return f"hijack:{square}" if action < DONE else "done"


# -- writing


def position(data: Json) -> str:
    """Return the position text of a state's JSON; it leaves out the words of a finished match.
    Raises BadPosition while words are spelled."""
    speller = data["speller"]
    begun = data["letters"] or any(data["words"]) or any(data["taken"][:speller])
    if begun and speller < len(data["taken"]):
        raise BadPosition("There is no position text while words are spelled.")
    sizes = size_of(data)
    stash = [
        f"{s}{OF_A_SIZE - len(placed)}" for s, placed in zip(SIZES, data["pyramids"], strict=True)
    ]
    cards = dict(zip(NAMES, data["cards"], strict=False))
    taken = [
        f"{seat}:" + ",".join(cards[square] + sizes[square] for square in squares)
        for seat, squares in enumerate(data["taken"], 1)
    ]
    turn = " ".join(filter(None, (str(data["turn"] + 1), data["used"], data["lifted"])))
    return " ; ".join((board(data), turn, " ".join(stash), " ".join(taken)))


def size_of(data: Json) -> dict[str, str]:
    """Return the letter of the size of each pyramid by the name of its square, those that left the
    field with their cards included."""
    return {
        square: size
        for size, squares in zip(SIZES, data["pyramids"], strict=True)
        for square in squares
    }


def board(data: Json) -> str:
    """Return the field of a position text, rows from the top."""
    cells = dict(zip(NAMES, data["cards"], strict=False))
    for square, size in size_of(data).items():
        cells[square] += f"+{size}"
    for seat, squares in enumerate(data["claimed"], 1):
        for square in squares:
            cells[square] += str(seat)
    for squares in data["taken"]:
        cells |= dict.fromkeys(squares, HOLE)
    told = list(cells.values())
    return " / ".join(row(told[i : i + 6]) for i in range(0, SQUARES, 6))


def row(cells: list[str]) -> str:
    """Return the text of a rank. During the deal a number at its end stands for the squares without
    a card."""
    missing = 6 - len(cells)
    return " ".join([*cells, str(missing)] if missing else cells)


# -- reading


def read_position(table: Table, data: Json, text: str) -> Json:
    """Return the JSON of a position text, which may still break a rule of the game; `data` is that
    of a match before the deal. Raises BadPosition."""
    fields = [part.strip() for part in text.split(";")]
    if len(fields) != 4:
        raise BadPosition(
            "A position is a board, who is to play, the stash and the cards taken, with ;"
            " between: four parts, not {number}.",
            number=len(fields),
        )
    cells, taken = read_board(fields[0]), read_taken(fields[3], table)
    seat, used, lifted = read_turn(fields[1], table.players)
    data |= {"turn": seat, "used": used, "lifted": lifted, "idle": -1 if used in PROGRESS else 0}
    holes = [square for square, cell in enumerate(cells) if cell == HOLE]
    if len(holes) != len(taken):
        raise BadPosition(
            "The board has {number} holes, but {number2} cards are taken.",
            number=len(holes),
            number2=len(taken),
        )
    for square, (cell, owner) in zip(holes, taken, strict=True):
        cells[square] = cell
        data["taken"][owner].append(NAMES[square])
    for name, cell in zip(NAMES, cells, strict=False):
        put_cell(data, name, cell)
    check_stash(fields[2], data)
    return data


def read_board(field: str) -> list[str]:
    """Return the cells that hold a card or a hole, in the order of the deal. Raises BadPosition."""
    rows = [part.split() for part in field.split("/")]
    if len(rows) != 6:
        raise BadPosition("The board has {number} ranks instead of 6.", number=len(rows))
    cells: list[str] = []
    for rank, words in zip("654321", rows, strict=True):
        missing = int(words.pop()) if words and re.fullmatch("[1-6]", words[-1]) else 0
        number = len(words) + missing
        if number != 6:
            raise BadPosition(
                "Rank {rank} has {number} squares instead of 6.", rank=rank, number=number
            )
        if words and len(cells) != 6 * (6 - int(rank)):
            raise BadPosition("Rank {rank} has cards after a square without one.", rank=rank)
        cells += words
    return cells


def read_turn(field: str, players: int) -> tuple[int, str, str]:
    """Return the seat to play, the action that it has used in this turn, and the square of a
    pyramid that it has hijacked; the last two may be empty texts. Raises BadPosition."""
    found = re.fullmatch(
        r"([1-4])(?:\s+(move|claim|force|take)|\s+(hijack)\s+([a-f][1-6]))?", field
    )
    if not found or int(found[1]) > players:
        raise BadPosition(
            "To play is a seat from 1 to {players} and the action used in this turn, such as"
            " '1', '2 move' or '1 hijack c4', not {field}.",
            players=players,
            field=repr(field),
        )
    return int(found[1]) - 1, found[2] or found[3] or "", found[4] or ""


def read_taken(field: str, table: Table) -> list[tuple[str, int]]:
    """Return for each card taken its cell with the pyramid, such as "Z+l", and the seat that took
    it. Raises BadPosition."""
    lists = [part.partition(":") for part in field.split()]
    if [seat for seat, _, _ in lists] != [str(s + 1) for s in range(table.players)]:
        raise BadPosition(
            "The cards taken are a list for each of {players} seats, such as '1:Zl,AOm 2:',"
            " not {field}.",
            players=table.players,
            field=repr(field),
        )
    taken = []
    for seat, (_, _, words) in enumerate(lists):
        for word in filter(None, words.split(",")):
            card, size = word[:-1], word[-1]
            if card not in table.deck.cards or size not in SIZES:
                raise BadPosition(
                    "{word} is no card of this deck with s, m or l behind it.", word=repr(word)
                )
            taken.append((f"{card}+{size}", seat))
    return taken


def put_cell(data: Json, name: str, cell: str) -> None:
    """Add the cell of the square `name` to the JSON. Raises BadPosition."""
    found = re.fullmatch(r"([^+]*)(?:\+([sml])([1-4]?))?", cell)
    seat = int(found[3] or 0) if found else 0
    if not found or seat > len(data["claimed"]):
        raise BadPosition(
            "{name} has {cell}; a pyramid is +s, +m or +l, and the number of a seat behind"
            " it where it lies.",
            name=name,
            cell=repr(cell),
        )
    data["cards"].append(found[1])
    if found[2]:
        data["pyramids"][SIZES.index(found[2])].append(name)
    if seat:
        data["claimed"][seat - 1].append(name)


def check_stash(field: str, data: Json) -> None:
    """Raise BadPosition unless the stash holds all pyramids that are neither on the field nor
    taken."""
    found = re.fullmatch(r"s(\d)\s+m(\d)\s+l(\d)", field, re.ASCII)
    if not found:
        raise BadPosition("The stash is written s5 m5 l5, not {field}.", field=repr(field))
    for size, count, placed in zip(SIZES, found.groups(), data["pyramids"], strict=True):
        total = int(count) + len(placed)
        if total != OF_A_SIZE:
            raise BadPosition(
                "There are {total} pyramids of size {size} instead of {of_a_size}.",
                total=total,
                size=size,
                of_a_size=OF_A_SIZE,
            )
