"""The page of EveryGame: one document at every address that people visit, and its parts."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from everygame.clock import Clock
from everygame.server.devices.cookies import hand_out, note_visit
from everygame.server.requests.page_files import CLIENT, Static
from everygame.store import Store

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
    "/join/{token}",
    "/devices",
    "/take",
    "/open",
    "/last",
)
"""The addresses that people visit."""


class PageRoutes:
    """Answers requests for the page and its parts."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock

    def routes(self) -> list[BaseRoute]:
        return [*(Route(path, self.page) for path in PAGES), Mount("/static", Static(CLIENT))]

    async def page(self, request: Request) -> Response:
        """The page, whose own script looks at the path; with it comes the device's cookie."""
        response = FileResponse(CLIENT / "index.html")
        await hand_out(request, response, self.store)
        await note_visit(request, self.store, self.clock)
        return response
