"""What the gate runs: style, types and each test file in one of a few processes.

Each process has whole files in a fixed order, so that fixtures are made once and nothing is shared
by accident. Four run at once. What takes longest comes early and short processes come last, so
that no lane stays empty at the end; what needs the compiled build waits for it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from gate import ROOT
from gate.compiled import COPY
from gate.jobs import Job

HANGING = ["-o", "faulthandler_timeout=300", "-o", "faulthandler_exit_on_timeout=true"]
"""A test that hangs says where, and ends its process."""
PYTEST = [sys.executable, "-m", "pytest", *HANGING]

GROUPS = {
    "page 1": ("tests/browser/test_[a-l]*.py",),
    "page 2": ("tests/browser/test_[m-r]*.py",),
    "page 3": ("tests/browser/test_[s-z]*.py",),
    "server": ("tests/server/test_*.py",),
    "rules": ("tests/games/**/test_*.py", "tests/oracles/**/test_*.py"),
    "library 1": ("tests/test_[ac]*.py", "tests/test_b[!u]*.py"),
    "library 2": ("tests/test_[d-z]*.py",),
    "builds": ("tests/test_bu*.py",),
    "kit": (
        "tests/client/test_*.py",
        "tests/drawing/test_*.py",
        "tests/kit/test_*.py",
        "tests/notation/test_*.py",
        "tests/rl/test_*.py",
        "tests/sandbox/test_*.py",
    ),
}
"""The test files of each process, as patterns of their paths."""


def files(group: str) -> list[str]:
    """The test files of a group, in order."""
    found = {path for pattern in GROUPS[group] for path in ROOT.glob(pattern)}
    return sorted(str(path.relative_to(ROOT)) for path in found)


def unplanned() -> list[str]:
    """Test files that no group has, or that two have; a test holds this empty."""
    planned = [file for group in GROUPS for file in files(group)]
    there = [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")]
    there = [file for file in there if "node_modules" not in file]
    return sorted(file for file in there if planned.count(file) != 1)


def plan(compiled: bool) -> list[Job]:
    """All jobs of the gate.

    Args:
        compiled: whether there is a C compiler, so that the compiled build is tested too.
    """
    made, both = compiled_build() if compiled else ([], [])
    long = [group(name) for name in ("page 1", "server", "page 2", "library 1")]
    short = [group(name) for name in ("library 2", "page 3", "kit", "rules")]
    return [*style(["."]), *page_checks(), *made, *long, types(), *both, *short]


def style(files: list[str]) -> list[Job]:
    ruff = [sys.executable, "-m", "ruff"]
    check, form = [*ruff, "check", *files], [*ruff, "format", "--check", *files]
    return [Job("style", check), Job("format", form)]


def page_checks() -> list[Job]:
    """The form and the types of the page's scripts, and whether old browsers know what they use."""
    command = [sys.executable, "-m", "gate.page"]
    return [Job(f"page {what}", [*command, what]) for what in ("format", "types", "browsers")]


def types() -> Job:
    return Job("types", [sys.executable, "-m", "mypy"])


def compiled_build() -> tuple[list[Job], list[Job]]:
    """Return the job that makes the compiled build, and the jobs that need it: the tests marked
    `both`, run there, and the comparison of the two builds."""
    made = Job("compile", [sys.executable, "-m", "gate.compiled"])
    marked = Job("compiled", [*PYTEST, "-m", "both"], Path(COPY), after="compile", tests=True)
    compare = group("builds", after="compile")
    compare.environment["EVERYGAME_COMPILED"] = str(COPY)
    return [made], [marked, compare]


def group(name: str, after: str = "") -> Job:
    return Job(name, [*PYTEST, *files(name)], after=after, tests=True)
