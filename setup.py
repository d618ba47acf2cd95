"""Compile the rules and searches where there is a C compiler; the same files run without."""

from __future__ import annotations

import ast
import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py


def compiled_files() -> list[str]:
    """The files that work on packed arrays; `fast/arrays.py` only says where these come from."""
    sources = sorted(Path("everygame").rglob("*.py"))
    marked = [f for f in sources if "\nfrom everygame.fast.arrays import" in f.read_text("utf-8")]
    return [str(path) for path in marked]


def find_compiler() -> str | None:
    """The C compiler that extension modules are built with, if it is there."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0])


def why_interpreted() -> str:
    """Why nothing is compiled, in a few words; empty where it is."""
    if os.environ.get("EVERYGAME_PLAIN"):
        return "built with EVERYGAME_PLAIN=1"
    return "" if find_compiler() else "no C compiler was there when it was built"


class BuildPy(build_py):
    """Copies the package, with a note for `everygame --version` where it is not compiled."""

    def run(self) -> None:
        super().run()
        why = why_interpreted()
        if why and not self.editable_mode:
            note = Path(self.build_lib, "everygame", "interpreted.txt")
            note.write_text(why, "utf-8")


def extensions() -> list[Any]:
    if why_interpreted():
        return []
    sys.path.insert(0, os.getcwd())  # an isolated build has nothing of EveryGame but the sources
    from mypyc.build import mypycify

    from everygame.library.mypyc_patch import clear_weak_references

    # a build has an environment of its own, without what the files beside these import
    flags = ["--ignore-missing-imports"]
    modules = list(mypycify([*flags, *compiled_files()], opt_level="3", debug_level="0"))
    sources = {source for module in modules for source in module.sources}
    if not clear_weak_references(map(Path, sources)):
        raise SystemExit(UNKNOWN)
    documented = sum(add_docstrings(Path(source), compiled_files()) for source in sources)
    if not documented:
        raise SystemExit(UNDOCUMENTED)
    return modules


UNKNOWN = (
    "setup.py: this mypyc has written no class, so weak references to compiled objects cannot be"
    " corrected. Build with the mypy that pyproject.toml names, or set EVERYGAME_PLAIN=1."
)
UNDOCUMENTED = (
    "setup.py: what this mypyc writes has no docstrings where they were, so that help() would say"
    " nothing of compiled code. Build with the mypy that pyproject.toml names, or set"
    " EVERYGAME_PLAIN=1."
)
TEXT = r'PyDoc_STR\("((?:[^"\\]|\\.)*)"\)'
FUNCTION = re.compile(r"\(PyCFunction\)CPyPy_(\w+),\s*[A-Z_| ]+,\s*" + TEXT)
CLASS = re.compile(r"CPyType_(\w+?)_template_ = \{[^}]*?\.tp_doc = " + TEXT)


def add_docstrings(source: Path, files: list[str]) -> int:
    """Write docstrings into what mypyc 2.4.1 has made, which keeps signatures alone; returns how
    many have found their place."""
    words = {name: text for file in files for name, text in docstrings(Path(file)).items()}
    found = 0

    def write(match: re.Match[str]) -> str:
        nonlocal found
        said = words.get(match[1])
        if said is None:
            return match[0]
        found += 1
        return match[0].removesuffix('")') + said + '")'

    text = source.read_text("utf-8")
    source.write_text(CLASS.sub(write, FUNCTION.sub(write, text)), "utf-8")
    return found


def docstrings(file: Path) -> dict[str, str]:
    """Of the functions and classes of a file, as C writes them, by the names that they have in C:
    those of the packages above it may be left out there."""
    above = file.with_suffix("").parts
    found = {}
    for scope, node in definitions(ast.parse(file.read_text("utf-8"))):
        text = ast.get_docstring(node)
        for place in range(len(above) + 1):
            if text:
                found["___".join((*above[place:], *scope, node.name))] = escape(text)
    return found


Definition = ast.FunctionDef | ast.ClassDef


def definitions(tree: ast.Module) -> Iterator[tuple[tuple[str, ...], Definition]]:
    """Functions, classes and their methods, with the names of what they stand in."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield (), node
        elif isinstance(node, ast.ClassDef):
            yield (), node
            methods = (inner for inner in node.body if isinstance(inner, ast.FunctionDef))
            yield from (((node.name,), method) for method in methods)


def escape(text: str) -> str:
    """Inside a literal of C: bytes that are no plain letter as octal numbers."""
    plain = set(range(32, 127)) - set(b'"\\?')
    return "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode())


setup(ext_modules=extensions(), cmdclass={"build_py": BuildPy})
