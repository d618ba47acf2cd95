"""Where the parts of a game are written, for sentences about what is wrong with them."""

from __future__ import annotations

import inspect
from pathlib import Path

from everygame.contract import Game, State


def find_folder(game: Game) -> str:
    """Where the files of a game are."""
    return str(Path(inspect.getfile(type(game))).parent)


def find_method(owner: object, name: str) -> str:
    """Where a method of a class or a function of a module is written, for the end of a sentence;
    empty where nobody knows, as of compiled code."""
    method = getattr(owner, name, None)
    try:
        _, line = inspect.getsourcelines(method)  # type: ignore[arg-type]
        return f" See {name} in {Path(inspect.getfile(method)).name}, line {line}."  # type: ignore[arg-type]
    except (TypeError, OSError):
        return ""


def find_missing(error: BaseException) -> str:
    """Which method of the contract a game has not written, where that is what went wrong."""
    last = error.__traceback__
    while last and last.tb_next:
        last = last.tb_next
    owner = last.tb_frame.f_locals.get("self") if last else None
    if not isinstance(error, NotImplementedError) or not isinstance(owner, State | Game):
        return ""
    assert last
    kind, name = type(owner).__name__, last.tb_frame.f_code.co_name
    return f"{kind} has no method {name}.{find_class(type(owner))}"


def find_class(kind: type) -> str:
    """Where a class is written, for the end of a sentence."""
    try:
        _, line = inspect.getsourcelines(kind)
        return f" See {Path(inspect.getfile(kind)).name}, line {line}."
    except (TypeError, OSError):
        return ""
