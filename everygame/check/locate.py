"""Finds the file and line of parts of a game, for sentences about their faults."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

from everygame.contract import Game


def find_folder(game: Game) -> str:
    """Return the folder of a game's rules."""
    return str(Path(inspect.getfile(type(game))).parent)


def find_method(owner: object, name: str) -> str:
    """Return a sentence with the file and line of a method of a class, or of a function of a
    module; an empty text where they are unknown, as for compiled code."""
    method = getattr(owner, name, None)
    return find_function(method, name) if callable(method) else ""


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
