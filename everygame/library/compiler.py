"""Compiles a game in a folder by mypyc, file by file, for `everygame build FOLDER`."""

from __future__ import annotations

import ast
import os
import re
import shutil
import sys
import sysconfig
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from everygame.errors import BadGame
from everygame.fast import arrays  # said so, this file is not compiled itself
from everygame.library.compiled import HOME, digest, sources
from everygame.library.games_folder import PACKAGE
from everygame.library.mypyc_patch import MYPYC
from everygame.words import say

SETUP: Final = """
import sys
from pathlib import Path
from setuptools import setup
from mypyc.build import mypycify
from everygame.library.mypyc_patch import clear_weak_references
from everygame.library.write_c import add_flags
modules = mypycify([sys.argv[1]], opt_level="3", debug_level="0")
add_flags(modules)
clear_weak_references({Path(source) for module in modules for source in module.sources})
setup(name="game", packages=[], script_args=["-q", "build_ext", "--inplace"], ext_modules=modules)
"""
TRY: Final = """
import sys
from pathlib import Path
from everygame.library.registry import find_folder
from everygame.perft import perft
programs = find_folder(Path(sys.argv[1])).programs()
module = programs.load(sys.argv[2])
assert not module.__file__.endswith(".py"), "it is not where it is looked for"
if sys.argv[2] == "rules":
    perft(programs.rules()().initial_state(), 2)
"""
ERROR: Final = re.compile(r"\.py:(\d+): error: (.*?)(  \[[\w-]+\])?$", re.MULTILINE)
MOST: Final = 200
"""The number of characters after which a compiler's message is cut off."""
PACKED: Final = "everygame.fast.arrays"


def build(folder: Path) -> list[str]:
    """Compile every file that can be compiled, and return a sentence for each file. Raises BadGame
    where the tools are missing."""
    name = folder.resolve().name
    require_tools(name)
    if not (folder / "rules.py").is_file():
        raise BadGame("{game}: there is no rules.py.", game=name)
    shutil.rmtree(folder / HOME, ignore_errors=True)
    home = folder / HOME / digest(folder)
    home.mkdir(parents=True)
    said: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        package = Path(place, PACKAGE, name)
        shutil.copytree(folder, package, ignore=lambda _, names: [n for n in names if n == HOME])
        for init in (package.parent, package):
            (init / "__init__.py").touch()
        for source in sources(folder):
            why = find_obstacle(source) or compile_file(package / source.name, home)
            why = why or try_out(folder, source.stem, home)
            said.append(
                say("{file} is not compiled: {why}.", file=source.name, why=why)
                if why
                else say("{file} is compiled.", file=source.name)
            )
    if not any(home.iterdir()):
        shutil.rmtree(folder / HOME)
    return said


def require_tools(name: str) -> None:
    """Raise BadGame where there is no C compiler or no mypyc."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if shutil.which(command.split()[0]) is None:
        raise BadGame("{name}: there is no C compiler, so it runs as it is written.", name=name)
    if installed("mypy") != MYPYC or not installed("setuptools"):
        raise BadGame(
            "{name}: mypyc {version} is not installed, so it runs as it is written; `{python} -m"
            " pip install mypy=={version} setuptools` brings it.",
            name=name,
            version=MYPYC,
            python=sys.executable,
        )


def installed(package: str) -> str:
    """Return the version of an installed package; an empty text where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def find_obstacle(source: Path) -> str:
    """Say why a file cannot be compiled, as the end of a sentence; return an empty text where
    nothing is known to prevent it."""
    try:
        tree = ast.parse(source.read_text("utf-8"))
    except SyntaxError as error:
        return say("line {line}: {why}", line=error.lineno or 0, why=error.msg)
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == PACKED
        for alias in node.names
    }
    if names & {"vec", "append"} and not arrays.COMPILED:
        return say("it has packed arrays, and this EveryGame is not compiled itself")
    obstacles = (find_fault(node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return next(filter(None, obstacles), "")


def find_fault(node: ast.ClassDef) -> str:
    """Say what prevents a class from being compiled while its base class is interpreted; return an
    empty text where nothing does."""
    bases = set(map(ast.unparse, node.bases))
    if any("native_class=False" in ast.unparse(one) for one in node.decorator_list):
        return ""
    if "FastState" in bases:
        return say(
            "line {line}: {name} is a FastState and needs `@mypyc_attr(native_class=False)`",
            line=node.lineno,
            name=node.name,
        )
    methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    if "State" in bases and "copy" not in methods:
        return say(
            "line {line}: {name} needs a method `copy` of its own", line=node.lineno, name=node.name
        )
    return ""


def compile_file(source: Path, home: Path) -> str:
    """Compile one file of a package, and move the machine code into the folder `home`. Return why
    that failed, or an empty text."""
    import subprocess  # the kernel plays without processes

    root = source.parents[2]
    command = [sys.executable, "-c", SETUP, str(source.relative_to(root))]
    done = subprocess.run(
        command, cwd=root, env=environment(), capture_output=True, text=True, check=False
    )
    made = [file for end in ("", "__mypyc") for file in source.parent.glob(f"{source.stem}{end}.*")]
    made = [file for file in made if file.suffix in (".so", ".pyd")]
    if done.returncode or not made:
        found = ERROR.search(done.stdout + done.stderr)
        if found:
            return say("line {line}: {why}", line=found[1], why=found[2].rstrip("."))
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        return say("the compiler says {why}", why=repr("".join(last)[:MOST]))
    for file in made:
        shutil.move(file, home / file.name)
    return ""


def environment() -> dict[str, str]:
    """Return the environment in which mypy finds this EveryGame. MYPYPATH must not name a folder of
    installed packages, which mypy refuses."""
    house = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (house, os.environ.get("PYTHONPATH"))))
    here = {} if Path(house).name in ("site-packages", "dist-packages") else {"MYPYPATH": house}
    return {**os.environ, "PYTHONPATH": path, **here}


def try_out(folder: Path, module: str, home: Path) -> str:
    """Load the machine code of a module in another process, and delete it where that fails; return
    why it failed, or an empty text. `-P` keeps Python from finding another EveryGame in the current
    folder."""
    import subprocess  # as above

    command = [sys.executable, "-P", "-c", TRY, str(folder), module]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return ""
    for file in [*home.glob(f"{module}.*"), *home.glob(f"{module}__mypyc.*")]:
        file.unlink()
    said = done.stderr.strip().splitlines()[-1:]
    return say("it cannot be loaded: {why}", why=repr("".join(said)))
