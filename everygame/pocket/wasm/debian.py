"""Fetches the headers of CPython from Debian, the only registry that has them."""

from __future__ import annotations

import hashlib
import io
import os
import re
import tarfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from everygame.errors import EveryGameError
from everygame.pocket.downloads import PYTHON, Pin, downloads, fresh_folder, pin

PACKAGE: Final = f"libpython{PYTHON}-dev"
VARIABLE: Final = "EVERYGAME_DEBIAN"
"""The environment variable that names a mirror of Debian where the system knows none."""
APT: Final = Path("/etc/apt")
ADDRESS: Final = r"https?://\S+/debian(?=/?\s)"
SIGN: Final = b"!<arch>\n"
"""The first bytes of a package."""


def fetch_headers() -> Path:
    """Return the folder `usr/include` of the package with the headers. Raises EveryGameError."""
    wanted = pin(PACKAGE)
    home = downloads() / f"{PACKAGE}-{wanted.version}"
    if not home.is_dir():
        with fresh_folder() as fresh:
            unpack(download(wanted), fresh / home.name)
            (fresh / home.name).rename(home)
    return home / "usr" / "include"


def download(wanted: Pin) -> bytes:
    """Return a package from Debian's pool. Raises EveryGameError where it is gone or another
    one."""
    file = f"{wanted.name}_{wanted.version}_amd64.deb"
    url = f"{find_mirror()}/pool/main/p/python{PYTHON}/{file}"
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            data: bytes = answer.read()
    except OSError as error:
        raise EveryGameError(
            "{input} cannot be fetched: {url} answers {error}. Debian keeps the newest versions"
            " alone; inputs.txt may name another one of Python {python}.",
            input=f"{wanted.name} {wanted.version}",
            url=url,
            error=str(error),
            python=PYTHON,
        ) from None
    if f"sha256:{hashlib.sha256(data).hexdigest()}" != wanted.hash:
        raise EveryGameError(
            "{url} is not the {input} that is pinned.",
            url=url,
            input=f"{wanted.name} {wanted.version}",
        )
    return data


def find_mirror() -> str:
    """Return the address of the mirror of Debian that this system uses. Raises EveryGameError."""
    listed = [APT / "sources.list", *sorted((APT / "sources.list.d").glob("*"))]
    texts = (file.read_text("utf-8") for file in listed if file.is_file())
    known = [str(url) for text in texts for url in re.findall(ADDRESS, text)]
    if named := os.environ.get(VARIABLE):
        return named.rstrip("/")
    if not known:
        raise EveryGameError(
            "The headers of CPython come from Debian, and this system names no mirror of it; the"
            " variable {variable} may.",
            variable=VARIABLE,
        )
    return known[0]


def unpack(package: bytes, into: Path) -> None:
    """Write the headers in a package of Debian, an `ar` archive that contains a tar archive, into a
    folder. Raises EveryGameError."""
    for name, data in members(package):
        if name.startswith("data.tar"):
            with tarfile.open(fileobj=io.BytesIO(data)) as archive:
                wanted = [one for one in archive if one.name.endswith(".h") and one.isfile()]
                archive.extractall(into, wanted, filter="data")
                return
    raise EveryGameError("{package} has no files in it.", package=PACKAGE)


def members(package: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the members of an `ar` archive: after the sign, for each a head of 60 bytes, with the
    name in the first 16 and the size from the 48th on, and its bytes up to an even place."""
    at = len(SIGN)
    while at < len(package):
        size = int(package[at + 48 : at + 58])
        yield package[at : at + 16].decode().strip(), package[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
