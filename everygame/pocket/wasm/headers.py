"""Makes the headers that describe Pyodide's machine: CPython's `pyconfig.h` and those of the C
library."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Final

from everygame.pocket.downloads import PYTHON

BUILT: Final = "_sysconfigdata__emscripten_wasm32-emscripten.py"
"""The file of Pyodide's standard library that tells how it was built."""
MUSL: Final = "riscv32-linux-musl"
"""The machine whose headers of the C library have the sizes of Emscripten's."""
TYPES: Final = {
    "_Addr": "__PTRDIFF_TYPE__",
    "_Reg": "__PTRDIFF_TYPE__",
    "_Int64": "__INT64_TYPE__",
}
"""What these names mean in Emscripten's headers."""


def write_headers(into: Path, library: bytes, include: Path, zig: Path) -> list[Path]:
    """Write the headers into a folder, and return all folders in which a compiler has to look, in
    this order. `library` is Pyodide's standard library, `include` has those of CPython as Debian
    builds it, `zig` those of the C library."""
    python, c, libc = into / "python", into / "c", zig / "lib" / "libc" / "include"
    for file in (include / f"python{PYTHON}").rglob("*.h"):
        goal = python / file.relative_to(include / f"python{PYTHON}")
        goal.parent.mkdir(parents=True, exist_ok=True)
        goal.write_bytes(file.read_bytes())
    (template,) = include.glob(f"*-linux-gnu/python{PYTHON}/pyconfig.h")
    # beside Python.h, which looks there first
    (python / "pyconfig.h").write_text(pyconfig(library, template.read_text("utf-8")), "utf-8")
    (c / "bits").mkdir(parents=True)
    types = (libc / MUSL / "bits" / "alltypes.h").read_text("utf-8")
    (c / "bits" / "alltypes.h").write_text(alltypes(types), "utf-8")
    return [c, zig / "lib" / "include", libc / MUSL, libc / "generic-musl", python]


def pyconfig(library: bytes, template: str) -> str:
    """Return the `pyconfig.h` with which Pyodide was built: what its own library knows, for the
    names in another one."""
    known: dict[str, dict[str, object]] = {}
    with zipfile.ZipFile(io.BytesIO(library)) as archive:
        exec(archive.read(BUILT), known)
    values = known["build_time_vars"]
    names = re.findall(r"^(?:#\s*define|/\* #\s*undef)\s+(\w+)", template, re.MULTILINE)
    defined = [name for name in dict.fromkeys(names) if values.get(name, 0) not in (0, "")]
    return "".join(f"#define {name} {values[name]}\n" for name in defined)


def alltypes(text: str) -> str:
    """Return a header of the C library with the types of Emscripten."""
    for name, type in TYPES.items():
        text = re.sub(rf"^#define {name} .*", f"#define {name} {type}", text, flags=re.MULTILINE)
    return text
