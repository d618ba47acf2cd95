"""Finds the machine code of games that `everygame build` has compiled.

`everygame build FOLDER` puts what it has compiled into `FOLDER/compiled/DIGEST/`. The digest is of
all the sources that may go into it, of this EveryGame and of this Python: as soon as any of them is
another one, there is no such folder, and the sources run as they are.
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
DRAWN: Final = ("scene.py", "reasons.py", "editor.py", "__init__.py")
"""Files that are never compiled, because they are fast enough."""


def sources(folder: Path) -> list[Path]:
    """The files of a game that are worth compiling."""
    return sorted(path for path in folder.glob("*.py") if path.name not in DRAWN)


def digest(folder: Path) -> str:
    """A digest of the sources, of the version of EveryGame and of Python."""
    here = f"{__version__} {arrays.COMPILED} {sysconfig.get_config_var('SOABI')}"
    found = hashlib.sha256(here.encode())
    for path in sources(folder):
        found.update(f"\0{path.name}\0".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def find_code(folder: Path, module: str) -> Path | None:
    """The machine code of a module of a game, if its sources are still those that were compiled."""
    if not (folder / HOME).is_dir():
        return None
    home = folder / HOME / digest(folder)
    files = (home / f"{module}{end}" for end in EXTENSION_SUFFIXES)
    return next((file for file in files if file.is_file()), None)


kept: Final[dict[str, ModuleType]] = {}
"""Machine code that this process has loaded, by its file. A process cannot load an extension module
twice, and need not: the digest in its path shows that its sources are the same."""


class OnceLoader(ExtensionFileLoader):
    """Loads machine code once, and returns the same module afterwards."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        if self.path not in kept:
            kept[self.path] = super().create_module(spec)
        return kept[self.path]


class Finder(MetaPathFinder):
    """Finds machine code of the games folder before Python looks for sources."""

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
    """Install the finder, so that machine code is preferred to sources."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder())
