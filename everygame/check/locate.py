"""Finds the file and line of parts of a game, for sentences about their faults."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Final

from everygame.contract import Game, State

RENAMED: Final = {
    "to_play": "decider",
    "legal_actions_into": "fill",
    "advance": "step",
    "return_of": "payoff",
    "copy_from": "assign",
    "blank": "new",
    "weights_into": "weights",
}
"""For each method of FastState that was renamed since version 0.1: the old name."""


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


def find_missing(error: BaseException) -> str:
    """Return a sentence about a method of the contract that the game lacks, where that caused the
    error; otherwise an empty text."""
    last = error.__traceback__
    while last and last.tb_next:
        last = last.tb_next
    owner = last.tb_frame.f_locals.get("self") if last else None
    if not isinstance(error, NotImplementedError) or not isinstance(owner, State | Game):
        return ""
    assert last
    kind, name = type(owner).__name__, last.tb_frame.f_code.co_name
    old = RENAMED.get(name, "")
    was = f"; `{old}` is called so now" if hasattr(owner, old) else ""
    return f"{kind} has no method {name}{was}.{find_source(type(owner))}"


def find_source(thing: Callable[..., object], named: str = "") -> str:
    """Return a sentence with the file and line of a class or a function; an empty text where they
    are unknown."""
    try:
        _, line = inspect.getsourcelines(thing)
        return f" See {named}{Path(inspect.getfile(thing)).name}, line {line}."
    except (TypeError, OSError):
        return ""
