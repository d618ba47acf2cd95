"""The version of EveryGame. `pyproject.toml` reads it from this file, which imports no other part
of EveryGame."""

from typing import Final

__version__: Final = "0.1.0"
