"""How a plain state is copied: as fast as if its author had written the copy.

Searches copy more than they do anything else. So from the first state of a class a function is
written that takes its attributes one by one and copies those that hold things. It looks whether
the state in hand is as expected: these attributes and no others, of kinds that are known, no two
of them the same list. Any other state is copied the slow way, and where it is a new form of its
class, the function is written anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from itertools import combinations
from keyword import iskeyword
from typing import Any, Final

from everygame.ownership import games_of, remember_game

THINGS: Final = (list, dict, set)
"""What a copy has copies of; what is in them is shared."""
FORMS: Final = 8
"""How often a function is written for a class."""
MOST: Final = 40
"""Attributes of a state that a function is written for."""
PLAIN: Final[set[type]] = {bool, int, float, str, tuple, type(None)}
"""Kinds of values that are shared; others join when they are met."""
OWN_WAYS: Final = ("__slots__", "__getattribute__", "__getattr__", "__setattr__", "__delattr__")
"""What lets the attributes of a class be something else than what its instances' dicts say."""
Copier = Callable[[Any], Any]


class Copiers(dict[type, Copier]):
    """How the states of each class are copied."""

    def __missing__(self, kind: type) -> Copier:
        usual = not any(way in vars(one) for one in kind.__mro__[:-1] for way in OWN_WAYS)
        self[kind] = Learner(kind) if usual else copy_slowly
        return self[kind]


COPIERS: Final = Copiers()


# -- any state that there may be


def copy_slowly(state: Any) -> Any:
    """A copy that knows the game of the state."""
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
    """What the copy of a state has for a value; the same for the same list."""
    return copies.setdefault(id(value), copy(value)) if isinstance(value, THINGS) else value


def slots_of(kind: type) -> Iterator[str]:
    """The attributes that a class keeps beside the dict of its instances, by their full names."""
    names = vars(kind).get("__slots__", ())
    for name in [names] if isinstance(names, str) else names:
        if name.startswith("__") and not name.endswith("__"):
            yield f"_{kind.__name__.lstrip('_')}{name}"
        elif name not in ("__dict__", "__weakref__"):
            yield name


# -- states as most are


class Learner:
    """Copies states of one class slowly, and writes the function for more of their form."""

    def __init__(self, kind: type) -> None:
        self.kind = kind
        self.forms = 0
        self.holds: dict[str, set[type]] = {}
        """For each attribute the kinds of lists, dicts and sets that it has been."""
        self.shares: dict[str, set[type]] = {}
        """For each attribute the kinds of all else that it has been."""

    def __call__(self, state: Any) -> Any:
        self.forms += 1
        own = vars(state)
        if self.forms <= FORMS and len(own) <= MOST and all(map(self.is_usual, own)):
            self.look_at(own)
            COPIERS[self.kind] = self.write(list(own))
        return copy_slowly(state)

    def is_usual(self, name: object) -> bool:
        """An attribute that can be read and set by writing its name."""
        if not isinstance(name, str) or not name.isascii() or not name.isidentifier():
            return False
        described = any(hasattr(one, "__set__") for one in self.in_class(name))
        return not described and not iskeyword(name)

    def in_class(self, name: str) -> list[object]:
        """What stands under that name in the class and in those above it."""
        return [vars(one)[name] for one in self.kind.__mro__ if name in vars(one)]

    def look_at(self, own: dict[str, object]) -> None:
        for name, value in own.items():
            if isinstance(value, THINGS):
                self.holds.setdefault(name, set()).add(type(value))
            else:
                self.shares.setdefault(name, set()).add(type(value))
                PLAIN.add(type(value))

    def write(self, names: list[str]) -> Copier:
        """The function for states with these attributes."""
        scope: dict[str, Any] = {"kind": self.kind, "learn": self, "new": object.__new__}
        scope |= {"PLAIN": PLAIN, "games_of": games_of, "remember_game": remember_game}
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
        """Whether the state is as expected. How many attributes it has tells that it has no
        others, where none can be found in its class instead."""
        for name, value in values.items():
            shares, holds = self.shares.get(name, set()), self.holds.get(name, set())
            plain = [f"type({value}) in PLAIN"] if len(shares) > 1 else []
            kinds = [*holds, *([] if plain else shares)]
            yield f"({' or '.join([*plain, *(f'type({value}) is {type_name(k)}' for k in kinds)])})"
        holders = [value for name, value in values.items() if name in self.holds]
        for one, other in combinations(holders, 2):
            yield f"({one} is not {other} or type({one}) in PLAIN)"
        exact = any(map(self.in_class, values))
        yield "[*state.__dict__] == names" if exact else f"len(state.__dict__) == {len(values)}"

    def copied(self, name: str, value: str) -> str:
        if name not in self.holds:
            return value
        known = all(kind in THINGS for kind in self.holds[name])
        made = f"{value}.copy()" if known else f"copy({value})"
        return f"{value} if type({value}) in PLAIN else {made}" if name in self.shares else made


def type_name(kind: type) -> str:
    """What a kind is called in a function that is written."""
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
