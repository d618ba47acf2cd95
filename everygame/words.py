"""Makes messages to people, which are translated when they are shown.

A `Message` is a str, its English sentence, so that it fits wherever a str does. It also keeps its
template (the key of catalogues) and the arguments. Names that people gave, move texts, numbers and
symbols are ordinary str, because they are the same in every language.

    say("{name} is to play.", name=names[seat])
    count("{n} card", "{n} cards", left)

Translations are catalogues of GNU gettext, `languages/<language>/LC_MESSAGES/everygame.mo`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    from gettext import NullTranslations

AnyJson: TypeAlias = Any
"""JSON from outside that has not been checked yet."""
ENGLISH: Final = "en"
FOLDER: Final = Path(__file__).with_name("languages")
TAG: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
"""Matches a language tag: "de", "de-AT", "zh-Hant-TW"."""
PACKED: Final = "message"
"""The only key of the JSON object that stands for a packed message."""


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
    return joined(things, lambda some, last: say("{some} and {last}", some=some, last=last))


def one_of(things: Iterable[str | int]) -> str:
    """List things with "or": "a2", "a2 or b3", "a2, b3 or c4"; an empty text without things."""
    return joined(things, lambda some, last: say("{some} or {last}", some=some, last=last))


def list_of(things: Iterable[str | int]) -> str:
    """List things with commas: "a2", "a2, b3", "a2, b3, c4"; an empty text without things."""
    return joined(things, lambda some, last: say("{some}, {last}", some=some, last=last))


def joined(things: Iterable[str | int], close: Callable[[str, str], Message]) -> str:
    words = [thing if isinstance(thing, str) else str(thing) for thing in things]
    if len(words) < 2:
        return words[0] if words else ""
    some = words[0]
    for word in words[1:-1]:
        some = say("{some}, {last}", some=some, last=word)
    return close(some, words[-1])


# -- languages


def fallbacks(language: str) -> Iterator[str]:
    """Yield a language and then the more general ones, English last: "de-AT", "de", "en". A text
    that is no language tag yields English alone."""
    if TAG.fullmatch(language):
        parts = language.split("-")
        yield from ("-".join(parts[:n]) for n in range(len(parts), 0, -1) if parts[0] != ENGLISH)
    yield ENGLISH


@lru_cache(maxsize=64)
def find_catalogue(language: str) -> NullTranslations | None:
    """Return the catalogue of a language, or of the next more general language that has one; None
    where English is shown."""
    from gettext import GNUTranslations

    for spoken in fallbacks(language):
        file = FOLDER / spoken.replace("-", "_") / "LC_MESSAGES" / "everygame.mo"
        if spoken != ENGLISH and file.is_file():
            with file.open("rb") as catalogue:
                return GNUTranslations(catalogue)
    return None


def choose_language(wanted: str) -> str:
    """Return the first language in a browser's header `Accept-Language`, which lists the best
    first, that is English or has a catalogue; English where there is none."""
    for tag in (part.partition(";")[0].strip() for part in wanted[:500].split(",")):
        if tag.partition("-")[0] == ENGLISH or (TAG.fullmatch(tag) and find_catalogue(tag)):
            return tag
    return ENGLISH


def translate(words: str, language: str) -> str:
    """Return a message in a language, or in English where no catalogue exists. A str that is no
    message is returned unchanged."""
    if not isinstance(words, Message):
        return words
    catalogue = find_catalogue(language)
    return str(words) if catalogue is None else look_up(words, catalogue)


def look_up(words: Message, catalogue: NullTranslations) -> str:
    said = {
        name: look_up(thing, catalogue) if isinstance(thing, Message) else thing
        for name, thing in words.arguments.items()
    }
    if words.many:
        return catalogue.ngettext(words.text, words.many, int(said["n"])).format_map(said)
    text = catalogue.gettext(words.text) if words.text else ""  # "" is the key of the header
    return text.format_map(said) if said else text


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
