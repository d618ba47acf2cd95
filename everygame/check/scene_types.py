"""Checks that every field of a scene, and of all its parts, holds a value of the field's type."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from everygame.contract import AnyJson
from everygame.scene import defaults
from everygame.words import list_of, one_of, say

Fits = Callable[[object], bool]
NUMBERS: Final = (int, float)
NAMES: Final = {
    str: say("a text"),
    int: say("a number"),
    float: say("a number"),
    bool: say("True or False"),
    tuple: say("a tuple"),
    dict: say("a dict"),
    type(None): say("None"),
}
"""The types of fields in a sentence."""


def wrong_types(thing: object) -> Iterator[str]:
    """Yield a sentence for each field of a scene, or of a part of it, whose value has a wrong
    type."""
    kind: Any = type(thing)
    for name, default, wanted, fits in typed_fields(kind):
        value = getattr(thing, name)
        if value is default:
            continue
        if not fits(value):
            yield say(
                "{kind}.{field} is {value}, not {wanted}.",
                kind=kind.__name__,
                field=name,
                value=repr(value),
                wanted=wanted,
            )
        elif isinstance(value, tuple | list):
            for part in value:
                if is_dataclass(part):
                    yield from wrong_types(part)


@cache
def typed_fields(kind: type) -> tuple[tuple[str, AnyJson, str, Fits], ...]:
    """Return the fields of a dataclass: the name, the default, the type in words, and a function
    that tells whether a value has this type."""
    hints = get_type_hints(kind)
    return tuple(
        (name, default, said(hints[name]), fitting(hints[name])) for name, default in defaults(kind)
    )


def fitting(hint: AnyJson) -> Fits:
    """Return a function that tells whether a value has the type of an annotation."""
    origin: Any = get_origin(hint)
    inside = get_args(hint)
    if origin in (Union, types.UnionType):
        some = [fitting(one) for one in inside]
        return lambda value: any(fits(value) for fits in some)
    if origin is tuple:
        parts = [fitting(one) for one in inside if one is not Ellipsis]
        many = inside[-1] is Ellipsis
        return lambda value: is_row(value, parts, many)
    if origin in (dict, Mapping):
        return lambda value: isinstance(value, Mapping)
    if hint in NUMBERS:
        # a region of spots may be 6.7 columns wide, although `columns` is declared as int
        return lambda value: isinstance(value, NUMBERS) and not isinstance(value, bool)
    return lambda value: isinstance(value, hint)


def is_row(value: object, parts: list[Fits], many: bool) -> bool:
    """Whether a value is a tuple, or a list, of elements that fit: one for each of `parts`, or as
    many as there are, all of which fit the first."""
    if not isinstance(value, tuple | list):
        return False
    if many:
        return all(map(parts[0], value))
    return len(value) == len(parts) and all(
        fits(one) for fits, one in zip(parts, value, strict=True)
    )


def said(hint: AnyJson) -> str:
    """Return the type of an annotation in words."""
    origin: Any = get_origin(hint)
    inside = get_args(hint)
    if origin in (Union, types.UnionType):
        return one_of(map(said, inside))
    if origin is tuple:
        parts = list_of(dict.fromkeys(said(one) for one in inside if one is not Ellipsis))
        return say("a tuple of {parts}", parts=parts)
    name = NAMES.get(dict if origin is Mapping else hint)
    return name or say("a {kind}", kind=hint.__name__)
