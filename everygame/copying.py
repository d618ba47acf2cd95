"""`State.copy` of plain classes, as fast as if the author of a game had written it.

Searches copy states more often than they do anything else, and `copy.copy` is much slower
than `Twin(self.board.copy(), self.turn)`. So the source of such a function is generated from the
first state of a class and run by `exec`: it reads the attributes one by one and copies those that
are containers. The generated function first tests whether a state has the expected form: exactly
these attributes, of known types, and no container twice. A state of any other form is copied
slowly, and the function is generated again for both forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from itertools import combinations
from keyword import iskeyword
from typing import Any, Final

from everygame.ownership import games_of, remember_game

CONTAINERS: Final = (list, dict, set)
"""Containers, which are copied; their elements are shared."""
FORMS: Final = 8
"""A function is generated at most so often for a class: one whose states have ever new forms is
copied slowly."""
MOST: Final = 40
"""A function is generated for states with at most so many attributes."""
SHARED: Final[set[type]] = {bool, int, float, str, tuple, type(None)}
"""Types whose values are shared by a copy. Other types are added when a state first has them."""
OWN_WAYS: Final = ("__slots__", "__getattribute__", "__getattr__", "__setattr__", "__delattr__")
"""A class that defines one of these may have attributes that `vars` of its states does not show."""
Copier = Callable[[Any], Any]


class Copiers(dict[type, Copier]):
    """The function that copies the states of each class."""

    def __missing__(self, kind: type) -> Copier:
        usual = not any(way in vars(one) for one in kind.__mro__[:-1] for way in OWN_WAYS)
        self[kind] = Learner(kind) if usual else copy_slowly
        return self[kind]


COPIERS: Final = Copiers()


# -- states of any form


def copy_slowly(state: Any) -> Any:
    """Copy a state of any form, and pass its game on."""
    kind = type(state)
    slots = [name for one in kind.__mro__ for name in slots_of(one)]
    twin = object.__new__(kind)
    copies: dict[int, object] = {}
    for name, value in vars(state).items():
        vars(twin)[name] = copied(value, copies)
    for name in slots:
        if hasattr(state, name):
            object.__setattr__(twin, name, copied(getattr(state, name), copies))
    found = games_of.get(id(state))
    if found is not None:
        remember_game(twin, found[1])
    return twin


def copied(value: object, copies: dict[int, object]) -> object:
    """A value as the copy has it. A container that a state has twice is one container in the copy
    too."""
    return copies.setdefault(id(value), copy(value)) if isinstance(value, CONTAINERS) else value


def slots_of(kind: type) -> Iterator[str]:
    """The attributes of a class that are slots, by their full names."""
    names = vars(kind).get("__slots__", ())
    for name in [names] if isinstance(names, str) else names:
        if name.startswith("__") and not name.endswith("__"):
            yield f"_{kind.__name__.lstrip('_')}{name}"
        elif name not in ("__dict__", "__weakref__"):
            yield name


# -- states of the expected form


class Learner:
    """Copies a state of a class slowly, and generates the function for all states of its form."""

    def __init__(self, kind: type) -> None:
        self.kind = kind
        self.forms = 0
        self.holds: dict[str, set[type]] = {}
        """For each attribute: the types of containers that it has had."""
        self.shares: dict[str, set[type]] = {}
        """For each attribute: all other types that it has had."""

    def __call__(self, state: Any) -> Any:
        self.forms += 1
        own = vars(state)
        if self.forms <= FORMS and len(own) <= MOST and all(map(self.is_plain_name, own)):
            self.note_types(own)
            COPIERS[self.kind] = self.generate(list(own))
        return copy_slowly(state)

    def is_plain_name(self, name: object) -> bool:
        """Whether generated code can read and set the attribute by its name."""
        if not isinstance(name, str) or not name.isascii() or not name.isidentifier():
            return False
        described = any(hasattr(one, "__set__") for one in self.in_class(name))
        return not described and not iskeyword(name)

    def in_class(self, name: str) -> list[object]:
        """The values of that name in the class and its bases."""
        return [vars(one)[name] for one in self.kind.__mro__ if name in vars(one)]

    def note_types(self, own: dict[str, object]) -> None:
        for name, value in own.items():
            if isinstance(value, CONTAINERS):
                self.holds.setdefault(name, set()).add(type(value))
            else:
                self.shares.setdefault(name, set()).add(type(value))
                SHARED.add(type(value))

    def generate(self, names: list[str]) -> Copier:
        """Generate the function for states with these attributes."""
        scope: dict[str, Any] = {"kind": self.kind, "learn": self, "new": object.__new__}
        scope |= {"SHARED": SHARED, "games_of": games_of, "remember_game": remember_game}
        scope |= {"copy": copy, "names": names}
        kinds = [*self.holds.values(), *self.shares.values()]
        scope |= {type_name(kind): kind for several in kinds for kind in several}
        exec(self.source(names), scope)
        function: Copier = scope["copy_state"]
        return function

    def source(self, names: list[str]) -> str:
        values = {name: f"value{n}" for n, name in enumerate(names)}
        takes = [f"{value} = state.{name}" for name, value in values.items()]
        gives = [f"twin.{name} = {self.copied(name, value)}" for name, value in values.items()]
        return TEMPLATE.format(
            takes="\n        ".join(takes) or "pass",
            tests=" and ".join(self.tests(values)),
            gives="\n        ".join(gives),
        )

    def tests(self, values: dict[str, str]) -> Iterator[str]:
        """The tests for the expected form. Once all attributes have been read, their number alone
        shows that there are no others; unless one of them may have been read from the class."""
        for name, value in values.items():
            shares, holds = self.shares.get(name, set()), self.holds.get(name, set())
            plain = [f"type({value}) in SHARED"] if len(shares) > 1 else []
            kinds = [*holds, *([] if plain else shares)]
            yield f"({' or '.join([*plain, *(f'type({value}) is {type_name(k)}' for k in kinds)])})"
        holders = [value for name, value in values.items() if name in self.holds]
        for one, other in combinations(holders, 2):
            yield f"({one} is not {other} or type({one}) in SHARED)"
        exact = any(map(self.in_class, values))
        yield "[*state.__dict__] == names" if exact else f"len(state.__dict__) == {len(values)}"

    def copied(self, name: str, value: str) -> str:
        if name not in self.holds:
            return value
        known = all(kind in CONTAINERS for kind in self.holds[name])
        made = f"{value}.copy()" if known else f"copy({value})"
        return f"{value} if type({value}) in SHARED else {made}" if name in self.shares else made


def type_name(kind: type) -> str:
    """The name of a type in a generated function."""
    return f"kind{id(kind)}"


TEMPLATE: Final = """
def copy_state(state):
    try:
        {takes}
    except AttributeError:
        return learn(state)
    if {tests}:
        twin = new(kind)
        {gives}
        found = games_of.get(id(state))
        if found is not None:
            remember_game(twin, found[1])
        return twin
    return learn(state)
"""
