"""Web push: who is away is told that it is his turn, by the push service of his browser.

A page names the address to which this server then sends, so only those of known push services are
taken. What is told holds no secret: the match and that it is its turn.
"""

from __future__ import annotations

import asyncio
import logging
import re
from base64 import urlsafe_b64decode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from anyio import CapacityLimiter, to_thread

from everygame.errors import EveryGameError
from everygame.server.requests import messages
from everygame.server.requests.encoding import encode
from everygame.server.requests.limits import Refused
from everygame.store import PushAddress, Store
from everygame.words import say

log = logging.getLogger("everygame")

SERVICES: Final = re.compile(
    r"https://(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com"
    r"|[a-z0-9-]+\.notify\.windows\.com|[a-z0-9-]+\.push\.apple\.com)/[!-~]{1,1000}"
)
"""Addresses at the push services of Chrome, Firefox, Edge and Safari."""
AT_ONCE: Final = 4
"""Threads that send."""
MOST: Final = 1_000
"""Turns that wait to be told; more are not told."""
MOST_LASTS: Final = 7 * 86_400
"""Seconds for which a push service keeps what it cannot deliver."""
GONE: Final = (404, 410)
"""What a push service answers when nobody is there any more."""


@dataclass(frozen=True)
class Letter:
    """What is told a browser."""

    data: bytes
    topic: str
    """A newer one of the same topic takes the place of one that is not delivered yet."""
    lasts: int
    """Seconds."""


Send = Callable[[PushAddress, Letter], int]
"""Sends a letter and returns the status of the answer, 0 where there is none. Takes its time."""


class Push:
    """Tells devices."""

    def __init__(
        self, store: Store, key: str, send: Send, services: re.Pattern[str] = SERVICES
    ) -> None:
        """`key`: the public one of this server, as pages need it; `services`: whole addresses."""
        self.store = store
        self.key = key
        self.send = send
        self.services = services
        self.threads = CapacityLimiter(AT_ONCE)
        self.tasks: set[asyncio.Task[None]] = set()

    def tell(self, match: str, device: int, title: str, seconds: float) -> None:
        """It is the device's turn, for so many seconds, at a match of this title. Returns at
        once."""
        if len(self.tasks) >= MOST:
            log.warning("Too many turns wait to be told by push; this one is not.")
            return
        task = asyncio.create_task(self.tell_browsers(match, device, title, seconds))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def tell_browsers(self, match: str, device: int, title: str, seconds: float) -> None:
        try:
            addresses = await self.store.pushes(device)
            name = await self.store.find_name(device, match) if addresses else ""
        except EveryGameError as error:
            log.warning("match %s: its turn is not told: %s", match, error)
            return
        told = {"title": name or title, "text": say("It is your turn."), "path": f"/match/{match}"}
        for address in addresses:
            letter = Letter(encode(told, address.language), match, min(int(seconds), MOST_LASTS))
            await self.tell_one(address, letter)

    async def tell_one(self, address: PushAddress, letter: Letter) -> None:
        status = await to_thread.run_sync(self.send, address, letter, limiter=self.threads)
        if status in GONE:
            await self.store.drop_push_address(address.endpoint)
        elif not 200 <= status < 300:
            log.warning("%s: not pushed (%s)", urlsplit(address.endpoint).hostname, status)

    def stop(self) -> None:
        for task in self.tasks:
            task.cancel()

    def check(self, wanted: messages.PushSubscription) -> None:
        """Raises Refused."""
        if not self.services.fullmatch(wanted.endpoint):
            raise Refused(400, "This push service is not known here.")
        try:
            point, secret = plain(wanted.p256dh), plain(wanted.auth)
        except ValueError:
            point, secret = b"", b""
        if len(point) != 65 or point[0] != 4 or len(secret) != 16:
            raise Refused(400, "These are no keys of a push service.")


def plain(text: str) -> bytes:
    """What stands in base64 for addresses, which goes without padding. Raises ValueError."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
