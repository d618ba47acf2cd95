"""Positions that come again are counted as a dictionary counts them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everygame.rl.past import EACH, SMALLEST, Past

pytestmark = pytest.mark.both
FEW = st.integers(0, 5)
ALIKE = st.integers(0, 3).map(lambda high: high << 60 | 1)
"""Marks whose bits in the filter are the same."""
ANY = st.integers(0, (1 << 63) - 1)


@given(st.lists(st.lists(FEW | ALIKE | ANY, max_size=40), max_size=4))
def test_occurrences_are_counted_in_match_after_match(matches: list[list[int]]) -> None:
    past = Past()
    for marks in matches:
        past.forget()
        seen: Counter[int] = Counter()
        for mark in marks:
            seen[mark] += 1
            assert past.meet(mark) == seen[mark]
        assert dict(past.counts()) == seen


def test_a_long_match_is_counted_while_its_list_grows() -> None:
    past, many = Past(), 20 * EACH * SMALLEST
    marks = [(n * 0x14D049BB133111EB) & ((1 << 63) - 1) for n in range(many)]
    assert all(past.meet(mark) == 1 for mark in marks)
    assert all(past.meet(mark) == 2 for mark in marks)
    again = Past()
    again.recall(past.counts())
    assert [again.meet(mark) for mark in marks] == [3] * many
