"""What runs leave for the next one: green runs and how long each file's tests took.

A green run of everything without uncommitted changes writes both. The landing that it was run for
commits them; a row that is not committed yet is written over, so that each landing has one.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import median
from typing import Final

from gate import RECORDS, ROOT
from gate.jobs import Job
from gate.results import Result, file_seconds

LANDINGS: Final = RECORDS / "landings.tsv"
DURATIONS: Final = RECORDS / "durations.json"
SLOWER: Final = 1.5
"""A file that takes so many times as long as at the last landing, where all files of this run take
as long as then, is told of;"""
WORTH_IT: Final = 10
"""if it takes more than so many seconds."""
HEADING: Final = "day\tcommit\tminutes\tprocessor\ttests\tagain\tjobs"
"""`processor`: minutes of all processors together; `again`: tests that were green only then."""


def landings() -> list[list[str]]:
    """The rows of the green runs, the oldest first."""
    return rows(LANDINGS.read_text("utf-8")) if LANDINGS.is_file() else []


def rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines()[1:]]


def last_commit() -> str:
    """The commit of the last green run that is recorded; empty without one."""
    found = landings()
    return found[-1][1] if found else ""


def durations() -> dict[str, float]:
    """Seconds of each test file at the last landing, on a machine as fast as at the first one."""
    if not DURATIONS.is_file():
        return {}
    found: dict[str, float] = json.loads(DURATIONS.read_text("utf-8"))
    return found


def compare(results: list[Result], tell: Callable[[str], None]) -> None:
    """Say how fast this machine is, and which files take much longer than others do here."""
    before, now = durations(), file_seconds(results)
    here = pace(now, before)
    tell(f"half of the test files take {here:.1f} times as long as recorded, or longer")
    for file, seconds in now.items():
        usual = before.get(file, 0.0) * here
        if usual and seconds > max(WORTH_IT, SLOWER * usual):
            tell(f"slower than others: {file}, {seconds:.0f} s, where {usual:.0f} are expected")
    slowest = ", ".join(f"{file} {seconds:.0f} s" for file, seconds in list(now.items())[:5])
    tell(f"the dearest files: {slowest}")


def pace(now: dict[str, float], before: dict[str, float]) -> float:
    """How many times as long as before a test file takes, in the median of those that take a second
    or more: the machine may be another, or do something else besides."""
    both = [seconds / before[file] for file, seconds in now.items() if before.get(file, 0.0) >= 1]
    return median(both) if both else 1.0


def note(
    jobs: list[Job],
    results: list[Result],
    again: int,
    spent: float,
    tell: Callable[[str], None],
) -> None:
    """Write what the next landing commits, unless there is more in the checkout than a commit."""
    if git("status", "--porcelain", "--", ".", ":!gate/records"):
        tell("Not recorded, since there are uncommitted changes.")
        return
    commit = git("rev-parse", "--short=9", "HEAD")
    times = os.times()
    processor = times.children_user + times.children_system
    tests = len({one.test for one in results if one.outcome == "passed"})
    each = " ".join(f"{job.name.replace(' ', '-')}={job.seconds:.0f}" for job in jobs)
    day = datetime.now(UTC).date().isoformat()
    row = [day, commit, f"{spent / 60:.1f}", f"{processor / 60:.1f}", str(tests), str(again), each]
    kept = rows(git("show", f"HEAD:{LANDINGS.relative_to(ROOT)}"))
    RECORDS.mkdir(exist_ok=True)
    lines = [HEADING, *("\t".join(one) for one in [*kept, row])]
    LANDINGS.write_text("\n".join(lines) + "\n", "utf-8")
    seconds = file_seconds(results)
    here = pace(seconds, durations())
    as_before = {file: round(one / here, 1) for file, one in seconds.items()}
    DURATIONS.write_text(json.dumps(as_before, indent=0) + "\n", "utf-8")
    tell(f"Recorded in {RECORDS.relative_to(ROOT)}; commit it with this landing.")


def git(*arguments: str) -> str:
    """What git prints; empty where it fails, as where there is no repository."""
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""
