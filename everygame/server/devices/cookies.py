"""Identifies devices by a cookie with a secret, of which the store keeps only a hash.

Every secret carries a signature of this server. So nobody can put a cookie with a chosen secret
into another person's browser and later use the secret to act as that person. Devices that the store
knows from before there were signatures remain valid.

A browser sends the cookies of a computer to all its ports, where several servers may run. So the
cookie's name differs for each data file. Before that, all servers used one name: a cookie of that
name is still accepted if its secret is valid here, and is replaced when the page is next loaded.

A secret is renewed when the page is loaded and the present one is `RENEW_SECONDS` old. The next
secret follows from the present one, the browser's number and the server's key. So all tabs get the
same one, and an answer that is lost is simply given again; the present secret stays valid until the
browser has sent the next one, and some days longer (`store/browsers.py`). Numbers of browsers are
never used again, so a stolen secret that is no longer valid leads to no secret that is.
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

from everygame.addresses import is_limited, networks_of
from everygame.server.operator.security import note
from everygame.server.requests.limits import Refused, address_of, clock_of
from everygame.server.requests.quotas import Quotas
from everygame.store import Browser, Store, Unwritable
from everygame.time_source import Clock

COOKIE: Final = "everygame_device"
"""The beginning of the cookie's name. It was the whole name before each data file had its own."""
COOKIE_SECONDS: Final = 400 * 24 * 3600
"""The seconds until a cookie expires, the longest time that browsers allow."""
RENEW_SECONDS: Final = 30 * 86_400.0
"""The seconds after which a browser gets the next secret."""
VISIT_INTERVAL: Final = 600.0
"""The seconds after a visit in which a further visit of the browser is not written to the store."""
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrom", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
"""Marks in a `User-Agent` header and the browsers that they stand for, the rarest mark first. Most
browsers claim to be others as well: Edge has the marks of Chrome and Safari too."""
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac", "Mac"),
    ("Linux", "Linux"),
)
"""Marks of operating systems. Android stands before Linux, because its header has the mark of Linux
too."""
SECRET_FORM: Final = re.compile(r"[A-Za-z0-9_-]{43}(\.[A-Za-z0-9_-]{43})?")
"""Matches a secret: a random number in base64url and, unless the secret is an old one, a dot and
its signature."""


def digest(secret: str) -> bytes:
    """Return the hash under which the store keeps a secret. A secret is long and random, so a fast
    hash without salt is enough."""
    return hashlib.sha256(secret.encode()).digest()


async def cookie_name(store: Store) -> str:
    """Return the name of the cookie for this data file; it stays the same when the file is
    moved."""
    return f"{COOKIE}_{hashlib.sha256(b'cookie ' + await store.key()).hexdigest()[:12]}"


async def cookie_names(connection: HTTPConnection) -> tuple[str, str]:
    """Return the name of the cookie for the data file of this server, and the old name."""
    return await cookie_name(store_of(connection)), COOKIE


def store_of(connection: HTTPConnection) -> Store:
    """Return the store of the server that answers a connection."""
    store: Store = connection.app.state.store
    return store


def quotas_of(connection: HTTPConnection) -> Quotas:
    """Return what each address may use of the server that answers a connection."""
    quotas: Quotas = connection.app.state.quotas
    return quotas


async def secret_of(connection: HTTPConnection) -> str | None:
    """Return the secret in the cookie of this data file, or else in the cookie with the old name;
    None where neither has the form of a secret."""
    sent = (connection.cookies.get(name, "") for name in await cookie_names(connection))
    return next((secret for secret in sent if SECRET_FORM.fullmatch(secret)), None)


def sign(number: str, key: bytes) -> str:
    """Make a secret from a random number: the number, a dot, and the server's signature of it."""
    proof = hmac.digest(key, number.encode(), "sha256")
    return f"{number}.{urlsafe_b64encode(proof).rstrip(b'=').decode()}"


def follow(secret: str, browser: int, key: bytes) -> str:
    """Return the secret that a browser gets after this one."""
    number = hmac.digest(key, f"after {browser} {secret}".encode(), "sha256")
    return sign(urlsafe_b64encode(number).rstrip(b"=").decode(), key)


async def was_issued_here(secret: str, store: Store) -> bool:
    """Whether this server issued the secret: the store knows it, or its signature is valid."""
    if await store.find_device(digest(secret)) is not None:
        return True
    number = secret.partition(".")[0]
    return hmac.compare_digest(secret, sign(number, await store.key()))


async def find_present(secret: str, store: Store, clock: Clock) -> str:
    """Return the secret that a browser that sent this one shall send from now on."""
    known, key = await store.find_secret(digest(secret)), await store.key()
    if known is None:
        return secret
    following = follow(secret, known.browser, key)
    with suppress(Unwritable):  # the secret that was sent stays valid
        if known.role == "next":
            after = digest(following)
            if await store.renew_secret(known.browser, digest(secret), after):
                note("secret_renewed")
        elif known.role == "present" and not known.has_next:
            await store.set_next_secret(known.browser, digest(following))
    is_old = known.has_next and clock.wall() - known.issued >= RENEW_SECONDS
    is_over = known.role == "former" or (known.role == "present" and is_old)
    return following if is_over else secret


async def set_device_cookie(connection: HTTPConnection, response: Response) -> None:
    """Set the device's cookie in a response: a new secret, or for 400 more days the present one, or
    the next one where that is old. A cookie with the old name is deleted where its secret is valid
    here; otherwise it may belong to another server on this computer."""
    sent, store = await secret_of(connection), store_of(connection)
    if sent and await was_issued_here(sent, store):
        secret = await find_present(sent, store, clock_of(connection))
        if connection.cookies.get(COOKIE) == sent:
            response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    else:
        if sent:
            note("unknown_secret")
        secret = sign(secrets.token_urlsafe(32), await store.key())
    response.set_cookie(
        await cookie_name(store),
        secret,
        max_age=COOKIE_SECONDS,
        secure=connection.url.scheme in ("https", "wss"),
        httponly=True,
        samesite="lax",
    )


async def delete_device_cookie(connection: HTTPConnection, response: Response) -> None:
    """Delete the device's cookie by a response, but no cookie of another server on this
    computer."""
    secret = await secret_of(connection)
    for name in await cookie_names(connection):
        if secret and connection.cookies.get(name) == secret:
            response.delete_cookie(name, httponly=True, samesite="lax")


async def find_device(connection: HTTPConnection) -> int | None:
    """Return the number of the device that sent a request; None where the store does not know it
    yet. Raises Refused where the operator keeps it out."""
    secret = await secret_of(connection)
    found = await store_of(connection).find_device(digest(secret)) if secret else None
    if found is not None:
        quotas_of(connection).check_device(found)
    return found


async def find_browser(connection: HTTPConnection) -> Browser | None:
    """Return the browser that sent a request; None where the store does not know it yet."""
    secret = await secret_of(connection)
    return await store_of(connection).find_browser(digest(secret)) if secret else None


async def need_browser(connection: HTTPConnection) -> Browser:
    """Return the browser that sent a request; the store adds it if it is new. Raises Refused where
    its cookie is missing or invalid."""
    await need_device(connection)
    found = await find_browser(connection)
    if found is None:  # another device removed it between the two lines above
        raise Refused(403, "This device was sent away.")
    return found


async def note_visit(connection: HTTPConnection) -> None:
    """Write to the store when a browser was last seen and which program it is, for the list of a
    person's devices."""
    found = await find_browser(connection)
    agent = name_agent(connection.headers.get("user-agent", ""))
    now = clock_of(connection).wall()
    if found and (now - found.seen > VISIT_INTERVAL or agent != found.agent):
        with suppress(Unwritable):  # a full disk need not stop a person who only reads
            await store_of(connection).note_visit(found.number, agent)


def name_agent(header: str) -> str:
    """Return the browser and system that a `User-Agent` header names, "Firefox/Linux"; either part
    is empty where it is unknown."""
    kind = next((name for word, name in BROWSERS if word in header), "")
    system = next((name for word, name in SYSTEMS if word in header), "")
    return f"{kind}/{system}"


async def need_device(connection: HTTPConnection) -> int:
    """Return the number of the device that sent a request; the store adds it if it is new. Raises
    Refused where its cookie is missing or invalid, where the operator keeps it out, and where too
    many new devices have come from its address."""
    secret, store = await secret_of(connection), store_of(connection)
    if secret is None:
        raise Refused(403, "This browser sends no cookie, so the server cannot know it again.")
    found = await store.find_device(digest(secret))
    if found is None and not await was_issued_here(secret, store):
        raise Refused(403, "This server did not hand out this cookie; load the page again.").noted(
            "unknown_secret"
        )
    if found is None:
        quotas_of(connection).count_device()
        return await store.add_device(digest(secret), address_to_keep(connection))
    quotas_of(connection).check_device(found)
    return found


def address_to_keep(connection: HTTPConnection) -> str:
    """Return the network from which a new device comes, for the operator's lists. It is kept for
    some days (`operator/housekeeping.py`); this computer is not named."""
    address = address_of(connection)
    return networks_of(address)[0] if is_limited(address) else ""
