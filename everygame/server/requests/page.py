"""Serves the page: the same HTML document at every address that people visit, and its files."""

from __future__ import annotations

import json
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from everygame.catalogues import ENGLISH, choose
from everygame.server.devices.cookies import note_visit, set_device_cookie
from everygame.server.requests.page_files import CLIENT, StaticFiles, in_memory
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


class PageRoutes(Routes):
    """Answers requests for the page and its files."""

    def __init__(self) -> None:
        self.files = StaticFiles(CLIENT)

    def routes(self) -> list[BaseRoute]:
        return [
            *(Route(path, self.page) for path in PAGES),
            Route("/static/manifest.json", self.manifest),
            Route("/static/languages/{language}.json", self.sentences),
            Mount("/static", self.files),
        ]

    async def page(self, request: Request) -> Response:
        """Answer with the page, whose script reads the path."""
        return await serve_page(request)

    async def manifest(self, request: Request) -> Response:
        """Answer with the manifest in a language."""
        language = choose([request.query_params.get("lang", ENGLISH)])
        return self.files.answer(
            in_memory(json.dumps(manifest(language)).encode()), request.headers
        )

    async def sentences(self, request: Request) -> Response:
        """Answer with what a language says for the sentences of the page's scripts."""
        try:
            found = sentences(request.path_params["language"])
        except KeyError:
            raise HTTPException(404) from None
        return self.files.answer(in_memory(found), request.headers)


async def serve_page(request: Request, preview: str = "") -> Response:
    """Answer with the page, and give the device its cookie. `preview` are HTML tags for programs
    that preview links."""
    html = page_html(language_of(request.headers)).replace("<title>", f"{preview}<title>", 1)
    if request.app.state.development:
        html = html.replace("<body>", "<body data-development>", 1)
    response = HTMLResponse(html, headers={"Vary": "Accept-Language, Cookie"})
    await set_device_cookie(request, response)
    await note_visit(request)
    return response
