"""Functions that the rules of games call and that rooms above the rules define.
`everygame/__init__.py`, which Python loads before any other file of the package, sets them. So a
state can print and draw itself, and a game can be pickled, although the rules import neither the
terminal nor the drawings nor the registry."""

from __future__ import annotations

from collections.abc import Callable

as_text: Callable[[object], str] = repr
"""Return a state drawn as text; `print(state)` calls it."""
as_svg: Callable[[object], str] = repr
"""Return a state drawn as SVG text; notebooks call it."""


def find_class(name: str, version: int) -> type | None:
    """Return the class that the registry has for the name and version of a game; None where it
    knows no such game."""
    return None
