"""A scene as the text that goes to pages. A disc or a choice is the same in thousands of scenes, so
each part of them is written once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Raw

from everygame.contract import AnyJson, Json
from everygame.scene import Scene, defaults, to_json
from everygame.server.requests.encoding import encode
from everygame.words import ENGLISH, find_catalogue

PARTS: Final = frozenset({"regions", "pieces", "choices", "marks"})
OFFERS: Final = frozenset({"choices", "carries"})
"""What is left out of a scene that is only looked at."""


def write_scene(scene: Scene, language: str, active: bool) -> Raw:
    """The JSON that `to_json` makes, as text in a language; where it is not `active`, that of
    `picture`."""
    plain = find_catalogue(language) is None
    found: Json = {}
    for name, default in defaults(Scene):
        value = getattr(scene, name)
        if value != default and (active or name not in OFFERS):
            found[name] = write_parts(value) if plain and name in PARTS else to_json(value)
    return Raw(encode(found, language))


def write_parts(parts: tuple[object, ...]) -> Raw:
    """In English, which a text and a message that reads the same share."""
    return Raw(b"[%b]" % b",".join(map(write_part, parts)))


def write_part(part: object) -> bytes:
    try:
        return remember_part(part)
    except TypeError:  # a game put a list where a tuple belongs
        return write_anew(part)


def write_anew(part: object) -> bytes:
    data: AnyJson = to_json(part)
    return encode(data, ENGLISH)


remember_part = lru_cache(maxsize=1 << 14)(write_anew)
