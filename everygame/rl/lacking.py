"""The error that tells an importer of `everygame.rl` which library is not installed."""

from __future__ import annotations


def lacking(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """Return the error for a library that is not installed, with what to install."""
    text = f"everygame.rl needs {error.name}: pip install everygame[rl]"
    return ModuleNotFoundError(text, name=error.name)
