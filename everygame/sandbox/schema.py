"""Checks a JSON document against a JSON Schema; it knows the part of JSON Schema 2020-12 that
`schema.json` uses.

A fault is the path of a value and one sentence about the value. People read the path as
"pieces[3].at[0]", with the line of the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from everygame.contract import AnyJson, Json
from everygame.words import say

Path = tuple[str | int, ...]
Fault = tuple[Path, str]
"""The path of a value, and a sentence about what is wrong with it."""

TYPES: Final[dict[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}
TYPE_NAMES: Final = {
    "object": say("an object"),
    "array": say("a list"),
    "string": say("a text"),
    "boolean": say("true or false"),
    "integer": say("a whole number"),
    "number": say("a number"),
}
ENTRIES: Final = (
    "it has at least {least} entries",
    "it has at most {most} entries, not {size}",
)
CHARACTERS: Final = (
    "it has at least {least} characters",
    "it has at most {most} characters, not {size}",
)
DEEPEST: Final = 40
"""The number of levels of a document that are searched."""


@cache
def schema() -> Json:
    """Return the schema of table.json."""
    text = (files("everygame.sandbox") / "schema.json").read_text("utf-8")
    found: Json = json.loads(text)
    return found


def find_fault(data: AnyJson, rule: Json, root: Json) -> Fault | None:
    """Return the first fault of a document against the schema `rule`; None where there is none.
    `root` is the whole schema, to which references lead."""
    return next(faults(data, rule, root, ()), None)


def faults(data: AnyJson, rule: Json, root: Json, path: Path) -> Iterator[Fault]:
    while "$ref" in rule:
        rule = {**root["$defs"][rule["$ref"].rpartition("/")[2]], **without_ref(rule)}
    if "enum" in rule and data not in rule["enum"]:
        yield (
            path,
            say(
                "it is one of {values}, not {shown}",
                values=", ".join(map(str, rule["enum"])),
                shown=shown(data),
            ),
        )
        return
    kind = rule.get("type")
    if kind and not is_a(data, kind):
        yield path, say("it is {word}, not {shown}", word=TYPE_NAMES[kind], shown=shown(data))
        return
    if kind:
        yield from CHECKS[kind](data, rule, root, path)


def without_ref(rule: Json) -> Json:
    return {key: value for key, value in rule.items() if key != "$ref"}


def is_a(data: AnyJson, kind: str) -> bool:
    """Whether a value has a type of JSON Schema. Python would take a boolean for an integer, JSON
    Schema does not."""
    return isinstance(data, TYPES[kind]) and (kind == "boolean" or not isinstance(data, bool))


def check_object(data: AnyJson, rule: AnyJson, root: AnyJson, path: Path) -> Iterator[Fault]:
    for name in rule.get("required", ()):
        if name not in data:
            yield path, say("{name} is missing", name=repr(name))
    known = rule["properties"]
    for name, value in data.items():
        if name not in known:
            yield (
                path,
                say(
                    "there is no {shown} here, only {known}",
                    shown=shown(name),
                    known=", ".join(known),
                ),
            )
        else:
            yield from faults(value, known[name], root, (*path, name))


def check_array(data: AnyJson, rule: AnyJson, root: AnyJson, path: Path) -> Iterator[Fault]:
    yield from within(len(data), rule, ("minItems", "maxItems"), ENTRIES, path)
    for index, value in enumerate(data[: rule.get("maxItems")]):
        yield from faults(value, rule["items"], root, (*path, index))


def check_string(data: AnyJson, rule: AnyJson, root: AnyJson, path: Path) -> Iterator[Fault]:
    yield from within(len(data), rule, ("minLength", "maxLength"), CHARACTERS, path)
    if "pattern" in rule and not re.fullmatch(rule["pattern"], data):
        yield (
            path,
            say(
                "{shown} is not of the form {pattern}",
                shown=shown(data),
                pattern=rule["pattern"].strip("^$"),
            ),
        )


def check_number(data: AnyJson, rule: AnyJson, root: AnyJson, path: Path) -> Iterator[Fault]:
    least, most = rule.get("minimum"), rule.get("maximum")
    if not ((least is None or data >= least) and (most is None or data <= most)):
        span = (
            say("from {least} to {most}", least=least, most=most) if least != most else str(least)
        )
        yield path, say("it is {span}, not {shown}", span=span, shown=shown(data))


def within(
    size: int, rule: Json, words: tuple[str, str], what: tuple[str, str], path: Path
) -> Iterator[Fault]:
    least, most = rule.get(words[0], 0), rule.get(words[1])
    if size < least:
        yield path, say(what[0], least=least)
    if most is not None and size > most:
        yield path, say(what[1], most=most, size=size)


Check = Callable[[AnyJson, AnyJson, AnyJson, Path], Iterator[Fault]]
CHECKS: Final[dict[str, Check]] = {
    "object": check_object,
    "array": check_array,
    "string": check_string,
    "integer": check_number,
    "number": check_number,
    "boolean": lambda data, rule, root, path: iter(()),
}


def shown(data: AnyJson) -> str:
    """Return a value as JSON of at most 40 characters, for an error message."""
    text = json.dumps(data, ensure_ascii=True)
    return text if len(text) <= 40 else text[:37] + "…"


def spoken(path: Path) -> str:
    """Return a path as people read it: "pieces[3].at[0]"."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.lstrip(".")


def line_of(text: str, path: Path) -> int:
    """Return the line of a JSON text in which the value at `path` begins, or the nearest value
    around it. Python's parser reports no lines, so the text is read a second time."""
    at = skip(text, 0)
    for step in path:
        inner = enter(text, at, step)
        if inner is None:
            break
        at = inner
    return text.count("\n", 0, at) + 1


def enter(text: str, at: int, step: str | int) -> int | None:
    """Return the index in the text at which the member `step` of the object or list at index `at`
    begins; None where there is no such member."""
    decode = json.JSONDecoder().raw_decode
    at, index = skip(text, at + 1), 0
    while text[at] not in "]}":
        key: str | int = index
        if isinstance(step, str):
            key, at = decode(text, at)
            at = skip(text, skip(text, at) + 1)
        if key == step:
            return at
        at = skip(text, decode(text, at)[1])
        at = skip(text, at + 1) if text[at] == "," else at
        index += 1
    return None


def skip(text: str, at: int) -> int:
    """Return the index of the next character that is no white space."""
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at
