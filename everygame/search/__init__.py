"""Searches, which work for every game. They find the best action in a state, or solve the state.

For example, `mcts(state, Budget(nodes=1000)).action` is a good action. `mcts` and `alphabeta`
search states that hide nothing; `ismcts` and `gt_cfr` search games with secrets; `baseline` is the
frozen search with which all others are compared; `solve` solves whole games; `playouts` plays
random matches from a state."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everygame.search.alphabeta import alphabeta as alphabeta
    from everygame.search.baseline import baseline as baseline
    from everygame.search.budget import Answer as Answer
    from everygame.search.budget import Budget as Budget
    from everygame.search.gt_cfr import gt_cfr as gt_cfr
    from everygame.search.ismcts import ismcts as ismcts
    from everygame.search.mcts import mcts as mcts
    from everygame.search.playouts import playouts as playouts
    from everygame.search.solve import solve as solve

_OWN = ("alphabeta", "baseline", "ismcts", "mcts", "gt_cfr", "playouts", "solve")
"""The searches that have the same names as their modules."""
__all__ = sorted([*_OWN, "Answer", "Budget"])


class Searches(ModuleType):
    """The class of this package. It makes `everygame.search.mcts` the function `mcts` and not the
    module of this name: Python sets the attribute to the module whenever the module is imported,
    and `__setattr__` replaces it, by the function that checks its arguments first."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, _function(value, name) if name in _OWN else value)


def _function(module: object, name: str) -> object:
    """Return the search of that name, which checks its arguments."""
    from everygame.search.check_arguments import checked  # it imports this package

    return checked(getattr(module, name))


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"everygame.search has no {name!r}; it has {', '.join(__all__)}.")
    if name in _OWN:
        import_module(f"everygame.search.{name}")  # which calls `__setattr__`
        return globals()[name]
    return getattr(import_module("everygame.search.budget"), name)


def __dir__() -> list[str]:
    return __all__


sys.modules[__name__].__class__ = Searches
