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
from tests.conformed import Settings, checked, settings

ROOT: Final = Path(__file__).parents[1]
MORE: Final = ROOT / "tests" / "pyodide.txt"
"""What the tests themselves import, as wheels for Pyodide."""
START: Final = """
import os, sys
sys.path[:0] = ["/made", "/site"]
os.chdir("/made")
"""
CONFORM: Final = f"""{START}
from tests.conformed import checked
for variant in %r:
    print(checked(*variant), flush=True)
"""
TEST: Final = f"""{START}
import pytest
pytest.main("-m both -p no:cacheprovider --results results.jsonl".split() + %r)
"""
MARK: Final = "pytest.mark.both"
NEEDS_MORE: Final = {
    f"tests/test_{name}.py" for name in ("cli", "kernel", "builds", "pyodide", "arguments")
}
"""Files whose tests start other processes, which no browser has, or use numpy, which the page does
not bring."""


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


def in_parts() -> dict[str, list[tuple[str, Settings]]]:
    """The settings of each game, whose test is one step of a run that may be stopped."""
    found: dict[str, list[tuple[str, Settings]]] = {}
    for name, options in settings():
        found.setdefault(name, []).append((name, options))
    return found


@pytest.mark.long(
    "browser-matches",
    guard="tests/test_builds.py::test_both_builds_keep_the_contract_and_play_the_same_matches",
)
@pytest.mark.parametrize("game", in_parts())
def test_a_browser_plays_the_same_matches(checkout: Checkout, game: str) -> None:
    """With each option of each game; the long part `conform` compares the plain build with the
    compiled one in the same way."""
    variants = in_parts()[game]
    assert checkout.run(CONFORM % variants).splitlines() == [checked(*one) for one in variants]


def marked() -> list[str]:
    """The files with tests of the kernel for both builds, but for those that no browser can
    run."""
    paths = [*(ROOT / "tests").glob("test_*.py"), *(ROOT / "tests" / "games").rglob("test_*.py")]
    files = (path for path in paths if MARK in path.read_text("utf-8"))
    names = {path.relative_to(ROOT).as_posix() for path in files}
    return sorted(names.difference(NEEDS_MORE))


@pytest.mark.long(
    "browser-tests",
    guard="tests/test_builds.py::test_both_builds_keep_the_contract_and_play_the_same_matches",
)
@pytest.mark.parametrize("file", marked())
def test_what_holds_for_both_builds_holds_in_a_browser(checkout: Checkout, file: str) -> None:
    results = checkout.home / "results.jsonl"
    results.unlink(missing_ok=True)
    said = checkout.run(TEST % [file])
    found = read_results(results)
    assert found, said
    assert [one.test for one in found if one.outcome == "failed"] == [], said
