"""The form of the page's scripts, which Prettier writes, their types, which TypeScript checks, and
what old browsers lack of them, which ESLint finds.

These tools come by npm into `.venv`, once for each list of them. The page itself needs none of
them: a browser gets its scripts as they are written.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from gate import ROOT

LIST: Final = ROOT / "gate" / "package.json"
"""The tools, each with its exact version."""
PLACE: Final = ROOT / ".venv" / f"npm-{hashlib.sha256(LIST.read_bytes()).hexdigest()[:12]}"
SCRIPTS: Final = ("everygame/client/**/*.{js,d.ts}", "tests/**/*.{js,mjs}")
QUIET: Final = ("--no-audit", "--no-fund", "--no-package-lock", "--silent")


class NoTools(Exception):
    """Node or npm is missing."""


def tools() -> Path:
    """The folder of the tools, which are installed the first time. Raises NoTools."""
    if missing := [name for name in ("node", "npm") if shutil.which(name) is None]:
        raise NoTools(f"{' and '.join(missing)} not found")
    if not PLACE.is_dir():
        install()
    return PLACE / "node_modules"


def install() -> None:
    """Install beside the place first: of several processes that do so, the first one wins."""
    for old in {*PLACE.parent.glob("npm-*")} - {PLACE}:
        shutil.rmtree(old, ignore_errors=True)
    with TemporaryDirectory(prefix="installing-", dir=PLACE.parent) as apart:
        shutil.copy(LIST, apart)
        subprocess.run(["npm", "install", *QUIET], cwd=apart, check=True)
        with suppress(OSError):
            Path(apart).rename(PLACE)


def check_format() -> int:
    """Whether all scripts are as Prettier writes them."""
    return prettier("--check")


def write_format() -> int:
    return prettier("--write")


def prettier(how: str) -> int:
    program = tools() / "prettier" / "bin" / "prettier.cjs"
    settings = ROOT / "gate" / "prettier.json"
    command = [str(program), "--config", str(settings), "--log-level", "warn", how, *SCRIPTS]
    return subprocess.call(["node", *command], cwd=ROOT)


def check_types() -> int:
    program = tools() / "typescript" / "bin" / "tsc"
    return subprocess.call(
        ["node", str(program), "--project", str(ROOT / "gate" / "tsconfig.json")]
    )


def check_browsers(path: str = "everygame/client", within: Path = ROOT) -> int:
    """Whether the oldest browsers that the README names know all that the page's scripts use.
    ESLint looks for plugins beside its settings, which therefore lie in the folder of the tools."""
    apart = tools()
    settings = shutil.copy(ROOT / "gate" / "eslint.config.mjs", apart.parent)
    program = apart / "eslint" / "bin" / "eslint.js"
    return subprocess.call(["node", str(program), "--config", settings, path], cwd=within)


COMMANDS: Final = {
    "format": check_format,
    "write": write_format,
    "types": check_types,
    "browsers": check_browsers,
}


def main(command: str) -> int:
    """Run a command; without Node it is good, but not where the variable CI is set."""
    try:
        return COMMANDS[command]()
    except NoTools as error:
        print(f"The page's scripts are not checked: {error}.", flush=True)
        return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
