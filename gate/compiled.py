"""A copy of the checkout with rules and searches compiled in place, in which tests run again.

It is compiled anew only where a file has changed that the compiler reads. The gate has it optimized
a little, which takes the C compiler a third of the time; the long parts have it as it ships.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

from gate import ROOT
from gate.imports import Imports

COPY: Final = ROOT / ".venv" / "tested"
STAMP: Final = COPY / "compiled-from"
MARK: Final = "\nfrom everygame.fast.arrays import"
"""A file that has this line is compiled, as setup.py says."""


def has_compiler() -> bool:
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0]) is not None


LITTLE: Final = "1"
AS_IT_SHIPS: Final = "3"
"""How much the C compiler optimizes."""


def main(level: str = LITTLE) -> int:
    """Bring the copy up to date, and compile it where that is needed."""
    now = f"{fingerprint()} {level}"
    fresh = STAMP.is_file() and STAMP.read_text("utf-8") == now
    if not fresh:
        shutil.rmtree(COPY, ignore_errors=True)
    copy_sources(COPY)
    if fresh:
        print("What is compiled is up to date.")
        return 0
    status = subprocess.call(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=COPY,
        env={**os.environ, "MYPYC_OPT_LEVEL": level},
    )
    if status == 0 and any(COPY.rglob("*.so")):
        STAMP.write_text(now, "utf-8")
        return 0
    print("Nothing was compiled.")
    return status or 1


BUILD = (
    *("setup.py", "pyproject.toml"),
    *("everygame/library/mypyc_patch.py", "everygame/library/write_c.py"),
)
"""What else decides what the compiler makes."""


def fingerprint() -> str:
    """Changes with every file that the compiler reads: what is compiled, and all that imports."""
    imports = Imports(ROOT, ("everygame",))
    marked = [file for file in imports.files if MARK in (ROOT / file).read_text("utf-8")]
    read = sorted({*marked, *imports.reached(marked), *BUILD})
    digest = hashlib.sha256(sys.version.encode())
    for file in read:
        digest.update(file.encode() + (ROOT / file).read_bytes())
    return digest.hexdigest()


def copy_sources(goal: Path) -> None:
    """The checkout without what is not its own; what was compiled in the goal stays there."""
    for old in [path for path in goal.rglob("*") if path.is_file() and is_source(path, goal)]:
        if not (ROOT / old.relative_to(goal)).is_file():
            old.unlink()
    names = (".*", "__pycache__", "node_modules", "build", "*.egg-info", "*.so", "*.pyd")
    shutil.copytree(ROOT, goal, ignore=shutil.ignore_patterns(*names), dirs_exist_ok=True)


def is_source(path: Path, goal: Path) -> bool:
    inside = path.relative_to(goal).parts
    made = path.suffix in (".so", ".pyd") or path == STAMP or inside[0] == "build"
    return not made and "__pycache__" not in inside and "node_modules" not in inside


if __name__ == "__main__":
    sys.exit(main())
