"""The page's types, and the tests of its modules that need no browser; both run under Node.

Where Node is missing the tests are skipped, but they fail where the variable CI is set.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

HERE = Path(__file__).parent
TOOLS: Final = ("axe-core", "typescript")


def need(program: str) -> str:
    """The path of a program; skips, or fails where everything has to be there."""
    found = shutil.which(program)
    if found is None:
        why = f"{program} is not installed."
        pytest.fail(why) if os.environ.get("CI") else pytest.skip(why)
    return str(found)


def run(*command: str, folder: Path = HERE) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def tools() -> Path:
    """TypeScript and axe-core, installed beside the tests the first time."""
    folder = HERE / "node_modules"
    if not all((folder / name).exists() for name in TOOLS):
        install(folder)
    return folder


def install(folder: Path) -> None:
    """Elsewhere first: several workers may come here at once, and only the first changes it."""
    folder.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=HERE) as apart:
        shutil.copy(HERE / "package.json", apart)
        quiet = ("--no-audit", "--no-fund", "--no-package-lock")
        run(need("npm"), "install", *quiet, folder=Path(apart))
        for name in TOOLS:
            with suppress(OSError):
                (Path(apart) / "node_modules" / name).rename(folder / name)


def test_the_types_of_the_page(tools: Path) -> None:
    run(need("node"), str(tools / "typescript/bin/tsc"), "--project", "tsconfig.json")


def test_the_modules_of_the_page() -> None:
    run(need("node"), "--test", *sorted(path.name for path in HERE.glob("*.test.js")))
