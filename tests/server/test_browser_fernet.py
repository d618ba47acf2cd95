"""The replacement for `cryptography.fernet`: it decrypts its own tokens and nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.server.saves.browser_fernet import Fernet, InvalidToken


@settings(deadline=None)
@given(st.binary(max_size=300), st.binary(max_size=40))
def test_it_opens_what_it_sealed(data: bytes, key: bytes) -> None:
    fernet = Fernet(key)
    assert fernet.decrypt(fernet.encrypt(data)) == data


def test_it_opens_what_an_older_version_has_encrypted() -> None:
    token = b"8qR1gno1cdG2PMJnj9gVVEGKcDuTwItleDLBAfPeAD9HkQYXn3WszIboBC54vNfnopSPpgYWMKT0kgc="
    assert Fernet(b"key").decrypt(token) == b"an old save"


@settings(deadline=None)
@given(st.binary(min_size=1, max_size=60), st.integers(0, 200))
def test_it_opens_nothing_else(data: bytes, place: int) -> None:
    sealed = bytearray(Fernet(b"key").encrypt(data))
    place %= len(sealed) - 4  # the last letters hold a few bits that mean nothing
    sealed[place] = ord("A") if sealed[place] != ord("A") else ord("B")
    for fernet, token in (
        (Fernet(b"key"), bytes(sealed)),
        (Fernet(b"other"), Fernet(b"key").encrypt(data)),
    ):
        with pytest.raises(InvalidToken):
            fernet.decrypt(token)
    for nothing in (b"", b"short", b"=", b"\xff" * 80):
        with pytest.raises(InvalidToken):
            Fernet(b"key").decrypt(nothing)
