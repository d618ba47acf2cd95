"""Notations of other programs: SGF, PDN, and whatever else a game's folder reads and writes.

A game says in `game.toml` which endings its files have, `files = ["sgf"]`, and its `notation.py`
has two functions:

- `read(data)` gets the bytes of a file and returns its games (`Found`), in their order; an empty
  list where the file is of another game. It raises BadRecord, with the place, for a file that
  cannot be read.
- `write(records)` returns the bytes of a file that holds these matches. It raises BadRecord for
  what the notation has no words for.

`tree` makes a match of the moves in a file. `sgf` is the grammar of a notation that several games
share, and `sgf_match` what these games need beside it. None of them knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from everygame.record import Record


@dataclass(frozen=True)
class Found:
    """One game in a file."""

    title: str
    """Who played, where and when, for a list of the games of a file."""
    read: Callable[[], Record]
    """Returns the match, checked by the rules. Raises BadRecord. It is called only for the games
    that somebody wants, for a file may hold thousands."""


@dataclass(frozen=True)
class Notation:
    """The functions of a game's `notation.py`."""

    read: Callable[[bytes], Sequence[Found]]
    write: Callable[[Sequence[Record]], bytes]
