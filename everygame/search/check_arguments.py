"""Checks what programs hand to the searches of `everygame.search`, and converts it: a whole number
of any type becomes an int. The searches themselves, which are compiled, take nothing but ints."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Final, TypeVar

from everygame.arguments import need, read_real, read_seed, whole
from everygame.contract import OVER, State
from everygame.errors import BadArgument
from everygame.search.budget import Budget
from everygame.words import say

Search = TypeVar("Search", bound=Callable[..., object])


def read_state(value: object) -> object:
    need(value, State, say("A search needs a state"))
    return value


def read_root(value: object) -> object:
    """Return a state in which a seat decides. Raises BadArgument."""
    need(value, State, say("A search needs a state"))
    assert isinstance(value, State)
    if value.to_play() == OVER:
        raise BadArgument("A search needs a state in which a seat decides; this match is over.")
    if value.to_play() < 0:
        raise BadArgument("A search needs a state in which a seat decides; here chance does.")
    return value


def read_roots(value: object) -> object:
    if isinstance(value, State) or not isinstance(value, Iterable):
        raise BadArgument("Several states are needed here, such as [state].")
    return map(read_state, value)


def read_budget(value: object) -> object:
    need(value, Budget, say("A search needs a Budget, such as Budget(nodes=1000)"))
    return value


def read_function(value: object) -> object:
    if not callable(value):
        raise BadArgument("A function is needed here, not {value}.", value=reprlib.repr(value))
    return value


def read_deal(value: object) -> object:
    """Return a function that deals states of its own: a search changes what it was dealt."""
    deal = read_function(value)
    assert callable(deal)
    return lambda: deal().copy()


def read_number(value: object) -> object:
    return read_real(value, say("A number of a search"))


def at_least(least: int, most: int | None = None) -> Callable[[object], object]:
    """Return a reader of whole numbers within these limits."""
    return lambda value: whole(value, say("A whole number of a search"), least, most)


READERS: Final[dict[str, Callable[[object], object]]] = {
    "root": read_root,
    "roots": read_roots,
    "before": read_roots,
    "budget": read_budget,
    "seed": read_seed,
    "seat": at_least(0),
    "deal": read_deal,
    "disguise": read_function,
    "evaluate": read_function,
    "priors": read_function,
    "policy": read_function,
    "noisy": read_function,
    "quiet": read_function,
    "likely": read_function,
    "idle": read_function,
    "horizon": at_least(0),
    "most_nodes": at_least(1),
    "most_cells": at_least(1),
    "most": at_least(1),
    "count": at_least(0),
    "shared_actions": at_least(0),
    "repetition": at_least(0),
    "deepest": at_least(1),
    "table_bits": at_least(1, 30),
    "exploration": read_number,
    "contempt": read_number,
    "secrecy": read_number,
}
"""For the names of arguments: what reads them. None stands for an argument that is left out."""


def named_signature(search: Callable[..., object]) -> Signature:
    """Return the signature of a search. That of a compiled one says, wrongly, that its arguments
    have no names for callers."""
    found = signature(search)
    return found.replace(
        parameters=[
            one.replace(kind=Parameter.POSITIONAL_OR_KEYWORD)
            if one.kind is Parameter.POSITIONAL_ONLY
            else one
            for one in found.parameters.values()
        ]
    )


def checked(search: Search) -> Search:
    """Wrap a search so that its arguments are read by their names."""
    known = named_signature(search)
    readers = {**READERS, "root": read_state} if search.__name__ == "playouts" else READERS

    @wraps(search)
    def front(*arguments: object, **named: object) -> object:
        bound = known.bind(*arguments, **named)
        for name, value in bound.arguments.items():
            needed = known.parameters[name].default is Parameter.empty
            if name in readers and (needed or value is not None):
                bound.arguments[name] = readers[name](value)
        return search(*bound.args, **bound.kwargs)

    return front  # type: ignore[return-value]
