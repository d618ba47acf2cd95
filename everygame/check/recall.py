"""Whether what a seat is sure of after a ply is kept: which cards it passed on, that what was
chosen face down is of that hand.

Truths are drawn for the seat before the ply, and a ply that reads so is played in each. What holds
in all that come of it, the seat knows then. Now a truth is drawn from what it sees in each of
them: together these are as the others were, so the same holds there, but for what is forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from random import Random
from typing import Final

from everygame.check.deduction import OFTEN, draw, facts, place_of
from everygame.contract import AnyJson, Game, State

FEW: Final = 10
"""Truths that are drawn before the ply, and after it."""
MANY: Final = 80
"""The same, once there is a suspicion."""


def unsure(game: Game, before: State, action: int, seat: int, rng: Random) -> tuple[str, bool]:
    """What `seat` is sure of after a ply and truths drawn then deny, in words, and whether it
    tells how parts of any state hang together; empty where nothing is."""
    for many in (FEW, MANY):
        lost = denied(game, before, action, seat, rng, many, bits)
        fact = lost or denied(game, before, action, seat, rng, many, relations)
        if not fact:
            return "", False
    return fact, not lost


Telling = Callable[[AnyJson], Iterator[tuple[str, str]]]
"""What a state says: of what each fact speaks, and the fact."""


def denied(
    game: Game, before: State, action: int, seat: int, rng: Random, many: int, tell: Telling
) -> str:
    """A fact that holds wherever the ply leads, and not in many a truth that is drawn there."""
    ends = list(played(game, before, action, seat, rng, many))
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


def played(
    game: Game, before: State, action: int, seat: int, rng: Random, many: int
) -> Iterator[State]:
    """States that come of a ply which reads as `action` does, from truths before it."""
    read, seen = before.text(action, seat), before.observe(seat)
    for _ in range(many):
        truth = draw(game, seen, seat, rng)
        alike = [one for one in truth.legal_actions() if truth.text(one, seat) == read]
        if alike:
            yield truth.apply(rng.choice(alike))


def bits(data: AnyJson) -> Iterator[tuple[str, str]]:
    for fact in facts(data):
        yield place_of(fact), fact


def relations(data: AnyJson) -> Iterator[tuple[str, str]]:
    """Which texts and lists have all their words in another one, and which have none in it."""
    for (one, some), (other, all_) in permutations(lists_of(data), 2):
        place = f"{one}, {other}"
        yield place, ""
        if some <= all_:
            yield place, f"all of {one} is in {other}"
        if one < other and not some & all_:
            yield place, f"nothing of {one} is in {other}"


def lists_of(data: AnyJson, name: str = "") -> Iterator[tuple[str, set[str]]]:
    """The texts of words and the lists of a state, if there is something in them."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from lists_of(value, f"{name}.{key}" if name else str(key))
    elif isinstance(data, list) and any(isinstance(one, (str, list, dict)) for one in data):
        for number, value in enumerate(data):
            yield from lists_of(value, f"{name}[{number}]")
    elif isinstance(data, (list, str)) and data:
        yield name, set(data.split() if isinstance(data, str) else map(str, data))
