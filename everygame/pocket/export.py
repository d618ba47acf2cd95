"""Writes the site: a folder of files from which the page runs with a Python in the browser and
without a server."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Awaitable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePath, PurePosixPath
from typing import Final

from everygame.catalogues import ENGLISH, FOLDER, languages, page_languages, shorten
from everygame.colours import OPTION as COLOURS
from everygame.contract import Json
from everygame.errors import EveryGameError
from everygame.library.registry import built_in, find_game, games, shipped
from everygame.pocket.carrier import Carrier
from everygame.pocket.downloads import LIBRARY, PYODIDE, WHEELS, fetch_pyodide, fetch_wheels
from everygame.pocket.main import start
from everygame.pocket.own_games import write_folder
from everygame.pocket.wasm.compile import Modules
from everygame.pocket.wasm.wheel import LICENCE, made_of, sources
from everygame.server.requests.page_files import CLIENT, read_part
from everygame.server.requests.page_words import MANIFEST, page_html, sentences
from everygame.server.requests.page_words import manifest as server_manifest
from everygame.server.tables.routes import has_picture
from everygame.version import __version__

HOUSE: Final = CLIENT.parent
LEFT_OUT: Final = (
    *("arena", "study", "learn", "check", "terminal", "client", "translating", "rl"),
    *("cli.py", "__main__.py", "openspiel.py"),
    *(
        "server/serve.py",
        "server/requests/connections.py",
        "server/tables/pictures.py",
        "process/farm.py",
    ),
    *("server/push/sender.py", "server/operator/metrics.py", "server/operator/limits_file.py"),
    *("kit/board_solid.py", "kit/solid_picture.py", "kit/solids.py"),
    *("kit/plastic.py", "kit/relief.py"),
    *("pocket/export.py", "pocket/downloads.py", "pocket/wasm", "pocket/inputs.txt"),
    "library/template",
    "library/write_c.py",
    "languages",
)
"""Folders and files that nothing imports in a browser, or that need something a browser lacks, and
the catalogues, of which a page fetches one."""
UNREAD: Final = re.compile(
    r"anyio/(_backends/_trio|pytest_plugin|to_process)\.py|starlette/testclient\.py"
    r"|markdown_it/cli/.*|segno/cli\.py|segno-.*\.data/.*|.*\.dist-info/(METADATA|RECORD)"
)
"""Matches the files of wheels that nothing reads in a browser."""
SHAPES: Final = "client/drawings.js"
"""The only file of the page that Python reads, too."""
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
    " img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self';"
    " worker-src 'self'; base-uri 'none'; form-action 'none'"
)
OURS: Final = "everygame.zip"
WASM: Final = "pyodide.asm.wasm"
SQUEEZED: Final = (WASM, OURS)
"""These files are written compressed, because a static host may send files without compression; the
worker unpacks them."""
HASHES: Final = "archives.txt"
"""The file with the hashes of both archives."""
UNUSED: Final = frozenset(
    {
        *("_pyio", "_pyrepl", "antigravity", "bdb", "cProfile", "compileall", "configparser"),
        *("doctest", "fileinput", "ftplib", "imaplib", "mailbox", "modulefinder"),
        *("multiprocessing", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile"),
        *("pstats", "pty", "pydoc", "smtplib", "socketserver", "tarfile", "this", "timeit"),
        *("trace", "tty", "unittest", "wave", "webbrowser", "wsgiref", "xmlrpc"),
    }
)
"""Modules of the standard library that nothing imports in a browser."""
ENCODINGS: Final = re.compile(
    "__init__|aliases|ascii|charmap|cp1252|cp437|idna|iso8859_1|latin_1|punycode|undefined"
    "|utf_.*|(raw_)?unicode_escape|(base64|bz2|hex|quopri|uu|zlib)_codec|rot_13"
)
"""Matches the modules of `encodings` that are kept."""
WHEN: Final = (2020, 1, 1, 0, 0, 0)
"""The time of every packed file, so that the same sources make the same site."""
OPENED: Final = ("", "/rules?lang={language}", "/lessons?lang={language}")
"""The requests about each game whose answers are part of the site, because Python takes seconds to
start."""

HOME_OF_GAMES: Final = "EVERYGAME_GAMES"
"""The environment variable that names the games folder."""

Files = dict[str, bytes]


def export(folder: Path, modules: Modules) -> int:
    """Write the site into a folder that is empty or contains an older site, and return the site's
    size in bytes. `modules` are those of rules and searches that are compiled for browsers; without
    them Python interprets these there. Raises EveryGameError."""
    if folder.exists() and not folder.is_dir():
        raise EveryGameError("{folder} is a file; name a folder.", folder=folder)
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "service.js").is_file():
        raise EveryGameError("{folder} holds something else; name an empty one.", folder=folder)
    site = make_site(modules)
    beside = folder.with_name(folder.name + ".new")
    write_folder(beside, site)
    shutil.rmtree(folder, ignore_errors=True)
    beside.rename(folder)
    return sum(map(len, site.values()))


def make_site(modules: Modules) -> Files:
    """Return all files of the site by path."""
    site = {
        **{f"static/{name}": data for name, data in page_files()},
        **{f"python/{name}": data for name, data in python_files(modules).items()},
        **picture_files(),
        **{name: data for language in languages() for name, data in language_files(language)},
        "index.html": index(),
        "NOTICES.txt": (NOTICES + (notice_of_modules() if modules else "")).encode(),
    }
    return {**site, "service.js": service(site)}


def language_files(language: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of one language: its catalogue for Python, and where the page speaks it, the
    sentences of its scripts, the manifest, and the answers that are shown before Python has
    started."""
    if language != ENGLISH:
        yield f"python/languages/{language}.po", shorten((FOLDER / f"{language}.po").read_bytes())
    if language in page_languages():
        yield f"answers.{language}.json", json.dumps(asyncio.run(first_answers(language))).encode()
        yield f"manifest.{language}.json", manifest(language)
        if language != ENGLISH:
            yield f"static/languages/{language}.json", sentences(language)


NOT_SHOWN: Final = ("index.html", "manifest.json", "package.json", "types.d.ts")
"""Files of the page that the site has in another form, or that no browser requests."""


def page_files() -> Iterator[tuple[str, bytes]]:
    for path in sorted(CLIENT.rglob("*")):
        inside = path.relative_to(CLIENT).as_posix()
        if path.is_file() and inside not in NOT_SHOWN:
            yield inside, read_part(path)


def left_out_games() -> list[str]:
    """Return the games of this computer that the site lacks: those that do not come with EveryGame.
    People bring them to the site on the page of devices."""
    return [name for name in games() if not shipped(name)]


def picture_files() -> Files:
    """Return the pictures of games, at the addresses by which scenes name them."""
    return {
        f"api/games/{entry.name}/pictures/{path.name}": path.read_bytes()
        for entry in built_in()
        for path in sorted(Path(str(entry.folder)).iterdir())
        if has_picture(entry, path.name)
    }


def index() -> bytes:
    """Return the page's HTML with relative paths, because the site may lie in any folder of a
    host."""
    text = page_html(ENGLISH).replace(f"/static/{MANIFEST}?lang=en", f"manifest.{ENGLISH}.json")
    text = text.replace('"/static/', '"static/')
    text = text.replace('href="/"', 'href="#/"').replace("<html ", "<html data-pocket ", 1)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}').encode()


def manifest(language: str) -> bytes:
    """Return the manifest in a language, with relative paths."""
    facts = server_manifest(language)
    here = {"id": "./", "start_url": "./", "scope": "./", "icons": icons_here(facts)}
    shortcuts = [
        {**shortcut, "url": f"./#{shortcut['url']}", "icons": icons_here(shortcut)}
        for shortcut in facts["shortcuts"]
    ]
    return json.dumps({**facts, **here, "shortcuts": shortcuts}, indent=1).encode()


def icons_here(part: Json) -> list[Json]:
    return [{**icon, "src": icon["src"].removeprefix("/")} for icon in part["icons"]]


def python_files(modules: Modules) -> Files:
    """Return the files of Pyodide, and one archive with EveryGame's Python, its modules and the
    wheels."""
    found = fetch_pyodide()
    found[LIBRARY] = without_unused(found[LIBRARY])
    # not compressed one by one, because together they become an eighth smaller
    found[OURS] = zipped(sorted(python_parts(modules), key=kind_and_name), zipfile.ZIP_STORED)
    found[HASHES] = hashes(found[LIBRARY], found[OURS])
    for name in SQUEEZED:
        found[f"{name}.gzipped"] = gzip.compress(found.pop(name), 9, mtime=0)
    return found


def kind_and_name(file: tuple[str, bytes]) -> tuple[str, str]:
    """Return the sort key by which files of one kind, which resemble each other, lie together."""
    name, _ = file
    return PurePosixPath(name).suffix, name


def hashes(*archives: bytes) -> bytes:
    """Return the hashes of archives one after the other: the key under which
    `client/pocket/bytecode.js` keeps their bytecode."""
    return "".join(hashlib.sha256(archive).hexdigest() for archive in archives).encode()


def without_unused(library: bytes) -> bytes:
    """Return the standard library without modules that are useless in a browser: those for other
    processes, servers, terminals and debuggers, and old encodings."""
    with zipfile.ZipFile(io.BytesIO(library)) as whole:
        kept = (name for name in whole.namelist() if not is_unused(name))
        return zipped((name, whole.read(name)) for name in kept)


def is_unused(name: str) -> bool:
    """Whether the file of the standard library at this path is left out."""
    page = re.fullmatch(r"encodings/(\w+)\.py", name)
    if page:
        return not ENCODINGS.fullmatch(page[1])
    return name.partition("/")[0].removesuffix(".py") in UNUSED


def zipped(files: Iterable[tuple[str, bytes]], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive of files by path, which depends on nothing but the files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", how, compresslevel=9) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name, WHEN), data, how)
    return made.getvalue()


def python_parts(modules: Modules) -> Iterator[tuple[str, bytes]]:
    """Yield the files of EveryGame's archive, by path."""
    unread = {f"{name.partition('.')[0]}.py" for name in modules}
    for name, data in {**sources(), **modules}.items():
        if is_left_out(PurePosixPath(name.removeprefix("everygame/"))):
            continue
        if name in unread:
            data = b""  # its name alone is read: by it a game says what it has
        yield name, data
    yield f"everygame/{SHAPES}", (HOUSE / SHAPES).read_bytes()
    for wheel in fetch_wheels():
        if modules or not wheel.name.startswith("librt-"):  # which only compiled code needs
            yield from wheel_files(wheel)


def wheel_files(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a wheel, by path, without those that nothing reads."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not (name.endswith("/") or UNREAD.fullmatch(name)):
                yield name, archive.read(name)


def is_left_out(inside: PurePath) -> bool:
    """Whether the site is written without the file at this path in `everygame/`, because `LEFT_OUT`
    lists the file or its folder."""
    return any(inside.is_relative_to(one) for one in LEFT_OUT)


async def first_answers(language: str) -> dict[str, object]:
    """Return the answers by path, in a language, that the page shows before Python has started."""
    with tempfile.TemporaryDirectory() as folder, no_own_games(folder):
        carrier = await start(Nobody(), f"{folder}/none.sqlite", f"{folder}/tables", language)
        found = {"/api/library": await answer(carrier.ask("GET", "/api/library"))}
        cards = [card for card in found["/api/library"]["games"] if shipped(card["name"])]
        found["/api/library"]["games"] = cards
        for card in cards:
            if "fault" in card:
                continue
            for more in OPENED if card["lessons"] else OPENED[:2]:
                path = f"/api/games/{card['name']}{more.format(language=language)}"
                found[path.partition("?")[0]] = await answer(carrier.ask("GET", path))
            found[f"/api/games/{card['name']}/preview"] = await first_preview(carrier, card["name"])
        await carrier.stop()
    return dict(found)


@contextmanager
def no_own_games(empty: str) -> Iterator[None]:
    """Take an empty folder for the games folder while the block runs, because the site comes
    without the games of this computer."""
    before = os.environ.get(HOME_OF_GAMES)
    os.environ[HOME_OF_GAMES] = empty
    try:
        yield
    finally:
        del os.environ[HOME_OF_GAMES]
        os.environ |= {} if before is None else {HOME_OF_GAMES: before}


async def first_preview(carrier: Carrier, name: str) -> Json:
    """Return the preview of a match with the default options, and these options as the page sends
    them."""
    game = find_game(name).game()
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
    """Stands for the page's worker while `first_answers` runs without a page."""

    def answer(self, number: int, status: int, headers: str, body: bytes) -> None: ...
    def opened(self, socket: int) -> None: ...
    def text(self, socket: int, text: str) -> None: ...
    def closed(self, socket: int, code: int) -> None: ...

    most = 1

    async def think(self, number: int, job: str, seconds: float) -> str:
        raise AssertionError("Nobody thinks here.")

    def stop(self, number: int) -> None: ...

    async def redraw(self, picture: bytes, type: str) -> bytes:
        raise AssertionError("Nobody draws here.")


def service(site: Files) -> bytes:
    """Return the service worker. It contains the hash of every file, and keeps no file that arrives
    incomplete."""
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(site.items())}
    script = (CLIENT / "pocket" / "service.js").read_text("utf-8")
    version = hashlib.sha256(f"{script}{digests}".encode()).hexdigest()[:16]
    known = json.dumps(digests, indent=0)
    script = script.replace("const FILES = {};", f"const FILES = {known};")
    return re.sub('const VERSION = "";', f'const VERSION = "{version}";', script).encode()


NOTICES: Final = f"""EveryGame {__version__} in a folder of files.

EveryGame itself is under the MIT licence.

python/pyodide.mjs, python/pyodide.asm.mjs, python/pyodide-lock.json and
python/{WASM} (here compressed) are files of Pyodide {PYODIDE}, unchanged, under the Mozilla
Public License 2.0. Its text: https://mozilla.org/MPL/2.0/
Their source: https://github.com/pyodide/pyodide/tree/{PYODIDE}

python/{LIBRARY} is the standard library of CPython, without parts that are of no use in
a browser, under the Python Software Foundation License:
https://docs.python.org/3/license.html

python/{OURS} (here compressed) holds EveryGame's Python and the libraries that
everygame/pocket/{WHEELS} names in it; each brings its licence in its folder that ends in dist-info.
"""


def notice_of_modules() -> str:
    """Return the paragraph on what is in the modules besides EveryGame."""
    return f"""
The modules in it whose names end in .so are EveryGame's rules and searches as WebAssembly, made of
{made_of()}.
They contain the run-time library of mypyc, under the MIT licence, and parts of CPython, under the
Python Software Foundation License; {LICENCE} has both.
"""
