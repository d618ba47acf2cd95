"""Answers requests about one library on several devices: the list of its devices, links and
recovery codes by which another device joins it, and the removal of a device.

Links and codes are *passes*; each works once, which the store ensures (`store/library_passes.py`).
A link carries its token in the fragment, which browsers send to no server, and the page sends the
token in the body of a request: so no log and no `Referer` header ever has it.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from everygame.contract import Json
from everygame.server.devices.cookies import (
    delete_device_cookie,
    digest,
    find_browser,
    need_browser,
    secret_of,
)
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.network.network import Network
from everygame.server.network.routes import link_for_others
from everygame.server.operator.security import note
from everygame.server.people.allowed_names import clean
from everygame.server.requests import messages
from everygame.server.requests.limits import Rates, Refused, address_of
from everygame.server.requests.reply import reply
from everygame.server.requests.routes import Routes, delete, get, post
from everygame.server.tables.uploads import Uploads
from everygame.store import Browser, Pass
from everygame.words import say

LINK_SECONDS: Final = 600
"""The seconds for which a link is valid."""
CODE_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The letters and digits of recovery codes, no two of which look alike (Crockford's base 32)."""
LOOKALIKES: Final = str.maketrans("OIL", "011")
"""Letters that no code has, each with the digit for which a person may mistake it."""
CODE_FORM: Final = re.compile(f"[{CODE_LETTERS}]{{20}}")
TRIES_AT_ONCE: Final = 10.0
"""The tokens to a library that one IP address may try at once."""
TRIES_A_MINUTE: Final = 2.0
"""The number of tokens that it may try each minute after that."""
USED_UP: Final = (
    "This link or code has been used, has run out, or never was one;"
    " make a new one on a device that has the library."
)


class DeviceRoutes(Routes):
    """Answers requests about the devices of a library."""

    def __init__(self, matches: LiveMatches, uploads: Uploads, network: Network) -> None:
        self.matches = matches
        self.store = matches.store
        self.uploads = uploads
        self.network = network
        self.tries = Rates(TRIES_AT_ONCE, TRIES_A_MINUTE / 60, matches.clock)

    @get("/api/devices")
    async def list_devices(self, request: Request) -> Json:
        """Answer with the devices of this library, and when its recovery code was made."""
        browser = await find_browser(request)
        if browser is None:
            return {"devices": [], "code": None}
        found = await self.store.browsers(browser.device)
        code = await self.store.find_code(browser.device)
        devices = [describe_browser(one, browser.number) for one in found]
        return {"devices": devices, "code": code.made if code else None}

    @post("/api/devices/name", messages.BrowserName)
    async def rename(self, request: Request, wanted: messages.BrowserName) -> None:
        """Give one of the library's devices a name."""
        browser = await need_browser(request)
        await self.store.rename_browser(browser.device, wanted.number, clean(wanted.name))

    # -- adding a device

    @post("/api/devices/link", messages.Share)
    async def make_link(self, request: Request, wanted: messages.Share) -> Json:
        """Answer with a link by which another device joins this library, or takes it over."""
        kind = "move" if wanted.move else "share"
        browser = await need_browser(request)
        token = secrets.token_urlsafe(24)
        until = self.matches.clock.wall() + LINK_SECONDS
        await self.store.issue(digest(token), browser.device, browser.number, kind, until)
        link = await link_for_others(request, self.network, f"/take#{token}")
        return {**link, "minutes": LINK_SECONDS // 60}

    @post("/api/devices/code")
    async def make_code(self, request: Request) -> Json:
        """Answer with a new recovery code, which replaces the former one. The store keeps only its
        hash, so it is never shown again."""
        browser = await need_browser(request)
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(20))
        await self.store.issue(digest(code), browser.device, browser.number, "code", None)
        note("code_made")
        return {"code": "-".join(re.findall(".{4}", code))}

    @post("/api/devices/look", messages.Token)
    async def preview(self, request: Request, wanted: messages.Token) -> Json:
        """Answer with what would happen here if the device used a link or code."""
        self.count_try(request)
        found = await self.store.find_pass(read_token(wanted))
        if found is None:
            raise Refused(404, USED_UP).noted("unknown_pass")
        mine = await find_browser(request)
        return await self.describe_pass(found, mine)

    async def describe_pass(self, found: Pass, mine: Browser | None) -> Json:
        """Return what a pass leads to and what the asking browser has now: the devices of the other
        library, how many matches each library has, whether this is the only browser of its own
        library (`alone`), whether both libraries are the same, and whether the library moves."""
        there = await self.store.browsers(found.device)
        own = await self.store.library(mine.device, 1_000) if mine else []
        alone = mine is not None and len(await self.store.browsers(mine.device)) == 1
        return {
            "devices": [browser_title(one) for one in there],
            "matches": len(await self.store.library(found.device, 1_000)),
            "mine": len(own),
            "alone": alone,
            "same": mine is not None and mine.device == found.device,
            "moves": found.kind == "move",
        }

    @post("/api/devices/take", messages.Token)
    async def join(self, request: Request, wanted: messages.Token) -> None:
        """Use a link or code: the browser joins the library, and its former library is merged into
        that one if no other browser uses it. Raises Refused."""
        await need_browser(request)
        secret = digest(await secret_of(request) or "")
        self.count_try(request)
        taken = await self.store.take(read_token(wanted), secret)
        if taken is None:
            raise Refused(404, USED_UP).noted("unknown_pass")
        note("library_shared")
        self.matches.send_away(taken.changed)
        if taken.merged is not None:
            await self.matches.close_matches_of(taken.merged)

    def count_try(self, request: Request) -> None:
        """Count a try of this IP address. Raises Refused after too many, so that nobody can guess
        tokens."""
        if not self.tries.take(address_of(request)):
            raise Refused(429, "These were too many tries; wait some minutes.")

    # -- removing a device

    @delete("/api/devices/{number}")
    async def send_away(self, request: Request) -> None:
        """Remove another device from this library, and close its connections at once."""
        browser = await need_browser(request)
        said, known = request.path_params["number"], await self.store.browsers(browser.device)
        number = next((one.number for one in known if str(one.number) == said), 0)
        if number == browser.number:
            raise Refused(400, "This is the device itself.")
        if not await self.store.send_away(browser.device, number):
            raise Refused(404, "This device does not have your library.")
        note("device_removed")
        self.matches.send_away([number])

    @post("/api/devices/delete")
    async def delete_browser(self, request: Request) -> Response:
        """Remove this browser from its library. With the last browser the library is deleted,
        except for matches in which other people play."""
        browser = await need_browser(request)
        await self.store.send_away(browser.device, browser.number)
        note("device_removed")
        if not await self.store.browsers(browser.device):
            await self.delete_library(browser.device)
        self.matches.send_away([browser.number])
        response = reply({})
        await delete_device_cookie(request, response)
        return response

    async def delete_library(self, device: int) -> None:
        """Delete a device with everything that no other device has: its matches, and its games
        without rules."""
        note("library_deleted")
        for match in await self.store.delete_device(device):
            self.matches.discard(match)
        await self.matches.close_matches_of(device)
        async with self.uploads.lock:  # or the sweep could delete an upload in progress
            await self.uploads.sweep()


def read_token(wanted: messages.Token) -> bytes:
    """Return the hash of the token or code in a message. A code may be typed with any spaces and
    hyphens, in lower case, and with letters mistaken for digits that look alike."""
    text = wanted.token.strip()
    code = re.sub(r"[\s-]", "", text).upper().translate(LOOKALIKES)
    return digest(code if CODE_FORM.fullmatch(code) else text)


def describe_browser(browser: Browser, this: int) -> Json:
    """Return a browser as the list of devices shows it; `this` is the number of the asking
    browser."""
    return {
        "number": browser.number,
        "name": browser.name,
        "title": browser_title(browser),
        "seen": browser.seen,
        "this": browser.number == this,
    }


def browser_title(browser: Browser) -> str:
    """Return the name of a browser for people: the name that its person gave it, or its program,
    "Firefox on Linux"."""
    kind, _, system = browser.agent.partition("/")
    if browser.name:
        return browser.name
    if kind and system:
        return say("{browser} on {system}", browser=kind, system=system)
    return kind or system or say("A browser")
