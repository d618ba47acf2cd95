"""Checks that `resample` keeps what a seat is sure of after a ply, such as which cards it passed
on, that a card chosen face down came from a certain hand, or who has taken a card that lay open.

States are drawn from the seat's observation before the ply, and in each a ply is played that reads
the same to the seat. A fact that holds in all the resulting states is known to the seat. Then a
state is drawn from the seat's observation in each of the results. The fact must hold in these
states too; where it often does not, it has been forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations
from random import Random
from typing import Final

from everygame.check.deduction import OFTEN, draw, facts, place_of, played
from everygame.contract import AnyJson, Game, State

FEW: Final = 10
"""The number of states drawn before the ply, and of those drawn after it."""
MANY: Final = 80
"""The same number once the first few states have raised a suspicion."""
TRIES: Final = 50
"""How many states are drawn at most for each one in which the ply can be played."""


def unsure(game: Game, before: State, action: int, seat: int, rng: Random) -> tuple[str, bool]:
    """Return a fact in words that `seat` is sure of after a ply and that states drawn then
    contradict, and whether the fact relates parts of a state to each other; an empty text where
    there is none."""
    for many in (FEW, MANY):
        ends = list(islice(played(game, before, action, seat, rng, TRIES * many), many))
        if len(ends) < many:
            return "", False
        later = [draw(game, end.observe(seat), seat, rng).to_json() for end in ends]
        possible = [end.to_json() for end in (before.apply(action), *ends)]
        lost = denied(possible, later)
        fact = lost or denied_relation(possible, later)
        if not fact:
            return "", False
    return fact, not lost


def denied(possible: list[AnyJson], later: list[AnyJson]) -> str:
    """Return a fact that holds in all states that the ply can lead to, and that fails in many of
    the states drawn after the ply; an empty text where there is none."""
    sure = set.intersection(*(set(facts(state)) for state in possible))
    lost: Counter[str] = Counter()
    for state in later:
        said = set(facts(state))
        places = set(map(place_of, said))  # of other places the state says nothing
        lost.update(fact for fact in sure - said if place_of(fact) in places)
    return often_lost(lost, len(later))


def often_lost(lost: Counter[str], states: int) -> str:
    return min((fact for fact, times in lost.items() if times > OFTEN * states), default="")


def denied_relation(possible: list[AnyJson], later: list[AnyJson]) -> str:
    """Return the same of the relations between two parts of a state. There are thousands of these,
    so that the first state alone is asked for all of them, and the others for those it has."""
    first, *others = (dict(lists_of(state)) for state in possible)
    pairs = permutations(first, 2)
    sure = [
        (holds, one, other)
        for one, other in pairs
        for holds in RELATIONS
        if holds(first, one, other) and all(holds(lists, one, other) for lists in others)
    ]
    lost: Counter[str] = Counter()
    for lists in (dict(lists_of(state)) for state in later):
        there = ((holds, one, other) for holds, one, other in sure if {one, other} <= lists.keys())
        lost.update(
            RELATIONS[holds].format(one=one, other=other)
            for holds, one, other in there
            if not holds(lists, one, other)
        )
    return often_lost(lost, len(later))


Lists = dict[str, set[str]]
"""Texts and lists of a state by their places, as sets of words and items."""


def lies_inside(lists: Lists, one: str, other: str) -> bool:
    return one in lists and other in lists and lists[one] <= lists[other]


def is_apart(lists: Lists, one: str, other: str) -> bool:
    return one < other and one in lists and other in lists and lists[one].isdisjoint(lists[other])


RELATIONS: Final = {
    lies_inside: "all of {one} is in {other}",
    is_apart: "nothing of {one} is in {other}",
}
"""How two parts of a state may relate to each other, with the fact in words."""


def lists_of(data: AnyJson, name: str = "") -> Iterator[tuple[str, set[str]]]:
    """Yield the texts of several words and the lists of a state's JSON that are not empty, each
    with its place."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from lists_of(value, f"{name}.{key}" if name else str(key))
    elif isinstance(data, list) and any(isinstance(one, (str, list, dict)) for one in data):
        for number, value in enumerate(data):
            yield from lists_of(value, f"{name}[{number}]")
    elif isinstance(data, (list, str)) and data:
        yield name, set(data.split() if isinstance(data, str) else map(str, data))
