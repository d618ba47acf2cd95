"""Work that several threads do at once, as often in turns as the interpreter can; and marks of
tests that the Python of a browser leaves out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, TypeVar

import pytest

Given = TypeVar("Given")
Result = TypeVar("Result")
THREADS: Final = 4
needs_threads = pytest.mark.skipif(
    sys.platform == "emscripten", reason="Python in a browser has no threads."
)
needs_processes = pytest.mark.skipif(
    sys.platform == "emscripten", reason="Python in a browser starts no other processes."
)


@contextmanager
def hurried() -> Iterator[None]:
    """Threads take turns after a microsecond each."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def at_once(work: Callable[[Given], Result], all_given: Sequence[Given]) -> list[Result]:
    """The results in order, each of several threads working at some."""
    with hurried(), ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(work, all_given))
