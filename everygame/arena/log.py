"""The log of a series, in memory and, if the operator names one, in a file: a line of JSON for the
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
from everygame.errors import BadRecord


class Log:
    """A log, with what was read from its file."""

    def __init__(self, series: Series, path: Path | None) -> None:
        """Raises BadRecord where the file is no log of this series, or cannot be written."""
        self.path = path
        self.played: dict[int, Played] = {}
        self.sessions: list[Json] = []
        head = json.dumps(asdict(series), sort_keys=True)
        if path is not None and path.exists():
            self.read(path, head)
        else:
            self.write(head)

    def read(self, path: Path, head: str) -> None:
        """Read a log to go on with it. A last line without its end, as a crash leaves one, is
        dropped. Raises BadRecord for a file that is no log of this series."""
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
                self.take(json.loads(line))
            except (ValueError, LookupError, TypeError):
                raise BadRecord(
                    "{path}, line {number} is not a match.", path=path, number=number
                ) from None
        if whole != text:
            path.write_text(whole, "utf-8")

    def take(self, data: Json) -> None:
        """Take a line after the first: a session or a match."""
        if "session" in data:
            self.sessions.append(data["session"])
        else:
            self.keep(read_played(data))

    def keep(self, played: Played) -> None:
        self.played[played.number] = played

    def add(self, played: Played) -> None:
        """Keep a new match, in the file as well."""
        self.keep(played)
        self.write(json.dumps(asdict(played)))

    def begin(self, where: str) -> None:
        """Log that a session begins now, by which build and where."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        session = {"began": now, "build": build(), "machine": machine(), "where": where}
        self.sessions.append(session)
        self.write(json.dumps({"session": session}))

    def write(self, line: str) -> None:
        """Raises BadRecord."""
        if self.path is None:
            return
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            raise BadRecord(
                "{path} cannot be written: {strerror}.", path=self.path, strerror=error.strerror
            ) from None

    def all(self) -> list[Played]:
        """In order of their numbers."""
        return [self.played[number] for number in sorted(self.played)]


def read_played(data: Json) -> Played:
    """A line of a log."""
    one, two = (Thought(**thought) for thought in data["thought"])
    return Played(
        number=int(data["number"]),
        seats=tuple(data["seats"]),
        returns=tuple(data["returns"]),
        ending=data["ending"],
        plies=data["plies"],
        thought=(one, two),
        record=data["record"],
        fault=data["fault"],
    )


def machine() -> str:
    """The processor and the system, for who compares figures."""
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()}"


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or platform.machine()
