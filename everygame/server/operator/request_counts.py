"""Counts the answered requests of a server, for its metrics."""

from __future__ import annotations

from collections import Counter
from typing import Final

from starlette.types import Scope

from everygame.time_source import Durations

ROUTE: Final = "everygame.route"
"""The key of a request's scope under which its route is noted, such as `GET /api/library`."""
NO_ROUTE: Final = "none"
"""Stands for all requests that reached no route, so that nobody can invent more of them."""


class RequestCounts:
    """The answered requests so far, and how long the answers took."""

    def __init__(self) -> None:
        self.answered: Counter[tuple[str, str]] = Counter()
        """The number of answers by route and class of status, such as "4xx"."""
        self.durations = Durations()

    def add(self, scope: Scope, status: int, seconds: float) -> None:
        """Count an answer to a request."""
        self.answered[str(scope.get(ROUTE, NO_ROUTE)), f"{status // 100}xx"] += 1
        self.durations.add(seconds)
