"""`run.py stress TEST [--times 50]`: one test again and again beside six busy processes.

Who stops it and calls it again with nothing changed goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from gate import ROOT, WORK
from gate.plan import PYTEST
from gate.records import git
from gate.results import failed, read_results

BUSY: Final = 6
SPIN: Final = (
    "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    sum(range(10**6))"
)
"""Keeps a core busy until whoever has started it is gone."""


def main(arguments: list[str]) -> int:
    """How many of the runs were green; 1 if one was not."""
    parser = argparse.ArgumentParser(prog="run.py stress", description=__doc__)
    parser.add_argument("test", nargs="+", help="what pytest takes: files, tests, -k")
    parser.add_argument("--times", type=int, default=50)
    asked, more = parser.parse_known_args(arguments)
    tests = [*asked.test, *more]
    folder = place(tests)
    with busy():
        greens = [once(tests, folder, number) for number in range(1, asked.times + 1)]
    print(f"{sum(greens)} of {asked.times} runs were green.")
    return 0 if all(greens) else 1


def place(tests: list[str]) -> Path:
    """The folder of these runs: of these tests in this very state of the checkout."""
    state = [*tests, git("rev-parse", "HEAD"), git("diff", "HEAD")]
    name = hashlib.sha256("\0".join(state).encode()).hexdigest()[:12]
    folder = WORK.parent / "stress" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def busy() -> Iterator[None]:
    """Beside six processes that want the processor, too."""
    others = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(BUSY)]
    try:
        yield
    finally:
        for one in others:
            one.kill()
            one.wait()


def once(tests: list[str], folder: Path, number: int) -> bool:
    """One run, or what it was if it has been made; whether it was green."""
    file, done = folder / f"{number}.jsonl", folder / f"{number}.status"
    if not done.is_file():
        file.unlink(missing_ok=True)
        command = [*PYTEST, *tests, "--results", str(file)]
        with (folder / f"{number}.log").open("wb") as log:
            status = subprocess.call(command, cwd=ROOT, stdout=log, stderr=log)
        done.write_text(str(status), "utf-8")
    reds = failed(read_results(file))
    status = int(done.read_text("utf-8"))
    print(f"run {number}: {'green' if status == 0 else f'RED (status {status})'}", flush=True)
    for red in reds.values():
        print(f"{red.test}\n{red.trace}", flush=True)
    return status == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
