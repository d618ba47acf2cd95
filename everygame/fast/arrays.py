"""Packed arrays and machine integers: the only module that knows where these types come from.

In compiled code, `vec[i64]` is an array of 64-bit integers and `i64` a machine integer. In
interpreted code they are a list and an int, which are faster there; rules and searches give the
same results. A `vec` is a value: the result of `append` must be assigned, `v = append(v, x)`. Never
shift a literal by 31 or more: compiled, `1 << n` is a shift of 32 bits, also where a variable holds
the literal. Take powers from a table."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING

COMPILED = any(Path(__file__).with_name("state" + end).is_file() for end in EXTENSION_SUFFIXES)
"""Whether the rules and searches of this copy of the package are compiled to machine code."""

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i16 as i16
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8

    def dense(items: vec[i64]) -> vec[i64]:
        """The same items in a `vec` that may grow. Interpreted it takes a sixth of the memory, and
        each item must be below 2³¹. Use it for long tables that are kept."""

    def shared_words(length: int) -> vec[i64]:
        """So many zeros in memory that other libraries can see (the buffer protocol), and that
        stays where it is."""

    def shared_bytes(length: int) -> vec[u8]:
        """The same with bytes."""

    def shared_floats(length: int) -> vec[float]:
        """The same with floating-point numbers of 64 bits."""

elif COMPILED:
    from librt.vecs import append, vec
    from mypy_extensions import i16, i64, mypyc_attr, u8

    def dense(items):
        return items

    def shared_words(length):
        return vec[i64]([0] * length)

    def shared_bytes(length):
        return vec[u8]([u8(0)] * length)

    def shared_floats(length):
        return vec[float]([0.0] * length)

else:
    from array import array

    class vec(list):
        """A list that can be written as vec[item type]."""

        def __class_getitem__(cls, item: object) -> type[list]:
            return list

    def append(items: list, item: object) -> list:
        items.append(item)
        return items

    def dense(items: list) -> array:
        return array("i", items)

    def shared_words(length: int) -> array:
        return array("q", bytes(8 * length))

    def shared_bytes(length: int) -> array:
        return array("B", bytes(length))

    def shared_floats(length: int) -> array:
        return array("d", bytes(8 * length))

    i16 = i64 = u8 = int

    def mypyc_attr(**attributes: object) -> object:
        return lambda thing: thing
