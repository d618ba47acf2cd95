"""The program of the process in which a remote game runs; `remote_game.py` runs in the server and
sends it jobs.

The process reads jobs (object, method, arguments) and answers each. States and games stay in this
process, and the server knows them by numbers. When a job takes too long, `faulthandler` writes a
traceback and ends the process. That works even where the game is stuck in C code, which no
exception reaches.
"""

from __future__ import annotations

import faulthandler
import io
import os
import pickle
import signal
import struct
import sys
from contextlib import suppress
from functools import cached_property
from itertools import count
from typing import BinaryIO, Final

from everygame import errors
from everygame.bots import levels
from everygame.contract import AnyJson, Game, Json, State
from everygame.errors import BadGame, EveryGameError, find_place
from everygame.library.registry import Entry
from everygame.process.output_limits import bound_printed
from everygame.process.worker import OUT_OF_MEMORY, bound_memory
from everygame.record import from_json, to_json
from everygame.scene import Artist

ANSWER: Final = b"A"
"""The first byte of an answer. Any other first byte belongs to the traceback with which the process
ended."""
SIZE: Final = struct.Struct("<Q")
DESK: Final = "desk"
KIND: Final = "kind"
FACTS: Final = (
    *("players", "values", "num_actions", "num_outcomes", "longest"),
    *("hidden", "chance", "sides", "repetition"),
)
"""The attributes of a game that the server gets when the game is opened."""
CLASS_FACTS: Final = ("name", "version", "seats", "options", "endless")
"""The attributes of a game's class that the server gets before any game is opened."""


class Desk:
    """Does the jobs, and keeps the states and games whose numbers the server holds. It loads each
    file of the game's folder once: matches in play keep the rules that they began with, and a
    changed file needs a new process."""

    def __init__(self, entry: Entry, answers: BinaryIO) -> None:
        self.entry = entry
        self.answers = answers
        self.hidden = False
        """Whether a game with secrets was opened. The text of an exception may contain such
        secrets, so the server then gets only the exception's class."""
        self.kept: dict[int, object] = {}
        self.numbers = count()

    @cached_property
    def rules(self) -> type[Game]:
        return self.entry.game_class()

    @cached_property
    def art(self) -> Artist:
        return self.entry.artist()

    def kind(self) -> Json:
        """Return the facts of the class of the games. Raises BadGame."""
        return {fact: getattr(self.rules, fact) for fact in CLASS_FACTS}

    def open(self, options: dict[str, str]) -> tuple[Game, Json]:
        """Return a game with these options, and its facts. Raises BadGame, BadOption."""
        game = self.rules(**options)
        self.hidden |= game.hidden
        return game, {fact: getattr(game, fact) for fact in FACTS}

    def artist(self) -> list[str]:
        """Return the names of the functions that draw the game. Raises BadGame."""
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

    def titles(self, data: bytes) -> list[str]:
        """Return the titles of the games in a file of another program."""
        return [found.title for found in self.entry.notation().read(data)]

    def read_record(self, data: bytes, number: int) -> Json:
        """Return the record of a game in a file of another program, as JSON."""
        return to_json(self.entry.notation().read(data)[number].read())

    def write_records(self, records: list[Json]) -> bytes:
        """Return the bytes of a file of another program with these matches."""
        return self.entry.notation().write(list(map(from_json, records)))

    # -- answers

    def find(self, key: object) -> AnyJson:
        """Return the object that a job names by a key."""
        if key == DESK:
            return self
        return self.rules if key == KIND else self.kept[int(str(key))]

    def keep(self, thing: object) -> tuple[str, int] | None:
        """Keep a state or game, and return its kind and a new number for it. Return None for
        anything else, which is sent itself."""
        kinds = {State: "state", Game: "game"}
        word = next((word for kind, word in kinds.items() if isinstance(thing, kind)), None)
        if word is None:
            return None
        number = next(self.numbers)
        self.kept[number] = thing
        return word, number

    def attempt(self, job: bytes) -> bytes:
        """Do a job and return the answer: `(True, value)`, or `(False, place, why)` where the game
        is broken. An error meant for people is a value."""
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
        except BaseException as error:  # even SystemExit, or a game could end its process
            kind = type(error).__name__
            said = kind if self.hidden else f"{kind}: {error}"[:300]
            place = find_place(error, str(self.entry.folder))
            print(f"{self.entry.name}: {place} {said}", file=sys.stderr, flush=True)
            return self.write((False, place, said))
        finally:
            faulthandler.cancel_dump_traceback_later()

    def write(self, answer: object) -> bytes:
        file = io.BytesIO()
        Writer(file, self).dump(answer)
        return file.getvalue()


class Writer(pickle.Pickler):
    """Writes an answer; numbers stand for states and games."""

    def __init__(self, file: BinaryIO, desk: Desk) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.desk = desk

    def persistent_id(self, thing: object) -> object:
        return self.desk.keep(thing)


class Reader(pickle.Unpickler):
    """Reads a job, and puts the states and games in the place of their numbers."""

    def __init__(self, job: bytes, desk: Desk) -> None:
        super().__init__(io.BytesIO(job))
        self.desk = desk

    def persistent_load(self, key: object) -> AnyJson:
        return self.desk.find(key)


def main(memory: int) -> None:
    """Do jobs until the server closes the pipe, with at most `memory` bytes of address space."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which kills us
    bound_memory(memory)
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)  # a game that reads standard input must not get jobs
    bound_printed()  # and what it prints must not mix with answers
    desk = Desk(pickle.loads(read(jobs)), answers)
    with suppress(BrokenPipeError):  # the server has ended
        while job := read(jobs):
            answer = desk.attempt(job)
            answers.write(ANSWER + SIZE.pack(len(answer)) + answer)
            answers.flush()
    os._exit(0)  # without waiting for threads that the game has started


def read(file: BinaryIO) -> bytes:
    """Read the next job; return nothing at the end of the input."""
    size = file.read(SIZE.size)
    return file.read(SIZE.unpack(size)[0]) if len(size) == SIZE.size else b""
