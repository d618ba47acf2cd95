"""The log of a series of matches, in memory and, on request, in a file: one line of JSON for the
series, one for each session in which it was played, and one for each match."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from everygame.arena.series import Played, Series, Thought
from everygame.build import build
from everygame.contract import Json
from everygame.errors import BadRecord, writing
from everygame.foreign_json import read_json


class Log:
    """The log of a series, with the sessions and matches that were read from its file."""

    def __init__(self, series: Series, path: Path | None) -> None:
        """Read the log at `path` if it exists, else begin a new one. Raises BadRecord where the
        file is not a log of this series, or cannot be written."""
        self.path = path
        self.played: dict[int, Played] = {}
        self.sessions: list[Json] = []
        head = json.dumps(asdict(series), sort_keys=True)
        if path is not None and path.exists():
            self.read(path, head)
        else:
            self.write(head)

    def read(self, path: Path, head: str) -> None:
        """Read a log, so that the series can be continued. A last line that is not complete, as
        after a crash, is dropped. Raises BadRecord for a file that is not a log of this series."""
        try:
            text = path.read_text("utf-8")
        except (OSError, ValueError) as error:
            raise BadRecord("{path} cannot be read: {error}.", path=path, error=error) from None
        whole = text[: text.rfind("\n") + 1]
        lines = whole.splitlines()
        if lines[:1] != [head]:
            raise BadRecord("{path} is the log of another series; give a new file.", path=path)
        for number, line in enumerate(lines[1:], 2):
            try:
                self.take(read_json(line))
            except (ValueError, LookupError, TypeError, RecursionError):
                raise BadRecord(
                    "{path}, line {number} is not a match.", path=path, number=number
                ) from None
        if whole != text:
            path.write_text(whole, "utf-8")

    def take(self, data: Json) -> None:
        """Store the data of a line after the first: a session or a match."""
        if "session" in data:
            self.sessions.append(data["session"])
        else:
            self.keep(read_played(data))

    def keep(self, played: Played) -> None:
        """Store a match in memory."""
        self.played[played.number] = played

    def add(self, played: Played) -> None:
        """Store a new match, in memory and in the file."""
        self.keep(played)
        self.write(json.dumps(asdict(played)))

    def begin(self, where: str) -> None:
        """Log that a session begins now, with the build of EveryGame and where it plays."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        session = {"began": now, "build": build(), "machine": machine(), "where": where}
        self.sessions.append(session)
        self.write(json.dumps({"session": session}))

    def write(self, line: str) -> None:
        """Append a line to the file, if there is one. Raises BadRecord."""
        if self.path is None:
            return
        with writing(self.path, BadRecord), self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def all(self) -> list[Played]:
        """Return all matches, in order of their numbers."""
        return [self.played[number] for number in sorted(self.played)]


def read_played(data: Json) -> Played:
    """Return the match in a line of a log."""
    one, two = (Thought(**thought) for thought in data["thought"])
    told = {"number": int(data["number"]), "thought": (one, two)}
    told |= {name: tuple(data[name]) for name in ("both", "seats", "returns", "sides")}
    return Played(**data | told)


def machine() -> str:
    """Return the processor, the number of cores and the operating system, for readers who compare
    times."""
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()}"


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or platform.machine()
