"""Corrects the C code that mypyc generates, both for `setup.py` and for `everygame build`. This
file imports nothing of EveryGame, because `setup.py` loads it before anything is installed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Final

MYPYC: Final = "2.4.1"
"""The version of mypy whose output is corrected and tested; `pyproject.toml` requires the same."""
DEALLOCATOR: Final = re.compile(r"_dealloc\(\w+ \*self\)\s*\{")
UNTRACK: Final = "PyObject_GC_UnTrack(self);"
CLEAR: Final = (
    "if (PyType_SUPPORTS_WEAKREFS(Py_TYPE(self))) PyObject_ClearWeakRefs((PyObject *)self);"
)


def clear_weak_references(sources: Iterable[Path]) -> int:
    """Make compiled objects clear the weak references to them when they are freed, and return the
    number of corrected classes. Raises SystemExit where the C code differs from that of the tested
    mypyc.

    mypyc lets a class with an interpreted base have weak references, but its deallocator leaves
    them pointing at freed memory; `tests/test_memory.py` tests for that.
    """
    found = version("mypy")
    if found != MYPYC:
        raise SystemExit(f"mypyc {found} is installed, and only mypyc {MYPYC} is tested.")
    return sum(map(correct_file, sources))


def correct_file(source: Path) -> int:
    text = source.read_text("utf-8")
    corrected = f"{CLEAR}\n    {UNTRACK}"
    classes = len(DEALLOCATOR.findall(text))
    # one such call for each deallocator; otherwise some class would stay uncorrected
    if text.count(UNTRACK) != classes:
        raise SystemExit(
            f"mypyc frees objects in a way that is not known: {source.name} has not one {UNTRACK!r}"
            " for each class."
        )
    if corrected not in text:  # an earlier build may have corrected the file already
        source.write_text(text.replace(UNTRACK, corrected), "utf-8")
    return classes
