"""Finds the machine code of games that `everygame build` has compiled.

`everygame build FOLDER` puts what it has compiled into `FOLDER/compiled/DIGEST/`. The digest covers
the sources, the version of EveryGame and the version of Python. As soon as one of these changes, no
folder has the new digest, and Python interprets the sources.
"""

from __future__ import annotations

import hashlib
import sys
import sysconfig
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from everygame.fast import arrays  # said so, this file is not compiled itself
from everygame.library.games_folder import PACKAGE
from everygame.version import __version__

HOME: Final = "compiled"
DRAWN: Final = ("scene.py", "reasons.py", "editor.py", "notation.py", "__init__.py")
"""Files that are never compiled, because they need not be fast."""


def sources(folder: Path) -> list[Path]:
    """Return the files of a game that are worth compiling."""
    return sorted(path for path in folder.glob("*.py") if path.name not in DRAWN)


def digest(folder: Path) -> str:
    """Return a digest of the sources and of the versions of EveryGame and Python."""
    here = f"{__version__} {arrays.COMPILED} {sysconfig.get_config_var('SOABI')}"
    found = hashlib.sha256(here.encode())
    for path in sources(folder):
        found.update(f"\0{path.name}\0".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def find_code(folder: Path, module: str) -> Path | None:
    """Return the machine code of a game's module; None where it was not compiled from the present
    sources."""
    if not (folder / HOME).is_dir():
        return None
    home = folder / HOME / digest(folder)
    files = (home / f"{module}{end}" for end in EXTENSION_SUFFIXES)
    return next((file for file in files if file.is_file()), None)


kept: Final[dict[str, ModuleType]] = {}
"""The machine code that this process has loaded, by its file. A process cannot load an extension
module twice. It need not either: the file's path holds the digest, so the same path means the same
sources."""


class OnceLoader(ExtensionFileLoader):
    """Loads a file of machine code once, and later returns the same module."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        if self.path not in kept:
            kept[self.path] = super().create_module(spec)
        return kept[self.path]


class Finder(MetaPathFinder):
    """Finds the machine code of games in the games folder before Python looks for their sources."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, rest = fullname.partition(".")
        _, _, module = rest.partition(".")
        if package != PACKAGE or not module or "." in module or not path:
            return None
        code = find_code(Path(next(iter(path))), module)
        if code is None:
            return None
        return spec_from_file_location(fullname, code, loader=OnceLoader(fullname, str(code)))


def prefer_code() -> None:
    """Install the finder, so that Python loads machine code instead of sources."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder())
