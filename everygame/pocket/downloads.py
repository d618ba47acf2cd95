"""Downloads Pyodide, a Python for browsers, with npm, and wheels for it with pip. Versions and
hashes are pinned, and downloads are kept beside the data file."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from everygame.errors import EveryGameError
from everygame.library.default_paths import default_file

INPUTS: Final = "inputs.txt"
"""Lists what is downloaded by other means than pip, in pip's notation."""


class Pin(NamedTuple):
    """The one version of an input that is taken."""

    name: str
    version: str
    hash: str
    """The algorithm and the digest, such as "sha256:09f9…": hexadecimal, or base64 from npm."""


def pin(name: str, listed: str = INPUTS) -> Pin:
    """Return the pin of an input from one of the lists in this folder."""
    for line in read_list(listed).splitlines():
        requirement, _, hash = line.partition(" --hash=")
        found, _, version = requirement.partition("==")
        if found == name:
            return Pin(name, version, hash)
    raise KeyError(name)


def read_list(listed: str) -> str:
    """Return the text of a list of pins in this folder."""
    return (files("everygame") / "pocket" / listed).read_text("utf-8")


PYODIDE: Final = pin("pyodide").version
LOCK: Final = "pyodide-lock.json"
LIBRARY: Final = "python_stdlib.zip"
PARTS: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LOCK, LIBRARY)
"""The files of the npm package that a page needs."""
PYTHON: Final = "3.14"
ABI: Final = "2026_0"
"""The version of Python for which the wheels are made, and the binary interface of Pyodide;
`require_fit` compares both with Pyodide's own words."""
WHEELS: Final = "wheels.txt"
"""A requirements file of pip, which lists the wheels with their hashes."""
SHORT: Final = "cp" + PYTHON.replace(".", "")
TAG: Final = f"pyemscripten_{ABI}_wasm32"
"""The name of the platform in wheels."""
PLATFORM: Final = (
    *("--only-binary=:all:", "--no-deps", "--implementation", "cp", "--python-version", PYTHON),
    *("--abi", SHORT, "--platform", TAG, "--platform", "any"),
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
    packed = downloads() / f"pyodide-{PYODIDE}.tgz"
    if not packed.is_file():
        npm = shutil.which("npm")
        if npm is None:
            raise EveryGameError("Pyodide is fetched by npm, which is not installed here.")
        with fresh_folder() as fresh:
            command = [npm, "pack", f"pyodide@{PYODIDE}", "--pack-destination", str(fresh)]
            run(command, f"pyodide {PYODIDE}")
            (fresh / packed.name).replace(packed)
    data = packed.read_bytes()
    digest = base64.b64encode(hashlib.sha512(data).digest()).decode()
    if f"sha512:{digest}" != pin("pyodide").hash:
        raise EveryGameError(
            "{file} is not the Pyodide that this program knows; delete it.", file=packed
        )
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        found = {name: read(archive, f"package/{name}") for name in PARTS}
    require_fit(found[LOCK])
    return found


def require_fit(lock: bytes) -> None:
    """Raise EveryGameError where Pyodide, by its own list, is not for the wheels that are
    pinned."""
    facts = json.loads(lock)["info"]
    python, abi = facts["python"], facts["abi_version"]
    if (python.rpartition(".")[0], abi) != (PYTHON, ABI):
        raise EveryGameError(
            "Pyodide {version} is Python {python} with the binary interface {abi}, and the wheels"
            " are for Python {wanted} and {tag}: both stand in {file}.",
            version=PYODIDE,
            python=python,
            abi=abi,
            wanted=PYTHON,
            tag=ABI,
            file="everygame/pocket/downloads.py",
        )


def read(archive: tarfile.TarFile, name: str) -> bytes:
    found = archive.extractfile(name)
    assert found is not None, name
    return found.read()


def fetch_wheels(listed: str = WHEELS) -> list[Path]:
    """Return the paths of the wheels for Pyodide in a list, whose hashes pip has verified. Raises
    EveryGameError."""
    home = fetch_listed(listed, "download", *PLATFORM, "--dest")
    return sorted(home.glob("*.whl"))


def fetch_listed(listed: str, *how: str) -> Path:
    """Return the folder with all that a list names, as this command of pip puts it there; the
    folder is named by what the list says. Raises EveryGameError."""
    text = read_list(listed)
    home = downloads() / hashlib.sha256(text.encode()).hexdigest()[:16]
    if not home.is_dir():
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        wanted = str(files("everygame") / "pocket" / listed)
        with fresh_folder() as fresh:
            made = fresh / home.name
            run([*pip, how[0], "--require-hashes", "-r", wanted, *how[1:], str(made)], listed)
            try:
                made.rename(home)
            except OSError:  # another process has fetched them in the meantime
                if not home.is_dir():
                    raise
    return home


def run(command: Sequence[str], what: str) -> None:
    """Run a command that fetches something, which is a list of pins or named in words. Raises
    EveryGameError, which names the input, where the command fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        said = done.stderr.strip() or done.stdout.strip()
        raise EveryGameError(
            "{input} cannot be fetched as it is pinned: {error}",
            input=find_input(said, what),
            error="".join(said.splitlines()[-1:]),
        )


def find_input(said: str, what: str) -> str:
    """Return the input in a list of pins at which pip has failed, by what pip says; without a list,
    or where pip names none, return `what`."""
    if not what.endswith(".txt"):
        return what
    listed = [line.partition(" ")[0] for line in read_list(what).splitlines()]
    return next((one.replace("==", " ") for one in listed if one in said), what)
