"""Checks what the class of a game declares: its seats and its options."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import chain

from everygame.contract import Game
from everygame.options import Choice, Option
from everygame.words import Message, say

Fault = tuple[str, Message]
"""The attribute of the class that is wrong, and what is wrong with it."""


def find_fault(rules: type[Game]) -> Fault | None:
    """Return the first fault of what a game declares; None where there is none."""
    faults = (maker_faults, seat_faults, option_faults, flag_faults)
    return next(chain.from_iterable(find(rules) for find in faults), None)


def line_of(rules: type[Game], name: str) -> str:
    """Return ", line 12" for the line of a class that sets an attribute or defines a method, else
    that of the class; an empty text where they are unknown, as for compiled code."""
    try:
        lines, first = inspect.getsourcelines(rules)
    except (TypeError, OSError):
        return ""
    sets = re.compile(rf"(.*[;,])?\s*{name}\b[^=(]*=|\s*def {name}\b")
    return f", line {next((first + n for n, line in enumerate(lines) if sets.match(line)), first)}"


def maker_faults(rules: type[Game]) -> Iterator[Fault]:
    """Yield a fault where an `__init__` of the author's does not take the options."""
    try:
        taken = inspect.signature(rules.__init__).parameters.values()
    except (TypeError, ValueError):  # compiled code may not tell
        return
    if not any(one.kind is one.VAR_KEYWORD for one in taken):
        told = (
            "`__init__` gets the options: `def __init__(self, **options)`, and first hands them on"
            " by `super().__init__(**options)`"
        )
        yield "__init__", say(told)


def seat_faults(rules: type[Game]) -> Iterator[Fault]:
    seats: object = rules.seats
    listed = isinstance(seats, tuple | list) and len(seats) > 0
    if not listed or not all(type(one) is int and one > 0 for one in seats):  # type: ignore[attr-defined]
        told = (
            "seats is {seats}, but it is a tuple of the numbers of players, such as (2,) or (2, 3)"
        )
        yield "seats", say(told, seats=repr(seats))


def flag_faults(rules: type[Game]) -> Iterator[Fault]:
    for name in ("hidden", "chance", "endless"):
        value = inspect.getattr_static(rules, name)
        if type(value) is not bool and not hasattr(value, "__get__"):
            yield name, say("{name} is {value}, not True or False", name=name, value=repr(value))


def option_faults(rules: type[Game]) -> Iterator[Fault]:
    options: object = rules.options
    if not isinstance(options, tuple | list):
        yield "options", say("options is {what}, not a tuple of Option", what=repr(options))
        return
    named = {"players"}
    for option in options:
        if not isinstance(option, Option):
            yield "options", say("{what} in options is no Option", what=repr(option))
            return
        yield from (("options", fault) for fault in faults_of(option, named))
        named.add(option.name)


def faults_of(option: Option, named: set[str]) -> Iterator[Message]:
    """Yield the faults of an option beside others with these names."""
    name = repr(option.name)
    for field in fields(Option):
        value = getattr(option, field.name)
        if field.name in ("name", "default", "label", "help") and not isinstance(value, str):
            yield say(
                "{field} of the option {option} is {value}, no text",
                field=field.name,
                option=name,
                value=repr(value),
            )
    for choice in option.choices if isinstance(option.choices, tuple | list) else [option.choices]:
        if not isinstance(choice, Choice):
            yield say(
                "{choice} in the option {option} is {kind}, not everygame.contract.Choice",
                choice=repr(choice),
                option=name,
                kind=kind_of(choice),
            )
            return
        if not (isinstance(choice.value, str) and isinstance(choice.label, str)):
            yield say(
                "{choice} in the option {option} has a value or a label that is no text",
                choice=repr(choice),
                option=name,
            )
            return
    if option.name in named:
        yield say("the option {option} has a name that is taken", option=name)
    values = [choice.value for choice in option.choices]
    if not option.free and option.default not in values:
        yield say(
            "the default {default} of the option {option} is none of its values: {values}",
            default=repr(option.default),
            option=name,
            values=", ".join(values),
        )


def kind_of(thing: object) -> str:
    kind = type(thing)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
