"""Makes PDF files of what is written for Typst, with pictures that stay vectors and fonts that
are in the file. Why Typst: docs/decisions/0008-a-box-to-print.md."""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from everygame.errors import EveryGameError


class Press:
    """A folder with the files of one job, gone when it is done; use it in a `with` block."""

    def __init__(self) -> None:
        self.folder = TemporaryDirectory()
        self.pictures = 0

    def __enter__(self) -> Press:
        return self

    def __exit__(self, *_: object) -> None:
        self.folder.cleanup()

    def picture(self, svg: str) -> str:
        """Keep a picture, and get the name by which the text refers to it."""
        self.pictures += 1
        name = f"picture{self.pictures}.svg"
        (Path(self.folder.name) / name).write_text(svg, "utf-8")
        return name

    def keep(self, name: str, data: bytes) -> str:
        """Keep a file under a name."""
        (Path(self.folder.name) / name).write_bytes(data)
        return name

    def print(self, text: str) -> bytes:
        """The PDF of a text. Raises EveryGameError where `typst` is not installed."""
        typst = find_typst()
        made = typst.compile(self.write(text), root=self.folder.name)
        assert isinstance(made, bytes)
        return made

    def count(self, text: str) -> int:
        """How many pages the text has."""
        typst = find_typst()
        ask = "\n#context [#metadata(counter(page).final().first()) <pages>]"
        said = typst.query(self.write(text + ask), "<pages>", field="value", one=True)
        return int(json.loads(said))

    def write(self, text: str) -> str:
        file = Path(self.folder.name) / "main.typ"
        file.write_text(text, "utf-8")
        return str(file)


def find_typst() -> Any:
    """The library, which is looked for when it is needed. Raises EveryGameError."""
    try:
        import typst
    except ImportError:
        raise need_kit() from None
    return typst


def need_kit() -> EveryGameError:
    """What to say where the extra is not installed."""
    return EveryGameError(
        "A box to print needs more packages: pip install 'everygame[kit]'; playing needs none."
    )


def quoted(text: str) -> str:
    """A text as a string of Typst."""
    kept = re.sub("[\x00-\x1f\x7f\ud800-\udfff]", " ", text)
    return '"' + kept.replace("\\", "\\\\").replace('"', '\\"') + '"'


def shown(text: str) -> str:
    """A text as it stands, whatever signs are in it."""
    return f"#{quoted(text)};"
