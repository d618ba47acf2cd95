"""Whether `resample` remembers what the moves so far have told everybody.

Who does not follow suit has no card of it, and everybody knows. A game whose observation or
`resample` forgets that draws truths that nobody can believe, and bots play for cards that are not
there. It is found without knowing the game: truths are drawn for a seat before a ply and after
it. Those from before in which the ply could be read as it was read are played on by it; what holds
in none of them may not hold in those from after. A fact that is rare in any case, such as one card
of 52 in a small hand, is not missed soon enough to tell it from an accident, and is left out.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from everygame.contract import AnyJson, Game, Json, State

FEW: Final = (120, 8, 12)
"""Truths drawn before the ply at most, how many of them have to allow it, truths from after it."""
MANY: Final = (4000, 100, 60)
"""The same, once there is a suspicion."""
OFTEN: Final = 0.2
"""The share of the truths from after in which a fact is no accident."""


def forgotten(game: Game, before: State, action: int, after: State, seat: int, rng: Random) -> str:
    """A fact that `resample` draws for `seat` after a ply and that the ply rules out, in words;
    empty where none is found. Several hundred truths are drawn where there is a suspicion."""
    for effort in (FEW, MANY):
        drawn = impossible(game, before, action, after, seat, rng, effort)
        if not drawn:
            return ""
    return drawn[0]


def impossible(
    game: Game,
    before: State,
    action: int,
    after: State,
    seat: int,
    rng: Random,
    effort: tuple[int, int, int],
) -> list[str]:
    """What holds often in truths from after the ply and in none of those that it came from."""
    tries, least, later = effort
    read, seen = before.text(action, seat), after.observe(seat)
    truths = (draw(game, before.observe(seat), seat, rng) for _ in range(tries))
    ends = (end for truth in truths for end in played(truth, read, seat, seen, rng))
    led = list(islice(ends, least))
    if len(led) < least:
        return []
    possible = {fact for truth in led for fact in facts(truth.to_json())}
    now = [draw(game, seen, seat, rng).to_json() for _ in range(later)]
    counts = Counter(fact for truth in now for fact in set(facts(truth)))
    places = {place_of(fact) for fact in possible}  # a word that is begun later tells of no ply
    often = (fact for fact, times in counts.items() if times > OFTEN * later)
    return sorted(f for f in often if f not in possible and place_of(f) in places)


def place_of(fact: str) -> str:
    """Of what a fact speaks: "hands[1]" of "hands[1] has 7"."""
    return fact.split(" ", 1)[0]


def draw(game: Game, observation: Json, seat: int, rng: Random) -> State:
    return game.resample(json.loads(json.dumps(observation)), seat, Random(rng.random()))


def played(truth: State, read: str, seat: int, seen: Json, rng: Random) -> Iterator[State]:
    """Where a ply that reads so leads from a truth, if the seat sees then what it saw."""
    alike = [one for one in truth.legal_actions() if truth.text(one, seat) == read]
    if alike:
        end = truth.apply(rng.choice(alike))
        if end.observe(seat) == seen:
            yield end


def facts(data: AnyJson, name: str = "") -> Iterator[str]:
    """What a state says, bit by bit: the values of its keys, what is in its lists, the words of its
    texts, the bits of its numbers."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from facts(value, f"{name}.{key}" if name else str(key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            if isinstance(value, dict | list):
                yield from facts(value, f"{name}[{index}]")
            else:
                yield f"{name} has {shown_value(value)}"
                yield from parts(value, f"{name}[{index}]")
    else:
        yield from parts(data, name)


def parts(value: object, name: str) -> Iterator[str]:
    if isinstance(value, str):
        words = re.split(r"[\s,;/|]+", value)
        if len(words) > 1:
            yield from (f"{name} has {word!r}" for word in words)
        else:
            yield from (f"{name}[{i}] is {sign!r}" for i, sign in enumerate(value))
    elif isinstance(value, int) and not isinstance(value, bool) and value > 15:
        yield from (f"{name} has bit {i}" for i in range(value.bit_length()) if value >> i & 1)
    else:
        yield f"{name} is {shown_value(value)}"


def shown_value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
