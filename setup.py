"""Compile the rules and searches where there is a C compiler; the same files run without."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py


def find_compiler() -> str | None:
    """The C compiler that extension modules are built with, if it is there."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0])


def why_interpreted() -> str:
    """Why nothing is compiled, in a few words; empty where it is."""
    plain = os.environ.get("EVERYGAME_PLAIN", "")
    if plain:  # whoever sets it may say why
        return "built with EVERYGAME_PLAIN=1" if plain == "1" else plain
    return "" if find_compiler() else "no C compiler was there when it was built"


class BuildPy(build_py):
    """Copies the package, with a note for `everygame --version` where it is not compiled."""

    def run(self) -> None:
        super().run()
        why = why_interpreted()
        if why and not self.editable_mode:
            note = Path(self.build_lib, "everygame", "interpreted.txt")
            note.write_text(why, "utf-8")


def extensions() -> list[Any]:
    if why_interpreted():
        return []
    sys.path.insert(0, os.getcwd())  # an isolated build has nothing of EveryGame but the sources
    from everygame.library.write_c import write_modules

    return write_modules()


setup(ext_modules=extensions(), cmdclass={"build_py": BuildPy})
