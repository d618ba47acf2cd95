"""How a state shows itself to people. `everygame/__init__.py`, which Python loads before any other
file of the package, sets the two functions, so that rules can be printed and drawn but import
neither the terminal nor the drawings."""

from __future__ import annotations

from collections.abc import Callable

as_text: Callable[[object], str] = repr
"""Draws a state as text, for `print(state)`."""
as_svg: Callable[[object], str] = repr
"""Draws a state as SVG text, for notebooks."""
