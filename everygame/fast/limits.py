"""The limit on the legal actions of a state."""

from __future__ import annotations

from typing import Final

MAX_ACTIONS: Final = 4096
"""The most legal actions of a state in any game, which is the size of every buffer for actions."""
