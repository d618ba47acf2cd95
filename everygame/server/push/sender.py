"""Keeps the server's key pair for push services, and sends push messages with `pywebpush`, which
only `everygame[push]` installs."""

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
from everygame.server.push.push_services import PushMessage
from everygame.store import PushAddress

ANSWER_SECONDS: Final = 10.0
"""The seconds within which a push service must answer."""


class Sender:
    """Encrypts messages for the browser (RFC 8291), signs them for its push service (RFC 8292), and
    sends them."""

    def __init__(self, file: Path) -> None:
        """`file` holds the server's private key, and is made where it does not exist. Raises
        BadRecord."""
        self.private = read_key(file)

    @property
    def key(self) -> str:
        """The public key in base64url, which pages pass to their push service."""
        public = self.private.public_key()
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    def send(self, address: PushAddress, message: PushMessage) -> int:
        """Send a message, as `Send` describes. Redirects are not followed, because they could lead
        into the server's own network."""
        import requests  # slow to import, and few servers ever send a push message
        from py_vapid import Vapid
        from pywebpush import WebPushException, webpush

        keys = {"p256dh": address.p256dh, "auth": address.auth}
        with requests.Session() as session:
            session.max_redirects = 0
            try:
                webpush(
                    {"endpoint": address.endpoint, "keys": keys},
                    message.data.decode(),
                    vapid_private_key=Vapid(self.private),
                    vapid_claims={"sub": address.site},
                    ttl=message.seconds,
                    headers={"Topic": message.topic},
                    timeout=ANSWER_SECONDS,
                    requests_session=session,
                )
            except WebPushException as error:
                return error.status_code or 0
            except (requests.RequestException, ValueError):
                return 0
        return 201


def read_key(file: Path) -> EllipticCurvePrivateKey:
    """Read the private key from its file, or make the key and the file. Raises BadRecord where the
    file cannot be read or contains another kind of key."""
    try:
        if not file.exists():
            write_key(file)
        key = load_pem_private_key(file.read_bytes(), None)
    except (OSError, ValueError) as error:
        text = "The key for push messages, {file}, cannot be used: {error}."
        raise BadRecord(text, file=str(file), error=str(error)) from None
    if not isinstance(key, EllipticCurvePrivateKey) or not isinstance(key.curve, SECP256R1):
        other = "The key for push messages, {file}, cannot be used: it is of another kind."
        raise BadRecord(other, file=str(file))
    return key


def write_key(file: Path) -> None:
    """Write a new private key that only the owner of the file may read. It is first written to a
    draft and then renamed, so that no crash leaves half a key."""
    key = generate_private_key(SECP256R1())
    data = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    draft = file.with_name(file.name + ".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    draft.replace(file)
