"""Finds the language of the terminal."""

from __future__ import annotations

import os
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from everygame.catalogues import ENGLISH, choose, languages
from everygame.errors import BadOption
from everygame.words import Message, translate

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name a language; the first that is set counts (manual of gettext,
"The LANGUAGE variable")."""
Shown = TypeVar("Shown")


def local_language() -> str:
    """Return the language that the environment of the terminal asks for, where it has a catalogue;
    otherwise English."""
    said = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    return choose(one.partition(".")[0].replace("_", "-") for one in said.split(":"))


def read_language(tag: str) -> str:
    """Return the language that an argument names. Raises BadOption where it has no catalogue."""
    have = languages()
    if tag not in have:
        raise BadOption(
            "The language is one of {languages}, not {tag}.",
            languages=", ".join(have),
            tag=repr(tag),
        )
    return tag


def in_language(thing: Shown, language: str) -> Shown:
    """Return a scene, or another tree of dataclasses, with all its messages translated."""
    return thing if language == ENGLISH else cast(Shown, translated(thing, language))


def translated(thing: Any, language: str) -> Any:
    if isinstance(thing, Message):
        return translate(thing, language)
    if isinstance(thing, (tuple, list)):
        return type(thing)(translated(one, language) for one in thing)
    if isinstance(thing, dict):
        return {key: translated(value, language) for key, value in thing.items()}
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    parts = {field.name: getattr(thing, field.name) for field in fields(thing)}
    return replace(thing, **{name: translated(part, language) for name, part in parts.items()})
