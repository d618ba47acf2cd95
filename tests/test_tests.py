"""No test asks the clock or looks at the page hastily, but for a list that only becomes shorter."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gate.plan import unplanned
from tests.habits import A_PROMISE, A_TIMER, faults, of_tests

ROOT = Path(__file__).parents[1]
LIST = tomllib.loads((ROOT / "tests" / "habits.toml").read_text("utf-8"))["exception"]
EXCEPTIONS = {(one["file"], one["function"]): one["why"] for one in LIST}
"""Functions of the tests that may sleep or ask the clock, and why; without a name it is a text."""


def test_no_test_asks_the_clock_or_looks_hastily_and_each_exception_is_needed() -> None:
    found = {(one.file, one.function): str(one) for one in of_tests(ROOT)}
    new = found.keys() - EXCEPTIONS.keys()
    assert not new, "\n".join(sorted(found[one] for one in new))
    assert EXCEPTIONS.keys() <= found.keys()


SLEEP = "def test():\n    time.sleep(0.2)"
SAMPLES = {
    SLEEP: "it sleeps",
    "async def test():\n    await asyncio.sleep(1)": "it sleeps",
    "def test(page):\n    page.wait_for_timeout(300)": "it sleeps",
    "def test():\n    began = monotonic()\n    work()\n    assert monotonic() - began < 2": (
        "it asserts on elapsed time"
    ),
    "def test():\n    spent = time.time() - began\n    assert spent < 2": (
        "it asserts on elapsed time"
    ),
    "def test():\n    took.append(time.time() - began)\n    assert min(took) < 2": (
        "it asserts on elapsed time"
    ),
    "def test():\n    while time.monotonic() < end:\n        look()": (
        "it polls against a clock of its own"
    ),
    "def test(page):\n    page.click()\n    assert page.locator('a').count() == 2": (
        "it looks at the page once, right after touching it"
    ),
    "def test(page):\n    page.tap()\n    box = page.bounding_box()\n    assert box['x'] == 2": (
        "it looks at the page once, right after touching it"
    ),
    "PAGE = 'new Promise((go) => setTimeout(() => go(1), 500))'": A_TIMER,
    "MADE = 'async () => false'\ndef test(page):\n    page.wait_for_function(MADE)": A_PROMISE,
}


@pytest.mark.parametrize("source", SAMPLES)
def test_each_bad_habit_is_found(source: str) -> None:
    assert [one.what for one in faults("tests/browser/test_x.py", source)] == [SAMPLES[source]]


@pytest.mark.parametrize(
    "source",
    [
        "async def test():\n    await asyncio.sleep(0)",
        "def test(page):\n    page.click()\n    at_rest(page)\n    assert page.count() == 2",
        "def test(page):\n    page.click()\n    expect(page).to_be()\n    assert page.count() == 2",
        "PAGE = 'setTimeout(done)'",
        "def test(page):\n    page.wait_for_function('async () => { while (await busy()); }')",
        "def test(page):\n    page.wait_for_function('() => window.made')",
    ],
)
def test_a_good_habit_is_no_fault(source: str) -> None:
    assert faults("tests/browser/test_x.py", source) == []


def test_a_script_with_a_timer_is_found() -> None:
    script = "await new Promise((go) => setTimeout(go, 1_000));"
    assert [one.what for one in faults("tests/client/x.test.js", script)] == [A_TIMER]


def test_the_gate_runs_each_test_file_once() -> None:
    assert unplanned() == []


def test_a_run_of_the_tests_leaves_no_temporary_files(tmp_path: Path) -> None:
    """A test with a list of words for Cold Spell, which stands in a file, too."""
    places = {name: str(tmp_path) for name in ("TMPDIR", "TEMP", "TMP")}
    test = "tests/games/coldspell/test_words.py::test_a_player_can_add_a_deck"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    subprocess.run(command, cwd=ROOT, env=os.environ | places, check=True, capture_output=True)
    assert [path.name for path in tmp_path.iterdir() if "pytest-of-" not in path.name] == []
