"""Which build this is: rules and searches compiled, or the same files interpreted."""

from __future__ import annotations

import platform

from everygame import __version__
from everygame.fast.arrays import COMPILED


def build() -> str:
    """One line for people: version, build, Python."""
    how = "compiled" if COMPILED else "interpreted (no C compiler when it was installed)"
    return f"EveryGame {__version__}, {how}, Python {platform.python_version()}"
