"""How a Python process of our own begins, and what its last words tell."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from everygame.errors import FRAME

BOOT: Final = """
import importlib, json, sys
sys.path[:] = json.loads(sys.argv[1])
importlib.import_module(sys.argv[2]).main(*map(json.loads, sys.argv[3:]))
"""


def python_command(module: str, *arguments: object) -> list[str]:
    """The command that calls `main` of a module with these arguments, which are JSON, in another
    process. It finds modules where this one does, and is no copy of it."""
    path = [os.path.abspath(folder) for folder in sys.path]
    return [sys.executable, "-c", BOOT, json.dumps(path), module, *map(json.dumps, arguments)]


def last_place(words: str, is_wanted: Callable[[Path], bool]) -> str:
    """ "rules.py, line 3": the innermost line in a wanted file of what a process wrote as it ended
    (`faulthandler`, where innermost lines come first); empty if there is none."""
    found = ((Path(path), line) for path, line in FRAME.findall(words))
    return next((f"{path.name}, line {line}" for path, line in found if is_wanted(path)), "")
