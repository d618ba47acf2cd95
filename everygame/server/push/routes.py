"""Answers requests of a browser to receive push messages, or to receive no more."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from everygame.server.devices.cookies import find_browser, need_browser
from everygame.server.push.push_services import Push
from everygame.server.requests import messages
from everygame.server.requests.encoding import decode
from everygame.server.requests.limits import Refused, read_body
from everygame.server.requests.reply import delete, get, language_of, post, reply
from everygame.store import PushAddress, Store


class PushRoutes:
    """Answers requests about push messages."""

    def __init__(self, store: Store, push: Push | None) -> None:
        """`push` is None where the server cannot send push messages."""
        self.store = store
        self.push = push

    def routes(self) -> list[BaseRoute]:
        return [
            get("/api/push", self.show),
            post("/api/push", self.subscribe),
            delete("/api/push", self.unsubscribe),
        ]

    async def show(self, request: Request) -> Response:
        """Answer with the server's public key, or null where the server cannot send push messages,
        and with whether this browser is subscribed."""
        if self.push is None:
            return reply({"key": None, "on": False})
        browser = await find_browser(request, self.store)
        on = browser is not None and await self.store.has_push(browser.number)
        return reply({"key": self.push.key, "on": on})

    async def subscribe(self, request: Request) -> Response:
        """Store the browser's push subscription, with the language of its request. Raises
        Refused."""
        wanted = decode(await read_body(request), messages.PushSubscription)
        if self.push is None:
            raise Refused(404, "This server sends no push messages.")
        self.push.check(wanted)
        browser = await need_browser(request, self.store)
        site = f"https://{request.url.hostname}"
        language = language_of(request.headers)
        keys = wanted.p256dh, wanted.auth
        address = PushAddress(wanted.endpoint, *keys, site, language)
        await self.store.keep_push(browser.number, address)
        return reply({})

    async def unsubscribe(self, request: Request) -> Response:
        """Delete the browser's push subscription."""
        browser = await find_browser(request, self.store)
        if browser:
            await self.store.drop_push(browser.number)
        return reply({})
