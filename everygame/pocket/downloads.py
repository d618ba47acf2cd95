"""Downloads Pyodide, a Python for browsers, with npm, and wheels for it with pip. Versions and
hashes are pinned, and downloads are kept beside the data file."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from everygame.errors import EveryGameError
from everygame.library.paths import default_file

PYODIDE: Final = "314.0.7"
INTEGRITY: Final = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD8"
    "2LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""The hash of the npm package, as npm writes it."""
PARTS: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
"""The files of the npm package that a page needs."""
WHEELS: Final = "wheels.txt"
"""A requirements file of pip, which lists the wheels with their hashes."""
PLATFORM: Final = (
    *("--only-binary=:all:", "--no-deps", "--implementation", "cp", "--python-version", "3.14"),
    *("--abi", "cp314", "--platform", "pyemscripten_2026_0_wasm32", "--platform", "any"),
)


def downloads() -> Path:
    """Return the folder in which downloads are kept."""
    return default_file().parent / "downloads"


@contextmanager
def fresh_folder() -> Iterator[Path]:
    """Make a temporary folder for this process. A download is moved out of it when it is complete,
    so that several processes may download at once and none sees an incomplete file."""
    home = downloads()
    home.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=home, ignore_cleanup_errors=True) as fresh:
        yield Path(fresh)


def fetch_pyodide() -> dict[str, bytes]:
    """Return the files of Pyodide that a page needs, unchanged. Raises EveryGameError."""
    home = downloads()
    packed = home / f"pyodide-{PYODIDE}.tgz"
    if not packed.is_file():
        npm = shutil.which("npm")
        if npm is None:
            raise EveryGameError("Pyodide is fetched by npm, which is not installed here.")
        with fresh_folder() as fresh:
            run([npm, "pack", f"pyodide@{PYODIDE}", "--pack-destination", str(fresh)])
            (fresh / packed.name).replace(packed)
    digest = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    if f"sha512-{digest}" != INTEGRITY:
        raise EveryGameError(
            "{file} is not the Pyodide that this program knows; delete it.", file=packed
        )
    with tarfile.open(packed) as archive:
        return {name: read(archive, f"package/{name}") for name in PARTS}


def read(archive: tarfile.TarFile, name: str) -> bytes:
    found = archive.extractfile(name)
    assert found is not None, name
    return found.read()


def fetch_wheels() -> list[Path]:
    """Return the paths of the wheels, whose hashes pip has verified. Raises EveryGameError."""
    wanted = files("everygame") / "pocket" / WHEELS
    text = wanted.read_text("utf-8")
    home = downloads() / hashlib.sha256(text.encode()).hexdigest()[:16]
    if not home.is_dir():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        with fresh_folder() as fresh:
            made = fresh / home.name
            run([*pip, *PLATFORM, "--require-hashes", "-r", str(wanted), "--dest", str(made)])
            try:
                made.rename(home)
            except OSError:  # another process has fetched them in the meantime
                if not home.is_dir():
                    raise
    return sorted(home.glob("*.whl"))


def run(command: Sequence[str]) -> None:
    """Run a command. Raises EveryGameError where it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise EveryGameError(
            "What a browser needs of Python cannot be fetched: {error}", error="".join(last)
        )
