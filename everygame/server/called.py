"""Names that people gave, in the sentences of a game: "Ann: tap a coin …" where its text says
"White: tap a coin …".

A game says a seat's name as an argument of its messages, as `seat_names` has it. What a thing is
called stays as it is, for "White disc" tells how it looks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

from everygame.contract import AnyJson, Json
from everygame.store import Holder
from everygame.words import Message, make

Names: TypeAlias = tuple[tuple[str, str], ...]
"""What a seat is called, and the name of the person there; only seats with a name of their own."""
SENTENCES: Final = ("prompt", "over")
LISTS: Final = ("notes",)
TABLES: Final = ("blocked",)
THINGS: Final = ("regions", "choices")
"""Places are somebody's, and what one may do is done to somebody."""


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


def call_in(scene: Json, names: Names) -> Json:
    """The JSON of a scene with people in its sentences."""
    if not names:
        return scene
    found = dict(scene)
    found |= {key: call(scene[key], names) for key in SENTENCES if key in scene}
    found |= {key: [call(one, names) for one in scene[key]] for key in LISTS if key in scene}
    for key in TABLES:
        if key in scene:
            found[key] = {at: call(why, names) for at, why in scene[key].items()}
    for key in THINGS:
        if key in scene:
            found[key] = [call_thing(thing, names) for thing in scene[key]]
    return found


def call_thing(thing: Json, names: Names) -> Json:
    """A region or a choice."""
    said: dict[str, AnyJson] = {}
    for key in ("name", "title", "label"):
        words = thing.get(key)
        if words and (now := call(words, names)) is not words:
            said[key] = now
    return {**thing, **said} if said else thing
