"""The wheel for the Python of a page: EveryGame with its modules compiled to WebAssembly."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

from everygame.errors import EveryGameError
from everygame.library.write_c import compiled_files, read_files
from everygame.pocket.downloads import INPUTS, SHORT, TAG, WHEELS, downloads, fetch_wheels, pin
from everygame.pocket.wasm.compile import Modules, Report, compile_modules
from everygame.pocket.wasm.tools import MYPYC, ZIG
from everygame.version import __version__

PACKAGE: Final = Path(__file__).parents[2]
NAME: Final = f"everygame-{__version__}-{SHORT}-{SHORT}-{TAG}.whl"
INFO: Final = f"everygame-{__version__}.dist-info"
LICENCE: Final = f"{INFO}/licenses/mypyc.txt"
"""The licences of what mypyc adds to each module."""
BUILT: Final = (".so", ".pyd", ".pyc")
NOTE: Final = "interpreted.txt"
"""The note of a build that is not compiled, which this one is."""
INPUTS_OF: Final = {
    "mypy": MYPYC,
    "librt": WHEELS,
    "pyodide": INPUTS,
    "ziglang": ZIG,
    "libpython3.14-dev": INPUTS,
}
"""The inputs of a build that change what it makes, by the lists in which they stand."""
WHEN: Final = (2020, 1, 1, 0, 0, 0)
"""The time of every packed file, so that the same inputs make the same wheel."""


def made_of() -> str:
    """Return the inputs of a wheel with their versions, as the wheel names them."""
    pins = (pin(name, listed) for name, listed in INPUTS_OF.items())
    return ", ".join(f"{one.name} {one.version}" for one in pins)


def sources() -> dict[str, bytes]:
    """Return the files of this EveryGame by their paths in a wheel, without what builds leave."""
    found = (path for path in sorted(PACKAGE.rglob("*")) if path.is_file())
    return {
        f"everygame/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes()
        for path in found
        if path.suffix not in BUILT and path.name != NOTE
    }


def make_wheel(folder: Path, report: Report) -> Path:
    """Compile this EveryGame, write the wheel into a folder, and return its path. Raises
    EveryGameError."""
    files = sources()  # before the minutes in which somebody may change them
    modules = compile_modules(PACKAGE, report)
    folder.mkdir(parents=True, exist_ok=True)
    goal = folder / NAME
    fresh = goal.with_suffix(".new")
    fresh.write_bytes(pack({**files, **modules, **metadata()}))
    fresh.replace(goal)
    return goal


def metadata() -> dict[str, bytes]:
    """Return the files that describe the wheel, but for the list of its files. Raises
    EveryGameError."""
    known = distribution("everygame")
    lines = (
        "Wheel-Version: 1.0",
        f"Generator: everygame ({made_of()})",
        "Root-Is-Purelib: false",
        f"Tag: {SHORT}-{SHORT}-{TAG}",
    )
    described = known.read_text("METADATA") or known.read_text("PKG-INFO") or ""
    return {
        LICENCE: read_licence(),
        f"{INFO}/METADATA": described.encode(),
        f"{INFO}/WHEEL": "".join(f"{line}\n" for line in lines).encode(),
    }


def read_licence() -> bytes:
    """Return the licences of mypyc and of the parts of others in it."""
    (wheel,) = (path for path in fetch_wheels(MYPYC) if path.name.startswith("mypy-"))
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (one for one in archive.namelist() if one.endswith("/licenses/LICENSE"))
        return archive.read(name)


def pack(files: dict[str, bytes]) -> bytes:
    """Return a wheel of these files, with the list of their hashes."""
    listed = "".join(f"{line}\n" for line in record(files)) + f"{INFO}/RECORD,,\n"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in {**files, f"{INFO}/RECORD": listed.encode()}.items():
            archive.writestr(zipfile.ZipInfo(name, WHEN), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def record(files: dict[str, bytes]) -> Iterator[str]:
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        yield f"{name},sha256={digest},{len(data)}"


def find_wheel() -> Path | None:
    """Return a wheel of these very sources that `everygame export --compile` or `release.py` has
    made; None where there is none."""
    found = (place / NAME for place in (kept(), PACKAGE.parent / "dist"))
    return next((wheel for wheel in found if wheel.is_file() and is_fit(wheel)), None)


def kept() -> Path:
    """Return the folder in which `everygame export --compile` keeps its wheel."""
    return downloads() / "compiled"


def is_fit(wheel: Path) -> bool:
    try:
        read_modules(wheel)
    except EveryGameError:
        return False
    return True


def read_modules(wheel: Path) -> Modules:
    """Return the extension modules in a wheel, and the licences of what is in them. Raises
    EveryGameError where a page cannot take the wheel: it must be made of these sources and of the
    inputs that are pinned."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            require_inputs(archive, wheel)
            require_sources(archive, wheel)
            wanted = (one for one in archive.namelist() if one.endswith(".so") or one == LICENCE)
            return {name: archive.read(name) for name in wanted}
    except (OSError, KeyError, zipfile.BadZipFile):
        raise EveryGameError(
            "{wheel} is not a wheel of EveryGame {version} for {tag}.",
            wheel=wheel,
            version=__version__,
            tag=TAG,
        ) from None


def require_inputs(archive: zipfile.ZipFile, wheel: Path) -> None:
    said = archive.read(f"{INFO}/WHEEL").decode()
    if f"({made_of()})\n" not in said:
        raise EveryGameError("{wheel} is not made of {inputs}.", wheel=wheel, inputs=made_of())


def require_sources(archive: zipfile.ZipFile, wheel: Path) -> None:
    """Raise EveryGameError where the modules were made of other files than ours, or of other
    modules."""
    ours = {Path(name).as_posix() for name in compiled_files(PACKAGE.parent)}
    theirs = {name.partition(".")[0] + ".py" for name in archive.namelist() if is_module(name)}
    same = {Path(name).as_posix() for name in read_files(PACKAGE.parent)}
    there = same.intersection(archive.namelist())
    unlike = {name for name in there if archive.read(name) != (PACKAGE.parent / name).read_bytes()}
    for name in sorted((ours ^ theirs) | (same - there) | unlike):
        raise EveryGameError(
            "{wheel} is made of other sources: {file} differs.", wheel=wheel, file=name
        )


def is_module(name: str) -> bool:
    """Whether the file of this name in a wheel is one of our modules; another one holds the code of
    all."""
    return name.startswith("everygame/") and name.endswith(".so")
