"""The names that a table without rules gives its seats, areas and pieces, and what descriptions of
plies make of them.

The names of a table that came with EveryGame, or that lies in the games folder, are messages, which
catalogues translate. Those of a table that a person made or uploaded stay as they were written.
"""

from __future__ import annotations

from typing import Final

from everygame.contract import AnyJson, Json
from everygame.words import Message, say

UNNAMED: Final = ({"name": say("First")}, {"name": say("Second")})
"""The seats of a table that names none."""
UNTOLD: Final = say("A table without rules.")
"""The sentence of a table that has none."""


def as_messages(data: AnyJson) -> AnyJson:
    """Return a part of table.json in which each name is a message."""
    if isinstance(data, list):
        return [as_messages(item) for item in data]
    if not isinstance(data, dict):
        return data
    return {key: say(value) if key == "name" else as_messages(value) for key, value in data.items()}


def area_name(area: Json) -> str:
    """Return the name of an area. An area with the id `spot3` and no name is called "Spot 3"."""
    word = area["id"].rstrip("0123456789")
    number = area["id"][len(word) :]
    name: str = area.get("name") or f"{word.capitalize()} {number}".rstrip()
    return name


def lower(name: str) -> str:
    """Return a name with a small first letter; names such as "K" and "A♠" stay as they are."""
    if not (name[:1].isupper() and name[1:2].islower()):
        return name
    return changed(name, name[:1].lower() + name[1:])


def without_seat(name: str, seat: str) -> str:
    """Return a name without the seat before it: "Knight" for "White knight" of White."""
    rest = name.removeprefix(f"{seat} ")
    return changed(name, rest[:1].upper() + rest[1:]) if rest != name else name


def changed(name: str, text: str) -> str:
    """Return a text that was made of a name: a message where the name is one."""
    return say(text) if isinstance(name, Message) else text
