"""Encodes answers as JSON, and decodes request bodies and socket messages. Where decoding fails, a
sentence says what is wrong, and in which field."""

from __future__ import annotations

import re
from functools import cache, lru_cache, partial
from typing import Final

import msgspec
from msgspec import DecodeError, ValidationError

from everygame.catalogues import ENGLISH
from everygame.contract import AnyJson
from everygame.foreign_json import refuse_deep
from everygame.server.requests.limits import Refused
from everygame.words import Message, say, translate

PLACE: Final = re.compile(r" - at (?:`key` in )?`\$\.?(.*)`$")
"""Matches the end of a msgspec error that names the field, "- at `$.seats[0].name`"."""
REASONS: Final = {
    r"Expected `object`, got .*": say("It is not an object."),
    r"Expected `array`, got .*": say("It is not a list."),
    r"Expected `str`, got .*": say("It is not a text."),
    r"Expected `bool`, got .*": say("It is neither true nor false."),
    r"Expected `int`, got .*": say("It is not a whole number."),
    r"Expected `(?P<wanted>[^`]+)`, got .*": say("It is not of the type {wanted}."),
    r"Object missing required field `(?P<name>[^`]+)`": say("The field {name} is missing."),
    r"Expected `\w+` of length <= (?P<most>\d+)": say("It is longer than {most}."),
    r"Expected `\w+` of length >= 1": say("It is empty."),
    r"Expected `\w+` <= (?P<most>\d+)": say("It is more than {most}."),
    r"Expected `\w+` >= (?P<least>\d+)": say("It is less than {least}."),
    r"Invalid (?:enum )?value (?P<value>.*)": say("The value {value} is not allowed there."),
    r"JSON is malformed.*\(byte (?P<number>\d+)\)": say("It is no JSON from byte {number} on."),
    r"Input data was truncated": say("It breaks off before its end."),
}
"""For each pattern of msgspec's errors: the sentence that people read instead."""
UNREADABLE: Final = say("It is not UTF-8, or it is nested too deeply.")
OTHERWISE: Final = say("It does not have the form that is expected there.")


def explain(error: Exception) -> tuple[str, Message]:
    """Return the field in which decoding failed, empty for the whole document, and a sentence that
    says why."""
    if not isinstance(error, DecodeError):
        return "", UNREADABLE
    text = str(error)
    place = PLACE.search(text)
    field = place[1] if place and isinstance(error, ValidationError) else ""
    return field, find_reason(PLACE.sub("", text))


def find_reason(text: str) -> Message:
    """Return the sentence for people that replaces a msgspec error without its field."""
    for pattern, sentence in REASONS.items():
        if found := re.fullmatch(pattern, text):
            return say(sentence, **found.groupdict())
    return OTHERWISE


def decode(data: bytes | str, kind: object) -> AnyJson:
    """Decode the JSON of a request body or a socket message into a value of the type `kind`; an
    empty one counts as `{}`. Raises Refused."""
    try:
        refuse_deep(data if isinstance(data, str) else data.decode("latin-1"))  # sees all brackets
        return decoder(kind).decode(data or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        field, reason = explain(error)
    if field:
        raise Refused(400, "This cannot be read at {field}. {reason}", field=field, reason=reason)
    raise Refused(400, "This cannot be read. {reason}", reason=reason)


def encode(data: AnyJson, language: str = ENGLISH) -> bytes:
    """Encode a value as JSON, and each message in it as a sentence of this language."""
    return encoder(language).encode(data)


@cache
def decoder(kind: object) -> msgspec.json.Decoder[AnyJson]:
    """Return the decoder of a type. It is made once, because making one takes longer than decoding
    a message."""
    return msgspec.json.Decoder(kind)


@lru_cache(maxsize=64)
def encoder(language: str) -> msgspec.json.Encoder:
    """Return the encoder of a language, which is made once."""
    return msgspec.json.Encoder(enc_hook=partial(translate, language=language))
