"""Compiles the modules of EveryGame: mypyc writes C inside Pyodide, so that word size and version
of Python are right by themselves, and zig makes WebAssembly of it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from everygame.errors import EveryGameError
from everygame.pocket.downloads import SHORT, downloads
from everygame.pocket.wasm.tools import Tools, fetch_tools

SUFFIX: Final = f".cpython-{SHORT.removeprefix('cp')}-wasm32-emscripten.so"
"""The end of the file name of an extension module."""
WRITE: Final = """
import json, os, sys
sys.path[:0] = ["/tree", "/site"]
os.chdir("/tree")
from everygame.library.write_c import write_modules
# in many files, so that all cores compile
made = write_modules(multi_file=True, group_name="everygame")
with open("build/modules.json", "w") as file:
    json.dump([(one.name, one.sources, one.include_dirs) for one in made], file)
"""
TRY: Final = """
import sys
sys.path[:0] = ["/made", "/site"]
from everygame.fast import arrays
from everygame.library.registry import games
from everygame.perft import perft
assert arrays.COMPILED
for entry in games().values():
    assert perft(entry.game().initial_state(), 1)
"""
FLAGS: Final = (
    *("--target=wasm32-unknown-emscripten", "-fPIC", "-fvisibility=hidden", "-O2", "-DNDEBUG"),
    *("-fno-strict-overflow", "-Wno-everything", "-nostdinc"),
)
LINK: Final = (
    *("-shared", "--experimental-pic", "--no-entry", "--import-memory", "-O2", "--strip-debug"),
    "--unresolved-symbols=import-dynamic",
    *("--export-if-defined=__wasm_apply_data_relocs", "--export-if-defined=__wasm_call_ctors"),
)

Modules = dict[str, bytes]
"""Extension modules by their paths in an archive of packages."""
Report = Callable[[str], None]
"""Tells a person how far it is, in a sentence."""


def compile_modules(package: Path, report: Report) -> Modules:
    """Compile the modules of a package `everygame`, and try them. Objects of C files that have not
    changed are taken from earlier builds. Raises EveryGameError, which names the input that is gone
    or unlike what is pinned."""
    with TemporaryDirectory() as place:
        work = Path(place)
        report("The tools are fetched.")
        tools = fetch_tools(work)
        copy_sources(package, work / "tree" / "everygame")
        report("mypyc writes the C code, which takes minutes.")
        tools.run_python(WRITE, {work / "tree": "/tree"})
        modules = Builder(work / "tree", tools, report).build()
        report("The modules are tried in Pyodide.")
        try_out(modules, package, work / "made", tools)
        return modules


def copy_sources(package: Path, to: Path) -> None:
    """Copy what mypyc reads."""
    for file in package.rglob("*.py"):
        goal = to / file.relative_to(package)
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, goal)


def try_out(modules: Modules, package: Path, made: Path, tools: Tools) -> None:
    """Play with the modules in Pyodide. Raises EveryGameError where they do not fit it, or do not
    fit the librt that is pinned."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "client")
    shutil.copytree(package, made / "everygame", ignore=ignored)
    for name, data in modules.items():
        (made / name).write_bytes(data)
    tools.run_python(TRY, {made: "/made"})


class Builder:
    """Makes WebAssembly of the C files in a folder `build`."""

    def __init__(self, tree: Path, tools: Tools, report: Report) -> None:
        self.tree, self.tools, self.report = tree, tools, report
        self.kept = downloads() / "objects"
        self.kept.mkdir(parents=True, exist_ok=True)
        written = json.loads((tree / "build" / "modules.json").read_text("utf-8"))
        self.sources: dict[str, list[str]] = {
            name: list(dict.fromkeys(files)) for name, files, _ in written
        }
        places = sorted({place for _, _, places in written for place in places})
        self.include = [Path(place.replace("/site", str(tools.site), 1)) for place in places]
        self.common = self.digest_common()

    def build(self) -> Modules:
        sources = list(dict.fromkeys(file for files in self.sources.values() for file in files))
        objects = {}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for number, made in enumerate(pool.map(self.compile, sources), 1):
                objects[sources[number - 1]] = made
                if number % 20 == 0 or number == len(sources):
                    self.report(f"{number} of {len(sources)} files are compiled.")
        return {
            name.replace(".", "/") + SUFFIX: self.link(name, [objects[file] for file in files])
            for name, files in self.sources.items()
        }

    def compile(self, source: str) -> Path:
        """Return the object of a C file, which is compiled unless an earlier build has done it."""
        text = (self.tree / source).read_bytes()
        made = self.kept / f"{hashlib.sha256(self.common + text).hexdigest()[:32]}.o"
        if not made.is_file():
            system = [f"-isystem{place}" for place in self.tools.headers]
            near = [f"-I{place}" for place in self.include]
            fresh = self.tree / f"{made.name}.new"
            self.run("clang", *FLAGS, *system, *near, "-c", source, "-o", str(fresh))
            shutil.copyfile(fresh, made.with_suffix(f".{os.getpid()}"))
            made.with_suffix(f".{os.getpid()}").replace(made)
        return made

    def link(self, name: str, objects: Iterable[Path]) -> bytes:
        made = self.tree / "module.so"
        start = f"--export=PyInit_{name.rpartition('.')[2]}"
        self.run("wasm-ld", *LINK, start, *map(str, objects), "-o", str(made))
        return made.read_bytes()

    def run(self, *command: str) -> None:
        done = subprocess.run(
            [str(self.tools.zig), *command], cwd=self.tree, capture_output=True, text=True
        )
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            found = next((line for line in lines if "error:" in line), "".join(lines[-1:]))
            raise EveryGameError("zig cannot compile what mypyc has written: {error}", error=found)

    def digest_common(self) -> bytes:
        """Return a digest of all that objects depend on besides their own C file: the flags, the
        compiler, and all headers."""
        digest = hashlib.sha256(f"{FLAGS} {self.tools.zig}".encode())
        for folder in (self.tree / "build", *self.include, *self.tools.headers):
            for file in sorted(folder.rglob("*.h")):
                digest.update(file.relative_to(folder).as_posix().encode() + file.read_bytes())
        return digest.digest()
