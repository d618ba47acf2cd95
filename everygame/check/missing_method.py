"""Says which method of the contract a game lacks, and under which older name it has that method."""

from __future__ import annotations

from typing import Final

from everygame.check.locate import find_source, no_method
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
    kind, name = type(owner), last.tb_frame.f_code.co_name
    old = RENAMED.get(name, "")
    if hasattr(owner, old):
        was = f"{kind.__name__} has no method {name}; `{old}` is called so now."
        return f"{was}{find_source(kind)}"
    return no_method(kind, name)
