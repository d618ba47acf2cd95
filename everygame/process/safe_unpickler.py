"""Reads the pickles that a game's own process sends, without running code that it names."""

from __future__ import annotations

import pickle
from dataclasses import is_dataclass
from typing import Final

from everygame import contract, errors, scene, words
from everygame.contract import AnyJson
from everygame.errors import EveryGameError
from everygame.search import game_advice

SPOKEN: Final = (contract, errors, game_advice, scene)
"""The modules whose dataclasses and errors an answer may contain."""
ALLOWED: Final[dict[tuple[str, str], object]] = {
    ("builtins", kind.__name__): kind for kind in (set, frozenset, range, complex)
} | {
    (found.__module__, found.__name__): found
    for module in SPOKEN
    for found in vars(module).values()
    if isinstance(found, type) and (is_dataclass(found) or issubclass(found, EveryGameError))
}
ALLOWED[words.make.__module__, words.make.__name__] = words.make
"""All that the pickle of an answer may name. The program of a game could write any pickle, and one
that names other functions would run them here."""


class SafeUnpickler(pickle.Unpickler):
    """Reads an answer that contains data, but no code."""

    def find_class(self, module: str, name: str) -> AnyJson:
        if (module, name) not in ALLOWED:
            raise pickle.UnpicklingError(f"it holds a {name}, which is no JSON")
        return ALLOWED[module, name]
