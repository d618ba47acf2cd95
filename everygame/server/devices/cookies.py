"""Devices, known by a cookie whose secret is stored only as a hash.

A device exists only by hand-out: every secret carries a signature of this server, so that one that
somebody else thought of, and may know, is never taken for a device. Those that the store knows
from before there were signatures stay.

A browser sends the cookies of a computer to every port of it, so each data file has a cookie by a
name of its own. Cookies by the one name that all servers used before are taken where the secret is
one of this server's, and get the new name with the next page.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from everygame.clock import Clock
from everygame.server.requests.limits import Refused
from everygame.store import Browser, Store, Unwritable

COOKIE: Final = "everygame_device"
"""How the names of cookies begin; before each data file had its own this was the whole name."""
AGE: Final = 400 * 24 * 3600
"""Seconds; the longest that browsers keep a cookie."""
OFTEN: Final = 600.0
"""Seconds between two visits of a browser that are noted."""
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrom", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
"""What a browser says that it is, the most special first: most say that they are others too."""
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac", "Mac"),
    ("Linux", "Linux"),
)
LOOKS: Final = re.compile(r"[A-Za-z0-9_-]{43}(\.[A-Za-z0-9_-]{43})?")


def digest(secret: str) -> bytes:
    """What is stored of a secret; it is long and random, so that a plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()


async def cookie_name(store: Store) -> str:
    """The name of the cookie for this data file. It stays the same when the file is moved."""
    return f"{COOKIE}_{hashlib.sha256(b'cookie ' + await store.key()).hexdigest()[:12]}"


async def secret_of(connection: HTTPConnection, store: Store) -> str | None:
    """The secret of the cookie of this data file, or else of the one of before, if it looks like
    one of ours."""
    sent = (connection.cookies.get(name, "") for name in (await cookie_name(store), COOKIE))
    return next((secret for secret in sent if LOOKS.fullmatch(secret)), None)


def sign(number: str, key: bytes) -> str:
    """A secret of this server: a random number and the proof that the server drew it."""
    proof = hmac.digest(key, number.encode(), "sha256")
    return f"{number}.{urlsafe_b64encode(proof).rstrip(b'=').decode()}"


async def is_ours(secret: str, store: Store) -> bool:
    """This server handed the secret out."""
    if await store.find_device(digest(secret)) is not None:
        return True
    number = secret.partition(".")[0]
    return hmac.compare_digest(secret, sign(number, await store.key()))


async def hand_out(connection: HTTPConnection, response: Response, store: Store) -> None:
    """Give the device its cookie, a new one or the old one for longer. The cookie of before stays
    if it is another server's on this computer."""
    secret = await secret_of(connection, store)
    if secret is None or not await is_ours(secret, store):
        secret = sign(secrets.token_urlsafe(32), await store.key())
    elif connection.cookies.get(COOKIE) == secret:
        response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    response.set_cookie(
        await cookie_name(store),
        secret,
        max_age=AGE,
        secure=connection.url.scheme in ("https", "wss"),
        httponly=True,
        samesite="lax",
    )


async def take_back(connection: HTTPConnection, response: Response, store: Store) -> None:
    """The device forgets its cookie, but none of another server on this computer."""
    secret = await secret_of(connection, store)
    for name in (await cookie_name(store), COOKIE):
        if secret and connection.cookies.get(name) == secret:
            response.delete_cookie(name, httponly=True, samesite="lax")


async def find_device(connection: HTTPConnection, store: Store) -> int | None:
    """The device, if it has done anything before."""
    secret = await secret_of(connection, store)
    return await store.find_device(digest(secret)) if secret else None


async def find_browser(connection: HTTPConnection, store: Store) -> Browser | None:
    """The browser, if it has done anything before."""
    secret = await secret_of(connection, store)
    return await store.find_browser(digest(secret)) if secret else None


async def need_browser(connection: HTTPConnection, store: Store) -> Browser:
    """The browser, which is remembered from now on. Raises Refused without a cookie of ours."""
    await need_device(connection, store)
    found = await find_browser(connection, store)
    if found is None:  # sent away in this very moment
        raise Refused(403, "This device was sent away.")
    return found


async def note_visit(connection: HTTPConnection, store: Store, clock: Clock) -> None:
    """The list of a person's devices shows when each was last seen, and what it is."""
    found = await find_browser(connection, store)
    agent = name_agent(connection.headers.get("user-agent", ""))
    if found and (clock.wall() - found.seen > OFTEN or agent != found.agent):
        with suppress(Unwritable):  # who only looks on may go on
            await store.note_visit(found.number, agent)


def name_agent(header: str) -> str:
    """What a browser says it is, "Firefox/Linux", as far as that is known."""
    kind = next((name for word, name in BROWSERS if word in header), "")
    system = next((name for word, name in SYSTEMS if word in header), "")
    return f"{kind}/{system}"


async def need_device(connection: HTTPConnection, store: Store) -> int:
    """The device, which is remembered from now on. Raises Refused without a cookie of ours."""
    secret = await secret_of(connection, store)
    if secret is None:
        raise Refused(403, "This browser sends no cookie, so the server cannot know it again.")
    found = await store.find_device(digest(secret))
    if found is None and not await is_ours(secret, store):
        raise Refused(403, "This server did not hand out this cookie; load the page again.")
    return await store.add_device(digest(secret)) if found is None else found
