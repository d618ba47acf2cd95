"""Serves the page: the same HTML document at every address that people visit, and its files."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from everygame.server.devices.cookies import note_visit, set_device_cookie
from everygame.server.requests.page_files import CLIENT, StaticFiles
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

    def routes(self) -> list[BaseRoute]:
        return [*(Route(path, self.page) for path in PAGES), Mount("/static", StaticFiles(CLIENT))]

    async def page(self, request: Request) -> Response:
        """Answer with the page, whose script reads the path."""
        return await serve_page(request)


async def serve_page(request: Request, preview: str = "") -> Response:
    """Answer with the page, and give the device its cookie. `preview` are HTML tags for programs
    that preview links."""
    file = CLIENT / "index.html"
    response = (
        HTMLResponse(file.read_text("utf-8").replace("<title>", f"{preview}<title>", 1))
        if preview
        else FileResponse(file)
    )
    await set_device_cookie(request, response)
    await note_visit(request)
    return response
