"""Say which build of EveryGame is running: one whose rules and searches are compiled, or one in
which Python interprets the same files."""

from __future__ import annotations

import platform
from pathlib import Path

from everygame.fast.arrays import COMPILED
from everygame.version import __version__

NOTE = "interpreted.txt"
"""The name of a file in the package. setup.py writes the reason into it when it installs EveryGame
without compiled code."""


def build() -> str:
    """Return one line for people: the version of EveryGame, its build, and the version of
    Python."""
    how = "compiled" if COMPILED else f"interpreted ({why_interpreted()})"
    return f"EveryGame {__version__}, {how}, Python {platform.python_version()}"


def why_interpreted() -> str:
    """Return why this build is not compiled, in a few words that fit into brackets."""
    note = Path(__file__).with_name(NOTE)
    return note.read_text("utf-8") if note.is_file() else "its sources are used in place"
