"""Adds bytecode to the archives that Python reads at a start, so that it does not compile the files
at each start. Each device makes the bytecode once; `client/pocket/bytecode.js` keeps the
archives."""

from __future__ import annotations

import marshal
import sys
import zipfile
from collections.abc import Awaitable, Callable
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import PurePosixPath
from typing import Final

from everygame.time_source import REAL, Clock

OURS: Final = "everygame/"
UNCHECKED: Final = (1).to_bytes(4, "little")
"""The flags of bytecode that Python runs without comparing it with its source (PEP 552). Both are
in one archive, so they cannot differ."""
QUICKLY: Final = 1
"""The fastest compression level of zlib."""


async def add_bytecode(
    archive: str, root: str, free: Callable[[], Awaitable[object]], clock: Clock = REAL
) -> None:
    """Add to an archive of Python files the bytecode of EveryGame's files, but for those that are
    compiled to machine code, and of those other files that this Python has loaded. `root` is the
    path that Python loads the files from: the archive, or a folder. After each file, the function
    pauses for as long as the file took, and then until `free()` returns, because the only thread
    also searches."""
    loaded = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    with zipfile.ZipFile(archive, "a", zipfile.ZIP_DEFLATED, compresslevel=QUICKLY) as whole:
        names = whole.namelist()
        compiled = {name.partition(".")[0] for name in names if name.endswith(".so")}
        for name in names:
            path = f"{root}/{name}"
            is_read = name.endswith(".py") and name.removesuffix(".py") not in compiled
            if is_read and (name.startswith(OURS) or path in loaded):
                began = clock.now()
                whole.writestr(place(name, root), make_bytecode(whole.read(name), path))
                await clock.sleep(clock.now() - began)
                await free()


def place(name: str, root: str) -> str:
    """Return the name under which Python looks for the bytecode of a file: beside the file in an
    archive, in `__pycache__` in a folder."""
    if root.endswith(".zip"):
        return f"{name}c"
    return PurePosixPath(cache_from_source(f"{root}/{name}")).relative_to(root).as_posix()


def make_bytecode(source: bytes, path: str) -> bytes:
    """Return the content of the bytecode file of a source."""
    code = compile(source, path, "exec", dont_inherit=True)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code)
