"""What a viewer may read in its history of what others did in secret."""

from __future__ import annotations

import json

from everygame.contract import State


def check_history(state: State, viewer: int | None) -> None:
    """Plies of others that leave a viewer the same knowledge read the same in its history."""
    read: dict[str, str] = {}
    for action in state.legal_actions():
        knows = json.dumps(state.apply(action).observe(viewer))
        told = state.text(action, viewer)
        assert read.setdefault(knows, told) == told, (viewer, told)
