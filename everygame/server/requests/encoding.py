"""JSON as it is sent and read: an answer as bytes, a message or body as a value, or a sentence that
says what in it cannot be read, and where."""

from __future__ import annotations

import re
from functools import cache, lru_cache, partial
from typing import Final

import msgspec
from msgspec import DecodeError, ValidationError

from everygame.contract import AnyJson
from everygame.server.requests.limits import Refused
from everygame.words import ENGLISH, Message, say, translate

PLACE: Final = re.compile(r" - at (?:`key` in )?`\$\.?(.*)`$")
FORMS: Final = (
    (r"Expected `(?P<wanted>[^`]+)`, got .*", say("it is not {wanted}")),
    (r"Object missing required field `(?P<name>[^`]+)`", say("{name} is missing")),
    (r"Expected `\w+` of length <= (?P<most>\d+)", say("it is longer than {most}")),
    (r"Expected `\w+` of length >= 1", say("it is empty")),
    (r"Expected `\w+` <= (?P<most>\d+)", say("it is more than {most}")),
    (r"Expected `\w+` >= (?P<least>\d+)", say("it is less than {least}")),
    (r"Invalid (?:enum )?value (?P<value>.*)", say("{value} is none of what it may be")),
    (r"JSON is malformed.*\(byte (?P<number>\d+)\)", say("it is no JSON from byte {number} on")),
    (r"Input data was truncated", say("it breaks off before its end")),
)
"""What the decoder says, and what people are told."""
KINDS: Final = {
    "object": say("an object"),
    "array": say("a list"),
    "str": say("a text"),
    "bool": say("true or false"),
    "int": say("a whole number"),
}
OTHERWISE: Final = say("it is not of the form that it must have")


def explain(error: Exception) -> Message:
    """A part of a sentence."""
    if not isinstance(error, DecodeError):
        return say("it is no text in UTF-8, or nested too deeply")
    text = str(error)
    place = PLACE.search(text)
    what = reason(PLACE.sub("", text))
    if place and place[1] and isinstance(error, ValidationError):
        return say("{place}: {what}", place=place[1], what=what)
    return what


def reason(text: str) -> Message:
    for form, words in FORMS:
        if found := re.fullmatch(form, text):
            parts = found.groupdict()
            return say(words, **{name: KINDS.get(part, part) for name, part in parts.items()})
    return OTHERWISE


def decode(data: bytes | str, kind: object) -> AnyJson:
    """A message or body of this kind. Raises Refused."""
    try:
        return decoder(kind).decode(data or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(400, "This cannot be read: {why}.", why=explain(error)) from None


def encode(data: AnyJson, language: str = ENGLISH) -> bytes:
    """JSON, its messages as sentences of that language."""
    return encoder(language).encode(data)


@cache
def decoder(kind: object) -> msgspec.json.Decoder[AnyJson]:
    """Made once: what a message may be takes longer to read than a message."""
    return msgspec.json.Decoder(kind)


@lru_cache(maxsize=64)
def encoder(language: str) -> msgspec.json.Encoder:
    return msgspec.json.Encoder(enc_hook=partial(translate, language=language))
