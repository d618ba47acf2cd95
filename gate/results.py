"""The lines that a test run writes, one of JSON for each test that ended."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Result:
    """How one test ended.

    Args:
        test: its name as pytest writes it, `file::function[parameters]`.
        outcome: `passed`, `failed` or `skipped`; an error before or after the test is a failure.
        seconds: by the clock, for the page of results and the durations only.
        trace: why it failed; empty where it did not.
    """

    test: str
    outcome: str
    seconds: float
    trace: str = ""

    @property
    def file(self) -> str:
        return self.test.partition("::")[0]


def write_result(path: Path, result: Result) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(vars(result)) + "\n")


def read_results(path: Path) -> list[Result]:
    """The lines of a results file, but for a last one that a kill has cut off."""
    if not path.is_file():
        return []
    lines = path.read_text("utf-8").splitlines(keepends=True)
    return [Result(**json.loads(line)) for line in lines if line.endswith("\n")]


def failed(results: Iterable[Result]) -> dict[str, Result]:
    """The first failure of each test that has one."""
    found: dict[str, Result] = {}
    for one in results:
        if one.outcome == "failed":
            found.setdefault(one.test, one)
    return found


def file_seconds(results: Iterable[Result]) -> dict[str, float]:
    """Seconds of each test file, the dearest first."""
    sums: dict[str, float] = defaultdict(float)
    for one in results:
        sums[one.file] += one.seconds
    return {name: round(sums[name], 1) for name in sorted(sums, key=lambda name: -sums[name])}
