"""Adds bytecode to the archives that Python reads at a start, so that it does not compile the files
at each start. Each device makes the bytecode once; `client/pocket/bytecode.js` keeps the
archives."""

from __future__ import annotations

import marshal
import sys
import zipfile
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import PurePosixPath
from typing import Final

from everygame.clock import REAL, Clock

OURS: Final = "everygame/"
UNCHECKED: Final = (1).to_bytes(4, "little")
"""The flags of bytecode that Python runs without comparing it with its source (PEP 552). Both are
in one archive, so they cannot differ."""
QUICKLY: Final = 1
"""The fastest compression level of zlib."""


async def add_bytecode(archive: str, root: str, clock: Clock = REAL) -> None:
    """Add to an archive of Python files the bytecode of EveryGame's files, and of those other files
    that this Python has loaded. `root` is the path that Python loads the files from: the archive,
    or a folder. After each file, the function pauses for as long as the file took, because the only
    thread must also answer the page."""
    loaded = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    with zipfile.ZipFile(archive, "a", zipfile.ZIP_DEFLATED, compresslevel=QUICKLY) as whole:
        for name in whole.namelist():
            path = f"{root}/{name}"
            if name.endswith(".py") and (name.startswith(OURS) or path in loaded):
                began = clock.now()
                whole.writestr(place(name, root), compiled(whole.read(name), path))
                await clock.sleep(clock.now() - began)


def place(name: str, root: str) -> str:
    """Return the name under which Python looks for the bytecode of a file: beside the file in an
    archive, in `__pycache__` in a folder."""
    if root.endswith(".zip"):
        return f"{name}c"
    return PurePosixPath(cache_from_source(f"{root}/{name}")).relative_to(root).as_posix()


def compiled(source: bytes, path: str) -> bytes:
    """Return the content of the bytecode file of a source."""
    code = compile(source, path, "exec", dont_inherit=True)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code)
