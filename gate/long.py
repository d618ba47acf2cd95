"""`run.py long PART`: what is too dear for the gate, each part at most thirty minutes.

A part that was stopped goes on where it was, as long as nothing has changed. A green part is
recorded with its commit in gate/records/long.toml.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from gate import RECORDS, ROOT, WORK
from gate.compiled import AS_IT_SHIPS, COPY
from gate.compiled import main as compile_copy
from gate.plan import PYTEST
from gate.records import git
from gate.results import read_results
from run import HOME, install

GREEN: Final = RECORDS / "long.toml"
KEPT: Final = WORK.parent / "long"
"""Results of parts that were begun; the gate's own folder is emptied by each run."""


def main(arguments: list[str]) -> int:
    """Run the named parts, or list all with their tests and what guards the facts of these."""
    parts = moved()
    if unknown := [name for name in arguments if name not in parts]:
        print(f"There is no part {unknown[0]!r}; there are {', '.join(parts)}.")
        return 2
    if not arguments:
        show(parts)
    return max([run(name) for name in arguments], default=0)


def moved() -> dict[str, list[tuple[str, str]]]:
    """The marked tests of each part, each with the test of the gate that still shows its fact."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if "node_modules" not in path.parts:
            for part, guard, name in marks(path):
                found.setdefault(part, []).append((name, guard))
    return dict(sorted(found.items()))


def marks(path: Path) -> Iterator[tuple[str, str, str]]:
    """Part, guard and place of each `long` mark in a file."""
    tree = ast.parse(path.read_text("utf-8"))
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.long":
            part, guard = literal(call.args[0]), literal(call.keywords[0].value)
            yield part, guard, f"{path.relative_to(ROOT)}:{call.lineno}"


def literal(node: ast.expr) -> str:
    """A text of the sources; empty where it is a variable."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def show(parts: dict[str, list[tuple[str, str]]]) -> None:
    greens = green_runs()
    for part, tests in parts.items():
        last = greens.get(part, {})
        when = f"green at {last['commit']} on {last['day']}" if last else "no green run recorded"
        print(f"{part}: {when}")
        for name, guard in tests:
            print(f"    {name}  guarded by {guard or 'the test that it is given'}")


def run(part: str) -> int:
    """Run a part, or the rest of it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    commit = git("rev-parse", "--short=9", "HEAD")
    changed = git("status", "--porcelain", "--", ".", ":!gate/records")
    file = KEPT / f"{part}-{commit}.jsonl"
    if changed:
        print("There are uncommitted changes, so this run begins anew and is not recorded.")
        file.unlink(missing_ok=True)
    python, compiled = python_of(part), compiled_for(part)
    command = [python, *PYTEST[1:], *HANGING, "tests", "--long", part, "--resume", "-v"]
    environment = {**os.environ, **compiled}
    status = subprocess.call([*command, "--results", str(file)], cwd=ROOT, env=environment)
    passed = {one.test for one in read_results(file) if one.outcome == "passed"}
    all_done = bool(passed) and status in (0, NOTHING_LEFT)
    if all_done and not changed:
        record(part, commit, len(passed))
    return 0 if all_done else status or NOTHING_LEFT


HANGING: Final = ["-o", "faulthandler_timeout=1800"]
"""In place of the gate's five minutes: no part takes longer, so what does hangs."""
NOTHING_LEFT: Final = 5
"""The status of pytest where all that was chosen had passed before, or nothing could run."""


def python_of(part: str) -> str:
    """The Python that runs a part: Ray, Arrow and OpenSpiel are large, so what needs them has its
    own."""
    if part not in ("cluster", "records", "rl"):
        return sys.executable
    return install(HOME / "large", [["-e", ".[test,long]"]], ("pyproject.toml", "setup.py"))


def compiled_for(part: str) -> dict[str, str]:
    """The compiled build with which `conform` and `values` compare: without it both were the same
    one."""
    if part not in ("conform", "values"):
        return {}
    if compile_copy(AS_IT_SHIPS):
        sys.exit(f"`{part}` compares with a compiled build, which needs a C compiler.")
    return {"EVERYGAME_COMPILED": str(COPY)}


def record(part: str, commit: str, tests: int) -> None:
    day = datetime.now(UTC).date().isoformat()
    runs = {**green_runs(), part: {"commit": commit, "day": day, "tests": tests}}
    lines = ["# The last green run of each part of `run.py long`, which writes this file."]
    for name, one in sorted(runs.items()):
        values = f'commit = "{one["commit"]}", day = "{one["day"]}", tests = {one["tests"]}'
        lines.append(f"{name} = {{ {values} }}")
    RECORDS.mkdir(exist_ok=True)
    GREEN.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{part}: green, recorded in {GREEN.relative_to(ROOT)}")


def green_runs() -> dict[str, dict[str, object]]:
    return tomllib.loads(GREEN.read_text("utf-8")) if GREEN.is_file() else {}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
