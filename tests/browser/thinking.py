"""Bots, hints and weighing for the tests of the page: they stop by nodes, not by the clock.

So they find the same on every machine, and soon.
"""

from __future__ import annotations

from typing import Any, Final

from everygame.bots import analysis, thinker
from everygame.search.budget import Budget

NODES: Final = 400
"""What is looked at in place of a second of thought."""


def by_nodes(self: thinker.Thinker, nodes: int, seconds: float) -> Budget:
    instead = max(1, round(NODES * seconds))
    return Budget(min(nodes, instead) if nodes > 0 else instead)


def with_nodes(call: Any, request: dict[str, Any]) -> dict[str, Any]:
    thinker.Thinker.budget = by_nodes  # type: ignore[method-assign]
    answer: dict[str, Any] = call(request)
    return answer


def choose(request: dict[str, Any]) -> dict[str, Any]:
    return with_nodes(thinker.choose, request)


def advise(request: dict[str, Any]) -> dict[str, Any]:
    return with_nodes(analysis.advise, request)


def weigh(request: dict[str, Any]) -> dict[str, Any]:
    return with_nodes(analysis.weigh, request)
