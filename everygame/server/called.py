"""Names that people gave, in the sentences of a game: "Ann: tap a coin …" where its text says
"White: tap a coin …".

A game says a seat's name as an argument of its messages, as `seat_names` has it. What a thing is
called stays as it is, for "White disc" tells how it looks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from everygame.scene import Choice, Region, Scene
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
    """Places are somebody's."""
    name, title = call(region.name, names), call(region.title, names)
    if name is region.name and title is region.title:
        return region
    return replace(region, name=name, title=title)


def call_choice(choice: Choice, names: Names) -> Choice:
    """What one may do may be done to somebody."""
    name, label = call(choice.name, names), call(choice.label, names)
    if name is choice.name and label is choice.label:
        return choice
    return replace(choice, name=name, label=label)
