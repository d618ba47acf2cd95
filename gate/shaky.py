"""Tests that were red and, run once more alone, green: told of, listed, and mended soon.

A landing adds the printed entry to gate/records/shaky.toml. An entry that ten landings have not
mended is red, and so are more than five: a test that sometimes fails says little, and one time in
eight it was the product that was wrong.
"""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Callable
from fnmatch import fnmatch
from typing import Any, Final

from gate import RECORDS, WORK, records
from gate.jobs import Job
from gate.plan import PYTEST
from gate.results import failed, read_results

LIST: Final = RECORDS / "shaky.toml"
MOST: Final = 5
"""So many entries may stand."""
LANDINGS: Final = 10
"""So many landings may pass until an entry is mended."""
FIRM: Final = (
    "tests/games/*",
    "tests/oracles/*",
    "tests/test_*",
    "tests/server/test_access*",
    "tests/server/test_broken*",
    "tests/server/test_crash*",
    "tests/server/test_fuzz*",
    "tests/server/test_seats*",
    "tests/server/test_unseen*",
)
"""Files of rules, searches, secrets, the store and crashes: what is red there once is red."""
SEED: Final = re.compile(r"@reproduce_failure\(.*?\)|--hypothesis-seed=\d+")


def run_again(reds: dict[str, Job], tell: Callable[[str], None]) -> list[str]:
    """Run these red tests once more, each alone; the names of those that are green then.

    Nothing is run again where one of them may never be, or where they are more than may be listed.
    """
    if not reds or len(reds) > MOST or any(is_firm(test) for test in reds):
        return []
    return [test for test, job in reds.items() if is_green_alone(test, job, tell)]


def is_firm(test: str) -> bool:
    return any(fnmatch(test.partition("::")[0], pattern) for pattern in FIRM)


def is_green_alone(test: str, job: Job, tell: Callable[[str], None]) -> bool:
    file = WORK / "again.jsonl"
    tell(f"once more, alone: {test}")
    command = [*PYTEST, test, "--results", str(file)]
    with (WORK / "again.log").open("ab") as log:
        status = subprocess.call(command, cwd=job.where, stdout=log, stderr=log)
    green = status == 0 and any(one.test == test for one in read_results(file))
    if green:
        tell(entry(test, failed(job.results())[test].trace))
    return green


def entry(test: str, trace: str) -> str:
    """What the next landing adds to the list."""
    seed = SEED.search(trace)
    lines = [
        f"# Add this to {LIST.relative_to(RECORDS.parents[1])} with this landing:",
        "[[test]]",
        f"name = {json.dumps(test)}",
        f"landing = {len(records.landings())}",
        f"seed = {json.dumps(seed[0] if seed else '')}",
        f"trace = {json.dumps(trace)}",
    ]
    return "\n".join(lines)


def entries() -> list[dict[str, Any]]:
    if not LIST.is_file():
        return []
    return list(tomllib.loads(LIST.read_text("utf-8")).get("test", []))


def overdue() -> list[str]:
    """What the list itself makes red."""
    found, now = entries(), len(records.landings())
    faults = [
        f"{one['name']}: on the list of shaky tests for {LANDINGS} landings and not mended"
        for one in found
        if now - one["landing"] >= LANDINGS
    ]
    if len(found) > MOST:
        faults.append(f"{len(found)} shaky tests are listed, and {MOST} may be")
    return faults
