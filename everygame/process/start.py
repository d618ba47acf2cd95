"""How a Python process of ours is started, and where it was when it ended itself."""

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
    """The command of a new process that calls `main` of a module with these arguments, each JSON.
    The process finds modules in the same places as this one. It is not forked from this one, whose
    threads and open files it must not share."""
    path = [os.path.abspath(folder) for folder in sys.path]
    return [sys.executable, "-c", BOOT, json.dumps(path), module, *map(json.dumps, arguments)]


def last_place(traceback: str, is_wanted: Callable[[Path], bool]) -> str:
    """Where a process was when `faulthandler` ended it, "rules.py, line 3": the first line in a
    wanted file of what it wrote, for the innermost call comes first. Empty if there is none."""
    found = ((Path(path), line) for path, line in FRAME.findall(traceback))
    return next((f"{path.name}, line {line}" for path, line in found if is_wanted(path)), "")
