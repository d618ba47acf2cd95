"""Build what others install, and try it in fresh environments.

    python release.py            all of it, into dist/
    python release.py --plain    without compiling: for all machines

`dist/` then has the source archive, the plain wheel, which runs everywhere as it is written, the
compiled wheel, which is for this machine's kind and this Python, and the wheel for the Python of a
browser, which needs Node, npm and a mirror of Debian. Each is installed into an environment of its
own and has to play there; that for browsers plays in Pyodide. Nothing is sent anywhere.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
MOVES: Final = "a1 b2 a2 b1 a3"


def main(words: list[str]) -> int:
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--plain", action="store_true", help="do not compile")
    given.add_argument("--into", type=Path, default=HERE / "dist", metavar="FOLDER")
    options = given.parse_args(words)
    with tempfile.TemporaryDirectory() as place:
        made = build(Path(place), options.into.resolve(), options.plain)
        for file in made:
            in_browser = BROWSER in file.name  # it has played when it was made
            said = IN_PYODIDE if in_browser else try_out(file, Path(place, f"try-{file.name}"))
            print(f"{file.name}: {said}")
    return 0


BROWSER: Final = "pyemscripten"
IN_PYODIDE: Final = "EveryGame for browsers, compiled, has played in Pyodide"


def build(place: Path, into: Path, plain: bool) -> list[Path]:
    """The source archive, the plain wheel and, if wanted, the compiled ones, made from a copy of
    the sources, since builds leave files behind."""
    into.mkdir(parents=True, exist_ok=True)
    sources = copy_sources(place / "sources")
    for old in found(into):
        old.unlink()
    python = environment(place / "tools")
    run(python, "-m", "pip", "install", "--quiet", "build")
    command = (python, "-m", "build", "--outdir", into, sources)
    run(*command, "--sdist", "--wheel", EVERYGAME_PLAIN="1")
    if not plain:
        run(*command, "--wheel", EVERYGAME_PLAIN="")
        build_for_browsers(place / "browsers", into)
    return found(into)


def build_for_browsers(place: Path, into: Path) -> None:
    """The wheel for the Python of a browser, made by the plain wheel of these sources."""
    (plain,) = into.glob(f"everygame-{read_version()}-py3-none-any.whl")
    python = environment(place)
    run(python, "-m", "pip", "install", "--quiet", plain)
    run(python, "-m", "everygame.pocket.wasm", into, where=place)


def found(folder: Path) -> list[Path]:
    """The files of this version."""
    names = (f"everygame-{read_version()}-*.whl", f"everygame-{read_version()}.tar.gz")
    return sorted(file for name in names for file in folder.glob(name))


def read_version() -> str:
    """As the package says it, without loading it."""
    text = (HERE / "everygame" / "version.py").read_text("utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith("__version__")]
    return line.split('"')[1]


def copy_sources(to: Path) -> Path:
    """What belongs to the package, without what builds leave."""
    left_out = shutil.ignore_patterns("*.so", "*.pyd", "build", "*.egg-info", "__pycache__")
    shutil.copytree(HERE / "everygame", to / "everygame", ignore=left_out)
    for name in ("README.md", "LICENSE", "pyproject.toml", "setup.py"):
        shutil.copy(HERE / name, to / name)
    return to


def try_out(file: Path, place: Path) -> str:
    """Install one of them into a fresh environment and play there; what it says of itself."""
    python = environment(place)
    run(python, "-m", "pip", "install", "--quiet", file, EVERYGAME_PLAIN="1")
    state = run(python, "-m", "everygame", "apply", "tictactoe", "--moves", MOVES, where=place)
    if "over: 1 -1 line" not in state:
        raise SystemExit(f"{file.name} does not play tic-tac-toe: {state}")
    run(python, "-m", "everygame", "check", "icefloes", "--matches", "2", where=place)
    said = run(python, "-m", "everygame", "--version", where=place).strip()
    compiled = "none-any" not in file.name and file.suffix == ".whl"
    if compiled != (", compiled," in said):
        raise SystemExit(f"{file.name} should {'' if compiled else 'not '}be compiled: {said}")
    return said


def environment(place: Path) -> Path:
    """A fresh environment with nothing but pip; its Python."""
    venv.create(place, with_pip=True, symlinks=os.name != "nt")
    return place / ("Scripts" if os.name == "nt" else "bin") / "python"


def run(*command: str | Path, where: Path = HERE, **variables: str) -> str:
    """Run a command to its end; what it prints. Ends the program where it fails."""
    words = list(map(str, command))
    surroundings = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        words, cwd=where, env={**surroundings, **variables}, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
