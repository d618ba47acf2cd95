"""Makes messages to people, which are translated when they are shown.

A `Message` is a str, its English sentence, so that it fits wherever a str does. It also keeps its
template (the key of catalogues) and the arguments. Names that people gave, move texts, numbers and
symbols are ordinary str, because they are the same in every language.

    say("{name} is to play.", name=names[seat])
    count("{n} card", "{n} cards", left)

What languages say stands in catalogues (`catalogues.py`). A translation may ask for a form of an
argument that is a message, "{name:of}"; the catalogue gives it. Of a list, "{names:of}", each part
stands in that form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from typing import Any, Final, TypeAlias, TypeVar, cast
from unicodedata import bidirectional

from everygame.catalogues import FORM, GAME, PLACE, Catalogue, find_catalogue

AnyJson: TypeAlias = Any
"""JSON from outside that has not been checked yet."""
PACKED: Final = "message"
"""The only key of the JSON object that stands for a packed message."""
AND: Final = "{some} and {last}"
OR: Final = "{some} or {last}"
COMMA: Final = "{some}, {last}"


class Message(str):
    """A sentence with its template and arguments. As a str it is the English sentence. Make one by
    `say` or `count`, and never change it, because `say` returns the same object for the same
    arguments."""

    __slots__ = ("arguments", "many", "text")

    text: str
    """The English template, such as "{name} is to play."; it is the key in catalogues."""
    many: str
    """The English template for the plural, where a number decides the form; empty where there is
    none."""
    arguments: dict[str, str | int]
    """The values for the braces of the template. A Message among them is translated too. The number
    that decides between singular and plural is `n`."""

    def __eq__(self, other: object) -> bool:
        """Whether the other is a str that equals the English sentence, or a message with the same
        template and arguments."""
        if type(other) is not Message:
            return str.__eq__(self, other)
        return self is other or self.parts() == other.parts()

    def parts(self) -> tuple[object, ...]:
        """Return what is compared when two messages are. The types of arguments count, because a
        name that happens to read like a message is not translated."""
        kinds = list(map(type, self.arguments.values()))
        return self.text, self.many, kinds, self.arguments

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return make, (str(self), self.text, self.many, self.arguments)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"


def make(sentence: str, text: str, many: str, arguments: dict[str, str | int]) -> Message:
    """Make a message from its parts, where the English sentence is known already."""
    message = Message(sentence)
    message.text, message.many, message.arguments = text, many, arguments
    return message


def compose(text: str, arguments: dict[str, str | int]) -> Message:
    """Make a message as `say` does, but without the cache, for messages that are hardly ever needed
    again."""
    return make(text.format_map(arguments) if arguments else text, text, "", arguments)


Speaker = TypeVar("Speaker", bound=Callable[..., Any])


def remembering(function: Speaker) -> Speaker:
    """Cache the results of a function, because scenes need the same messages again and again. The
    cache compares types as well, so that the arguments 1 and True make different messages."""
    return cast(Speaker, lru_cache(maxsize=4096, typed=True)(function))


@remembering
def say(text: str, /, **arguments: str | int) -> Message:
    """Return the message of a template and its arguments. Without arguments, the text is the
    sentence itself, and its braces stay."""
    return compose(text, arguments)


@remembering
def count(one: str, many: str, n: int, /, **arguments: str | int) -> Message:
    """Return a message that counts: `n` chooses between the templates for one and for many, and
    fills `{n}`, as in "{n} move", "{n} moves"."""
    arguments["n"] = n
    return make((one if n == 1 else many).format_map(arguments), one, many, arguments)


def all_of(things: Iterable[str | int]) -> str:
    """List things with "and": "North", "North and South", "North, East and South"; an empty text
    without things."""
    return joined(things, lambda some, last: say(AND, some=some, last=last))


def one_of(things: Iterable[str | int]) -> str:
    """List things with "or": "a2", "a2 or b3", "a2, b3 or c4"; an empty text without things."""
    return joined(things, lambda some, last: say(OR, some=some, last=last))


def list_of(things: Iterable[str | int]) -> str:
    """List things with commas: "a2", "a2, b3", "a2, b3, c4"; an empty text without things."""
    return joined(things, lambda some, last: say(COMMA, some=some, last=last))


def joined(things: Iterable[str | int], close: Callable[[str, str], Message]) -> str:
    words = [thing if isinstance(thing, str) else str(thing) for thing in things]
    if len(words) < 2:
        return words[0] if words else ""
    some = words[0]
    for word in words[1:-1]:
        some = say(COMMA, some=some, last=word)
    return close(some, words[-1])


def sentences(said: Iterable[str]) -> str:
    """Put sentences one after another, as a language sets them: Japanese and Chinese have no space
    between them. What is empty is left out."""
    found = [one for one in said if one]
    if not found:
        return ""
    return reduce(lambda before, after: say("{before} {after}", before=before, after=after), found)


# -- languages


def translate(words: str, language: str) -> str:
    """Return a message in a language, or in English where no catalogue exists. A str that is no
    message is returned unchanged."""
    if not isinstance(words, Message):
        return words
    catalogue = find_catalogue(language)
    if catalogue is None and words.isascii():
        return str(words)
    return look_up(words, catalogue)


def look_up(words: Message, catalogue: Catalogue | None, form: str = "") -> str:
    """Return a message in the language of a catalogue; None means English. `form` is the form of
    the parts of a list."""
    if not words.arguments:
        return (catalogue.say(GAME, words.text) if catalogue else "") or str(words)

    def put(place: re.Match[str]) -> str:
        thing = words.arguments.get(place[1], place[0])
        return in_place(thing, place[2] or form, catalogue)

    return PLACE.sub(put, find_template(words, catalogue))


def find_template(words: Message, catalogue: Catalogue | None) -> str:
    """Return the text with places of a message, in the form for its number."""
    n = int(words.arguments.get("n", 0)) if words.many else 0
    english = words.many if words.many and n != 1 else words.text
    if catalogue is None:
        return english
    if words.many:
        return catalogue.count(GAME, words.text, words.many, n) or english
    return catalogue.say(GAME, words.text) or english


def in_place(thing: str | int, form: str, catalogue: Catalogue | None) -> str:
    """Return an argument as it stands in a sentence, in the form of the word that its place asks
    for. What people or the program gave is isolated where it reads in the other direction."""
    if isinstance(thing, Message):
        special = catalogue.say(FORM + form, thing.text) if form and catalogue else ""
        of_parts = form if thing.text in (AND, OR, COMMA) else ""
        return special or look_up(thing, catalogue, of_parts)
    return isolate(str(thing), catalogue is not None and catalogue.right_to_left)


def isolate(text: str, right_to_left: bool) -> str:
    """Return a text between marks that keep it from the words around it, where it has letters of
    the other direction (Unicode Standard Annex 9)."""
    if text.isascii() and not right_to_left:
        return text
    other = {"L"} if right_to_left else {"R", "AL"}
    strange = not other.isdisjoint(map(bidirectional, text))
    return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}" if strange else text


# -- between processes


def pack(data: AnyJson) -> AnyJson:
    """Return JSON in which each message is written as `{"message": […]}`, so that the receiver can
    still translate it."""
    if isinstance(data, Message):
        return {PACKED: [str(data), data.text, data.many, pack(data.arguments)]}
    if isinstance(data, dict):
        return {key: pack(value) for key, value in data.items()}
    return [pack(item) for item in data] if isinstance(data, (list, tuple)) else data


def unpack(data: AnyJson) -> AnyJson:
    """Restore the messages in JSON that `pack` has written."""
    if isinstance(data, list):
        return [unpack(item) for item in data]
    if not isinstance(data, dict):
        return data
    if data.keys() == {PACKED} and isinstance(data[PACKED], list):
        sentence, text, many, arguments = data[PACKED]
        return make(sentence, text, many, unpack(arguments))
    return {key: unpack(value) for key, value in data.items()}
