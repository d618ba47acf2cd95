"""Pieces, squares, options and position texts of Freeze Tag, and its state as JSON.

board     the board field of the position text
turn      the seat to play
rolled    the sizes on the die: "s", "m", "l", "sm", "sl", "ml"; empty before the roll
unused    those of them that are still to be moved
hand      a captured piece that must be relocated now, "Ns"; else empty
off       for each seat the number of its pieces off the board
turns     turns ended so far, lost ones included
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from everygame import colours
from everygame.contract import AnyJson, Choice, Json, Option
from everygame.errors import BadPosition
from everygame.words import say

SIDE: Final = 5
FILES: Final = "abcde"
SIZES: Final = "sml"
FACES: Final = ("s", "m", "l", "sm", "sl", "ml")
"""The pyramid die, in the order of its chance outcomes."""
MOST_OFF: Final = 3
"""A seat with so many pieces off the board has won."""
TURN_LIMIT: Final = 1000
ROWS: Final = 4096
"""How many ranks are remembered with their text, since a ply changes only a few."""
SQUARES: Final = tuple(file + rank for rank in "12345" for file in FILES)

HOMES: Final = {
    "S": ("b1", "c1", "d1"),
    "W": ("a4", "a3", "a2"),
    "N": ("d5", "c5", "b5"),
    "E": ("e2", "e3", "e4"),
}
"""Where each seat has its smalls, mediums and larges at the start, in the order of turns."""
NAMES: Final = {"S": say("South"), "W": say("West"), "N": say("North"), "E": say("East")}
FAR: Final = {"S": "5", "W": "e", "N": "1", "E": "a"}
"""The rank or the file whose squares lie on the edge that a seat leaves over."""

OPTIONS: Final = (
    Option(
        "seating",
        "across",
        say("Seats"),
        say("Where two players sit."),
        (Choice("across", say("Across from each other")), Choice("corner", say("Around a corner"))),
        players=(2,),
    ),
    colours.OPTION,
)

Stack = tuple[str, ...]
"""Pieces, seat letter and size, the lowest first."""


def seats_in_play(players: int, seating: str) -> str:
    """The letters of the seats, clockwise from South."""
    if players == 2:
        return "SN" if seating == "across" else "SW"
    return "SWNE"[:players]


def start(letters: str) -> Json:
    """The set-up: two of each size, stacked, the larges at the player's right."""
    homes = {
        square: (letter + size,) * 2
        for letter in letters
        for size, square in zip(SIZES, HOMES[letter], strict=True)
    }
    return between([homes.get(square, ()) for square in SQUARES], 0, [0] * len(letters))


def between(stacks: list[Stack], turn: int, off: list[int]) -> Json:
    """The JSON of a state before a roll."""
    board = write_board(stacks)
    blank = {"rolled": "", "unused": "", "hand": ""}
    return {"board": board, "turn": turn, **blank, "off": off, "turns": 0}


# -- writing


def write_board(stacks: list[Stack]) -> str:
    """The board field of stacks in the order of SQUARES: ranks from the top."""
    rows = [stacks[first : first + SIDE] for first in range(0, SIDE * SIDE, SIDE)]
    return " / ".join([write_row(tuple(row)) for row in reversed(rows)])


@lru_cache(ROWS)
def write_row(stacks: tuple[Stack, ...]) -> str:
    """A rank, from a to e: runs of empty cells as a number."""
    row = " ".join("^".join(stack) or "1" for stack in stacks)
    return re.sub(r"1( 1)*", lambda ones: str(len(ones[0]) // 2 + 1), row)


def position_text(data: Json, letters: str) -> str:
    """The position text of a state without a piece in hand."""
    turn = letters[data["turn"]] + (":" if data["unused"] else "") + data["unused"]
    off = " ".join(f"{letter}{n}" for letter, n in zip(letters, data["off"], strict=True))
    return f"{data['board']} ; {turn} ; {off}"


def piece_of(kind: int, letters: str) -> str:
    """The piece of a kind, which is size * 4 + seat."""
    return letters[kind & 3] + SIZES[kind >> 2]


def kind_of(piece: str, letters: str) -> int:
    """The kind of a piece."""
    return SIZES.index(piece[1]) * 4 + letters.index(piece[0])


def spell(sizes: int) -> str:
    """A set of sizes, a bit for each, as text: "sm"."""
    return "".join(size for i, size in enumerate(SIZES) if sizes >> i & 1)


# -- reading


def require(sound: bool, text: str, **arguments: object) -> None:
    """Raises BadPosition with the sentence."""
    if not sound:
        raise BadPosition(text, **arguments)


def read_position(text: str, letters: str) -> Json:
    """The JSON of a position text, checked. Raises BadPosition."""
    fields = text.split(" ; ")
    require(
        len(fields) == 3,
        "A position is a board, who is to play, and the pieces off, with ' ; ' between:"
        " three parts, not {number}.",
        number=len(fields),
    )
    board, turn, off = fields
    found = re.fullmatch(f"([{letters}])(?::({'|'.join(FACES)}))?", turn)
    if found is None:
        raise BadPosition(
            "To play is one of {letters}, and in mid-roll the sizes still to be moved"
            " (S:sm), not {turn}.",
            letters=", ".join(letters),
            turn=repr(turn),
        )
    unused = found[2] or ""
    stacks, gone = read_board(board, letters), read_off(off, letters)
    data = between(stacks, letters.index(found[1]), gone)
    data.update(rolled=unused, unused=unused)
    check_pieces(stacks, data, letters)
    return data


def read_off(field: str, letters: str) -> list[int]:
    """The pieces off by seat. Raises BadPosition."""
    found = re.fullmatch(" ".join(f"{letter}([0-{MOST_OFF}])" for letter in letters), field)
    if found is None:
        example = " ".join(f"{letter}0" for letter in letters)
        raise BadPosition(
            "Pieces off are written {example}, from 0 to {most_off} each, not {field}.",
            example=repr(example),
            most_off=MOST_OFF,
            field=repr(field),
        )
    return [int(number) for number in found.groups()]


def read_board(board: str, letters: str) -> list[Stack]:
    """The stacks in the order of SQUARES. Raises BadPosition."""
    rows = board.split(" / ")
    require(
        len(rows) == SIDE,
        "The board has {number} ranks, with ' / ' between, instead of 5.",
        number=len(rows),
    )
    ranks = [read_row(rank, row, letters) for rank, row in zip("54321", rows, strict=True)]
    return [stack for rank in reversed(ranks) for stack in rank]


@lru_cache(ROWS)
def read_row(rank: str, row: str, letters: str) -> tuple[Stack, ...]:
    """The five cells of a rank. Raises BadPosition."""
    stacks: list[Stack] = []
    for word in row.split(" "):
        if re.fullmatch("[1-5]", word):
            stacks += [()] * int(word)
        else:
            stacks.append(read_stack(rank, word, letters))
    require(
        len(stacks) == SIDE,
        "Rank {rank} has {number} cells instead of 5.",
        rank=rank,
        number=len(stacks),
    )
    sound = write_row(tuple(stacks))
    require(
        sound == row,
        "Rank {rank} is written {right}, not {row}.",
        rank=rank,
        right=repr(sound),
        row=repr(row),
    )
    return tuple(stacks)


def read_stack(rank: str, word: str, letters: str) -> Stack:
    """A piece, or one on another. Raises BadPosition."""
    piece = f"[{letters}][{SIZES}]"
    require(
        re.fullmatch(f"{piece}(\\^{piece})?", word) is not None,
        "Rank {rank} has {word}; a cell is a piece such as {letter}m, a stack of two"
        " such as {letter}m^{letter2}s, or a number of empty cells.",
        rank=rank,
        word=repr(word),
        letter=letters[0],
        letter2=letters[1],
    )
    stack = tuple(word.split("^"))
    require(
        len(stack) == 1 or not larger(stack[1], stack[0]),
        "Rank {rank} has {word}, but a larger piece never stands on a smaller one.",
        rank=rank,
        word=repr(word),
    )
    return stack


def larger(piece: str, other: str) -> bool:
    """Whether the first of two pieces is the larger one."""
    return SIZES.index(piece[1]) > SIZES.index(other[1])


def check_pieces(stacks: list[Stack], data: Json, letters: str) -> None:
    """Nobody has more pieces than at the start. Raises BadPosition."""
    pieces = [piece for stack in stacks for piece in stack] + [data["hand"]] * bool(data["hand"])
    for letter, off in zip(letters, data["off"], strict=True):
        for size in SIZES:
            count = pieces.count(letter + size)
            require(
                count <= 2,
                "There are {count} pieces {letter}{size}; at most 2 are allowed.",
                count=count,
                letter=letter,
                size=size,
            )
        count = off + sum(piece[0] == letter for piece in pieces)
        require(
            count <= 6,
            "{letter} has {count} pieces with those off; at most 6 are allowed.",
            letter=letter,
            count=count,
        )
    require(data["off"].count(MOST_OFF) < 2, "Only one seat can have three pieces off.")


# -- JSON

FIELDS: Final = ("board", "turn", "rolled", "unused", "hand", "off", "turns")


def check_state(data: AnyJson, letters: str) -> list[Stack]:
    """The stacks of a state's JSON, all of it checked. Raises BadPosition."""
    require(
        isinstance(data, dict) and all(field in data for field in FIELDS),
        "A Freeze Tag state has the fields {fields}.",
        fields=", ".join(FIELDS),
    )
    check_fields(data, letters)
    stacks = read_board(data["board"], letters)
    check_pieces(stacks, data, letters)
    check_roll(data)
    return stacks


def check_fields(data: Json, letters: str) -> None:
    """Each field alone."""
    seats, off = len(letters), data["off"]
    require(
        isinstance(data["board"], str),
        "board is a text, not {board}.",
        board=repr(data["board"]),
    )
    require(
        is_number(data["turn"], seats - 1),
        "turn is a seat, not {turn}.",
        turn=repr(data["turn"]),
    )
    require(
        is_number(data["turns"], TURN_LIMIT),
        "turns is 0 to 1000, not {turns}.",
        turns=repr(data["turns"]),
    )
    for field in ("rolled", "unused"):
        require(
            data[field] in ("", *FACES),
            "{field} cannot be {data}.",
            field=field,
            data=repr(data[field]),
        )
    hands = ["", *(letter + size for letter in letters for size in SIZES)]
    require(data["hand"] in hands, "hand is empty or a piece, not {hand}.", hand=repr(data["hand"]))
    sound = isinstance(off, list) and len(off) == seats
    require(
        sound and all(is_number(n, MOST_OFF) for n in off),
        "off is a number from 0 to {most_off} for each seat, not {off}.",
        most_off=MOST_OFF,
        off=repr(off),
    )


def is_number(value: AnyJson, most: int) -> bool:
    """A whole number from 0 on."""
    return type(value) is int and 0 <= value <= most


def check_roll(data: Json) -> None:
    """What is unused was rolled, and a piece in hand was captured by a larger one."""
    rolled, unused, hand = data["rolled"], data["unused"], data["hand"]
    used = [size for size in rolled if size not in unused]
    require(
        set(unused) <= set(rolled) and (not rolled or bool(unused or hand)),
        "The die showed {rolled}, so {unused} cannot be what is still to be moved.",
        rolled=repr(rolled),
        unused=repr(unused),
    )
    require(
        not hand or any(SIZES.index(size) > SIZES.index(hand[1]) for size in used),
        "{hand} is in hand, but no larger piece has moved in this turn.",
        hand=hand,
    )
