"""Puts people's names into the sentences of a game: "Ann: tap a coin …" in place of "White: tap a
coin …".

Where a game passes the name of a seat from its `seat_names` as an argument of a message, the name
is replaced there. Names of pieces stay: "White disc" describes the disc.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from operator import is_
from typing import Any, TypeAlias, TypeVar

from everygame.scene import Cell, Choice, Refusal, Region, Scene
from everygame.store import Holder
from everygame.words import Message, make

Part = TypeVar("Part", Region, Cell, Choice, Refusal)
"""A part of a scene that may have the names of seats."""
SeatNames: TypeAlias = tuple[tuple[str, str], ...]
"""For each seat whose person has a name: the seat's name in the game ("White") and the person's
name ("Ann")."""


def find_seat_names(holders: Sequence[Holder], called: Sequence[str]) -> SeatNames:
    """Return the names of the people at the seats. A name is left out where two people have it, or
    where it is also the name of a seat, because sentences would be ambiguous."""
    given = [one.name if one.kind != "bot" or one.stands_in else "" for one in holders]
    often = Counter(given) + Counter(map(str, called))
    return tuple(
        (seat, name) for seat, name in zip(called, given, strict=True) if name and often[name] == 1
    )


def name_people(words: str, names: SeatNames) -> str:
    """Return a text with the names of people instead of the names of their seats."""
    for seat, name in names:
        if type(words) is type(seat) and words == seat:  # a plain "White" may be a colour
            return name
    if not isinstance(words, Message) or not words.arguments:
        return words
    said = {
        key: name_people(one, names) if isinstance(one, str) else one
        for key, one in words.arguments.items()
    }
    if said == words.arguments:
        return words
    text = words.many if words.many and said["n"] != 1 else words.text
    return make(text.format_map(said), words.text, words.many, said)


def name_people_in_scene(scene: Scene, names: SeatNames) -> Scene:
    """Return a scene with the names of people in its sentences and in the names of its places."""
    if not names:
        return scene
    choices = (name_people_in_part(one, names, "name", "label") for one in scene.choices)
    refusals = (name_people_in_part(one, names, "why") for one in scene.refusals)
    return replace(
        scene,
        prompt=name_people(scene.prompt, names),
        over=name_people(scene.over, names),
        notes=tuple(name_people(note, names) for note in scene.notes),
        blocked={at: name_people(why, names) for at, why in scene.blocked.items()},
        refusals=tuple(refusals),
        regions=tuple(name_people_in_region(region, names) for region in scene.regions),
        choices=tuple(choices),
    )


def name_people_in_region(region: Region, names: SeatNames) -> Region:
    """Return a region, which may be one person's hand, with people's names in its name, title and
    cells."""
    cells = tuple(name_people_in_part(cell, names, "name", "label") for cell in region.cells)
    named = name_people_in_part(region, names, "name", "title")
    return named if all(map(is_, cells, region.cells)) else replace(named, cells=cells)


def name_people_in_part(part: Part, names: SeatNames, *fields: str) -> Part:
    """Return a part of a scene with people's names in some of its fields. It is the same object
    where no name changes, because comparing texts later would take as long as making them again."""
    before = [getattr(part, field) for field in fields]
    after = [name_people(words, names) for words in before]
    if all(map(is_, before, after)):
        return part
    changes: Any = dict(zip(fields, after, strict=True))
    return replace(part, **changes)
