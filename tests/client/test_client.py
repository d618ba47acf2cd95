"""The tests of the page's modules that need no browser; they run under Node.

Where Node is missing they are skipped, but they fail where the variable CI is set.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final, NoReturn

import pytest

from everygame.server.requests.page_files import without_comments
from gate import ROOT, page
from tests.sizes import check_sizes

HERE = Path(__file__).parent
CLIENT = ROOT / "everygame" / "client"


def need(program: str) -> str:
    """The path of a program; skips, or fails where everything has to be there."""
    found = shutil.which(program)
    return found if found else lacking(f"{program} is not installed.")


def lacking(why: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def tools() -> Path:
    """The folder of TypeScript and axe-core."""
    try:
        return page.tools()
    except page.NoTools as error:
        lacking(str(error))


def answer_of(script: str, *given: Path | str) -> Any:
    """Return what a script of this folder prints."""
    command = [need("node"), script, *map(str, given)]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_modules_of_the_page() -> None:
    files = sorted(path.name for path in HERE.glob("*.test.js"))
    command = [need("node"), "--test", *files]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


MOST_LETTERS: Final = 120
"""Of a line of a script."""


def test_no_line_of_a_script_is_longer_than_a_screen() -> None:
    """Prettier breaks code, but neither texts nor comments. The drawings are data."""
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in ("everygame", "tests")
        for kind in ("*.js", "*.mjs", "*.d.ts")
        for path in sorted({*(ROOT / folder).rglob(kind)} - {CLIENT / "drawings.js"})
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > MOST_LETTERS
    ]
    assert long == []


def test_functions_of_the_page_are_short(tools: Path) -> None:
    functions = answer_of("functions.mjs", tools, CLIENT)
    assert len(functions) > 1000
    check_sizes([(lines, where) for lines, where in functions])


def test_scripts_without_their_comments_are_the_same_programs(tools: Path, tmp_path: Path) -> None:
    for path in CLIENT.rglob("*.js"):
        served = tmp_path / path.relative_to(CLIENT)
        served.parent.mkdir(parents=True, exist_ok=True)
        served.write_bytes(without_comments(path.read_bytes()))
        assert served.read_bytes().count(b"\n") == path.read_bytes().count(b"\n")
    count, unlike = answer_of("same.mjs", tools, CLIENT, tmp_path)
    assert count > 100 and unlike == []


LACKING: Final = {
    'import shapes from "./shapes.json" with { type: "json" };\nconsole.log(shapes);\n': "JSON",
    "console.log([...[1].values().map(String)]);\nIterator.from([]);\n": "Iterator",
    "console.log(new Intl.Segmenter());\n": "Firefox 121",
    "console.log(navigator.vibrate(1));\n": "Safari 17.5",
}
"""What one of the oldest browsers lacks, and a word of the message that says so."""


def test_what_the_oldest_browsers_lack_is_found(
    tools: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "known.js").write_text("console.log([1].findLast(Boolean), structuredClone({}));\n")
    for number, script in enumerate(LACKING):
        (tmp_path / f"{number}.js").write_text(script)
    assert page.check_browsers("known.js", within=tmp_path) == 0
    for number, word in enumerate(LACKING.values()):
        assert page.check_browsers(f"{number}.js", within=tmp_path) == 1
        assert word in capfd.readouterr().out
