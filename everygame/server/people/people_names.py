"""Names that people gave, in the sentences of a game: "Ann: tap a coin …" where its text says
"White: tap a coin …".

A game says a seat's name as an argument of its messages, as `seat_names` has it. What a thing is
called stays as it is, for "White disc" tells how it looks.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from everygame.scene import Cell, Choice, Region, Scene
from everygame.store import Holder
from everygame.words import Message, make

Names: TypeAlias = tuple[tuple[str, str], ...]
"""What a seat is called, and the name of the person there; only seats with a name of their own."""


def names_at(holders: Sequence[Holder], called: Sequence[str]) -> Names:
    """The names of people, but none that two have or that a seat is called by."""
    given = [one.name if one.kind != "bot" or one.device is not None else "" for one in holders]
    often = Counter(given) + Counter(map(str, called))
    return tuple(
        (seat, name) for seat, name in zip(called, given, strict=True) if name and often[name] == 1
    )


def call(words: str, names: Names) -> str:
    """A text with people in place of their seats."""
    for seat, name in names:
        if type(words) is type(seat) and words == seat:
            return name
    if not isinstance(words, Message) or not words.arguments:
        return words
    said = {
        key: call(one, names) if isinstance(one, str) else one
        for key, one in words.arguments.items()
    }
    if said == words.arguments:
        return words
    text = words.many if words.many and said["n"] != 1 else words.text
    return make(text.format_map(said), words.text, words.many, said)


def call_in(scene: Scene, names: Names) -> Scene:
    """A scene with people in its sentences."""
    if not names:
        return scene
    return replace(
        scene,
        prompt=call(scene.prompt, names),
        over=call(scene.over, names),
        notes=tuple(call(note, names) for note in scene.notes),
        blocked={at: call(why, names) for at, why in scene.blocked.items()},
        regions=tuple(call_region(region, names) for region in scene.regions),
        choices=tuple(call_choice(choice, names) for choice in scene.choices),
    )


def call_region(region: Region, names: Names) -> Region:
    """Places are somebody's, and so is each of their cells."""
    name, title = call(region.name, names), call(region.title, names)
    cells = tuple(call_cell(cell, names) for cell in region.cells)
    if name is region.name and title is region.title and same(cells, region.cells):
        return region
    return replace(region, name=name, title=title, cells=cells)


def call_cell(cell: Cell, names: Names) -> Cell:
    name, label = call(cell.name, names), call(cell.label, names)
    if name is cell.name and label is cell.label:
        return cell
    return replace(cell, name=name, label=label)


def same(some: Sequence[Cell], others: Sequence[Cell]) -> bool:
    """None was changed; to compare what they say would take as long as to say it."""
    return all(map(operator.is_, some, others))


def call_choice(choice: Choice, names: Names) -> Choice:
    """What one may do may be done to somebody."""
    name, label = call(choice.name, names), call(choice.label, names)
    if name is choice.name and label is choice.label:
        return choice
    return replace(choice, name=name, label=label)
