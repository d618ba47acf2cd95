"""Answers requests of a browser to receive push messages, or to receive no more."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from everygame.contract import Json
from everygame.server.devices.cookies import find_browser, need_browser
from everygame.server.push.push_services import Push
from everygame.server.requests import messages
from everygame.server.requests.limits import Refused
from everygame.server.requests.reply import language_of
from everygame.server.requests.routes import Routes, delete, get, post
from everygame.store import PushAddress, Store


@dataclass
class PushRoutes(Routes):
    """Answers requests about push messages."""

    store: Store
    push: Push | None

    @get("/api/push")
    async def show(self, request: Request) -> Json:
        """Answer with the server's public key, or null where the server cannot send push messages,
        and with whether this browser is subscribed."""
        if self.push is None:
            return {"key": None, "on": False}
        browser = await find_browser(request)
        on = browser is not None and await self.store.has_push(browser.number)
        return {"key": self.push.key, "on": on}

    @post("/api/push", messages.PushSubscription)
    async def subscribe(self, request: Request, wanted: messages.PushSubscription) -> None:
        """Store the browser's push subscription, with the language of its request. Raises
        Refused."""
        if self.push is None:
            raise Refused(404, "This server sends no push messages.")
        self.push.check(wanted)
        browser = await need_browser(request)
        site = f"https://{request.url.hostname}"
        language = language_of(request.headers)
        keys = wanted.p256dh, wanted.auth
        address = PushAddress(wanted.endpoint, *keys, site, language)
        await self.store.keep_push(browser.number, address)

    @delete("/api/push")
    async def unsubscribe(self, request: Request) -> None:
        """Delete the browser's push subscription."""
        browser = await find_browser(request)
        if browser:
            await self.store.drop_push(browser.number)
