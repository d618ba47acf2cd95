"""The formats of numbers that the arena, `everygame study` and `everygame learn` print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from math import isfinite
from typing import Final

from everygame.arena.statistics import Estimate
from everygame.contract import AnyJson

NONE: Final = 1e-9
"""A number this near to 0, or to all, differs from it by rounding alone."""
DIGITS: Final = 9
"""The digits after the point of a number that are no mistake of rounding."""


def percent(share: float, sign: str = "") -> str:
    """Return a share, where 1 is all, as text such as "12.3 %". `sign` is "+" to show the sign of
    positive numbers too."""
    return f"{decimal(100 * share, 1, sign, 100)} %"


def decimal(number: float, digits: int, sign: str = "", whole: float = 0) -> str:
    """Return a number with so many digits after the point. Of two that make up a whole, such as
    49.55 and 50.45 %, so do the texts. There are more digits where the number would be rounded to 0
    or to `whole` without being either, since 0 and all say more than a number near to them."""
    for end in (0, whole, -whole):
        if abs(number - end) < NONE:
            return f"{end:{sign}.{digits}f}"
    exact = Decimal(str(round(number, DIGITS)))  # a half goes to the even digit, as in 49.55, 50.45
    while round(exact, digits) in (0, whole, -whole):
        digits += 1
    return f"{exact:{sign}.{digits}f}"


def limits(found: Estimate, unit: float = 1, sign: str = "") -> str:
    """Return a confidence interval as text such as "3.1 to 4.0", or "unknown". `unit` multiplies
    the numbers."""
    if not (isfinite(found.low) and isfinite(found.high)):
        return "unknown"
    digits, whole = (1, 100) if unit == 100 else (2, 0)
    low, high = (decimal(unit * one, digits, sign, whole) for one in (found.low, found.high))
    return f"{low} to {high}"


def bounded(share: Estimate, sign: str = "") -> str:
    """Return a share with its confidence limits as text such as "50.0 % (48.1 to 51.9)"."""
    return f"{percent(share.value, sign)} ({limits(share, 100, sign)})"


def table(rows: Sequence[tuple[str, ...]], sides: str) -> Iterator[str]:
    """Yield the lines of a table: columns are two spaces apart, and `sides` has "<" or ">" for each
    column that is aligned to the left or to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, sides, widths, strict=True)
        yield "  ".join(f"{text:{side}{width}}" for text, side, width in cells).rstrip()


def round_up(size: float) -> int:
    """Return the smallest number of 1, 2, 5, 10, 20, 50 … that is at least `size`."""
    power = 1
    while True:
        for number in (power, 2 * power, 5 * power):
            if number >= size:
                return number
        power *= 10


def rounded(number: float) -> str:
    """Return a great number as text with two digits that are not 0, such as "4,400"."""
    return f"{float(f'{number:.2g}'):,.0f}"


def without_infinities(thing: AnyJson) -> AnyJson:
    """Return a copy of some data with None for infinities and NaN, which JSON does not have."""
    if isinstance(thing, dict):
        return {key: without_infinities(value) for key, value in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [without_infinities(item) for item in thing]
    return None if isinstance(thing, float) and not isfinite(thing) else thing
