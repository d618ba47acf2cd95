"""The key by which push services know this server, and what sends, by `pywebpush`: an extra."""

from __future__ import annotations

import os
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from everygame.errors import BadRecord
from everygame.server.push.push import Letter
from everygame.store import PushAddress

PATIENCE: Final = 10.0
"""Seconds for a push service to answer."""


class Sender:
    """Encrypts for the browser (RFC 8291), signs for its push service (RFC 8292), and sends."""

    def __init__(self, file: Path) -> None:
        """`file` has the key of this server; made if it is not there. Raises BadRecord."""
        self.private = read_key(file)

    @property
    def key(self) -> str:
        """The public one, as pages hand it to their push service."""
        public = self.private.public_key()
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    def send(self, address: PushAddress, letter: Letter) -> int:
        """`Send`. Redirections are not followed: they may lead anywhere."""
        import requests  # these take longer to come than most servers ever need them
        from py_vapid import Vapid
        from pywebpush import WebPushException, webpush

        keys = {"p256dh": address.p256dh, "auth": address.auth}
        with requests.Session() as session:
            session.max_redirects = 0
            try:
                webpush(
                    {"endpoint": address.endpoint, "keys": keys},
                    letter.data.decode(),
                    vapid_private_key=Vapid(self.private),
                    vapid_claims={"sub": address.site},
                    ttl=letter.lasts,
                    headers={"Topic": letter.topic},
                    timeout=PATIENCE,
                    requests_session=session,
                )
            except WebPushException as error:
                return error.status_code or 0
            except (requests.RequestException, ValueError):
                return 0
        return 201


def read_key(file: Path) -> EllipticCurvePrivateKey:
    """The key in a file that nobody else on this computer may read, made once. Raises BadRecord."""
    try:
        if not file.exists():
            write_key(file)
        key = load_pem_private_key(file.read_bytes(), None)
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None
    if not isinstance(key, EllipticCurvePrivateKey) or not isinstance(key.curve, SECP256R1):
        raise unreadable(file, "it is of another kind")
    return key


def unreadable(file: Path, why: object) -> BadRecord:
    text = "The key for push messages, {file}, cannot be used: {why}."
    return BadRecord(text, file=str(file), why=str(why))


def write_key(file: Path) -> None:
    """Whole or not at all."""
    key = generate_private_key(SECP256R1())
    data = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    draft = file.with_name(file.name + ".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    draft.replace(file)
