"""The digests of files, by which a report says which rules and which program it is about."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Final

from everygame.library.registry import Entry

MADE: Final = (".pyc", ".so", ".pyd")
"""The ends of the names of files that are made from others."""


def source_of(entry: Entry) -> str:
    """Return the digest of a game's files."""
    return digest_of(entry.folder)


def digest_of(folder: Traversable, ending: str = "") -> str:
    """Return the SHA-256 of the files in a folder whose names have that ending, as a text of
    hexadecimal digits: of a line for each file, in the order of their paths, with the SHA-256 of
    its bytes, two spaces and its path in the folder. `sha256sum` writes such lines too. Files that
    are hidden or made from others do not count."""
    found = [one for one in files_in(folder, "") if one[0].endswith(ending)]
    lines = sorted(found, key=lambda one: one[0].encode())
    text = "".join(f"{sha256(file.read_bytes()).hexdigest()}  {path}\n" for path, file in lines)
    return sha256(text.encode()).hexdigest()


def files_in(folder: Traversable, above: str) -> Iterator[tuple[str, Traversable]]:
    """Yield the files in a folder and in those inside it, each with its path."""
    for one in folder.iterdir():
        if one.name.startswith((".", "__pycache__")) or one.name.endswith(MADE):
            continue
        if one.is_dir():
            yield from files_in(one, f"{above}{one.name}/")
        else:
            yield above + one.name, one
