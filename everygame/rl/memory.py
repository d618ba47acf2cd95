"""The arrays of a core as numpy arrays over the same memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from everygame.fast import arrays  # so: with "from everygame.fast.arrays" it would be compiled

Array = Any
"""A numpy array."""


class Owner:
    """Tells numpy where memory lies, and keeps alive what it belongs to. A packed array of compiled
    code offers its memory for reading only, so numpy is told the address itself."""

    def __init__(self, packed: Any, found: Array) -> None:
        self.packed = packed
        seen = found.__array_interface__
        self.__array_interface__ = {**seen, "data": (seen["data"][0], False)}


def show(packed: Any) -> Array:
    """Return the memory of a packed array (`fast.arrays.shared_words` and its like) as a numpy
    array that can be written. The packed array must never grow."""
    if not arrays.COMPILED:
        return np.frombuffer(packed, dtype=packed.typecode)
    found = np.asarray(packed)
    return np.asarray(Owner(packed, found)) if found.size else found.copy()


def show_bytes(packed: Any) -> Array:
    """Return the memory of a packed array of words as a numpy array of bytes."""
    return show(packed).view(np.uint8)
