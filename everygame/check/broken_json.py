"""Checks that `from_json` raises BadPosition for anything that is no state."""

from __future__ import annotations

import reprlib

from everygame.check.inspector import Inspector
from everygame.contract import AnyJson, Json
from everygame.errors import BadPosition
from everygame.words import say

NO_STATES: tuple[AnyJson, ...] = (None, [], {}, "state", 7)
STRANGE: tuple[AnyJson, ...] = (None, -99, 1.5, "?", [], {})
"""Values that few keys of a state's JSON can have."""
REFUSE = say(" What is no position raises BadPosition; read_text, read_number and read_truth do.")


def check_saves(inspector: Inspector, data: Json) -> None:
    """Change each key of a valid state's JSON: `from_json` must read the result or raise
    BadPosition, because saves come from anywhere."""
    for strange in NO_STATES:
        taken = reads(inspector, strange)
        said = "from_json takes {what} for a state."
        inspector.require(not taken, said, "from_json", REFUSE, what=repr(strange))
    for key in data:
        reads(inspector, {name: value for name, value in data.items() if name != key})
        for value in STRANGE:
            reads(inspector, {**data, key: value})


def reads(inspector: Inspector, data: AnyJson) -> bool:
    """Whether `from_json` accepts the data. Raises BadGame where it raises anything but
    BadPosition."""
    try:
        inspector.game.from_json(data)
    except BadPosition:
        return False
    except Exception as error:
        what, kind = reprlib.repr(data), type(error).__name__
        text = "from_json of {what} raises {kind}, not BadPosition."
        inspector.require(False, text, "from_json", REFUSE, what=what, kind=kind)
    return True
