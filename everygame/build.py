"""Which build this is: rules and searches compiled, or the same files interpreted."""

from __future__ import annotations

import platform
from pathlib import Path

from everygame.fast.arrays import COMPILED
from everygame.version import __version__

NOTE = "interpreted.txt"
"""Written into the package by setup.py where it could not compile, or should not: says why."""


def build() -> str:
    """One line for people: version, build, Python."""
    how = "compiled" if COMPILED else f"interpreted ({why_interpreted()})"
    return f"EveryGame {__version__}, {how}, Python {platform.python_version()}"


def why_interpreted() -> str:
    """A few words, for brackets."""
    note = Path(__file__).with_name(NOTE)
    return note.read_text("utf-8") if note.is_file() else "its sources are used in place"
