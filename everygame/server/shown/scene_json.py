"""Encodes a scene as JSON for pages. The same disc or choice occurs in thousands of scenes, so the
JSON of each part is remembered."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Raw

from everygame.catalogues import ENGLISH, find_catalogue
from everygame.contract import AnyJson, Json
from everygame.scene import Scene, defaults, to_json
from everygame.server.requests.encoding import encode

PARTS: Final = frozenset({"regions", "pieces", "choices", "marks"})
"""The fields of a scene that are lists of parts."""
FOR_THE_PLAYER: Final = frozenset({"choices", "carries", "refusals"})
"""The fields of a scene that only the seat to move needs."""


def write_scene(scene: Scene, language: str, active: bool) -> Raw:
    """Return the JSON of a scene in a language, as `scene.to_json` makes it. Unless the viewer is
    the seat to move (`active`), the fields for that seat are left out."""
    is_english = find_catalogue(language) is None
    found: Json = {}
    for name, default in defaults(Scene):
        value = getattr(scene, name)
        if value != default and (active or name not in FOR_THE_PLAYER):
            found[name] = write_parts(value) if is_english and name in PARTS else to_json(value)
    return Raw(encode(found, language))


def write_parts(parts: tuple[object, ...]) -> Raw:
    """Return the JSON of a list of parts, in English. Only English is remembered, because a plain
    text and a message that are equal in English may differ in other languages."""
    return Raw(b"[%b]" % b",".join(map(write_part, parts)))


def write_part(part: object) -> bytes:
    """Return the JSON of one part, from memory if it was made before."""
    try:
        return remember_part(part)
    except TypeError:  # not hashable, because a game put a list where a tuple belongs
        return write_anew(part)


def write_anew(part: object) -> bytes:
    """Make the JSON of one part."""
    data: AnyJson = to_json(part)
    return encode(data, ENGLISH)


remember_part = lru_cache(maxsize=1 << 14)(write_anew)
