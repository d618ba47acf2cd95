"""Searches, which know no game. They find the best action of a state, or solve it.

`mcts(state, Budget(nodes=1000)).action`: `mcts` and `alphabeta` for states that hide nothing;
`ismcts` and `gt_cfr` for games with secrets; `baseline`, the frozen one that all are measured
against; `solve` for whole games; `playouts`, random matches from a state.
"""

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
"""Searches that have the names of their modules."""
__all__ = sorted([*_OWN, "Answer", "Budget"])


class Searches(ModuleType):
    """This package, in which `mcts` is the search and not the file that it is written in: Python
    itself sets such a name to the file whenever that is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, getattr(value, name) if name in _OWN else value)


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"everygame.search has no {name!r}; it has {', '.join(__all__)}.")
    module = import_module(f"everygame.search.{name if name in _OWN else 'budget'}")
    return getattr(module, name)


def __dir__() -> list[str]:
    return __all__


sys.modules[__name__].__class__ = Searches
