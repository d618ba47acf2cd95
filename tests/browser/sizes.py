"""The sizes at which a test runs: an upright phone and a wide tablet in the gate, the others in the
long run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pytest

from tests.browser.steps import SIZES

TWO: Final = ("phone", "tablet on its side")


def two_sizes(guard: str) -> list[Any]:
    """All sizes; `guard` is the test itself, which the gate tries at two of them."""
    return kept(SIZES, TWO, guard)


def kept(every: Iterable[Any], few: Iterable[Any], guard: str) -> list[Any]:
    """All cases, of which the gate has a few and the long run the others."""
    chosen = list(few)
    return [case if case in chosen else later(case, guard) for case in every]


def later(case: Any, guard: str) -> Any:
    """A case of the long run; a tuple has a value for each name."""
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.long("sizes", guard=guard))
