"""What a save holds: a match up to one position, and which device sat where.

A save that keeps secrets leads only those who sat there back to their own seats; the others are
asked back to theirs, and nobody plays on without them. In a file such a save is sealed: encrypted
and signed by Fernet (AES and HMAC, https://github.com/fernet/spec) with a key of this server's, so
that its reader learns nothing from it and cannot change it.
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
else:  # a browser's Python
    from everygame.server.saves.own_box import Fernet, InvalidToken

ROOM: Final = 64
"""Bytes of a sealed file a ply, whatever was played, so that its length tells nothing."""


@dataclass(frozen=True)
class Saved:
    """A match up to a position."""

    record: Record
    devices: tuple[int | None, ...] | None = None
    """Of each seat's person; None for a file that does not know them."""

    def check(self, device: int, secret: bool) -> None:
        """Raises Refused where the device must not go on with it. `secret`: it hides something."""
        if secret and self.devices is not None and device not in self.devices:
            raise Refused(403, "Only a device that sat in this match can open its save.")

    def is_here(self, device: int, seat: int) -> bool:
        """A bot plays there, or the person is at this device: all people are, where it is not
        known who sat there or the device did not."""
        stranger = self.devices is None or device not in self.devices
        return (
            stranger
            or self.record.seats[seat].kind == "bot"
            or (self.devices is not None and self.devices[seat] == device)
        )

    def former(self, seat: int) -> int | None:
        """The device of the person of a seat."""
        return None if self.devices is None else self.devices[seat]


def seat_of(holder: Holder) -> Seat:
    """As it stands in a save: also of a person for whom a bot plays on, or who is awaited."""
    if holder.device is not None:
        return Seat(holder.name, "person")
    return Seat(holder.name, holder.kind, holder.level)


def write_saved(saved: Saved) -> str:
    return json.dumps({"record": to_json(saved.record), "devices": saved.devices})


def read_saved(text: str | bytes) -> Saved:
    data = json.loads(text)
    return Saved(from_json(data["record"]), tuple(data["devices"]))


# -- the seal


async def box_of(store: Store) -> Fernet:
    """What seals and opens for the server of this store."""
    key = hmac.digest(await store.key(), b"sealed saves", "sha256")
    return Fernet(urlsafe_b64encode(key))


def seal(saved: Saved, plies: int, box: Fernet) -> str:
    """A text that only this server can read; who is given it knows of so many plies."""
    data = write_saved(saved).encode()
    return box.encrypt(data.ljust(room_for(data, plies))).decode()


def room_for(data: bytes, plies: int) -> int:
    """A length that follows from the number of plies that its reader knows of; for longer moves a
    power of two."""
    usual = 16_384 + ROOM * plies
    return usual if len(data) <= usual else 1 << len(data).bit_length()


def unseal(sealed: str, box: Fernet) -> Saved:
    """What was sealed. Raises BadRecord."""
    try:
        return read_saved(box.decrypt(sealed.encode()))
    except InvalidToken:
        raise BadRecord(
            "This save keeps secrets: it can be opened only on the server where it was saved, and"
            " only as it was saved."
        ) from None
