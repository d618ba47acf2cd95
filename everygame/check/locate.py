"""Finds the file and line of parts of a game, for sentences about their faults."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from everygame.contract import Game, State
from everygame.fast.state import FastState


def find_folder(game: Game) -> str:
    """Return the folder of a game's rules."""
    return str(Path(inspect.getfile(type(game))).parent)


BASES: Final = (Game, State, FastState)
"""The classes with the defaults of the methods that a game may write."""
CLOSE: Final = 0.8
"""How alike two names must be, as `difflib` measures it, that one is taken for the other."""


def find_method(owner: object, name: str) -> str:
    """Return a sentence with the file and line of a method of a class, or of a function of a
    module; an empty text where they are unknown, as for compiled code."""
    method = getattr(owner, name, None)
    kind = owner if isinstance(owner, type) else type(owner)
    if issubclass(kind, BASES) and writer(kind, name) in BASES:
        return " " + no_method(kind, name)
    return find_function(method, name) if callable(method) else ""


def writer(kind: type, name: str) -> type | None:
    """Return the class that a class has a name from."""
    return next((one for one in kind.__mro__ if name in vars(one)), None)


def no_method(kind: type, name: str) -> str:
    """Say that the author of a class has not written this method, and under which name it may
    stand there."""
    own = {one for owner in kind.__mro__ if owner not in BASES for one in vars(owner)}
    strange = [one for one in own if not any(hasattr(base, one) for base in BASES)]
    near = get_close_matches(name, sorted(strange), 1, CLOSE)
    asked = f"; is it {near[0]!r}?" if near else "."
    return f"{kind.__name__} has no method {name} of its own{asked}{find_source(kind)}"


def find_function(function: Callable[..., object], name: str) -> str:
    """Return a sentence with the file and line of a function; an empty text where they are
    unknown."""
    return find_source(inspect.unwrap(function), f"{name} in ")


def find_source(thing: Callable[..., object], named: str = "") -> str:
    """Return a sentence with the file and line of a class or a function; an empty text where they
    are unknown."""
    try:
        _, line = inspect.getsourcelines(thing)
        return f" See {named}{Path(inspect.getfile(thing)).name}, line {line}."
    except (TypeError, OSError):
        return ""
