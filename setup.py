"""Compile the rules and searches where there is a C compiler; the same files run without."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import setup


def compiled_files() -> list[str]:
    """The files that work on packed arrays; `fast/arrays.py` only says where these come from."""
    sources = sorted(Path("everygame").rglob("*.py"))
    marked = [f for f in sources if "\nfrom everygame.fast.arrays import" in f.read_text("utf-8")]
    return [str(path) for path in marked]


def find_compiler() -> str | None:
    """The C compiler that extension modules are built with, if it is there."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0])


def extensions() -> list[Any]:
    if os.environ.get("EVERYGAME_PLAIN") or find_compiler() is None:
        return []
    from mypyc.build import mypycify

    modules = list(mypycify(compiled_files(), opt_level="3", debug_level="0"))
    sources = {source for module in modules for source in module.sources}
    if not sum(clear_weak_references(Path(source)) for source in sources):
        raise SystemExit(UNKNOWN)
    return modules


UNTRACK = "PyObject_GC_UnTrack(self);"
CLEAR = "if (PyType_SUPPORTS_WEAKREFS(Py_TYPE(self))) PyObject_ClearWeakRefs((PyObject *)self);"


UNKNOWN = (
    f"setup.py: what this mypyc writes has no {UNTRACK!r}, so weak references to compiled objects"
    " cannot be mended. Build with the mypy that pyproject.toml names, or set EVERYGAME_PLAIN=1."
)


def clear_weak_references(source: Path) -> bool:
    """Let compiled objects tell their weak references that they are gone; False where the source
    has no class for it.

    mypyc 2.4.1 gives a class with an interpreted base a place for weak references, but its
    deallocator leaves them pointing at freed memory; `tests/test_memory.py` looks.
    """
    text = source.read_text("utf-8")
    if UNTRACK in text and CLEAR not in text:
        source.write_text(text.replace(UNTRACK, f"{CLEAR}\n    {UNTRACK}"), "utf-8")
    return UNTRACK in text


setup(ext_modules=extensions())
