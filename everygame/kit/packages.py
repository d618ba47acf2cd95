"""Imports the packages of the extra `kit` when they are needed."""

from __future__ import annotations

from typing import Any

from everygame.errors import EveryGameError


def find_typst() -> Any:
    """Import the package `typst` when it is needed, and return it. Raises EveryGameError where it
    is not installed."""
    try:
        import typst
    except ImportError:
        raise need_kit() from None
    return typst


def need_kit() -> EveryGameError:
    """Return the error for a person who has not installed the extra `kit`."""
    return EveryGameError(
        "A box to print needs more packages: pip install 'everygame[kit]'; playing needs none."
    )
