"""Answers requests about the network: the switch on the page, and links that work on other
devices."""

from __future__ import annotations

import io
from dataclasses import dataclass

import segno
from starlette.requests import Request

from everygame.contract import Json
from everygame.server.devices.cookies import need_device
from everygame.server.network.network import Network
from everygame.server.requests import messages
from everygame.server.requests.limits import Refused
from everygame.server.requests.page import base_of
from everygame.server.requests.routes import Routes, get, post
from everygame.words import say


@dataclass
class NetworkRoutes(Routes):
    """Answers requests about the network."""

    network: Network

    @get("/api/network")
    async def show(self, request: Request) -> Json:
        """Answer with the URL for other devices, if the request comes from the server's own
        computer, and with whether its sender may use the switch."""
        network = self.network
        url = await network.current_url() if network.is_from_this_computer(request) else ""
        url += base_of(request.scope) if url else ""
        switch = network.may_switch(request)
        return {"switch": switch, "url": url, "qr": qr_code(url) if url else ""}

    @post("/api/network", messages.Switch)
    async def switch(self, request: Request, wanted: messages.Switch) -> Json:
        """Open or close the network. Raises Refused for requests from other computers."""
        if not self.network.may_switch(request):
            raise Refused(403, "Only the computer that serves can do this.")
        await need_device(request)
        await (self.network.open() if wanted.on else self.network.close())
        return await self.show(request)


async def link_for_others(request: Request, network: Network, path: str) -> Json:
    """Return a link to a path of this server that works on another device: its URL, a QR code of
    the URL, and a note where other devices cannot reach the server. `switch` says that the switch
    would change that. "localhost" would mean another computer there, so it is replaced."""
    home, note, switch = str(request.base_url).rstrip("/"), "", False
    if request.url.hostname in ("localhost", "127.0.0.1", "::1"):
        switch = network.may_switch(request)
        known = await network.current_url()
        home = known + base_of(request.scope) if known else home
        note = "" if known else say_unreachable(switch)
    url = home + path
    return {"url": url, "qr": qr_code(url), "note": note, "switch": switch and bool(note)}


def say_unreachable(switch: bool) -> str:
    """Return the note that other devices cannot reach the server, for a person with or without the
    switch."""
    if switch:
        return say("Other devices cannot reach this computer yet.")
    return say(
        "Other devices cannot reach this server yet: start it with --host 0.0.0.0 to let them."
    )


def qr_code(url: str) -> str:
    """Return a QR code of a URL, as SVG text."""
    picture = io.BytesIO()
    segno.make_qr(url).save(picture, kind="svg", xmldecl=False, border=4)
    return picture.getvalue().decode()
