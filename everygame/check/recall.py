"""Checks that `resample` keeps what a seat is sure of after a ply, such as which cards it passed
on, that a card chosen face down came from a certain hand, or who has taken a card that lay open.

States are drawn from the seat's observation before the ply, and in each a ply is played that reads
the same to the seat. A fact that holds in all the resulting states is known to the seat. Then a
state is drawn from the seat's observation in each of the results. The fact must hold in these
states too; where it often does not, it has been forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
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
        lost = denied(game, before, action, seat, rng, many, bits)
        fact = lost or denied(game, before, action, seat, rng, many, relations)
        if not fact:
            return "", False
    return fact, not lost


Telling = Callable[[AnyJson], Iterator[tuple[str, str]]]
"""Returns the facts of a state's JSON, each with the place in the JSON that it is about."""


def denied(
    game: Game, before: State, action: int, seat: int, rng: Random, many: int, tell: Telling
) -> str:
    """Return a fact that holds in all states that the ply can lead to, and that fails in many of
    the states drawn after the ply; an empty text where there is none."""
    ends = list(islice(played(game, before, action, seat, rng, TRIES * many), many))
    if len(ends) < many:
        return ""
    told = (set(tell(end.to_json())) for end in [before.apply(action), *ends])
    sure = set.intersection(*told)
    lost: Counter[str] = Counter()
    for end in ends:
        said = set(tell(draw(game, end.observe(seat), seat, rng).to_json()))
        begun = {place for place, _ in said}
        lost.update(fact for place, fact in sure - said if fact and place in begun)
    return min((fact for fact, times in lost.items() if times > OFTEN * many), default="")


def bits(data: AnyJson) -> Iterator[tuple[str, str]]:
    for fact in facts(data):
        yield place_of(fact), fact


def relations(data: AnyJson) -> Iterator[tuple[str, str]]:
    """Yield which texts and lists lie entirely in another one, and which two have nothing in
    common."""
    for (one, some), (other, all_) in permutations(lists_of(data), 2):
        place = f"{one}, {other}"
        yield place, ""
        if some <= all_:
            yield place, f"all of {one} is in {other}"
        if one < other and not some & all_:
            yield place, f"nothing of {one} is in {other}"


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
