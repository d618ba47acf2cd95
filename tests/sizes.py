"""How long functions may be, in Python and in the page's scripts."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final

MEDIAN: Final = 7
NINE_OF_TEN: Final = 16
LONGEST: Final = 50


def check_sizes(functions: Sequence[tuple[int, str]]) -> None:
    """Assert that these functions are short enough. Each is its number of lines and where it is."""
    found = sorted(functions)
    lines = [number for number, _ in found]
    assert median(lines) <= MEDIAN
    assert [where for number, where in found if number > LONGEST] == []
    nine_of_ten = lines[9 * len(lines) // 10]
    nearly = [where for number, where in found if number in range(NINE_OF_TEN + 1, NINE_OF_TEN + 3)]
    assert nine_of_ten <= NINE_OF_TEN, "\n".join(["shorten some of these:", *nearly])
