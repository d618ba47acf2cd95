"""Runs `everygame check` on a game beside the server, again after each change of its files."""

from __future__ import annotations

from pathlib import Path
from subprocess import Popen
from threading import Lock, Thread
from typing import Final, NamedTuple

from everygame.check.command import check, list_ends, sum_up
from everygame.contract import Json
from everygame.errors import EveryGameError
from everygame.library.registry import Entry
from everygame.words import Message, say

MATCHES: Final = 100
"""The number of random matches of a check, as many as the command plays."""
SEED: Final = 1


class Finding(NamedTuple):
    """The result of the check of a game's present files, or how far the check has come."""

    kind: str
    """ "checking", "sound" or "fault"."""
    report: str
    """All that the check says, line by line."""

    def to_json(self) -> Json:
        return {"kind": self.kind, "finding": self.report}


class Checker:
    """Checks a game in a thread and a process. A new check ends the one before, which has checked
    older files."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.finding = Finding("checking", "")
        self.number = 0
        """The number of the present check; what older checks find does not count."""
        self.process: Popen[str] | None = None
        self.lock = Lock()

    def begin(self) -> None:
        """Check the files as they are now, in place of an earlier check."""
        self.stop()
        Thread(target=self.run, args=(self.number,), daemon=True).start()

    def stop(self, fault: str = "") -> None:
        """End the check. A game that cannot be loaded needs none: `fault` says why."""
        with self.lock:
            self.number += 1
            self.finding = Finding("fault", fault) if fault else Finding("checking", "")
            if self.process:
                self.process.kill()

    def run(self, number: int) -> None:
        """Check the game, and keep what was found. Runs in a thread."""

        def started(process: Popen[str]) -> None:
            with self.lock:
                self.process = process
                if number != self.number:
                    process.kill()

        def tell(stage: str) -> None:
            self.note(number, Finding("checking", stage))

        name, folder = self.entry.name, Path(str(self.entry.folder))
        try:
            report = check(name, folder, {}, MATCHES, SEED, tell, started)
            lines = sum_up(name, report), *list_ends(report)
            found = Finding("sound", "\n".join(lines))
        except EveryGameError as error:
            found = Finding("fault", error.message)
        except Exception as error:
            found = Finding("fault", cannot_check(error))
        self.note(number, found)

    def note(self, number: int, finding: Finding) -> None:
        """Keep a finding, unless a newer check has begun."""
        with self.lock:
            if number == self.number:
                self.finding = finding


def cannot_check(error: Exception) -> Message:
    """Say that the check itself failed."""
    return say("The game cannot be checked: {error}.", error=repr(error))
