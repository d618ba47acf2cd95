"""JSON that somebody else has written is refused before it reaches the end of a stack."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everygame.foreign_json import DEEPEST, read_json, refuse_deep

pytestmark = pytest.mark.both
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('[]{}"\\ab', max_size=9),
    lambda some: st.lists(some, max_size=4) | st.dictionaries(st.text('[{"\\', max_size=3), some),
)


@given(values)
def test_what_is_written_is_read(value: object) -> None:
    assert read_json(json.dumps(value)) == value


@pytest.mark.parametrize("ends", ["[]", ('{"a":', "}")], ids=["lists", "objects"])
def test_so_many_brackets_within_each_other_are_read_and_no_more(ends: tuple[str, str]) -> None:
    start, end = ends
    held = start * (DEEPEST - 1) + "[]" + end * (DEEPEST - 1)
    assert json.dumps(read_json(held), separators=(",", ":")) == held
    with pytest.raises(RecursionError):
        read_json(start + held + end)


def test_brackets_beside_each_other_and_in_strings_do_not_count() -> None:
    refuse_deep(json.dumps([[], {}] * DEEPEST + ["[" * 9_999, '\\"' + "{" * 9_999]))


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 50_000, '["' + '\\"[' * 9 + '"' + "[" * 600]
)
def test_what_has_no_end_is_refused_too(text: str) -> None:
    with pytest.raises(RecursionError):
        read_json(text)
