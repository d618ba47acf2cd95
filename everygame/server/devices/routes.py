"""Requests about one library on several devices: links and recovery codes that let one more in,
once, the devices that have it, and sending one away. Which pass is good only the store says
(`store/passes.py`).

A token stands in the fragment of a link, which browsers tell no server, and in the bodies of
requests: so it is in no log and no referrer.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from everygame.contract import Json
from everygame.server.devices.cookies import (
    digest,
    find_browser,
    need_browser,
    secret_of,
    take_back,
)
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.network.network import Network
from everygame.server.network.routes import link_for_others
from everygame.server.people.allowed_names import clean
from everygame.server.requests import messages
from everygame.server.requests.encoding import decode
from everygame.server.requests.limits import Rates, Refused, address_of, read_body
from everygame.server.requests.reply import delete, get, post, reply
from everygame.server.tables.uploads import Uploads
from everygame.store import Browser, Pass
from everygame.words import say

LASTS: Final = 600
"""Seconds for which a link works."""
LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Of recovery codes: none that looks like another one (Crockford's base 32)."""
ALIKE: Final = str.maketrans("OIL", "011")
CODE: Final = re.compile(f"[{LETTERS}]{{20}}")
TRIES: Final = (10.0, 1 / 30)
"""Tokens that an address may try at once, and a second."""
USED_UP: Final = (
    "This link or code has been used, has run out, or never was one;"
    " make a new one on a device that has the library."
)


class DeviceRoutes:
    """Answers requests about the devices of a library."""

    def __init__(self, matches: LiveMatches, uploads: Uploads, network: Network) -> None:
        self.matches = matches
        self.store = matches.store
        self.uploads = uploads
        self.network = network
        self.tries = Rates(*TRIES, matches.clock)

    def routes(self) -> list[BaseRoute]:
        return [
            get("/api/devices", self.list_devices),
            post("/api/devices/name", self.rename),
            post("/api/devices/link", self.link),
            post("/api/devices/code", self.code),
            post("/api/devices/look", self.look),
            post("/api/devices/take", self.take),
            post("/api/devices/delete", self.delete),
            delete("/api/devices/{number:int}", self.send_away),
        ]

    async def list_devices(self, request: Request) -> Response:
        browser = await find_browser(request, self.store)
        if browser is None:
            return reply({"devices": [], "code": None})
        found = await self.store.browsers(browser.device)
        code = await self.store.find_code(browser.device)
        devices = [describe(one, browser.number) for one in found]
        return reply({"devices": devices, "code": code.made if code else None})

    async def rename(self, request: Request) -> Response:
        wanted = decode(await read_body(request), messages.CalledBrowser)
        browser = await need_browser(request, self.store)
        await self.store.rename_browser(browser.device, wanted.number, clean(wanted.name))
        return reply({})

    # -- letting one more in

    async def link(self, request: Request) -> Response:
        """A link that gives this library to another device, or moves it there."""
        kind = "move" if decode(await read_body(request), messages.Share).move else "share"
        browser = await need_browser(request, self.store)
        token = secrets.token_urlsafe(24)
        until = self.matches.clock.wall() + LASTS
        await self.store.issue(digest(token), browser.device, browser.number, kind, until)
        link = await link_for_others(request, self.network, f"/take#{token}")
        return reply({**link, "minutes": LASTS // 60})

    async def code(self, request: Request) -> Response:
        """A recovery code, in place of the one before; it is told this once."""
        browser = await need_browser(request, self.store)
        code = "".join(secrets.choice(LETTERS) for _ in range(20))
        await self.store.issue(digest(code), browser.device, browser.number, "code", None)
        return reply({"code": "-".join(re.findall(".{4}", code))})

    async def look(self, request: Request) -> Response:
        """What a link or code would bring here."""
        found = await self.find(request, await read_token(request))
        mine = await find_browser(request, self.store)
        return reply(await self.outlook(found, mine))

    async def outlook(self, found: Pass, mine: Browser | None) -> Json:
        there = await self.store.browsers(found.device)
        own = await self.store.library(mine.device, 1_000) if mine else []
        alone = mine is not None and len(await self.store.browsers(mine.device)) == 1
        return {
            "devices": [title(one) for one in there],
            "matches": len(await self.store.library(found.device, 1_000)),
            "mine": len(own),
            "alone": alone,
            "same": mine is not None and mine.device == found.device,
            "moves": found.kind == "move",
        }

    async def take(self, request: Request) -> Response:
        token = await read_token(request)
        await need_browser(request, self.store)
        secret = digest(await secret_of(request, self.store) or "")
        self.count_try(request)
        taken = await self.store.take(token, secret)
        if taken is None:
            raise Refused(404, USED_UP)
        self.matches.send_away(taken.changed)
        if taken.merged is not None:
            await self.matches.close_matches_of(taken.merged)
        return reply({})

    async def find(self, request: Request, token: bytes) -> Pass:
        """Raises Refused."""
        self.count_try(request)
        found = await self.store.find_pass(token)
        if found is None:
            raise Refused(404, USED_UP)
        return found

    def count_try(self, request: Request) -> None:
        """Raises Refused where an address tries too many tokens."""
        if not self.tries.take(address_of(request)):
            raise Refused(429, "These were too many tries; wait some minutes.")

    # -- letting go

    async def send_away(self, request: Request) -> Response:
        """Another device loses this library, and its connections at once."""
        browser = await need_browser(request, self.store)
        number: int = request.path_params["number"]
        if number == browser.number:
            raise Refused(400, "This is the device itself.")
        if not await self.store.send_away(browser.device, min(number, 2**62)):
            raise Refused(404, "This device does not have your library.")
        self.matches.send_away([number])
        return reply({})

    async def delete(self, request: Request) -> Response:
        """Forget this browser; the last one of a library takes all with it that nobody else has."""
        browser = await need_browser(request, self.store)
        await self.store.send_away(browser.device, browser.number)
        if not await self.store.browsers(browser.device):
            await self.delete_library(browser.device)
        self.matches.send_away([browser.number])
        response = reply({})
        await take_back(request, response, self.store)
        return response

    async def delete_library(self, device: int) -> None:
        for match in await self.store.delete_device(device):
            self.matches.discard(match)
        await self.matches.close_matches_of(device)
        async with self.uploads.lock:  # nothing is on its way there
            await self.uploads.sweep()


async def read_token(request: Request) -> bytes:
    """What the store knows of the token or code that a request brings, however a code is spaced
    and whichever of two letters that look alike was read."""
    text = decode(await read_body(request), messages.Token).token.strip()
    plain = re.sub(r"[\s-]", "", text).upper().translate(ALIKE)
    return digest(plain if CODE.fullmatch(plain) else text)


def describe(browser: Browser, this: int) -> Json:
    """A device as the list shows it."""
    return {
        "number": browser.number,
        "name": browser.name,
        "title": title(browser),
        "seen": browser.seen,
        "this": browser.number == this,
    }


def title(browser: Browser) -> str:
    """What a device is called for people."""
    kind, _, system = browser.agent.partition("/")
    if browser.name:
        return browser.name
    if kind and system:
        return say("{browser} on {system}", browser=kind, system=system)
    return kind or system or say("A browser")
