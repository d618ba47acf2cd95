"""Writes the folder of files from which the page runs with a Python of its own."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Awaitable, Iterator, Mapping
from pathlib import Path
from typing import Final

from everygame import __version__
from everygame.colours import OPTION as COLOURS
from everygame.contract import Json
from everygame.errors import EveryGameError
from everygame.library.registry import games
from everygame.pocket.carrier import Carrier
from everygame.pocket.downloads import PYODIDE, WHEELS, fetch_pyodide, fetch_wheels
from everygame.pocket.main import start
from everygame.server.api import CLIENT
from everygame.server.tables import has_picture
from everygame.words import ENGLISH, FOLDER

HOUSE: Final = CLIENT.parent
LEFT_OUT: Final = (
    *("arena", "study", "learn", "check", "conform", "terminal", "client"),
    *("cli.py", "__main__.py"),
    *("server/serve.py", "server/connections.py", "server/pictures.py", "process/farm.py"),
    "server/push_sender.py",
    *("kit/board_solid.py", "kit/look.py", "kit/plastic.py", "kit/relief.py", "kit/solids.py"),
    *("pocket/export.py", "pocket/downloads.py", "library/template"),
)
"""Rooms and files that nothing asks for there, or that need what a browser lacks."""
COMPILED: Final = (".so", ".pyd", ".pyc")
SHAPES: Final = "client/shapes.json"
"""The one file of the page that Python reads too."""
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
    " img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self';"
    " worker-src 'self'; base-uri 'none'; form-action 'none'"
)
SQUEEZED: Final = "pyodide.asm.wasm"
"""Written compressed, for a plain host sends files as they are; the worker makes it whole."""
LIBRARY: Final = "python_stdlib.zip"
OURS: Final = "everygame.zip"
HASHES: Final = "archives.txt"
"""Of both."""
UNUSED: Final = frozenset(
    {
        *("_pyio", "_pyrepl", "antigravity", "bdb", "cProfile", "compileall", "doctest"),
        *("fileinput", "ftplib", "imaplib", "mailbox", "modulefinder", "multiprocessing"),
        *("optparse", "pdb", "pickletools", "plistlib", "poplib", "profile", "pstats", "pty"),
        *("pydoc", "smtplib", "this", "timeit", "trace", "tty", "unittest", "wave"),
        *("webbrowser", "wsgiref", "xmlrpc"),
    }
)
"""Of the standard library."""
ENCODINGS: Final = re.compile(
    "__init__|aliases|ascii|charmap|cp1252|cp437|idna|iso8859_1|latin_1|punycode|undefined"
    "|utf_.*|(raw_)?unicode_escape|(base64|bz2|hex|quopri|uu|zlib)_codec|rot_13"
)
"""Those that are kept."""
WHEN: Final = (2020, 1, 1, 0, 0, 0)
"""Of all that is packed, so that the same sources make the same files."""
OPENED: Final = ("", "/rules?lang=en", "/lessons?lang=en")
"""What is answered for each game before Python has come."""

Files = dict[str, bytes]


def export(folder: Path) -> int:
    """Write the site into a folder that is empty or holds an older one; its bytes. Raises
    EveryGameError."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "service.js").is_file():
        raise EveryGameError("{folder} holds something else; name an empty one.", folder=folder)
    site = make_site()
    beside = folder.with_name(folder.name + ".new")
    shutil.rmtree(beside, ignore_errors=True)
    for name, data in site.items():
        (beside / name).parent.mkdir(parents=True, exist_ok=True)
        (beside / name).write_bytes(data)
    shutil.rmtree(folder, ignore_errors=True)
    beside.rename(folder)
    return sum(map(len, site.values()))


def make_site() -> Files:
    """All files by their paths."""
    site = {
        **{f"static/{name}": data for name, data in page_files()},
        **{f"python/{name}": data for name, data in python_files().items()},
        **picture_files(),
        "answers.json": json.dumps(asyncio.run(first_answers())).encode(),
        "manifest.json": manifest(),
        "index.html": index(),
        "NOTICES.txt": NOTICES.encode(),
    }
    return {**site, "service.js": service(site)}


NOT_SHOWN: Final = ("index.html", "manifest.json", "package.json", "types.d.ts")
"""Files of the page that the folder has in a form of its own, or that no browser asks for."""


def page_files() -> Iterator[tuple[str, bytes]]:
    for path in sorted(CLIENT.rglob("*")):
        inside = path.relative_to(CLIENT).as_posix()
        if path.is_file() and inside not in NOT_SHOWN:
            yield inside, path.read_bytes()


def picture_files() -> Files:
    """The pictures that games bring, at the addresses that scenes have for them."""
    return {
        f"api/games/{name}/pictures/{path.name}": path.read_bytes()
        for name, entry in sorted(games().items())
        for path in sorted(Path(str(entry.folder)).iterdir())
        if has_picture(entry, path.name)
    }


def index() -> bytes:
    """The page, whose paths begin where it lies."""
    text = (CLIENT / "index.html").read_text("utf-8")
    text = text.replace('"/static/manifest.json"', '"manifest.json"').replace(
        '"/static/', '"static/'
    )
    text = text.replace('href="/"', 'href="#/"').replace("<html ", "<html data-pocket ", 1)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}').encode()


def manifest() -> bytes:
    facts = json.loads((CLIENT / "manifest.json").read_text("utf-8"))
    here = {"id": "./", "start_url": "./", "scope": "./", "icons": icons_here(facts)}
    shortcuts = [
        {**shortcut, "url": f"./#{shortcut['url']}", "icons": icons_here(shortcut)}
        for shortcut in facts["shortcuts"]
    ]
    return json.dumps({**facts, **here, "shortcuts": shortcuts}, indent=1).encode()


def icons_here(part: Json) -> list[Json]:
    return [{**icon, "src": icon["src"].removeprefix("/")} for icon in part["icons"]]


def python_files() -> Files:
    """Pyodide, and everything of ours that runs there as one archive."""
    found = fetch_pyodide()
    squeezed = gzip.compress(found.pop(SQUEEZED), 9, mtime=0)
    found[LIBRARY] = without_unused(found[LIBRARY])
    found[OURS] = pack_python()
    return {**found, f"{SQUEEZED}.gzipped": squeezed, HASHES: hashes(found[LIBRARY], found[OURS])}


def hashes(*archives: bytes) -> bytes:
    """One after the other: what `client/pocket/bytecode.js` keeps bytecode under."""
    return "".join(hashlib.sha256(archive).hexdigest() for archive in archives).encode()


def without_unused(library: bytes) -> bytes:
    """The standard library without what nothing can be done with in a browser: other programs,
    servers and terminals, debuggers, and the code pages of old files."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(library)) as whole,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
    ):
        for name in whole.namelist():
            if not is_unused(name):
                archive.writestr(
                    zipfile.ZipInfo(name, WHEN), whole.read(name), zipfile.ZIP_DEFLATED
                )
    return made.getvalue()


def is_unused(name: str) -> bool:
    """Of a file of the standard library, by its path."""
    page = re.fullmatch(r"encodings/(\w+)\.py", name)
    if page:
        return not ENCODINGS.fullmatch(page[1])
    return name.partition("/")[0].removesuffix(".py") in UNUSED


def pack_python() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in python_parts():
            archive.writestr(zipfile.ZipInfo(name, WHEN), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def python_parts() -> Iterator[tuple[str, bytes]]:
    """What goes beside the standard library there, by path."""
    for path in sorted(HOUSE.rglob("*")):
        inside = path.relative_to(HOUSE)
        plain = path.is_file() and path.suffix not in COMPILED
        if plain and not is_left_out(inside):
            yield f"everygame/{inside.as_posix()}", path.read_bytes()
    yield f"everygame/{SHAPES}", (HOUSE / SHAPES).read_bytes()
    for wheel in fetch_wheels():
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if not name.endswith(("/", "RECORD")):
                    yield name, archive.read(name)


def is_left_out(inside: Path) -> bool:
    """Of a file of the house, by its path there."""
    return any(inside.is_relative_to(one) for one in LEFT_OUT)


async def first_answers() -> dict[str, object]:
    """What the page may be answered before Python has come, by path, in English, and the other
    languages that there are."""
    with tempfile.TemporaryDirectory() as folder:
        carrier = await start(Nobody(), f"{folder}/none.sqlite", f"{folder}/tables", "en")
        found = {"/api/library": await answer(carrier.ask("GET", "/api/library"))}
        for card in found["/api/library"]["games"]:
            for more in OPENED if card["lessons"] else OPENED[:2]:
                path = f"/api/games/{card['name']}{more}"
                found[path.partition("?")[0]] = await answer(carrier.ask("GET", path))
            found[f"/api/games/{card['name']}/preview"] = await first_preview(carrier, card["name"])
        await carrier.stop()
    languages = [path.name for path in FOLDER.iterdir()] if FOLDER.is_dir() else []
    return {"languages": [ENGLISH, *sorted(languages)], "answers": found}


async def first_preview(carrier: Carrier, name: str) -> Json:
    """How a match starts as it is offered, and the options of that, as the page says them."""
    game = games()[name].game()
    options = dict(game.settings)
    if COLOURS.name in options:
        options[COLOURS.name] = " ".join(options[COLOURS.name].split()[: game.players])
    body = json.dumps({"options": options}).encode()
    told = await answer(carrier.ask("POST", f"/api/games/{name}/preview", body))
    return {"options": options, "told": told}


async def answer(
    asked: Awaitable[tuple[int, Mapping[str, str], bytes]],
) -> dict[str, list[dict[str, str]]]:
    status, _, body = await asked
    assert status == 200, body
    found: dict[str, list[dict[str, str]]] = json.loads(body)
    return found


class Nobody:
    """Is told nothing and thinks nothing."""

    def answer(self, number: int, status: int, headers: str, body: bytes) -> None: ...
    def opened(self, socket: int) -> None: ...
    def text(self, socket: int, text: str) -> None: ...
    def closed(self, socket: int, code: int) -> None: ...

    async def think(self, job: str, seconds: float) -> str:
        raise AssertionError("Nobody thinks here.")

    async def redraw(self, picture: bytes, type: str) -> bytes:
        raise AssertionError("Nobody draws here.")


def service(site: Files) -> bytes:
    """The service worker, which knows every file by its hash: what is not whole is not taken."""
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(site.items())}
    script = (CLIENT / "pocket" / "service.js").read_text("utf-8")
    version = hashlib.sha256(f"{script}{digests}".encode()).hexdigest()[:16]
    known = json.dumps(digests, indent=0)
    script = script.replace("const FILES = {};", f"const FILES = {known};")
    return re.sub('const VERSION = "";', f'const VERSION = "{version}";', script).encode()


NOTICES: Final = f"""EveryGame {__version__} in a folder of files.

EveryGame itself is under the MIT licence.

python/pyodide.mjs, python/pyodide.asm.mjs, python/pyodide-lock.json and
python/{SQUEEZED} (here compressed) are files of Pyodide {PYODIDE}, unchanged, under the Mozilla
Public License 2.0. Its text: https://mozilla.org/MPL/2.0/
Their source: https://github.com/pyodide/pyodide/tree/{PYODIDE}

python/{LIBRARY} is the standard library of CPython, without parts that are of no use in
a browser, under the Python Software Foundation License:
https://docs.python.org/3/license.html

python/{OURS} holds EveryGame's Python and the libraries that everygame/pocket/{WHEELS}
names in it; each brings its licence in its folder that ends in dist-info.
"""
