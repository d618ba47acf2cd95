"""Web push: tells a person whose page is closed that it is their turn, or that somebody has sat
down, through the push service of their browser.

A page chooses the address to which the server then sends requests. So only addresses of known push
services are accepted; otherwise a page could make the server call any computer in the server's own
network. A message contains no secret of a game, only the match's title and address and a sentence.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from base64 import urlsafe_b64decode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from anyio import CapacityLimiter, to_thread

from everygame.errors import EveryGameError
from everygame.server.operator.logs import name_match
from everygame.server.requests import messages
from everygame.server.requests.encoding import encode
from everygame.server.requests.limits import Refused
from everygame.store import PushAddress, Store
from everygame.words import Message

log = logging.getLogger("everygame")

SERVICES: Final = re.compile(
    r"https://(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com"
    r"|[a-z0-9-]+\.notify\.windows\.com|[a-z0-9-]+\.push\.apple\.com)/[!-~]{1,1000}"
)
"""Matches addresses at the push services of Chrome, Firefox, Edge and Safari."""
MOST_THREADS: Final = 4
"""The number of threads that send messages."""
MOST_WAITING: Final = 1_000
"""The number of notifications that may wait to be sent; further ones are dropped."""
MOST_SECONDS: Final = 7 * 86_400
"""The seconds for which a push service may keep a message that it cannot deliver: a week."""
GONE: Final = (404, 410)
"""The HTTP statuses by which a push service says that a subscription has ended."""


@dataclass(frozen=True)
class PushMessage:
    """A message to a browser, before it is encrypted."""

    data: bytes
    topic: str
    """A new message replaces an undelivered message with the same topic. Push services read it, as
    nothing else of a message."""
    seconds: int
    """The seconds for which the push service keeps the message while the browser is away."""


Send = Callable[[PushAddress, PushMessage], int]
"""Sends a message and returns the HTTP status of the push service's answer, or 0 where none came.
The function blocks, so it is called in a thread."""


class Push:
    """Sends push messages to the browsers that have subscribed to them."""

    def __init__(
        self, store: Store, key: str, send: Send, services: re.Pattern[str] = SERVICES
    ) -> None:
        """`key` is the server's public key, which pages pass to their push service. `services`
        matches the addresses that are accepted."""
        self.store = store
        self.key = key
        self.send = send
        self.services = services
        self.threads = CapacityLimiter(MOST_THREADS)
        self.tasks: set[asyncio.Task[None]] = set()

    def notify(self, match: str, device: int, title: str, told: Message, seconds: float) -> None:
        """Tell a device a sentence about a match that is of use for the next `seconds`. `title` is
        the game's title. Return at once; the message is sent in the background."""
        if len(self.tasks) >= MOST_WAITING:
            log.warning("Too many push messages are waiting; this one is dropped.")
            return
        task = asyncio.create_task(self.notify_browsers(match, device, title, told, seconds))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def notify_browsers(
        self, match: str, device: int, title: str, told: Message, seconds: float
    ) -> None:
        """Send the message to every subscribed browser of a device, each in its language. The
        message names the match by its name in the device's library, or by its game where it has
        none."""
        try:
            addresses = await self.store.pushes(device)
            name = await self.store.find_name(device, match) if addresses else ""
        except EveryGameError as error:
            log.warning("match %s: no push message can be sent: %s", name_match(match), error)
            return
        text = {"title": name or title, "text": told, "path": f"/match/{match}"}
        kept = min(int(seconds), MOST_SECONDS)
        for address in addresses:
            message = PushMessage(encode(text, address.language), topic_of(match), kept)
            await self.send_message(address, message)

    async def send_message(self, address: PushAddress, message: PushMessage) -> None:
        """Send a message in a thread, and forget the address if its subscription has ended."""
        status = await to_thread.run_sync(self.send, address, message, limiter=self.threads)
        if status in GONE:
            await self.store.drop_push_address(address.endpoint)
        elif not 200 <= status < 300:
            host = urlsplit(address.endpoint).hostname
            log.warning("%s did not accept a push message (status %s)", host, status)

    def stop(self) -> None:
        """Drop all messages that have not been sent yet."""
        for task in self.tasks:
            task.cancel()

    def check(self, wanted: messages.PushSubscription) -> None:
        """Check a browser's subscription: its push service is known, its key is a point on the
        curve P-256 in uncompressed form, and its secret has 16 bytes. Raises Refused."""
        if not self.services.fullmatch(wanted.endpoint):
            raise Refused(400, "This push service is not known here.")
        try:
            point, secret = decode_base64url(wanted.p256dh), decode_base64url(wanted.auth)
        except ValueError:
            point, secret = b"", b""
        if len(point) != 65 or point[0] != 4 or len(secret) != 16:
            raise Refused(400, "These are no keys of a push service.")


def topic_of(match: str) -> str:
    """Return the topic of the messages about a match: a digest of its id, because whoever has the
    id may watch the match."""
    return hashlib.sha256(match.encode()).hexdigest()[:32]


def decode_base64url(text: str) -> bytes:
    """Decode base64url, which browsers write without padding. Raises ValueError."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
