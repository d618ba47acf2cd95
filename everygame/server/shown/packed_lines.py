"""A list of short JSON texts that grows at its end and needs little memory."""

from __future__ import annotations

import zlib
from typing import Final

PIECE: Final = 256
"""The texts that are compressed together."""


class PackedLines:
    """JSON texts without line breaks. Plies in words repeat each other, so that a piece takes less
    than a fifth of its length. Pages ask for the newest texts, which are not compressed yet."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        """The older texts, `PIECE` in each, compressed."""
        self.newest: list[bytes] = []

    def __len__(self) -> int:
        return PIECE * len(self.pieces) + len(self.newest)

    def append(self, line: bytes) -> None:
        self.newest.append(line)
        if len(self.newest) == PIECE:
            self.pieces.append(zlib.compress(b"\n".join(self.newest), 1))
            self.newest = []

    def since(self, index: int) -> list[bytes]:
        """Return the texts from an index on."""
        first, skipped = divmod(index, PIECE)
        found: list[bytes] = []
        for piece in self.pieces[first:]:
            found += zlib.decompress(piece).split(b"\n")
        return (found + self.newest)[skipped:]
