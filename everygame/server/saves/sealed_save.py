"""Reads and writes the content of a save: a match up to one position, and the device of each seat.

A save of a match with secrets can be loaded only by a device that had a seat in the match, and
gives the device only its own seats. The other seats are reserved for the devices that had them, and
the match waits until these take their seats. In a file such a save is sealed: encrypted and signed
by Fernet (AES and HMAC, https://github.com/fernet/spec) with a key of this server. So a player who
has the file can neither read what the others hide nor change anything.
"""

from __future__ import annotations

import hmac
import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from everygame.errors import BadRecord
from everygame.record import Record, Seat, from_json, to_json
from everygame.server.requests.limits import Refused
from everygame.store import Holder, Store

if TYPE_CHECKING or find_spec("cryptography"):
    from cryptography.fernet import Fernet, InvalidToken
else:  # Python in a browser, which has no package `cryptography`
    from everygame.server.saves.browser_fernet import Fernet, InvalidToken

BYTES_PER_PLY: Final = 64
"""The bytes by which the padded length of a sealed file grows with each ply that its reader knows
of. Without padding, the length would reveal something about the plies that the file hides."""


@dataclass(frozen=True)
class SavedMatch:
    """A match up to a position, as a save contains it."""

    record: Record
    devices: tuple[int | None, ...] | None = None
    """The device of each seat's player; None for an unsealed file, which does not name devices."""

    def check(self, device: int, secret: bool) -> None:
        """Raise Refused where a device may not load the save. `secret` says that the match keeps
        secrets at the saved position."""
        if secret and self.devices is not None and device not in self.devices:
            raise Refused(403, "Only a device that sat in this match can open its save.")

    def is_here(self, device: int, seat: int) -> bool:
        """Whether a seat is played at this device after it loads the save, or by a bot. Where the
        save does not name the devices, or this device is not among them, the device plays all
        seats."""
        is_stranger = self.devices is None or device not in self.devices
        return (
            is_stranger
            or self.record.seats[seat].kind == "bot"
            or (self.devices is not None and self.devices[seat] == device)
        )

    def device_of(self, seat: int) -> int | None:
        """Return the device of a seat's player; None where the save does not name it."""
        return None if self.devices is None else self.devices[seat]


def seat_of(holder: Holder) -> Seat:
    """Return the seat of a record for a holder. It names the person where a bot stands in for the
    person or the seat is reserved."""
    if holder.device is not None:
        return Seat(holder.name, "person")
    return Seat(holder.name, holder.kind, holder.level)


def write_saved(saved: SavedMatch) -> str:
    """Return a save as the text that the store keeps."""
    return json.dumps({"record": to_json(saved.record), "devices": saved.devices})


def read_saved(text: str | bytes) -> SavedMatch:
    """Return the save in a text of `write_saved`. Raises BadRecord."""
    data = json.loads(text)
    return SavedMatch(from_json(data["record"]), tuple(data["devices"]))


# -- the seal


async def fernet_of(store: Store) -> Fernet:
    """Return an object that encrypts and decrypts with the secret key of a store."""
    key = hmac.digest(await store.key(), b"sealed saves", "sha256")
    return Fernet(urlsafe_b64encode(key))


def seal(saved: SavedMatch, plies: int, fernet: Fernet) -> str:
    """Encrypt a save, so that only this server can read it. `plies` is the number of plies that the
    reader of the file knows of; the length of the text reveals no more than that."""
    data = write_saved(saved).encode()
    return fernet.encrypt(data.ljust(padded_length(data, plies))).decode()


def padded_length(data: bytes, plies: int) -> int:
    """Return the length to which a save is padded. It follows from the number of plies that the
    reader knows of; for a save that is longer, it is the next power of two."""
    usual = 16_384 + BYTES_PER_PLY * plies
    return usual if len(data) <= usual else 1 << len(data).bit_length()


def unseal(sealed: str, fernet: Fernet) -> SavedMatch:
    """Return the save in a sealed text. Raises BadRecord where another server sealed it or somebody
    changed it."""
    try:
        return read_saved(fernet.decrypt(sealed.encode()))
    except InvalidToken:
        raise BadRecord(
            "This save keeps secrets: it can be opened only on the server where it was saved, and"
            " only as it was saved."
        ) from None
