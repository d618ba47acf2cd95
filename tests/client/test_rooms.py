"""Which file of the page imports which: every import points down, and none leads in a circle.

Imports that a page makes later, when something is opened, count like all others. Types, which stand
in comments and which no browser reads, point down too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.test_imports import circle

CLIENT: Final = Path(__file__).parents[2] / "everygame" / "client"
ORDER: Final = (
    {"world.js", "say.js", "theme_and_language.js", "drawings.js", "types.d.ts", "push"},
    {"scene"},
    {"net"},
    {"view"},
    {"ui"},
    {"create"},
    {"pocket"},
    {"library"},
    {"sharing"},
    {"setup"},
    {"match"},
    {"development"},
    {"main.js"},
)
"""The rooms of the page from the lowest to the highest; a room knows itself and those below."""
COMMENT: Final = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
IMPORT: Final = re.compile(
    r"""\b(?:import|export)\b(?:[\s\w{},*$]*\bfrom)?\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)"""
)
TYPE: Final = re.compile(r"""(?:\bimport\(|\bfrom )"(\.[^"]+)\"""")
WORD: Final = re.compile(r"\bimport\b(?!\.meta)|\bfrom\s*\"")
FROM_ELSEWHERE: Final = {"pocket/worker.js": "import(`${PYTHON}pyodide.mjs`)"}
"""Imports of what is no file of the page."""


def code(path: Path) -> str:
    """A script without its comments, and without what it imports from elsewhere."""
    text = COMMENT.sub("", path.read_text("utf-8"))
    return text.replace(FROM_ELSEWHERE.get(path.relative_to(CLIENT).as_posix(), "\0"), "")


def scripts() -> list[Path]:
    return sorted(CLIENT.rglob("*.js"))


def imported(path: Path, early: bool = False) -> Iterator[Path]:
    """The files that a file imports; `early`: only those that come when it comes itself."""
    for match in IMPORT.finditer(code(path)):
        name = match[1] or ("" if early else match[2])
        if name:
            yield (path.parent / name).resolve()


def typed(path: Path) -> Iterator[Path]:
    """The files whose types a file uses."""
    for comment in COMMENT.findall(path.read_text("utf-8")):
        for name in TYPE.findall(comment):
            yield (path.parent / name.replace("/types", "/types.d.ts")).resolve()


def room(path: Path) -> int:
    first = path.relative_to(CLIENT).parts[0]
    return next(number for number, names in enumerate(ORDER) if first in names)


def test_no_import_is_overlooked() -> None:
    for path in scripts():
        assert not WORD.search(IMPORT.sub("", code(path))), path
        assert all(target.is_file() for target in imported(path)), path


def test_no_part_of_the_page_imports_upwards() -> None:
    up = [
        f"{path.relative_to(CLIENT)} imports {target.relative_to(CLIENT)}"
        for path in scripts()
        for target in (*imported(path), *typed(path))
        if room(target) > room(path)
    ]
    assert up == []


def test_no_parts_of_the_page_import_each_other_in_a_circle() -> None:
    assert circle({path: set(imported(path)) for path in scripts()}) == []


def test_an_import_is_found_however_it_is_written(tmp_path: Path) -> None:
    text = """/* import "./no.js" */ import { a,
      b } from "./one.js";
    import "./two.js"; export * from "./three.js"; import x, * as y from "./four.js";
    // import("./neither.js")
    const z = await import("./five.js");"""
    found = [match[1] or match[2] for match in IMPORT.finditer(COMMENT.sub("", text))]
    assert found == [f"./{name}.js" for name in ("one", "two", "three", "four", "five")]


def test_the_page_asks_at_once_for_all_that_it_begins_with() -> None:
    """Else the browser would learn of a file only from the file that imports it."""
    wanted, left = set(), [CLIENT / "main.js"]
    while left:
        path = left.pop()
        new = {target for target in imported(path, early=True) if target.suffix == ".js"} - wanted
        wanted |= new
        left += new
    page = (CLIENT / "index.html").read_text("utf-8")
    asked = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', page)
    assert asked == sorted(path.relative_to(CLIENT).as_posix() for path in wanted)
