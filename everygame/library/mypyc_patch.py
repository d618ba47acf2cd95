"""The correction of the C that mypyc writes, for `setup.py` and for `everygame build` alike. This
file imports nothing of EveryGame, because `setup.py` loads it before anything is installed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Final

MYPYC: Final = "2.4.1"
"""The version of mypy whose output is corrected and tested; `pyproject.toml` names it too."""
DEALLOCATOR: Final = re.compile(r"_dealloc\(\w+ \*self\)\s*\{")
UNTRACK: Final = "PyObject_GC_UnTrack(self);"
CLEAR: Final = (
    "if (PyType_SUPPORTS_WEAKREFS(Py_TYPE(self))) PyObject_ClearWeakRefs((PyObject *)self);"
)


def clear_weak_references(sources: Iterable[Path]) -> int:
    """Make compiled objects clear their weak references when they are freed; returns the number
    of classes. Raises SystemExit where the C is not what the tested mypyc writes.

    mypyc gives a class with an interpreted base a place for weak references, but the deallocator
    leaves them pointing at freed memory; `tests/test_memory.py` looks for that.
    """
    found = version("mypy")
    if found != MYPYC:
        raise SystemExit(f"mypyc {found} is installed, and only mypyc {MYPYC} is tested.")
    return sum(map(correct_file, sources))


def correct_file(source: Path) -> int:
    text = source.read_text("utf-8")
    corrected = f"{CLEAR}\n    {UNTRACK}"
    classes = len(DEALLOCATOR.findall(text))
    # one call for each deallocator, or some class would be left as it was
    if text.count(UNTRACK) != classes:
        raise SystemExit(
            f"mypyc frees objects in a way that is not known: {source.name} has not one {UNTRACK!r}"
            " for each class."
        )
    if corrected not in text:  # a build in place may read what an earlier build has corrected
        source.write_text(text.replace(UNTRACK, corrected), "utf-8")
    return classes
