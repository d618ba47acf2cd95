"""Defines all exceptions that are meant for people. Every message is one sentence that says what is
wrong and where.

EveryGameError
├── BadMove
│   ├── InvalidMove      the text cannot be read
│   ├── IllegalMove      it can be read, but the rules forbid it now
│   └── AmbiguousMove    it fits more than one legal move
├── BadPosition          a position text or a state that no game can have
├── BadOption            an option that the game does not know, or a value it does not take
├── BadRecord            a save that cannot be read or does not replay
├── BadGame              a game folder that is broken, or a name that no game has
├── BadArgument          a program gave a value of a wrong type, or one outside of its limits
├── NotYourTurn          another seat decides now
└── StaleState           the match has moved on since the sender looked
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from everygame.words import Message, compose, say


class EveryGameError(Exception):
    """The base class of all errors that are meant for people: `EveryGameError("{name} is no game.",
    name=name)`. str() gives one clear sentence in English."""

    exit_status = 1
    """The status with which a command ends because of this error."""

    def __init__(self, text: str, /, **arguments: object) -> None:
        """`arguments` may be words, numbers, other errors, and any other objects, which str() turns
        into text."""
        said = {name: readable(thing) for name, thing in arguments.items()}
        super().__init__(text if isinstance(text, Message) else compose(text, said))

    @property
    def message(self) -> Message:
        """The sentence as a Message, which can be translated into any language."""
        message: Message = self.args[0]
        return message


def readable(thing: object) -> str | int:
    """Convert an argument for use in a message: texts and numbers stay as they are, an error
    becomes its message, and anything else its str()."""
    if isinstance(thing, EveryGameError):
        return thing.message
    return thing if isinstance(thing, (str, int)) else str(thing)


class BadMove(EveryGameError):
    """The base class of all errors about a move."""


class InvalidMove(BadMove):
    """The text cannot be read as a move."""


class IllegalMove(BadMove):
    """The rules forbid the move in this state."""


class AmbiguousMove(BadMove):
    """The text fits more than one legal move."""


class BadPosition(EveryGameError):
    """A position text or the JSON of a state cannot be read, or breaks a rule of the game."""


class BadOption(EveryGameError):
    """The game does not know the option, or the option does not take the value."""


class BadRecord(EveryGameError):
    """A record cannot be read, or one of its plies is not legal."""


class BadGame(EveryGameError):
    """A game is unknown or broken."""


class BadArgument(EveryGameError, ValueError):
    """A program called a function with a value of a wrong type, or outside of its limits."""


class NotYourTurn(EveryGameError):
    """Another seat is to move."""


class StaleState(EveryGameError):
    """The match has changed since the sender of the command last saw it."""


@contextmanager
def writing(path: Path | str, kind: type[EveryGameError] = EveryGameError) -> Iterator[None]:
    """Raise an error of this kind where the block cannot write to the file or folder."""
    try:
        yield
    except OSError as error:
        why = str(error.strerror)
        raise kind(say("{path} cannot be written: {why}.", path=str(path), why=why)) from None


def shown(error: BaseException) -> str:
    """Return the class and the text of an error on one line: `KeyError: 'x'`."""
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")


FRAME: Final = re.compile(r'File "(.+)", line (\d+) in ')
"""Matches a line of the traceback that faulthandler writes when it ends a process: the file and the
line number."""


def find_place(error: BaseException, folder: str) -> str:
    """Return the innermost place of an error within a folder, such as `rules.py, line 12,`; an
    empty text where no frame of the traceback lies in the folder."""
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, SyntaxError) and str(error.filename).startswith(folder):
        return f"{Path(str(error.filename)).name}, line {error.lineno},"
    inside = [frame for frame in frames if frame.filename.startswith(folder)]
    return f"{Path(inside[-1].filename).name}, line {inside[-1].lineno}," if inside else ""
