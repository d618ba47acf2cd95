"""Games for programs that learn, by pip install everygame[rl].

>>> import everygame as eg
>>> env = eg.rl.vector(eg.games()[0], 1024)
>>> env.step(env.sample())

docs/guide/learning-machines.md tells how to use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everygame.rl.matches import Vector as Vector
    from everygame.rl.matches import vector as vector

__all__ = ["Vector", "vector"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"everygame.rl has no {name!r}; it has {', '.join(__all__)}.")
    from importlib import import_module

    try:
        found = import_module("everygame.rl.matches")
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise ModuleNotFoundError(
            "everygame.rl needs numpy: pip install everygame[rl]", name="numpy"
        ) from None
    globals().update({one: getattr(found, one) for one in __all__})
    return globals()[name]
