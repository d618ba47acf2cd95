"""The board of Freez! as text: ranks from the top, `w1 w2 w3 wf b1 b2 b3 bf`, numbers of empty
squares."""

from __future__ import annotations

import re
from typing import Final

from everygame.errors import BadPosition

CELLS: Final = ("", "w1", "w2", "w3", "wf", "b1", "b2", "b3", "bf")


def write_board(ranks: list[list[int]]) -> str:
    """The text of a board, given from the top rank."""
    return " / ".join(" ".join(write_rank(rank)) for rank in ranks)


def write_rank(rank: list[int]) -> list[str]:
    words: list[str] = []
    for content in rank:
        if content:
            words.append(CELLS[content])
        elif words and words[-1].isdigit():
            words[-1] = str(int(words[-1]) + 1)
        else:
            words.append("1")
    return words


def read_board(text: str, size: int, pieces: int) -> list[list[int]]:
    """The board of a text, from the top rank. A side has at most `pieces`. Raises BadPosition."""
    parts = text.split(" / ")
    if len(parts) != size:
        raise BadPosition(f"The board has {size} ranks, not {len(parts)}.")
    ranks = [read_rank(part, size - i, size) for i, part in enumerate(parts)]
    for name, side in (("White", range(1, 5)), ("Black", range(5, 9))):
        found = sum(content in side for rank in ranks for content in rank)
        if found > pieces:
            raise BadPosition(f"{name} has {found} pieces; there are {pieces}.")
    return ranks


def read_rank(text: str, rank: int, size: int) -> list[int]:
    contents: list[int] = []
    for word in text.split(" "):
        if re.fullmatch("[1-9]", word):
            contents += [0] * int(word)
        elif word in CELLS[1:]:
            contents.append(CELLS.index(word))
        else:
            raise BadPosition(f"Rank {rank} has {word!r}, which is no piece and no number.")
    if len(contents) != size:
        raise BadPosition(f"Rank {rank} has {len(contents)} squares instead of {size}.")
    if " ".join(write_rank(contents)) != text:
        raise BadPosition(f"Rank {rank} has two numbers side by side.")
    return contents
