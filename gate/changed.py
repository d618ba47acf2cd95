"""`run.py test --changed`: in about a minute what a change can have broken, the nearest first.

The change is all that differs from the last green run that is recorded. A Python file leads to the
tests that import it, by however many steps; a file of the page to the tests that quote its texts;
any other file to the tests that name it, and in a game's folder to the tests of that game. A
sentence that is gone leads to the tests that quote it, wherever they are. Where all of these would
take longer than a minute the nearest run, and it is said how many do not.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from gate import ROOT, records
from gate.imports import Imports
from gate.jobs import Job, Lanes
from gate.plan import GROUPS, PYTEST, files, page_checks, style, types
from gate.quotes import naming, quoting_gone, quoting_page
from gate.records import git

MINUTE: Final = 60.0
"""Seconds of tests, by their durations at the last landing, that run in each of two lanes."""
UNKNOWN: Final = 2.0
"""Seconds that a test file is taken to need which has no duration yet."""
PAGE: Final = "everygame/client/"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="run.py test --changed", description=__doc__)
    parser.add_argument("--since", default=records.last_commit() or "HEAD", metavar="COMMIT")
    since = parser.parse_args(arguments).since
    changes = changed_files(since)
    if not changes:
        print(f"Nothing differs from {since}.")
        return 0
    chosen, left = choose(nearest(changes, since))
    print(f"{len(changes)} files differ from {since}; {len(chosen)} test files run.")
    jobs = quick_jobs(changes, chosen)
    Lanes(jobs).run()
    if left:
        print(f"Further away, not run: {len(left)} test files, {left[0]} the nearest of them.")
    return max(1 if job.status is None else job.status for job in jobs)


def changed_files(since: str) -> list[str]:
    """Changed and new files; those that are gone too."""
    changed = git("diff", "--name-only", since).splitlines()
    new = git("ls-files", "--others", "--exclude-standard").splitlines()
    return sorted({file for file in [*changed, *new] if not file.startswith("gate/records/")})


def nearest(changes: list[str], since: str) -> dict[str, int]:
    """The test files that a change can reach, with how many steps away it is."""
    imports = Imports(ROOT, ("everygame", "tests", "gate", "bench"))
    found = dict.fromkeys(quoting_gone(since), 0)
    add(found, imports.users(file for file in changes if file in imports.direct))
    for file in changes:
        if file.startswith(PAGE):
            add(found, {test: number for number, test in enumerate(quoting_page(file))})
        if not file.endswith(".py"):
            add(found, dict.fromkeys(naming(file), 1))
            add(found, dict.fromkeys(of_game(file), 0))
    return {file: steps for file, steps in found.items() if is_test(file)}


def add(found: dict[str, int], more: dict[str, int]) -> None:
    for file, steps in more.items():
        found[file] = min(steps, found.get(file, steps))


def of_game(file: str) -> list[str]:
    """The tests of the game in whose folder a file lies."""
    parts = file.split("/")
    if parts[:2] != ["everygame", "games"]:
        return []
    folder = ROOT / "tests" / "games" / parts[2]
    return [str(path.relative_to(ROOT)) for path in folder.glob("test_*.py")]


def is_test(file: str) -> bool:
    return Path(file).name.startswith("test_") and (ROOT / file).is_file()


def choose(found: dict[str, int]) -> tuple[list[str], list[str]]:
    """What fits into a minute of each lane, the nearest first; and what does not."""
    known = records.durations()
    room = {True: MINUTE, False: MINUTE}
    chosen, left = [], []
    for file in sorted(found, key=lambda file: (found[file], known.get(file, UNKNOWN), file)):
        seconds, lane = known.get(file, UNKNOWN), in_browser(file)
        if found[file] and seconds > room[lane]:
            left.append(file)
            continue
        room[lane] -= seconds
        chosen.append(file)
    return chosen, left


def in_browser(file: str) -> bool:
    return any(file in files(group) for group in GROUPS if group.startswith("page"))


def quick_jobs(changes: list[str], chosen: list[str]) -> list[Job]:
    """Style, format and types where Python or scripts have changed; tests in two lanes."""
    python = [file for file in changes if file.endswith(".py") and (ROOT / file).is_file()]
    page = [file for file in chosen if in_browser(file)]
    others = [file for file in chosen if file not in page]
    scripts = [file for file in changes if file.endswith((".js", ".mjs", ".d.ts"))]
    checks = [*style(python), types()] if python else []
    checks += page_checks() if scripts else []
    tests = {"page": page, "tests": others}
    return [
        *checks,
        *(Job(name, [*PYTEST, *some], tests=True) for name, some in tests.items() if some),
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
