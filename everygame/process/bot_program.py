"""Runs bots that are programs of their own: such a program reads lines of JSON and answers each
with a line of JSON.

The messages are in docs/reference/bot-protocol.md. A program plays one seat of one match. It gets
only what that seat may know: the observation and the legal moves.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, Protocol

from everygame.contract import AnyJson, Json
from everygame.errors import EveryGameError
from everygame.process.output_limits import Listener

PROTOCOL: Final = 1
SECONDS: Final = 10.0
"""The seconds that a program has for a move, unless somebody has set another time."""
START_SECONDS: Final = 30.0
"""The seconds that a program has from its start to its first answer."""
END_SECONDS: Final = 1.0
"""The seconds that a program has to end by itself after a match."""
LONGEST: Final = 1 << 20
"""The bytes that an answer may have."""


class BotFault(EveryGameError):
    """A program did not play as it should; str() says what happened, to the person who started the
    program."""

    kind = "ended"
    """ "ended", "late", or "wrong" where the program answered something that cannot be used."""


class Rules(Protocol):
    """The facts of a game that are sent to a program; a `Game` has them."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def settings(self) -> dict[str, str]: ...
    @property
    def players(self) -> int: ...


def read_command(text: str) -> list[str]:
    """Split a command line into words. Raises BotFault."""
    try:
        words = shlex.split(text, posix=os.name != "nt")
    except ValueError as error:
        raise BotFault(
            "The command {text} cannot be read: {error}.", text=repr(text), error=error
        ) from None
    if not words:
        raise BotFault("A program needs a command: program:python my_bot.py.")
    return words


class Program:
    """A running program that plays a seat of a match."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        """Start a program that has `seconds` for each move. Raises BotFault."""
        words = read_command(command)
        self.called = command
        self.seconds = seconds
        self.failed = False
        self.errors = Listener()
        self.asked: SimpleQueue[tuple[bytes, bool]] = SimpleQueue()
        """Lines to be sent to the program, each with whether it is the last one."""
        self.answers: SimpleQueue[bytes] = SimpleQueue()
        own_group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        try:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors.writing,
                **own_group,
            )
        except OSError as error:
            raise BotFault(
                "{command} cannot be started: {strerror}.",
                command=repr(command),
                strerror=error.strerror,
            ) from None
        finally:
            self.errors.listen()
        self.talker = Thread(target=self.talk, daemon=True)
        self.talker.start()

    def talk(self) -> None:
        """Write questions and read answers. This runs in a thread, so that a program which neither
        reads nor writes blocks only this thread."""
        assert self.process.stdin and self.process.stdout
        with suppress(OSError, ValueError):
            is_last = False
            while not is_last:
                line, is_last = self.asked.get()
                with suppress(BrokenPipeError):  # it has ended, perhaps after an answer
                    self.process.stdin.write(line)
                    self.process.stdin.flush()
                    if is_last:
                        self.process.stdin.close()
                self.answers.put(self.process.stdout.readline(LONGEST))
        self.answers.put(b"")  # `ask` waits no longer

    # -- messages

    def start(self, game: Rules, seat: int, seed: int) -> str:
        """Send the program its game and seat, and return the name that it answers. Raises
        BotFault."""
        answer = self.ask(
            {
                "type": "start",
                "protocol": PROTOCOL,
                "game": game.name,
                "version": game.version,
                "options": game.settings,
                "seat": seat,
                "seats": game.players,
                "seed": seed,
                "seconds": self.seconds,
            },
            START_SECONDS,
        )
        name = answer.get("name")
        if answer.get("type") != "ready" or not isinstance(name, str):
            raise self.complain(
                "wrong",
                "{called} answered {answer} to start, not type ready and a name.",
                answer=short(answer),
            )
        return name

    def move(self, request: Mapping[str, AnyJson]) -> str:
        """Return the program's move, one of `request["moves"]`. The program gets `observation`,
        `moves`, `before` and `seed` of the request. Raises BotFault."""
        told = {key: request[key] for key in ("observation", "moves", "before", "seed")}
        answer = self.ask({"type": "move", **told}, self.seconds)
        move = answer.get("move")
        if move not in request["moves"]:
            raise self.complain(
                "wrong",
                "{called} played {move}, which is not one of its legal moves.",
                move=short(move),
            )
        return str(move)

    def ask(self, message: Json, seconds: float) -> Json:
        """Send the program a message, and return its answer, a JSON object. Raises BotFault."""
        self.asked.put((json.dumps(message).encode() + b"\n", False))
        try:
            line = self.answers.get(timeout=seconds)
        except Empty:
            raise self.complain(
                "late",
                "{called} did not answer within {seconds} s.",
                seconds=format(seconds, "g"),
            ) from None
        if not line.endswith(b"\n"):
            raise self.why_silent(line)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise self.complain(
                "wrong",
                "{called} answered {answer}, not a JSON object.",
                answer=short(line.decode(errors="replace")),
            )
        return answer

    # -- failures and the end

    def why_silent(self, line: bytes) -> BotFault:
        """Return the fault of a program whose answer does not end with a newline."""
        if len(line) >= LONGEST:
            return self.complain(
                "wrong", "{called} answered more than {longest} bytes.", longest=LONGEST
            )
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)
        self.errors.join(END_SECONDS)  # a process that it started may print on without end
        said = self.errors.last.decode(errors="replace").strip().splitlines()
        status = self.process.returncode
        if not said:
            return self.complain(
                "ended",
                "{called} ended without an answer (exit status {status}).",
                status=status,
            )
        return self.complain(
            "ended",
            "{called} ended without an answer (exit status {status}): {last}.",
            status=status,
            last=said[-1].rstrip("."),
        )

    def complain(self, kind: str, text: str, **arguments: object) -> BotFault:
        """Return a fault of this program, and note that the program gets no more questions."""
        self.failed = True
        error = BotFault(text, called=repr(self.called), **arguments)
        error.kind = kind
        return error

    def tell_end(self, returns: tuple[float, ...], ending: str) -> None:
        """Tell the program how the match ended, and wait up to END_SECONDS for it to end."""
        if self.failed:
            return
        message = {"type": "over", "returns": returns, "ending": ending}
        self.asked.put((json.dumps(message).encode() + b"\n", True))
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)

    def close(self) -> None:
        """Kill the program and all processes that it has started."""
        self.asked.put((b"", True))
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        self.talker.join(END_SECONDS)
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError, AttributeError):
                stream.close()  # type: ignore[union-attr]


def short(thing: object) -> str:
    """Return a value as JSON of at most 60 characters, for an error message."""
    text = thing.strip() if isinstance(thing, str) else json.dumps(thing)
    return repr(text if len(text) <= 60 else text[:59] + "…")
