"""The version of EveryGame; `pyproject.toml` reads it here without loading anything."""

from typing import Final

__version__: Final = "0.1.0"
