"""EveryGame: one engine for every game at a table."""

__version__ = "0.1.0"
