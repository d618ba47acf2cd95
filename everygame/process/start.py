"""Builds the command that starts another Python process of EveryGame, and finds where such a
process was when it ended itself."""

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
    """Return the command for a new process that calls `main` of a module with these arguments, each
    written as JSON. The process finds modules in the same places as this one. It is not forked,
    because it must not share this process's threads and open files."""
    path = [os.path.abspath(folder) for folder in sys.path]
    return [sys.executable, "-c", BOOT, json.dumps(path), module, *map(json.dumps, arguments)]


def last_place(traceback: str, is_wanted: Callable[[Path], bool]) -> str:
    """Return where a process was when `faulthandler` ended it, such as "rules.py, line 3": the
    first line of its traceback in a wanted file, because the innermost call comes first. Empty
    where no file is wanted."""
    found = ((Path(path), line) for path, line in FRAME.findall(traceback))
    return next((f"{path.name}, line {line}" for path, line in found if is_wanted(path)), "")
