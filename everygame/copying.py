"""Copies states for `State.copy`, as fast as if the author of a game had written the copy by hand.

Searches copy states more often than they do anything else, and `copy.copy` is much slower than
`Twin(self.board.copy(), self.turn)`. So this module generates the source of such a function from
the first state of a class and runs it by `exec`. The function reads the attributes one by one and
copies those that are containers. The generated function first tests whether a state has the
expected form: exactly these attributes, of known types, and no container twice. A state of any
other form is copied slowly, and the function is generated again for both forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from itertools import combinations
from keyword import iskeyword
from typing import Any, Final

from everygame.ownership import games_of, remember_game

CONTAINERS: Final = (list, dict, set)
"""Types of containers. A copy gets a container of its own, with the same elements."""
FORMS: Final = 8
"""The number of times that a function is generated for one class. A class whose states keep
changing their form is copied slowly after that."""
MOST: Final = 40
"""The number of attributes of a state up to which a function is generated; a state with more is
copied slowly."""
SHARED: Final[set[type]] = {bool, int, float, str, tuple, type(None)}
"""Types whose values the copy shares with the original. A type that is no container is added when a
state first has a value of it."""
OWN_WAYS: Final = ("__slots__", "__getattribute__", "__getattr__", "__setattr__", "__delattr__")
"""Special attributes of classes. A class that defines one of them may have attributes that
`vars(state)` does not list, so its states are copied slowly."""
Copier = Callable[[Any], Any]


class Copiers(dict[type, Copier]):
    """For each class of states: the function that copies them. An unknown class gets a `Learner` at
    first."""

    def __missing__(self, kind: type) -> Copier:
        usual = not any(way in vars(one) for one in kind.__mro__[:-1] for way in OWN_WAYS)
        self[kind] = Learner(kind) if usual else copy_slowly
        return self[kind]


COPIERS: Final = Copiers()


# -- states of any form


def copy_slowly(state: Any) -> Any:
    """Copy a state of any form, attribute by attribute; the copy belongs to the same game."""
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
    """Return the value of an attribute for the copy: a new container, or the same value. `copies`
    holds the containers copied before, so that two attributes with one container share one in the
    copy too."""
    return copies.setdefault(id(value), copy(value)) if isinstance(value, CONTAINERS) else value


def slots_of(kind: type) -> Iterator[str]:
    """Yield the names of the attributes that a class declares in `__slots__`; a private name has
    the form that Python gives it (`_Class__name`)."""
    names = vars(kind).get("__slots__", ())
    for name in [names] if isinstance(names, str) else names:
        if name.startswith("__") and not name.endswith("__"):
            yield f"_{kind.__name__.lstrip('_')}{name}"
        elif name not in ("__dict__", "__weakref__"):
            yield name


# -- states of the expected form


class Learner:
    """Copies a state of a class slowly, learns the types of its attributes, and generates a
    function for all states of the forms seen so far."""

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
        """Return the values that the class and its bases define under that name."""
        return [vars(one)[name] for one in self.kind.__mro__ if name in vars(one)]

    def note_types(self, own: dict[str, object]) -> None:
        for name, value in own.items():
            if isinstance(value, CONTAINERS):
                self.holds.setdefault(name, set()).add(type(value))
            else:
                self.shares.setdefault(name, set()).add(type(value))
                SHARED.add(type(value))

    def generate(self, names: list[str]) -> Copier:
        """Generate the function that copies states with exactly these attributes."""
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
        """Yield, as Python source, the conditions under which a state has the form that the
        generated function expects: these attributes and no others, each of a known type, and no
        container in two of them. The function has read all these attributes before, so that their
        number alone shows that the state has no others. But where the class defines a value under
        the name of one of them, the function may have read that value instead of an attribute of
        the state; then it compares the names too."""
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
    """Return the name by which a generated function calls a type."""
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
