"""Makes PDF files from texts in Typst; pictures stay vector graphics, and the PDF contains its
fonts. docs/decisions/0008-a-box-to-print.md says why Typst was chosen."""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from everygame.kit.fonts import FONT, need_letters, preferred
from everygame.kit.packages import find_typst


class Press:
    """The files of one PDF job in a language, in a temporary folder that is deleted at the end of a
    `with` block."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.folder = TemporaryDirectory()
        self.pictures = 0

    def __enter__(self) -> Press:
        return self

    def __exit__(self, *_: object) -> None:
        self.folder.cleanup()

    def picture(self, svg: str) -> str:
        """Store a picture, and return the name by which the text refers to it. Raises
        EveryGameError where no font has its letters."""
        need_letters(set(svg), self.language)
        self.pictures += 1
        name = f"picture{self.pictures}.svg"
        (Path(self.folder.name) / name).write_text(svg, "utf-8")
        return name

    def keep(self, name: str, data: bytes) -> str:
        """Store a file under this name, and return the name."""
        (Path(self.folder.name) / name).write_bytes(data)
        return name

    def print(self, text: str) -> bytes:
        """Return a text in Typst as PDF. Raises EveryGameError where `typst` is not installed or no
        font has its letters."""
        typst = find_typst()
        made = typst.compile(self.write(text), root=self.folder.name)
        assert isinstance(made, bytes)
        return made

    def count(self, text: str) -> int:
        """Return the number of pages that a text has."""
        typst = find_typst()
        ask = "\n#context [#metadata(counter(page).final().first()) <pages>]"
        said = typst.query(self.write(text + ask), "<pages>", field="value", one=True)
        return int(json.loads(said))

    def write(self, text: str) -> str:
        need_letters(set(text), self.language)
        file = Path(self.folder.name) / "main.typ"
        file.write_text(text, "utf-8")
        return str(file)


def in_language(language: str, size: str) -> str:
    """Return the Typst that sets fonts, size and language of all text after it. The language
    decides the direction, quotation marks, hyphens, and the forms of letters that languages
    share."""
    code, *more = language.split("-")
    where = {"Hans": ', script: "hans", region: "cn"', "Hant": ', script: "hant", region: "tw"'}
    fonts = ", ".join(map(quoted, (FONT, preferred(language))))
    region = "".join(where.get(one, f', region: "{one.lower()}"') for one in more)
    return f'#set text(font: ({fonts}), size: {size}, lang: "{code}"{region})\n'


def quoted(text: str) -> str:
    """Return a text as a string literal of Typst."""
    kept = re.sub("[\x00-\x1f\x7f\ud800-\udfff]", " ", text)
    return '"' + kept.replace("\\", "\\\\").replace('"', '\\"') + '"'


def shown(text: str) -> str:
    """Return Typst that shows a text as it is, whatever characters are in it."""
    return f"#{quoted(text)};"
