"""Adds bytecode to the archives that a start reads, so that Python does not compile them at each
start. It is made on each device once; `client/pocket/bytecode.js` keeps the archives."""

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
"""The flags of bytecode that Python runs without comparing it with its source (PEP 552): both lie
in one archive, so they cannot differ."""
QUICKLY: Final = 1
"""The fastest level of zlib."""


async def add_bytecode(archive: str, root: str, clock: Clock = REAL) -> None:
    """Add to an archive of Python files the bytecode of all files of EveryGame and of the others
    that this Python has loaded. `root` is the path they are loaded from: the archive or a folder.
    After each file it pauses for as long as the file took, so that the page is answered meanwhile:
    there is one thread."""
    loaded = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    with zipfile.ZipFile(archive, "a", zipfile.ZIP_DEFLATED, compresslevel=QUICKLY) as whole:
        for name in whole.namelist():
            path = f"{root}/{name}"
            if name.endswith(".py") and (name.startswith(OURS) or path in loaded):
                began = clock.now()
                whole.writestr(place(name, root), compiled(whole.read(name), path))
                await clock.sleep(clock.now() - began)


def place(name: str, root: str) -> str:
    """The name under which Python looks for the bytecode of a file: in an archive beside it, in a
    folder in `__pycache__`."""
    if root.endswith(".zip"):
        return f"{name}c"
    return PurePosixPath(cache_from_source(f"{root}/{name}")).relative_to(root).as_posix()


def compiled(source: bytes, path: str) -> bytes:
    """The content of the bytecode file of a source."""
    code = compile(source, path, "exec", dont_inherit=True)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code)
