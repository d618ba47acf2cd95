"""Devices, known by a cookie whose secret is stored only as a hash."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from everygame.server.limits import Refused
from everygame.store import Store

COOKIE: Final = "everygame_device"
AGE: Final = 400 * 24 * 3600
"""Seconds; the longest that browsers keep a cookie."""


def digest(secret: str) -> bytes:
    """What is stored of a secret; it is long and random, so that a plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()


def secret_of(connection: HTTPConnection) -> str | None:
    """The secret of the cookie, if it looks like one of ours."""
    secret = connection.cookies.get(COOKIE, "")
    return secret if re.fullmatch(r"[A-Za-z0-9_-]{43}", secret) else None


def hand_out(connection: HTTPConnection, response: Response) -> None:
    """Give the device its cookie, a new one or the old one for longer."""
    response.set_cookie(
        COOKIE,
        secret_of(connection) or secrets.token_urlsafe(32),
        max_age=AGE,
        secure=connection.url.scheme in ("https", "wss"),
        httponly=True,
        samesite="lax",
    )


async def find_device(connection: HTTPConnection, store: Store) -> int | None:
    """The device, if it has done anything before."""
    secret = secret_of(connection)
    return await store.find_device(digest(secret)) if secret else None


async def need_device(connection: HTTPConnection, store: Store) -> int:
    """The device, which is remembered from now on. Raises Refused without a cookie."""
    secret = secret_of(connection)
    if secret is None:
        raise Refused(403, "This browser sends no cookie, so the server cannot know it again.")
    found = await store.find_device(digest(secret))
    return await store.add_device(digest(secret)) if found is None else found
