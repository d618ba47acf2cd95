"""Serves the page: the same HTML document at every address that people visit, and its files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Scope

from everygame.catalogues import ENGLISH, choose, languages
from everygame.library.registry import built_in
from everygame.process.metering import in_thread
from everygame.server.devices.cookies import note_visit, set_device_cookie
from everygame.server.requests.page_files import CLIENT, PICTURES, VERSION, StaticFiles, in_memory
from everygame.server.requests.page_words import manifest, page_html, sentences
from everygame.server.requests.reply import language_of
from everygame.server.requests.routes import Routes

PAGES: Final = (
    "/",
    "/new/{game}",
    "/learn/{game}",
    "/match/{id}",
    "/rules/{game}",
    "/kit/{game}",
    "/draw/{game}",
    "/create",
    "/create/{game}",
    "/devices",
    "/take",
    "/open",
    "/last",
)
"""The paths at which the server answers with the page."""


class VersionConvertor(Convertor[str]):
    """A part of a path that is a version of the page's files."""

    regex = VERSION

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("version", VersionConvertor())


def read_others() -> Iterator[bytes]:
    """Yield what belongs to the page but lies elsewhere: what catalogues say, and the pictures of
    the games that come with EveryGame."""
    yield from map(sentences, languages()[1:])
    for entry in sorted(built_in(), key=lambda entry: entry.name):
        for path in sorted(Path(str(entry.folder)).iterdir()):
            if path.suffix.removeprefix(".") in PICTURES:
                yield f"{entry.name}/{path.name}\n".encode() + path.read_bytes()


FILES: Final = StaticFiles(CLIENT, read_others)
"""The files of the page."""


class PageRoutes(Routes):
    """Answers requests for the page and its files."""

    def routes(self) -> list[BaseRoute]:
        return [
            *(Route(path, self.page) for path in PAGES),
            Mount("/static/{version:version}", routes=[*self.made_files(), Mount("", FILES)]),
            *self.made_files("/static"),
            Mount("/static", FILES),
        ]

    def made_files(self, place: str = "") -> list[BaseRoute]:
        """Return the routes of the files that lie in no folder."""
        return [
            Route(f"{place}/manifest.json", self.manifest),
            Route(f"{place}/languages/{{language}}.json", self.sentences),
        ]

    async def page(self, request: Request) -> Response:
        """Answer with the page, whose script reads the path."""
        return await serve_page(request)

    async def manifest(self, request: Request) -> Response:
        """Answer with the manifest in a language."""
        language = choose([request.query_params.get("lang", ENGLISH)])
        text = json.dumps(manifest(language, base_of(request.scope)))
        return answer_with(text.encode(), request)

    async def sentences(self, request: Request) -> Response:
        """Answer with what a language says for the sentences of the page's scripts."""
        try:
            found = sentences(request.path_params["language"])
        except KeyError:
            raise HTTPException(404) from None
        return answer_with(found, request)


def answer_with(content: bytes, request: Request) -> Response:
    """Answer with a file of JSON that lies in no folder."""
    version = request.path_params.get("version", "")
    return FILES.answer(in_memory(content), request.headers, version)


def base_of(scope: Scope) -> str:
    """Return the path under which the server lies; empty where it has its name to itself."""
    return str(scope.get("app_root_path", scope.get("root_path", "")))


async def make_page(request: Request, status: int = 200, preview: str = "") -> HTMLResponse:
    """Return the page in the language of a request, with addresses of its files that name their
    present version. `preview` are HTML tags for programs that preview links."""
    version = await in_thread(FILES.version)
    html = page_html(language_of(request.headers), base_of(request.scope), version)
    html = html.replace("<title>", f"{preview}<title>", 1)
    if request.app.state.development:
        html = html.replace("<body>", "<body data-development>", 1)
    return HTMLResponse(html, status, {"Vary": "Accept-Language, Cookie"})


async def serve_page(request: Request, preview: str = "") -> Response:
    """Answer with the page, and give the device its cookie. `preview` are HTML tags for programs
    that preview links."""
    response = await make_page(request, preview=preview)
    await set_device_cookie(request, response)
    await note_visit(request)
    return response
