"""The process of a remote game: a game that does not come with EveryGame runs in one of its own.

It reads jobs (object, method, arguments) and answers each. States and games stay here; whoever asks
holds their numbers. Where a job takes too long, the interpreter itself writes down where it is and
ends the process: that needs nothing of the game, which may be stuck in C.
"""

from __future__ import annotations

import faulthandler
import io
import os
import pickle
import signal
import struct
import sys
import traceback
from contextlib import suppress
from functools import cached_property
from itertools import count
from typing import BinaryIO, Final

from everygame import errors
from everygame.bots import levels
from everygame.contract import AnyJson, Game, Json, State
from everygame.errors import BadGame, EveryGameError, find_place
from everygame.library.registry import Entry
from everygame.process.printed import bound_printed
from everygame.process.worker import OUT_OF_MEMORY, bound_memory
from everygame.scene import Artist

ANSWER: Final = b"A"
"""Begins an answer; anything else is the last of the process, in words."""
SIZE: Final = struct.Struct("<Q")
DESK: Final = "desk"
KIND: Final = "kind"
FACTS: Final = ("players", "values", "num_actions", "hidden", "chance", "repetition")
"""What is told of a game as soon as it is opened."""
CLASS_FACTS: Final = ("name", "version", "seats", "options", "endless")
"""What is told of all games of a class."""


class Desk:
    """Opens what is in the game's folder, as it is at first: files that change are for the next
    process, and matches keep what they have. Keeps what others hold the numbers of."""

    def __init__(self, entry: Entry, answers: BinaryIO) -> None:
        self.entry = entry
        self.answers = answers
        self.hidden = False
        """A game with secrets was opened here: what errors say beside their kind may hold some."""
        self.kept: dict[int, object] = {}
        self.numbers = count()

    @cached_property
    def rules(self) -> type[Game]:
        return self.entry.game_class()

    @cached_property
    def art(self) -> Artist:
        return self.entry.artist()

    def kind(self) -> Json:
        """What is told of the class. Raises BadGame."""
        return {fact: getattr(self.rules, fact) for fact in CLASS_FACTS}

    def open(self, options: dict[str, str]) -> tuple[Game, Json]:
        """A game, and what is told of it. Raises BadGame, BadOption."""
        game = self.rules(**options)
        self.hidden |= game.hidden
        return game, {fact: getattr(game, fact) for fact in FACTS}

    def artist(self) -> list[str]:
        """The names of the functions that draw. Raises BadGame."""
        return [name for name, function in vars(self.art).items() if function]

    def draw(self, name: str, *arguments: object) -> AnyJson:
        return getattr(self.art, name)(*arguments)

    def edit(self, *arguments: AnyJson) -> AnyJson:
        edit = self.entry.editor().edit
        if edit is None:
            raise BadGame("{name}: editor.py has no function edit.", name=self.entry.name)
        return edit(*arguments)

    def levels(self, game: Game) -> AnyJson:
        return levels(game)

    # -- jobs

    def find(self, key: object) -> AnyJson:
        """What a key stands for."""
        if key == DESK:
            return self
        return self.rules if key == KIND else self.kept[int(str(key))]

    def keep(self, thing: object) -> tuple[str, int] | None:
        """The kind and the number of what does not leave this process."""
        kinds = {State: "state", Game: "game"}
        word = next((word for kind, word in kinds.items() if isinstance(thing, kind)), None)
        if word is None:
            return None
        number = next(self.numbers)
        self.kept[number] = thing
        return word, number

    def attempt(self, job: bytes) -> bytes:
        """The answer to a job: `(True, value)`, or `(False, place, why)` where the game is
        broken; an error that is meant for people is a value."""
        try:
            patience, dropped, target, method, arguments = Reader(job, self).load()
            for number in dropped:
                del self.kept[number]
            faulthandler.dump_traceback_later(patience, exit=True, file=self.answers)
            return self.write((True, getattr(target, method)(*arguments)))
        except EveryGameError as error:
            ours = (kind for kind in type(error).__mro__ if kind.__module__ == errors.__name__)
            return self.write((True, next(ours)(error.message)))
        except MemoryError:
            return self.write((False, "", OUT_OF_MEMORY))
        except BaseException as error:  # SystemExit, too, is no answer
            kind = type(error).__name__
            said = kind if self.hidden else f"{kind}: {error}"[:300]
            traceback.print_tb(error.__traceback__)
            print(said, file=sys.stderr, flush=True)
            return self.write((False, find_place(error, str(self.entry.folder)), said))
        finally:
            faulthandler.cancel_dump_traceback_later()

    def write(self, answer: object) -> bytes:
        file = io.BytesIO()
        Writer(file, self).dump(answer)
        return file.getvalue()


class Writer(pickle.Pickler):
    """Writes answers; states and games become numbers."""

    def __init__(self, file: BinaryIO, desk: Desk) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.desk = desk

    def persistent_id(self, thing: object) -> object:
        return self.desk.keep(thing)


class Reader(pickle.Unpickler):
    """Reads jobs; numbers become states and games again."""

    def __init__(self, job: bytes, desk: Desk) -> None:
        super().__init__(io.BytesIO(job))
        self.desk = desk

    def persistent_load(self, key: object) -> AnyJson:
        return self.desk.find(key)


def main(memory: int) -> None:
    """Answer jobs until nobody asks any more, with at most `memory` bytes of address space."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends us
    bound_memory(memory)
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)  # what a game reads must not be jobs
    bound_printed()  # nor may what it prints mix with answers
    desk = Desk(pickle.loads(read(jobs)), answers)
    with suppress(BrokenPipeError):  # nobody asks any more
        while job := read(jobs):
            answer = desk.attempt(job)
            answers.write(ANSWER + SIZE.pack(len(answer)) + answer)
            answers.flush()
    os._exit(0)  # whatever threads the game has left


def read(file: BinaryIO) -> bytes:
    """The next job; empty at the end."""
    size = file.read(SIZE.size)
    return file.read(SIZE.unpack(size)[0]) if len(size) == SIZE.size else b""
