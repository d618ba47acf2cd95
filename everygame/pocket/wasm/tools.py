"""Fetches the tools: a compiler for the C code, and what writes the C code inside Pyodide."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from everygame.errors import EveryGameError
from everygame.pocket.downloads import LIBRARY, fetch_listed, fetch_pyodide, fetch_wheels
from everygame.pocket.wasm.debian import fetch_headers
from everygame.pocket.wasm.headers import write_headers

ZIG: Final = "wasm/zig.txt"
MYPYC: Final = "wasm/mypyc.txt"
RUNNER: Final = Path(__file__).with_name("in_pyodide.mjs")


@dataclass(frozen=True)
class Tools:
    """The tools of one build, in its own folder."""

    zig: Path
    """The program."""
    headers: list[Path]
    """The folders with headers, in the order in which the compiler looks."""
    pyodide: Path
    """The folder with Pyodide's files."""
    site: Path
    """The folder with the packages that Python in Pyodide imports."""

    def run_python(self, program: str, folders: Mapping[Path, str]) -> str:
        """Run a program in Pyodide, in which each of these folders lies at a place, and return what
        it prints. Raises EveryGameError with the last line of what it says."""
        node = shutil.which("node")
        if node is None:
            raise EveryGameError("mypyc runs in Pyodide by node, which is not installed here.")
        mounted = [f"{folder}={place}" for folder, place in {**folders, self.site: "/site"}.items()]
        command = [node, str(RUNNER), str(self.pyodide), program, *mounted]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1:]
            raise EveryGameError("Python in Pyodide stops: {error}", error="".join(last))
        return done.stdout


def fetch_tools(work: Path) -> Tools:
    """Fetch what is not here yet, and lay it out in the folder of a build. Raises
    EveryGameError."""
    pyodide = fetch_pyodide()
    home = work / "pyodide"
    home.mkdir()
    for name, data in pyodide.items():
        (home / name).write_bytes(data)
    zig = fetch_listed(ZIG, "install", "--no-deps", "--only-binary=:all:", "--target") / "ziglang"
    headers = write_headers(work / "headers", pyodide[LIBRARY], fetch_headers(), zig)
    unpack([*fetch_wheels(), *fetch_wheels(MYPYC)], work / "site")
    return Tools(zig / "zig", headers, home, work / "site")


def unpack(wheels: Iterable[Path], into: Path) -> None:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(into)
