"""The two functions that show a state to people. `everygame/__init__.py`, which Python loads before
any other file of the package, sets both. So a state can print and draw itself, although the rules
of games import neither the terminal nor the drawings."""

from __future__ import annotations

from collections.abc import Callable

as_text: Callable[[object], str] = repr
"""Return a state drawn as text; `print(state)` calls it."""
as_svg: Callable[[object], str] = repr
"""Return a state drawn as SVG text; notebooks call it."""
