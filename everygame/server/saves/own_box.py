"""What `cryptography.fernet` does, by the standard library, for a Python of a browser, which has no
such package. What one of the two has sealed the other cannot open.

A text is encrypted with a keystream of SHAKE256 over the key and a fresh number, then signed with
HMAC-SHA256 over all that is sent (encrypt, then sign: Bellare and Namprempre 2000).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

FRESH: Final = 16
"""Bytes of the fresh number."""
SIGNED: Final = 32
"""Bytes of the signature."""


class InvalidToken(Exception):
    """It was not sealed with this key, or changed since."""


class Fernet:
    """Seals with a key."""

    def __init__(self, key: bytes) -> None:
        self.hiding = hmac.digest(key, b"hide", "sha256")
        self.signing = hmac.digest(key, b"sign", "sha256")

    def encrypt(self, data: bytes) -> bytes:
        fresh = secrets.token_bytes(FRESH)
        sent = fresh + self.mix(fresh, data)
        return urlsafe_b64encode(sent + hmac.digest(self.signing, sent, "sha256"))

    def decrypt(self, token: bytes) -> bytes:
        """Raises InvalidToken."""
        try:
            whole = urlsafe_b64decode(token)
        except ValueError:
            raise InvalidToken from None
        sent, signature = whole[:-SIGNED], whole[-SIGNED:]
        if not hmac.compare_digest(signature, hmac.digest(self.signing, sent, "sha256")):
            raise InvalidToken
        return self.mix(sent[:FRESH], sent[FRESH:])

    def mix(self, fresh: bytes, data: bytes) -> bytes:
        """Hidden, or plain again."""
        stream = hashlib.shake_256(self.hiding + fresh).digest(len(data))
        return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))
