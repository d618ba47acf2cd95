"""Compile the rules and searches where there is a C compiler; the same files run without."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

from setuptools import setup

COMPILED = ["everygame/fast.py", "everygame/perft.py"]
COMPILED += sorted(map(str, Path("everygame").glob("games/*/rules.py")))
COMPILED += sorted(map(str, Path("everygame").glob("search/[a-z]*.py")))


def find_compiler() -> str | None:
    """The C compiler that extension modules are built with, if it is there."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0])


def extensions() -> list[object]:
    if os.environ.get("EVERYGAME_PLAIN") or find_compiler() is None:
        return []
    from mypyc.build import mypycify

    return list(mypycify(COMPILED, opt_level="3", debug_level="0"))


setup(ext_modules=extensions())
