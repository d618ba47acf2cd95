"""Replaces `cryptography.fernet` with the standard library alone, for Python in a browser, where
the package `cryptography` does not exist. The two formats differ: neither can decrypt what the
other has encrypted.

Data is encrypted by XOR with a keystream, SHAKE256 of the key and a nonce. Nonce and ciphertext are
then authenticated with HMAC-SHA256 (encrypt-then-MAC: Bellare and Namprempre 2000). A token is
nonce, ciphertext and MAC in base64."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

NONCE_BYTES: Final = 16
"""The bytes of a nonce. A nonce is drawn for each token, because the same keystream must never be
used twice."""
MAC_BYTES: Final = 32


class InvalidToken(Exception):
    """The token was made with another key, or was changed."""


class Fernet:
    """Encrypts and decrypts with a key. It has the name and the methods of the package's class."""

    def __init__(self, key: bytes) -> None:
        # two keys from one, because encryption and authentication must not share a key
        self.encryption_key = hmac.digest(key, b"hide", "sha256")
        self.mac_key = hmac.digest(key, b"sign", "sha256")

    def encrypt(self, data: bytes) -> bytes:
        """Return a token that only this key decrypts."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        sent = nonce + self.xor_keystream(nonce, data)
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
        return self.xor_keystream(sent[:NONCE_BYTES], sent[NONCE_BYTES:])

    def xor_keystream(self, nonce: bytes, data: bytes) -> bytes:
        """Encrypt the data, or decrypt it, which is the same operation."""
        stream = hashlib.shake_256(self.encryption_key + nonce).digest(len(data))
        # as two large integers, which is many times faster than byte by byte
        return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))
