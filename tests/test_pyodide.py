"""Rules and searches as WebAssembly in the Python of a page, which Node runs here without a page.
Dear, because they are compiled first."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from everygame.pocket.downloads import fetch_wheels
from everygame.pocket.wasm.tools import Tools, fetch_tools, unpack
from everygame.pocket.wasm.wheel import find_wheel, kept, make_wheel, read_modules
from gate.results import read_results
from tests.conformed import checked, variants

ROOT: Final = Path(__file__).parents[1]
MORE: Final = ROOT / "tests" / "pyodide.txt"
"""What the tests themselves import, as wheels for Pyodide."""
START: Final = """
import os, sys
sys.path[:0] = ["/made", "/site"]
os.chdir("/made")
"""
CONFORM: Final = f"""{START}
from tests.conformed import checked, variants
for variant in variants():
    print(checked(*variant), flush=True)
"""
TEST: Final = f"""{START}
import pytest
pytest.main("-m both -p no:cacheprovider --results results.jsonl".split() + %r)
"""
NEEDS_PROCESSES: Final = ("tests/test_cli.py", "tests/test_kernel.py", "tests/test_builds.py")
"""Files whose tests start other processes, which no browser has."""


class Checkout:
    """This checkout with its modules as WebAssembly, before the eyes of a Python in Node."""

    def __init__(self, home: Path, tools: Tools) -> None:
        self.home, self.tools = home, tools

    def run(self, program: str) -> str:
        return self.tools.run_python(program, {self.home: "/made"})


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVERYGAME_DATA", str(ROOT / "build" / "pocket" / "none.db"))
        work = tmp_path_factory.mktemp("pyodide")
        tools = fetch_tools(work)
        unpack(fetch_wheels(str(MORE)), tools.site)
        modules = read_modules(find_wheel() or make_wheel(kept(), print))
    made = work / "made"
    built = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "node_modules")
    for name in ("everygame", "tests", "gate", "bench", "examples", "docs"):
        shutil.copytree(ROOT / name, made / name, ignore=built)
    for name in ("pyproject.toml", "run.py"):
        shutil.copy(ROOT / name, made)
    for name, data in modules.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_bytes(data)
    yield Checkout(made, tools)


@pytest.mark.long(
    "browser",
    guard="tests/test_builds.py::test_both_builds_keep_the_contract_and_play_the_same_matches",
)
def test_a_browser_plays_the_same_matches(checkout: Checkout) -> None:
    assert checkout.run(CONFORM).splitlines() == [checked(*variant) for variant in variants()]


@pytest.mark.long(
    "browser",
    guard="tests/test_builds.py::test_both_builds_keep_the_contract_and_play_the_same_matches",
)
@pytest.mark.parametrize("where", ["tests/games", "tests"])
def test_what_holds_for_both_builds_holds_in_a_browser(checkout: Checkout, where: str) -> None:
    paths = sorted((ROOT / where).glob("test_*.py"))
    paths += sorted((ROOT / where).glob("*/test_*.py")) if where == "tests/games" else []
    files = [path.relative_to(ROOT).as_posix() for path in paths]
    marked = [
        file
        for file in files
        if "pytest.mark.both" in (ROOT / file).read_text("utf-8") and file not in NEEDS_PROCESSES
    ]
    results = checkout.home / "results.jsonl"
    results.unlink(missing_ok=True)
    said = checkout.run(TEST % marked)
    found = read_results(results)
    assert len(found) > 100, said
    assert [one.test for one in found if one.outcome == "failed"] == [], said
