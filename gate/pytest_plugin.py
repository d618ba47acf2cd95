"""A plugin of pytest for every run: long tests stand apart, each test leaves a line of results.

A test marked `@pytest.mark.long("sizes", guard="tests/browser/test_room.py::test_fits")` runs only
in `python3 run.py long sizes`; `guard` names the test of the gate that still shows its fact.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gate.results import Result, read_results, write_result


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("gate")
    group.addoption("--long", metavar="PART", default="", help="only this part of the long tests")
    group.addoption("--results", metavar="FILE", help="write a line of JSON for each test")
    group.addoption("--resume", action="store_true", help="leave out what passed in that file")


def pytest_configure(config: pytest.Config) -> None:
    if path := config.getoption("--results"):
        config.pluginmanager.register(Results(Path(path)), "gate-results")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the asked part, or those that belong to none."""
    part = config.getoption("--long")
    passed = passed_before(config) if config.getoption("--resume") else set()
    if wrong := next(filter(None, map(unguarded, items)), ""):
        raise pytest.UsageError(wrong)
    keep: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        wanted = part_of(item) == part and item.nodeid not in passed
        (keep if wanted else left_out).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
    items[:] = keep


def unguarded(item: pytest.Item) -> str:
    """What is wrong with the guard of a long test; empty for one that is there, or none needed."""
    marker = item.get_closest_marker("long")
    if marker is None:
        return ""
    file, _, name = str(marker.kwargs.get("guard", "")).partition("::")
    path, name = item.config.rootpath / file, name.partition("[")[0]
    source = path.read_text("utf-8") if path.is_file() else ""
    known = f"def {name}(" in source or f'test("{name}"' in source
    return "" if known else f"{item.nodeid} is guarded by {file}::{name}, which is not there."


def part_of(item: pytest.Item) -> str:
    """The part of the long run to which a test belongs; empty for a test of the gate."""
    marker = item.get_closest_marker("long")
    return str(marker.args[0]) if marker else ""


def passed_before(config: pytest.Config) -> set[str]:
    path = Path(config.getoption("--results") or "")
    return {one.test for one in read_results(path) if one.outcome == "passed"}


class Results:
    """Writes how each test ended as soon as it has."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.path.with_suffix(".count").write_text(str(len(session.items)), "utf-8")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or not report.passed:
            trace = report.longreprtext if report.failed else ""
            seconds = round(report.duration, 3)
            write_result(self.path, Result(report.nodeid, report.outcome, seconds, trace))
