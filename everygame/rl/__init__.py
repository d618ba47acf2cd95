"""Games for programs that learn, by pip install everygame[rl].

>>> import everygame as eg
>>> env = eg.rl.vector(eg.games()[0], 1024)
>>> env.step(env.sample())

`everygame.rl.gymnasium` and `everygame.rl.pettingzoo` register all games with these frameworks.
docs/guide/learning-machines.md tells how to use them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everygame.rl.lacking import lacking

if TYPE_CHECKING:
    from everygame.rl.matches import Vector as Vector
    from everygame.rl.matches import vector as vector
    from everygame.rl.pettingzoo import aec as aec
    from everygame.rl.pettingzoo import parallel as parallel

_HOMES = {"Vector": "matches", "vector": "matches", "aec": "pettingzoo", "parallel": "pettingzoo"}
"""For each public name: the module of the package from which it is imported when it is first
used."""
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"everygame.rl has no {name!r}; it has {', '.join(__all__)}.")
    from importlib import import_module

    try:
        found = getattr(import_module(f"everygame.rl.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        raise lacking(error) from None
    globals()[name] = found
    return found
