"""Copies of plain states: whatever they hold, they are equal and share no list, dict or set."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everygame.contract import Game, State
from everygame.copying import COPIERS, FORMS, Learner, copy_slowly


class Row(list[Any]):
    """A list of its own kind."""


class Plain(State):
    """Holds whatever it is given."""


class WithDefaults(State):
    """Attributes may be found in the class instead."""

    a: Any = 1
    b: Any = None


class WithSlots(State):
    __slots__ = ("__hidden", "a")
    a: Any
    extra: Any

    def hide(self, value: Any) -> None:
        self.__hidden = value

    def hidden(self) -> Any:
        return self.__hidden


class Guessing(State):
    """Answers for attributes that are not there."""

    def __getattr__(self, name: str) -> Any:
        if name in ("a", "b", "c"):
            return 7
        raise AttributeError(name)


class Turning(State):
    """An attribute that is not what lies under its name."""

    @property
    def a(self) -> Any:
        return -1

    @a.setter
    def a(self, value: Any) -> None:
        vars(self)["a"] = value


@dataclass(frozen=True, eq=False)
class Frozen(State):
    a: Any = 0
    b: list[int] = field(default_factory=list)


KINDS = [Plain, WithDefaults, WithSlots, Guessing, Turning]
INNER = st.recursive(
    st.none() | st.integers() | st.text(max_size=2) | st.builds(tuple),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(Row)
        | st.dictionaries(st.text(max_size=1), inner, max_size=3)
        | st.dictionaries(st.text(max_size=1), inner, max_size=2).map(OrderedDict)
        | st.sets(st.integers(0, 3))
        | st.lists(st.integers(0, 3)).map(Counter)
        | st.tuples(inner, inner)
    ),
    max_leaves=8,
)
NAMES = st.sampled_from(["a", "b", "c", "class", "_Plain__d", "not a name", "ﬁ", "fi"])
FORM = st.dictionaries(NAMES, INNER, max_size=5)


def of_form(kind: type[State], form: dict[str, Any]) -> State:
    state = kind()
    for name, value in form.items():
        setattr(state, name, value)
    return state


def held(state: State) -> dict[str, Any]:
    slots = {"a": object.__getattribute__(state, "a")} if isinstance(state, WithSlots) else {}
    return {**slots, **vars(state)}


def change(thing: Any) -> None:
    if isinstance(thing, list):
        thing.append("new")
    elif isinstance(thing, dict):
        thing["new"] = 1
    else:
        thing.add("new")


def snapshot(values: dict[str, Any]) -> list[Any]:
    """Names in their order, with kinds and values, as they are now."""
    return [
        (name, type(v), v.copy() if isinstance(v, list | dict | set) else v)
        for name, v in values.items()
    ]


def check_copy(state: State) -> None:
    """Equal, of the same kinds, in the same order, and independent in both directions."""
    twin = state.copy()
    before, mine, other = snapshot(held(state)), held(state), held(twin)
    assert type(twin) is type(state) and snapshot(other) == before
    things = {name for name, v in mine.items() if isinstance(v, list | dict | set)}
    for name, value in mine.items():
        assert (other[name] is value) == (name not in things)
        for second in things:  # one list under two names is one list in the copy, too
            assert (other[name] is other[second]) == (value is mine[second])
    for name in things:
        change(other[name])
    vars(twin)["more"] = 1
    assert snapshot(held(state)) == before


@given(st.sampled_from(KINDS), st.lists(FORM, min_size=1, max_size=4), st.booleans())
def test_a_copy_is_equal_and_independent(
    kind: type[State], forms: list[dict[str, Any]], alias: bool
) -> None:
    COPIERS.pop(kind, None)
    for form in [*forms, *forms]:
        form = {"a": 0, **form} if kind is WithSlots else form
        state: Any = of_form(kind, form)
        if alias and "a" in form and "b" in form:
            state.b = state.a
        check_copy(state)
        check_copy(state)


def test_a_function_is_written_for_a_form_and_for_others_slowly() -> None:
    COPIERS.pop(Plain, None)
    for n in range(2 * FORMS):
        state = of_form(Plain, {f"x{n}": [n], "a": None if n % 2 else {n}})
        check_copy(state)
        assert not isinstance(COPIERS[Plain], Learner)
    assert COPIERS[WithSlots] is copy_slowly is COPIERS[Guessing]
    assert not isinstance(COPIERS[Frozen], Learner)


def test_an_attribute_that_the_class_has_too_is_not_lost() -> None:
    COPIERS.pop(WithDefaults, None)
    check_copy(of_form(WithDefaults, {"a": 1, "b": [2]}))
    check_copy(of_form(WithDefaults, {"a": 1, "c": [3]}))  # as many, but others


def test_slots_and_frozen_states_are_copied() -> None:
    state = WithSlots()
    state.a, state.extra = [1], {2}
    state.hide([3])
    twin = state.copy()
    assert (twin.a, twin.extra, twin.hidden()) == ([1], {2}, [3])
    assert twin.a is not state.a and twin.hidden() is not state.hidden()
    frozen = Frozen(1, [2])
    again = frozen.copy()
    assert (again.a, again.b) == (1, [2]) and again.b is not frozen.b


class Sub(Plain):
    """Copies are of its own class, not of the one that it comes from."""


class Toy(Game):
    name = "toy"

    def initial_state(self) -> State:
        return of_form(Sub, {"a": defaultdict(list, {1: [2]})})


@pytest.mark.parametrize("times", [1, 3])
def test_a_copy_knows_its_game_and_its_class(times: int) -> None:
    game = Toy()
    of_form(Plain, {"a": 1}).copy()
    state = game.initial_state()
    for _ in range(times):
        twin = state.copy()
        assert type(twin) is Sub and twin.game is game
        rows = vars(twin)["a"]
        assert type(rows) is defaultdict and rows.default_factory is list
    with pytest.raises(AttributeError):
        _ = of_form(Sub, {"a": 1}).copy().game
