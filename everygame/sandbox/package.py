"""Packs a table without rules into one file: a zip archive with `table.json`, its pictures and its
rule sheet.

The files lie at the top of the archive, in one folder, or their names all begin with the same
`NAME_`. Strangers upload archives, so nothing that an archive says about itself is trusted, least
of all sizes and names.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from typing import Final

from everygame.errors import BadGame
from everygame.sandbox.definition import FILE, Definition, parse

SHEET: Final = "rules.en.md"
MOST_PACKED: Final = 4_000_000
"""The bytes that an archive may have."""
MOST_FILE: Final = 4_000_000
"""The bytes that one unpacked file may have."""
MOST_WHOLE: Final = 12_000_000
"""The bytes that all unpacked files may have together."""
MOST_FILES: Final = 80
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}\.(png|jpg|webp)")
BEFORE: Final = re.compile(r"(?:[a-z][a-z0-9]{0,39}[/_])?")
"""A folder or prefix that the names of all files may begin with."""
METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The allowed compression methods. With any other method, Python unpacks a whole file to read a
part of it, so that the check of `MOST_FILE` would come too late."""
RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])\..*")
"""Names that stand for devices on Windows, in every folder."""
FIRST_DAY: Final = (1980, 1, 1, 0, 0, 0)
"""The time that every file of an archive gets, so that the same files give the same bytes."""


def unpack(data: bytes) -> dict[str, bytes]:
    """Return the files of an archive by name, `table.json` among them, without decoding pictures.
    Raises BadGame. It never reads more bytes than the limits above."""
    if len(data) > MOST_PACKED:
        raise BadGame(
            "The file has more than {most_packed} bytes.", most_packed=format(MOST_PACKED, ",")
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return read_all(archive)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError):
        raise BadGame("The file is no packed table: it cannot be unpacked.") from None


def read_all(archive: zipfile.ZipFile) -> dict[str, bytes]:
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MOST_FILES:
        raise BadGame(
            "A packed table has at most {most_files} files, not {number}.",
            most_files=MOST_FILES,
            number=len(infos),
        )
    before = prefix([info.orig_filename for info in infos])
    files: dict[str, bytes] = {}
    for info in infos:
        name = info.orig_filename.removeprefix(before)  # `filename` depends on the system
        check_entry(info, name)
        if name in files:
            raise BadGame("Two files are called {name}.", name=repr(name))
        left = MOST_WHOLE - sum(map(len, files.values()))
        files[name] = read_one(archive, info, min(MOST_FILE, left))
    if FILE not in files:
        raise BadGame("There is no {file} in the file.", file=FILE)
    return files


def prefix(names: list[str]) -> str:
    """Return the beginning of the name that ends with `table.json`, with which all names begin."""
    for name in names:
        start = name.removesuffix(FILE)
        if start != name and BEFORE.fullmatch(start):
            return start
    return ""


def check_entry(info: zipfile.ZipInfo, name: str) -> None:
    """Raise BadGame for an entry that is no plain file, or whose name no file of a table can
    have."""
    short = name if len(name) <= 60 else name[:57] + "…"
    mode = info.external_attr >> 16
    if stat.S_ISLNK(mode) or (mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG)):
        raise BadGame("{short} is no plain file.", short=repr(short))
    if name.lower().endswith(".svg"):
        raise BadGame(
            "{short}: pictures that are uploaded are PNG, JPEG or WebP, not SVG.", short=repr(short)
        )
    if name not in (FILE, SHEET) and not NAME.fullmatch(name):
        raise BadGame("{short} is no name of a file of a table.", short=repr(short))
    if RESERVED.fullmatch(name):
        raise BadGame("{short} is a name that Windows keeps for itself.", short=repr(short))
    if info.flag_bits & 1:
        raise BadGame("{short} is encrypted.", short=repr(short))
    if info.compress_type not in METHODS:
        raise BadGame(
            "{short} is packed in an unusual way; pack the files as a plain zip.", short=repr(short)
        )


def read_one(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """Read a file of an archive. Raises BadGame where it has more than `most` bytes, whatever size
    the archive claims."""
    with archive.open(info) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadGame("Unpacked, the file would be too large.")
    return data


def open_files(files: Mapping[str, bytes]) -> Definition:
    """Return the definition of the table in unpacked files. Raises BadGame."""
    try:
        text = files[FILE].decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadGame("{file} is no text in UTF-8.", file=FILE) from None
    definition = parse(text)
    for picture in definition.pictures:
        if picture not in files:
            raise BadGame(
                "{file} names the picture {picture}, which is not there.",
                file=FILE,
                picture=picture,
            )
    return definition


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of these files; the same files give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, FIRST_DAY), files[name], zipfile.ZIP_DEFLATED)
    return made.getvalue()
