"""The server's side of remote games, which run in another process. `Remote` is such a process; its
`RemoteGame` and `RemoteState` are used like any game and state."""

from __future__ import annotations

import io
import pickle
import subprocess
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, ClassVar, Final, TypeVar

from everygame.contract import TRUTH, AnyJson, Game, State
from everygame.errors import EveryGameError
from everygame.library.registry import Entry
from everygame.process import pool
from everygame.process.faults import GameBroken, GameLost
from everygame.process.remote_process import ANSWER, DESK, KIND, SIZE
from everygame.process.safe_unpickler import SafeUnpickler
from everygame.process.start import last_place, python_command
from everygame.search.game_advice import Level

Answer = TypeVar("Answer")

CALL_SECONDS: Final = 3.0
"""The seconds that one call of a game may take in a match; bots search in the pool, with limits of
their own."""
LOAD_SECONDS: Final = 10.0
"""The seconds that loading a game's files may take; this is longer because the files may import
other packages."""
LARGEST: Final = 1 << 26
"""The bytes that an answer may have."""


class Remote:
    """The process of a remote game, which does jobs one after the other."""

    def __init__(self, entry: Entry) -> None:
        self.name = entry.name
        self.entry = entry
        self.stamp = entry.stamp()
        self.lock = threading.Lock()
        self.made: type[RemoteGame] | None = None
        self.dropped: list[int] = []
        """The numbers of states and games that the server no longer uses. The next job sends them
        to the process, which then drops the objects."""
        self.process = start()
        self.end = weakref.finalize(self, stop, self.process)
        self.send(pickle.dumps(entry))

    def kind(self) -> type[RemoteGame]:
        """Return the class of the games in the process. Raises BadGame, GameBroken, GameLost."""
        if self.made is None:
            facts = self.call(DESK_KEY, "kind", patience=LOAD_SECONDS)
            self.made = type(facts["name"], (RemoteGame,), {**facts, "remote": self})
        return self.made

    def call(
        self, target: object, method: str, *arguments: object, patience: float | None = None
    ) -> AnyJson:
        """Call a method in the process and return its result, within `patience` seconds. Raises the
        errors for people that the method raises, GameBroken where the game's code failed, GameLost
        where the process has ended."""
        seconds = CALL_SECONDS if patience is None else patience
        with self.lock:
            if not self.end.alive:
                raise GameLost()
            dropped = [self.dropped.pop() for _ in range(len(self.dropped))]
            self.send(write(self, (seconds, dropped, target, method, arguments)))
            answer = self.receive()
        if isinstance(answer[1], EveryGameError):
            raise answer[1]
        if not answer[0]:
            raise GameBroken(self.name, f"{answer[1] or 'rules.py,'} {answer[2]}.")
        return answer[1]

    def state(self, target: object, method: str, *arguments: object) -> RemoteState:
        """Call a method that returns a state. Raises what `call` raises, and GameBroken where it
        returns something else."""
        answer = self.call(target, method, *arguments)
        if not isinstance(answer, RemoteState):
            said = f"rules.py, {method} answers a {type(answer).__name__}, which is no state."
            raise GameBroken(self.name, said)
        return answer

    def send(self, data: bytes) -> None:
        assert self.process.stdin
        with suppress(OSError):  # the process has ended; `receive` finds out why
            self.process.stdin.write(SIZE.pack(len(data)) + data)
            self.process.stdin.flush()

    def receive(self) -> AnyJson:
        """Read the next answer. Raises GameBroken, and then the process has usually ended."""
        file = self.process.stdout
        assert file
        first = file.read(1)
        if first == ANSWER and len(size := file.read(SIZE.size)) == SIZE.size:
            data = self.receive_data(file, SIZE.unpack(size)[0])
            try:
                return Reader(data, self).load()
            except Exception as error:
                why = f"rules.py, its answer cannot be read: {error}."
                raise GameBroken(self.name, why) from None
        last = (first + file.read()).decode("utf-8", "replace")
        self.end()
        raise GameBroken(self.name, self.why_it_ended(last))

    def receive_data(self, file: IO[bytes], size: int) -> bytes:
        if size > LARGEST:
            self.end()
            raise GameBroken(self.name, f"rules.py, an answer of it has {size:,} bytes.")
        return file.read(size)

    def why_it_ended(self, last: str) -> str:
        """Say where and why the process ended, from the traceback that it wrote."""
        if not last:
            return "rules.py, it ended the process it ran in."
        folder = Path(str(self.entry.folder))
        place = last_place(last, lambda path: folder in path.parents)
        return f"{place or 'rules.py'}, it does not come to an end."


def start() -> subprocess.Popen[bytes]:
    """Start a process, which waits for the entry of its game."""
    command = python_command("everygame.process.remote_process", pool.MEMORY)
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with suppress(OSError):
                pipe.close()


class Reference:
    """The number of a state or game in the process, which keeps the object as long as this
    reference lives."""

    def __init__(self, remote: Remote, number: int) -> None:
        self.remote = remote
        self.number = number

    def __del__(self) -> None:
        self.remote.dropped.append(self.number)


def as_sent(answer: AnyJson) -> AnyJson:
    return answer


def kept(method: str, kind: Callable[[AnyJson], Answer]) -> Callable[..., Answer]:
    """Return a method of RemoteState that asks a question of that name; `kind` makes sure of the
    type of the answer. The method raises GameBroken where the answer is of another type."""

    def asked(state: RemoteState, *arguments: object) -> Answer:
        answer = state.ask(method, *arguments)
        try:
            return kind(answer)
        except (TypeError, ValueError):
            # the value itself may be a secret
            said = f"rules.py, {method} answers a {type(answer).__name__}."
            raise GameBroken(state.reference.remote.name, said) from None

    return asked


class RemoteState(State):
    """A state in the other process. A state never changes, so each question is asked once and its
    answer kept. The answers about texts that people send are not kept, because there could be any
    number of them."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.known: dict[tuple[object, ...], object] = {}

    to_play = kept("to_play", int)
    legal_actions = kept("legal_actions", list)
    returns = kept("returns", list)
    to_json = kept("to_json", as_sent)
    chance_outcomes = kept("chance_outcomes", list)
    observe = kept("observe", as_sent)
    disclose = kept("disclose", as_sent)
    advise = kept("advise", as_sent)
    ending = kept("ending", str)
    position = kept("position", str)
    key = kept("key", as_sent)

    def ask(self, method: str, *arguments: object) -> AnyJson:
        question = method, *arguments
        if question not in self.known:
            self.known[question] = self.reference.remote.call(self, method, *arguments)
        return self.known[question]

    def apply(self, action: int) -> RemoteState:
        return self.reference.remote.state(self, "apply", action)

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return str(self.ask("text", action, viewer))

    def parse(self, text: str) -> int:
        return int(self.reference.remote.call(self, "parse", text))

    def expand(self, text: str) -> list[str]:
        return list(self.reference.remote.call(self, "expand", text))

    def irrevocable(self, action: int) -> str:
        why = self.ask("irrevocable", action)
        return why if isinstance(why, str) else str(why)  # a message stays one


class RemoteGame(Game):
    """A game in the other process. `Remote.kind` makes a subclass of this class for each game."""

    remote: ClassVar[Remote]

    def __init__(self, **options: str) -> None:
        self.reference, facts = self.remote.call(DESK_KEY, "open", options)
        vars(self).update(facts)
        self.known_levels: tuple[Level, ...] | None = None

    def levels(self) -> tuple[Level, ...]:
        """Return the levels of the game's bots, from the process."""
        if self.known_levels is None:
            self.known_levels = tuple(self.remote.call(DESK_KEY, "levels", self))
        return self.known_levels

    def initial_state(self) -> State:
        return self.remote.state(self, "initial_state")

    def from_json(self, data: AnyJson) -> State:
        return self.remote.state(self, "from_json", data)

    def parse_position(self, text: str) -> State:
        return self.remote.state(self, "parse_position", text)


# -- messages


@dataclass(frozen=True)
class Key:
    """The name of an object that every process of a remote game has from its start."""

    name: str


DESK_KEY: Final = Key(DESK)


class Writer(pickle.Pickler):
    """Writes a job; numbers stand for states and games."""

    def __init__(self, file: io.BytesIO, remote: Remote) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.remote = remote

    def persistent_id(self, thing: object) -> object:
        if isinstance(thing, Key):
            return thing.name
        if isinstance(thing, type) and issubclass(thing, RemoteGame):
            return KIND
        if not isinstance(thing, (RemoteState, RemoteGame)):
            return None
        if thing.reference.remote is not self.remote:
            raise GameLost()
        return thing.reference.number


class Reader(SafeUnpickler):
    """Reads an answer, in which numbers stand for states and games."""

    def __init__(self, data: bytes, remote: Remote) -> None:
        super().__init__(io.BytesIO(data))
        self.remote = remote

    def persistent_load(self, key: tuple[str, int]) -> object:
        reference = Reference(self.remote, key[1])
        return RemoteState(reference) if key[0] == "state" else reference


def write(remote: Remote, job: object) -> bytes:
    file = io.BytesIO()
    Writer(file, remote).dump(job)
    return file.getvalue()
