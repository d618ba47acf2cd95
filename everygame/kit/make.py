"""Makes the files of a game's printed kit."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from everygame.catalogues import ENGLISH, page_language
from everygame.contract import Game, Json
from everygame.drawing import embed
from everygame.errors import BadOption, EveryGameError, writing
from everygame.kit.booklet import make_booklet
from everygame.kit.box import Box, pack
from everygame.kit.contents_list import lines_of, list_text, names_of
from everygame.kit.nets import Paper
from everygame.kit.packages import find_typst, need_kit
from everygame.kit.pdf import Press
from everygame.kit.sheets import SIZES, make_pages
from everygame.library.registry import Entry
from everygame.words import list_of, say, translate

if TYPE_CHECKING:
    from everygame.kit.plastic import Solid

MILLIMETRES: Final = re.compile(r"(\d{1,4}(?:\.\d{1,3})?) ?(?:mm)?")


@dataclass(frozen=True)
class Limits:
    """The allowed values of a length, in millimetres."""

    what: str
    least: float
    most: float
    usual: str


SCALES: Final = Limits(say("scale"), 15, 60, "25mm")
GAPS: Final = Limits(say("clearance"), 0.1, 0.8, "0.3mm")
Tell = Callable[[str], None]
"""Called with a sentence about the step that begins."""


@dataclass(frozen=True)
class Wanted:
    """How a person wants a kit to be made. Raises BadOption."""

    size: str = "A4"
    scale: str = "25mm"
    clearance: str = "0.3mm"
    """The gap between plastic things that fit into each other."""

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise BadOption(
                "The paper is one of {sizes}, not {size}.",
                sizes=list_of(SIZES),
                size=repr(self.size),
            )
        for text, limits in ((self.scale, SCALES), (self.clearance, GAPS)):
            millimetres(text, limits)

    @property
    def square(self) -> float:
        """The width of a square of the board, in millimetres."""
        return millimetres(self.scale, SCALES)

    @property
    def gap(self) -> float:
        return millimetres(self.clearance, GAPS)


def millimetres(text: str, limits: Limits) -> float:
    """Read a length in millimetres. Raises BadOption."""
    found = MILLIMETRES.fullmatch(text)
    value = float(found[1]) if found else -1.0
    if not limits.least <= value <= limits.most:
        raise BadOption(
            "The {what} is from {least} to {most} mm, such as {usual}, not {text}.",
            what=limits.what,
            least=f"{limits.least:g}",
            most=f"{limits.most:g}",
            usual=limits.usual,
            text=repr(text),
        )
    return value


def make(
    entry: Entry,
    game: Game,
    wanted: Wanted,
    language: str = ENGLISH,
    tell: Tell = lambda said: None,
) -> dict[str, bytes]:
    """Make the files of a game's kit, and return their contents by name. Raises BadGame, BadOption,
    and EveryGameError where the extra `kit` is not installed."""
    tell(say("Packing the box …"))
    box = pack(entry, game)
    files = {}
    spoken = page_language(language)
    with Press(language) as press:
        tell(say("Drawing the sheets …"))
        files[f"{entry.name}-paper.pdf"] = print_sheets(box, press, wanted, spoken)
        tell(say("Setting the rules …"))
        names = translate(names_of(box), spoken)
        files[f"{entry.name}-rules.pdf"] = make_booklet(entry, press, wanted.size, names, language)
    if box.file.plastic:
        tell(say("Shaping the solids …"))
        for solid in find_solids(box, wanted):
            files |= solid.files()
    return files


def find_solids(box: Box, wanted: Wanted) -> list[Solid]:
    """Return all things of a kit that can be made of plastic. Raises BadOption, and EveryGameError
    where the extra `kit` is not installed."""
    try:
        from everygame.kit.plastic import solids
        from everygame.kit.solids import Plastic
    except ImportError:
        raise need_kit() from None
    return list(solids(box, Plastic(wanted.square, wanted.gap)))


def print_sheets(box: Box, press: Press, wanted: Wanted, language: str) -> bytes:
    """Return a PDF with the list of contents and all sheets of paper."""
    paper = paper_of(box.entry, wanted)
    title = translate(say(box.entry.facts()["title"]), language)
    pages = make_pages(box, wanted.size, paper, title, language)
    text = list_text(box, press, paper, wanted.size, language)
    for page in pages:
        size = f"width: {page.sheet.width}mm, height: {page.sheet.height}mm"
        image = f'image("{press.picture(page.svg)}", width: 100%, height: 100%)'
        text += f"#page({size}, margin: 0mm, numbering: none, {image})\n"
    return press.print(text)


def paper_of(entry: Entry, wanted: Wanted) -> Paper:
    return Paper(wanted.square, partial(embed, drawn=entry))


def parts_json(entry: Entry, game: Game, wanted: Wanted) -> Json:
    """Return the contents of a kit as JSON, for people who look at it before it is made. Raises
    BadGame, BadOption."""
    box = pack(entry, game)
    parts = [
        {
            "name": item.name,
            "count": item.count,
            "how": item.how,
            "instead": item.instead,
            "picture": item.picture,
        }
        for item in lines_of(box, paper_of(entry, wanted))
    ]
    told = {"title": say(entry.facts()["title"]), "parts": parts, "names": names_of(box)}
    try:
        find_typst()
        plastic = find_solids(box, wanted) if box.file.plastic else []
    except EveryGameError as error:
        return {**told, "plastic": [], "fault": error.message}
    return {**told, "plastic": [solid.json() for solid in plastic], "fault": ""}


def write(files: dict[str, bytes], folder: Path) -> None:
    """Write the files into a folder, which is made where it does not exist. Raises
    EveryGameError."""
    with writing(folder):
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
