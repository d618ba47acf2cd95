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
from everygame.games.coldspell.table import Table

SIZES: Final = "sml"
NAMES: Final = tuple(file + rank for rank in "654321" for file in "abcdef")
"""The names of the squares in the order of the deal."""
NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
"""The number of each square by its name."""
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
        cells.update({square: f"{cells[square]}{seat}" for square in squares})
    cells.update({square: HOLE for squares in data["taken"] for square in squares})
    return " / ".join(row([cells.get(name) for name in NAMES[i : i + 6]]) for i in range(0, 36, 6))


def row(cells: list[str | None]) -> str:
    """Return the text of a rank. During the deal a number at its end stands for the squares without
    a card (None in `cells`)."""
    words = [cell for cell in cells if cell]
    missing = [str(len(cells) - len(words))] if len(words) < len(cells) else []
    return " ".join(words + missing)


# -- reading


def read_position(table: Table, text: str) -> Json:
    """Return the JSON of a position text, which may still break a rule of the game. Raises
    BadPosition."""
    fields = [part.strip() for part in text.split(";")]
    if len(fields) != 4:
        raise BadPosition(
            "A position is a board, who is to play, the stash and the cards taken, with ;"
            " between: four parts, not {number}.",
            number=len(fields),
        )
    cells = read_board(fields[0])
    seat, used, lifted = read_turn(fields[1], table.players)
    data: Json = {
        "cards": [],
        "pyramids": [[], [], []],
        "claimed": [[] for _ in range(table.players)],
        "taken": [[] for _ in range(table.players)],
        "turn": seat,
        "used": used,
        "lifted": lifted,
        "idle": -1 if used in PROGRESS else 0,
        "turns": 0,
        "ending": "",
        "words": [[] for _ in range(table.players)],
        "letters": [],
        "speller": 0,
    }
    taken = read_taken(fields[3], table)
    holes = [name for name, cell in zip(NAMES, cells, strict=False) if cell == HOLE]
    if len(holes) != len(taken):
        raise BadPosition(
            "The board has {number} holes, but {number2} cards are taken.",
            number=len(holes),
            number2=len(taken),
        )
    left = dict(zip(holes, taken, strict=True))
    for name, cell in zip(NAMES, cells, strict=False):
        put_cell(data, name, cell, left.get(name))
    for name, (_, _, owner) in left.items():
        data["taken"][owner].append(name)
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
        if len(words) + missing != 6:
            raise BadPosition(
                "Rank {rank} has {number} squares instead of 6.",
                rank=rank,
                number=len(words) + missing,
            )
        if words and len(cells) != 6 * "654321".index(rank):
            raise BadPosition("Rank {rank} has cards after a square without one.", rank=rank)
        cells += words
    return cells


def read_turn(field: str, players: int) -> tuple[int, str, str]:
    """Return the seat to play, the action that it has used in this turn, and the square of a
    pyramid that it has hijacked; the last two may be empty texts. Raises BadPosition."""
    words = [*field.split(), "", "", ""]
    seat, used, lifted = words[:3]
    seats = [str(seat) for seat in range(1, players + 1)]
    good = seat in seats and used in ("", *FIRST_ACTIONS) and not words[3]
    if not good or (lifted in NAMES) != (used == "hijack") or (lifted and lifted not in NAMES):
        raise BadPosition(
            "To play is a seat from 1 to {players} and the action used in this turn, such as"
            " '1', '2 move' or '1 hijack c4', not {field}.",
            players=players,
            field=repr(field),
        )
    return seats.index(seat), used, lifted


def read_taken(field: str, table: Table) -> list[tuple[str, str, int]]:
    """Return for each card taken its text, the letter of its pyramid's size, and the seat that took
    it. Raises BadPosition."""
    lists = field.split()
    if [part.partition(":")[0] for part in lists] != [str(s + 1) for s in range(table.players)]:
        raise BadPosition(
            "The cards taken are a list for each of {players} seats, such as '1:Zl,AOm 2:',"
            " not {field}.",
            players=table.players,
            field=repr(field),
        )
    taken = []
    for seat, part in enumerate(lists):
        for word in filter(None, part.partition(":")[2].split(",")):
            if word[:-1] not in table.deck.cards or word[-1] not in SIZES:
                raise BadPosition(
                    "{word} is no card of this deck with s, m or l behind it.", word=repr(word)
                )
            taken.append((word[:-1], word[-1], seat))
    return taken


def put_cell(data: Json, name: str, cell: str, left: tuple[str, str, int] | None) -> None:
    """Add the cell of the square `name` to the JSON; if the cell is a hole, `left` is the card that
    was there, as `read_taken` returns it. Raises BadPosition."""
    if left:
        data["cards"].append(left[0])
        data["pyramids"][SIZES.index(left[1])].append(name)
        return
    card, plus, pyramid = cell.partition("+")
    found = re.fullmatch("([sml])([1-4]?)", pyramid)
    seat = int(found[2] or 0) if found else 0
    if (plus and not found) or seat > len(data["claimed"]):
        raise BadPosition(
            "{name} has {cell}; a pyramid is +s, +m or +l, and the number of a seat behind"
            " it where it lies.",
            name=name,
            cell=repr(cell),
        )
    data["cards"].append(card)
    if found:
        data["pyramids"][SIZES.index(found[1])].append(name)
    if seat:
        data["claimed"][seat - 1].append(name)


def check_stash(field: str, data: Json) -> None:
    """Raise BadPosition unless the stash holds all pyramids that are neither on the field nor
    taken."""
    found = re.fullmatch(r"s(\d)\s+m(\d)\s+l(\d)", field, re.ASCII)
    if not found:
        raise BadPosition("The stash is written s5 m5 l5, not {field}.", field=repr(field))
    for size, count, placed in zip(SIZES, found.groups(), data["pyramids"], strict=True):
        if int(count) + len(placed) != OF_A_SIZE:
            total = int(count) + len(placed)
            raise BadPosition(
                "There are {total} pyramids of size {size} instead of {of_a_size}.",
                total=total,
                size=size,
                of_a_size=OF_A_SIZE,
            )
