"""Compiles once on a device what its Python would compile at each start: adds bytecode to the
archives that a start reads. `client/pocket/bytecode.js` keeps them."""

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
"""Bytecode that is taken without a look at the source, as PEP 552 has it: what it was made of lies
in the same archive."""
QUICKLY: Final = 1
"""A level of zlib."""


async def add_bytecode(archive: str, root: str, clock: Clock = REAL) -> None:
    """Add to an archive of Python files the bytecode of those that this Python has loaded, and of
    all of EveryGame; `root` is where they were loaded from, the archive itself or a folder. It
    pauses as long as it works, so that whoever asks for something else in between is answered."""
    loaded = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    with zipfile.ZipFile(archive, "a", zipfile.ZIP_DEFLATED, compresslevel=QUICKLY) as whole:
        for name in whole.namelist():
            path = f"{root}/{name}"
            if name.endswith(".py") and (name.startswith(OURS) or path in loaded):
                began = clock.now()
                whole.writestr(place(name, root), compiled(whole.read(name), path))
                await clock.sleep(clock.now() - began)


def place(name: str, root: str) -> str:
    """Where Python looks for the bytecode of a file of an archive: in an archive beside it."""
    if root.endswith(".zip"):
        return f"{name}c"
    return PurePosixPath(cache_from_source(f"{root}/{name}")).relative_to(root).as_posix()


def compiled(source: bytes, path: str) -> bytes:
    """What a file of bytecode holds."""
    code = compile(source, path, "exec", dont_inherit=True)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code)
