"""Packed arrays and machine integers: the one place that knows where they come from.

Compiled, `vec[i64]` is an array of 64-bit integers and `i64` a machine integer. Interpreted they
are a list and an int, which are faster there, and the rules are the same.
A `vec` is a value: `v = append(v, x)` must be assigned back.
Never shift a literal by 31 or more: compiled, `1 << n` is a shift of 32 bits, and a variable that
holds the literal does not help. Take powers from a table.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING

COMPILED = any(Path(__file__).with_name("state" + end).is_file() for end in EXTENSION_SUFFIXES)
"""This copy of the package has its rules and searches as machine code."""

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i16 as i16
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8

    def dense(items: vec[i64]) -> vec[i64]:
        """The same items, and it may grow: interpreted in a sixth of the room, each below 2³¹. For
        long tables that stay."""

elif COMPILED:
    from librt.vecs import append, vec
    from mypy_extensions import i16, i64, mypyc_attr, u8

    def dense(items):
        return items

else:
    from array import array

    class vec(list):
        """A list that answers to vec[item type]."""

        def __class_getitem__(cls, item: object) -> type[list]:
            return list

    def append(items: list, item: object) -> list:
        items.append(item)
        return items

    def dense(items: list) -> array:
        return array("i", items)

    i16 = i64 = u8 = int

    def mypyc_attr(**attributes: object) -> object:
        return lambda thing: thing
