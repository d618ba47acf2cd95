#!/usr/bin/env python3
"""Install and start EveryGame, or install what its tests need and run them all.

    python3 run.py                 install, then open the library in a browser
    python3 run.py play icefloes   any command of `everygame`
    python3 run.py test            everything that must hold; more arguments go to pytest

It needs Python 3.11 or newer and nothing else. What it installs stays in the folder `.venv`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOME = HERE / ".venv"
BIN = "Scripts" if os.name == "nt" else "bin"


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):
        print("EveryGame needs Python 3.11 or newer; this is", sys.version.split()[0])
        return 1
    if arguments[:1] == ["test"]:
        return test(arguments[1:])
    python = install(HOME / "play", ["."], PLAY)
    # -P: what is installed, which may be compiled, goes before the sources in this folder
    return subprocess.call([python, "-P", "-m", "everygame", *arguments])


PLAY = ("everygame", "setup.py", "pyproject.toml")


def install(home: Path, packages: list[str], depends: tuple[str, ...], plain: bool = False) -> str:
    """A virtual environment with these packages, made anew when what it depends on has changed;
    returns its Python."""
    python = str(home / BIN / "python")
    stamp, now = home / "installed", fingerprint(depends)
    if stamp.is_file() and stamp.read_text() == now:
        return python
    print(f"Installing into {home.relative_to(HERE)} …", flush=True)
    try:
        venv.create(home, with_pip=True, clear=True, symlinks=os.name != "nt")
    except subprocess.CalledProcessError:
        sys.exit("Python's venv module cannot install pip; on Debian: apt install python3-venv")
    environment = {**os.environ, **({"EVERYGAME_PLAIN": "1"} if plain else {})}
    run([python, "-m", "pip", "install", "--quiet", *packages], HERE, environment)
    run([python, "-P", "-m", "everygame", "--version"], home)
    stamp.write_text(now)
    return python


def fingerprint(names: tuple[str, ...]) -> str:
    """Changes whenever one of these files, or a file in one of these folders, does."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(path for name in names for path in sources(HERE / name)):
        digest.update(str(path.relative_to(HERE)).encode() + path.read_bytes())
    return digest.hexdigest()


def sources(path: Path) -> list[Path]:
    """The file itself, or all files of the folder but what Python keeps there."""
    if path.is_file():
        return [path]
    return [p for p in path.rglob("*") if p.is_file() and "__pycache__" not in p.parts]


def run(command: list[str], where: Path, environment: dict[str, str] | None = None) -> None:
    """Run a step; leave with its status if it fails."""
    status = subprocess.call(command, cwd=where, env=environment)
    if status:
        sys.exit(f"This step failed with status {status}: {' '.join(command)}")


def test(arguments: list[str]) -> int:
    """Style, types, the page's types and tests, all tests interpreted, then rules and searches
    compiled. Every step runs, and the first that failed gives the exit status."""
    python = install(HOME / "test", ["-e", ".[test]"], ("pyproject.toml", "setup.py"), plain=True)
    compiled = compile_copy(python)
    environment = {**os.environ, "EVERYGAME_COMPILED": str(compiled or "")}
    steps = [
        ("style", [python, "-m", "ruff", "check", "."], HERE),
        ("format", [python, "-m", "ruff", "format", "--check", "."], HERE),
        ("types", [python, "-m", "mypy"], HERE),
        ("tests, interpreted", [python, "-m", "pytest", *arguments], HERE),
    ]
    if compiled:
        marked = [python, "-m", "pytest", "-m", "both", *arguments]
        steps.append(("tests, compiled", marked, compiled))
    else:
        print("There is no C compiler here, so the compiled build is not tested.")
    return report([(name, step(name, command, at, environment)) for name, command, at in steps])


def step(name: str, command: list[str], where: Path, environment: dict[str, str]) -> int:
    print(f"\n== {name}", flush=True)
    began = time.monotonic()
    status = subprocess.call(command, cwd=where, env=environment)
    print(f"== {name}: {'failed' if status else 'good'}, {time.monotonic() - began:.0f} s")
    return status


def report(results: list[tuple[str, int]]) -> int:
    failed = [name for name, status in results if status]
    print("\nFailed: " + ", ".join(failed) if failed else "\nEverything holds.")
    return next((status for _, status in results if status), 0)


def compile_copy(python: str) -> Path | None:
    """A copy of the checkout with the extension modules built in place, or None where there is
    no C compiler."""
    copy = HOME / "compiled"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(HERE, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "node_modules"))
    print("Compiling rules and searches …", flush=True)
    run([python, "setup.py", "--quiet", "build_ext", "--inplace"], copy)
    return copy if any(copy.rglob("*.so")) or any(copy.rglob("*.pyd")) else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
