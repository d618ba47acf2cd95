"""Replaces `cryptography.fernet` with the standard library alone, for Python in a browser, where
the package `cryptography` does not exist. The two formats differ: neither can read what the other
has written.

A token is signed and not encrypted, because the key lies on the same device as the token, so that
encryption would hide nothing from anybody. It is a nonce, the data and an HMAC-SHA256 of both, in
base64. Older versions drew a nonce for each token and encrypted its data by XOR with a keystream,
SHAKE256 of the key and the nonce; such tokens are still read."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

PLAIN: Final = b"not encrypted..."
"""The nonce of all tokens that are not encrypted."""
MAC_BYTES: Final = 32


class InvalidToken(Exception):
    """The token was made with another key, or was changed."""


class Fernet:
    """Makes and reads tokens with a key. It has the name and the methods of the package's class."""

    def __init__(self, key: bytes) -> None:
        # two keys from one, because encryption and authentication must not share a key
        self.encryption_key = hmac.digest(key, b"hide", "sha256")
        self.mac_key = hmac.digest(key, b"sign", "sha256")

    def encrypt(self, data: bytes) -> bytes:
        """Return a token that only this key accepts."""
        sent = PLAIN + data
        return urlsafe_b64encode(sent + hmac.digest(self.mac_key, sent, "sha256"))

    def decrypt(self, token: bytes) -> bytes:
        """Return the data in a token. Raises InvalidToken."""
        try:
            whole = urlsafe_b64decode(token)
        except ValueError:
            raise InvalidToken from None
        sent, mac = whole[:-MAC_BYTES], whole[-MAC_BYTES:]
        if not hmac.compare_digest(mac, hmac.digest(self.mac_key, sent, "sha256")):
            raise InvalidToken
        nonce, text = sent[: len(PLAIN)], sent[len(PLAIN) :]
        return text if nonce == PLAIN else self.xor_keystream(nonce, text)

    def xor_keystream(self, nonce: bytes, data: bytes) -> bytes:
        """Decrypt the data of a token of an older version."""
        stream = hashlib.shake_256(self.encryption_key + nonce).digest(len(data))
        # as two large integers, which is many times faster than byte by byte
        return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))
