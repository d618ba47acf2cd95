"""Reads JSON that somebody else has written.

Python in a browser stops for good where the browser's stack ends, which brackets within brackets
reach before Python counts them. So they are counted first.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from everygame.contract import AnyJson

DEEPEST: Final = 500
"""The most brackets within each other. A browser's stack holds some thousands."""
PARTS: Final = re.compile(r'"(?:[^"\\]++|\\[\s\S])*+"?|[\[{]|[\]}]')
"""Finds each string, whose brackets do not nest, and each bracket outside of strings."""


def read_json(text: str, **how: Any) -> AnyJson:
    """Return what `json.loads` reads from a text. Raises what that raises: ValueError, and
    RecursionError for too many brackets within each other."""
    refuse_deep(text)
    return json.loads(text, **how)


def refuse_deep(text: str) -> None:
    """Raise RecursionError for too many brackets within each other."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for found in PARTS.finditer(text):
        part = found[0]
        depth += (part in "[{") - (part in "]}")
        if depth > DEEPEST:
            raise RecursionError(f"brackets lie more than {DEEPEST} deep in each other")
