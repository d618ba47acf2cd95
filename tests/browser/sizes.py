"""The sizes at which a test runs: an upright phone and a wide tablet in the gate, the others in the
long run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browser.steps import SIZES

TWO: Final = ("phone", "tablet on its side")


def cases(names: str, every: Iterable[Any], few: Iterable[Any]) -> Callable[[Any], Any]:
    """Run a test with all cases, of which the gate has a few and the long run the others."""
    chosen = list(few)

    def choose(test: Any) -> Any:
        guard = f"tests/browser/{Path(test.__code__.co_filename).name}::{test.__name__}"
        found = [case if case in chosen else later(case, guard) for case in every]
        return pytest.mark.parametrize(names, found)(test)

    return choose


def later(case: Any, guard: str) -> Any:
    """A case of the long run; a tuple has a value for each name."""
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.long("sizes", guard=guard))


two_sizes: Final = cases("size", SIZES, TWO)
