"""Lets mypyc write the C code of EveryGame's own modules, for `setup.py` and for the build of a
page. Of EveryGame this file imports only `mypyc_patch`, because `setup.py` loads it before anything
is installed."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from everygame.library.mypyc_patch import clear_weak_references

MARK: Final = "\nfrom everygame.fast.arrays import"
"""A file with this line is compiled."""

HIDDEN: Final = "-fvisibility=hidden"
"""Only what is named for it is seen from outside: then a compiled function calls another one
directly, or has it in its own code. Random matches of some games became half as fast again."""
UNWARNED: Final = "-Wno-all"
"""Python has its C compiler look for all that looks like a slip of the pen. In C that a program
wrote that finds nothing, and takes more time than to compile it."""


def compiled_files(root: Path = Path()) -> list[str]:
    """The files that work on packed arrays, by their paths in the folder that has the package;
    `fast/arrays.py` only says where these come from."""
    sources = sorted((root / "everygame").rglob("*.py"))
    return [str(path.relative_to(root)) for path in sources if MARK in path.read_text("utf-8")]


def read_files(root: Path) -> set[str]:
    """All files that mypyc reads: those that are compiled, what they import, and so on. Only they
    decide what it writes."""
    found: set[str] = set()
    waiting = compiled_files(root)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += imported_files(root, ast.parse((root / file).read_text("utf-8")))
    return found


def imported_files(root: Path, tree: ast.Module) -> Iterator[str]:
    """The files of the package that a file imports; a name from a package may be a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            path = Path(*name.split("."))
            packages = (folder / "__init__.py" for folder in (path, *path.parents))
            near = (path.with_suffix(".py"), *packages)
            yield from (str(one) for one in near if (root / one).is_file())


def write_modules(multi_file: bool = False, group_name: str | None = None) -> list[Any]:
    """Write the C code of all compiled files in the current folder, and return their extension
    modules for setuptools; `mypycify` tells of the arguments. The C compiler optimizes as the
    variable MYPYC_OPT_LEVEL says, which mypy's own build has too. Raises SystemExit where mypyc is
    not the one that is tested."""
    from mypyc.build import mypycify

    # a build has an environment of its own, without what the files beside these import
    flags = ["--ignore-missing-imports"]
    modules = list(
        mypycify(
            [*flags, *compiled_files()],
            opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"),
            debug_level="0",
            multi_file=multi_file,
            group_name=group_name,
        )
    )
    add_flags(modules)
    sources = {source for module in modules for source in module.sources}
    if not clear_weak_references(map(Path, sources)):
        raise SystemExit(UNKNOWN)
    words = {name: text for file in compiled_files() for name, text in docstrings(file).items()}
    documented = sum(add_docstrings(Path(source), words) for source in sources)
    if not documented:
        raise SystemExit(UNDOCUMENTED)
    return modules


def add_flags(modules: list[Any]) -> None:
    """Have gcc and clang hide what is compiled, and look for no slips of the pen."""
    for module in modules:
        if "-Werror" in module.extra_compile_args:  # as mypyc tells these two
            module.extra_compile_args = [*module.extra_compile_args, HIDDEN, UNWARNED]


UNKNOWN: Final = (
    "setup.py: this mypyc has written no class, so weak references to compiled objects cannot be"
    " corrected. Build with the mypy that pyproject.toml names, or set EVERYGAME_PLAIN=1."
)
UNDOCUMENTED: Final = (
    "setup.py: what this mypyc writes has no docstrings where they were, so that help() would say"
    " nothing of compiled code. Build with the mypy that pyproject.toml names, or set"
    " EVERYGAME_PLAIN=1."
)
TEXT: Final = r'PyDoc_STR\("((?:[^"\\]|\\.)*)"\)'
FUNCTION: Final = re.compile(r"\(PyCFunction\)CPyPy_(\w+),\s*[A-Z_| ]+,\s*" + TEXT)
CLASS: Final = re.compile(r"CPyType_(\w+?)_template_ = \{[^}]*?\.tp_doc = " + TEXT)


def add_docstrings(source: Path, words: dict[str, str]) -> int:
    """Write docstrings, by their names in C, into a file that mypyc 2.4.1 has made, which keeps
    signatures alone; return how many have found their place."""
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


def docstrings(file: str) -> dict[str, str]:
    """Of the functions and classes of a file, as C writes them, by the names that they have in C:
    those of the packages above it may be left out there."""
    above = Path(file).with_suffix("").parts
    found = {}
    for scope, node in definitions(ast.parse(Path(file).read_text("utf-8"))):
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
