"""The page's types, and the tests of its modules that need no browser; both run under Node.

Where Node is missing the tests are skipped, but they fail where the variable CI is set.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
pytestmark = pytest.mark.xdist_group("browser")


def need(program: str) -> str:
    """The path of a program; skips, or fails where everything has to be there."""
    found = shutil.which(program)
    if found is None:
        why = f"{program} is not installed."
        pytest.fail(why) if os.environ.get("CI") else pytest.skip(why)
    return str(found)


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def tools() -> Path:
    """TypeScript and axe-core, installed beside the tests the first time."""
    folder = HERE / "node_modules"
    if not (folder / "typescript").exists() or not (folder / "axe-core").exists():
        run(need("npm"), "install", "--no-audit", "--no-fund", "--no-package-lock")
    return folder


def test_the_types_of_the_page(tools: Path) -> None:
    run(need("node"), str(tools / "typescript/bin/tsc"), "--project", "tsconfig.json")


def test_the_modules_of_the_page() -> None:
    run(need("node"), "--test", *sorted(path.name for path in HERE.glob("*.test.js")))
