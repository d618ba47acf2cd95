"""Compile the rules and searches where there is a C compiler; the same files run without."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import setup


def compiled_files() -> list[str]:
    """The files that work on packed arrays; `packed.py` itself only says where these come from."""
    sources = sorted(Path("everygame").rglob("*.py"))
    marked = [f for f in sources if "\nfrom everygame.packed import" in f.read_text("utf-8")]
    return [str(path) for path in marked]


def find_compiler() -> str | None:
    """The C compiler that extension modules are built with, if it is there."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0])


def extensions() -> list[Any]:
    if os.environ.get("EVERYGAME_PLAIN") or find_compiler() is None:
        return []
    from mypyc.build import mypycify

    return list(mypycify(compiled_files(), opt_level="3", debug_level="0"))


setup(ext_modules=extensions())
