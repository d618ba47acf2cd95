"""Requests about the network: the switch, and links that work on other devices."""

from __future__ import annotations

import io

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from everygame.contract import Json
from everygame.server.devices.cookies import need_device
from everygame.server.network.network import Network
from everygame.server.requests import messages
from everygame.server.requests.encoding import decode
from everygame.server.requests.limits import Refused, read_body
from everygame.server.requests.reply import get, post, reply
from everygame.store import Store
from everygame.words import say


class NetworkRoutes:
    """Answers requests about the network."""

    def __init__(self, network: Network, store: Store) -> None:
        self.network = network
        self.store = store

    def routes(self) -> list[BaseRoute]:
        return [get("/api/network", self.look), post("/api/network", self.switch)]

    async def look(self, request: Request) -> Response:
        """Where other devices find this server, for who sits at it."""
        home = await self.network.look() if self.network.is_here(request) else ""
        switch = self.network.is_mine(request)
        return reply({"switch": switch, "url": home, "qr": qr_code(home) if home else ""})

    async def switch(self, request: Request) -> Response:
        wanted = decode(await read_body(request), messages.Switch)
        if not self.network.is_mine(request):
            raise Refused(403, "Only the computer that serves can do this.")
        await need_device(request, self.store)
        await (self.network.open() if wanted.on else self.network.close())
        return await self.look(request)


async def link_for_others(request: Request, network: Network, path: str) -> Json:
    """A link to a path here that works on another device, the same as a picture, and a sentence if
    other devices cannot reach this server; `switch` says that the page can let them."""
    home, note, switch = str(request.base_url).rstrip("/"), "", False
    if request.url.hostname in ("localhost", "127.0.0.1", "::1"):
        switch = network.is_mine(request)
        known = await network.look()
        home, note = known or home, "" if known else unreachable(switch)
    url = home + path
    return {"url": url, "qr": qr_code(url), "note": note, "switch": switch and bool(note)}


def unreachable(switch: bool) -> str:
    if switch:
        return say("Other devices cannot reach this computer yet.")
    return say(
        "Other devices cannot reach this server yet: start it with --host 0.0.0.0 to let them."
    )


def qr_code(url: str) -> str:
    """An SVG that cameras read."""
    picture = io.BytesIO()
    segno.make_qr(url).save(picture, kind="svg", xmldecl=False, border=4)
    return picture.getvalue().decode()
