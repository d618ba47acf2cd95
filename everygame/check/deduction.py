"""Whether `resample` remembers what the moves so far have told everybody.

Who does not follow suit has no card of it, and everybody knows. A game whose observation or
`resample` forgets that draws truths that nobody can believe, and bots play for cards that are not
there. It is found without knowing the game, in two ways.

`contradicted` draws a truth and takes the plies back in it, one after the other (`undo`). Where the
seat sees then what it saw, but a ply that all have read is not legal, that ply has been forgotten.

`forgotten` is for a last ply that cannot be taken back. Truths are drawn for a seat before it and
after it. Those from before in which it could be read as it was read are played on by it; what holds
in none of them may not hold in those from after. A fact that is rare in any case, such as one card
of 52 in a small hand, is not missed soon enough to tell it from an accident, and is left out.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

from everygame.check.undo import was_before
from everygame.contract import CHANCE, AnyJson, Game, Json, State

FEW: Final = (120, 8, 12)
"""Truths drawn before the ply at most, how many of them have to allow it, truths from after it."""
MANY: Final = (4000, 100, 60)
"""The same, once there is a suspicion."""
OFTEN: Final = 0.2
"""The share of the truths from after in which a fact is no accident."""
TRUTHS: Final = 8
"""Drawn after a ply, in which the plies are taken back."""
BACK: Final = 12
"""Plies that are taken back at most."""


@dataclass(frozen=True)
class Ply:
    """One ply of the match that is looked at."""

    before: State
    action: int
    after: State

    def is_read(self, seat: int) -> bool:
        """The seat has read which it was; of a hidden one there may have been another."""
        return self.before.text(self.action, seat) == self.before.text(self.action)

    def is_kept(self, seat: int) -> bool:
        """What it took away is still there, or the seat knows it: so it can be put back in one
        way only."""
        gone = Counter(bits_of(self.before.to_json()))
        gone.subtract(words_of(self.after.to_json()))
        seen = [self.before.observe(seat), self.before.text(self.action)]
        return set(+gone) <= set(words_of(seen))


@dataclass
class Retraced:
    """What came of taking the plies back in truths that were drawn."""

    back: int = 0
    """Truths in which the last ply could be taken back."""
    fault: tuple[Ply, State] | None = None
    """A ply of another seat that is not legal in such a truth, and the state in which it is not."""


def contradicted(game: Game, plies: list[Ply], seat: int, rng: Random) -> Retraced:
    """Take the plies back in truths drawn for the seat after the last one."""
    found = Retraced()
    for _ in range(TRUTHS):
        truth: State | None = draw(game, plies[-1].after.observe(seat), seat, rng)
        for ply in reversed(plies[-BACK:]):
            truth = taken_back(game, ply, truth, seat) if truth else None
            if truth is None:
                break
            found.back += ply is plies[-1]
            if ply.action not in truth.legal_actions():
                if ply.before.to_play() not in (seat, CHANCE):
                    found.fault = (ply, truth)
                    return found
                break
    return found


def taken_back(game: Game, ply: Ply, truth: State, seat: int) -> State | None:
    """The truth before the ply, where there can be only one, and the seat saw in it what it saw."""
    if not (ply.is_read(seat) and ply.is_kept(seat)):
        return None
    start = was_before(game, ply.before, ply.action, ply.after, truth)
    if start is None or start.to_play() != ply.before.to_play():
        return None
    return start if text_of(start.observe(seat)) == text_of(ply.before.observe(seat)) else None


def text_of(data: AnyJson) -> str:
    return json.dumps(data, sort_keys=True)


def bits_of(data: AnyJson) -> Iterator[str]:
    """The words of all texts and numbers, and the signs of those that are one word."""
    for text in texts_of(data):
        yield from text.split() if " " in text else text


def words_of(data: AnyJson) -> Iterator[str]:
    """The words of all texts and numbers, and all their signs."""
    for text in texts_of(data):
        yield from (*text.split(), *text)


def texts_of(data: AnyJson) -> Iterator[str]:
    if isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from texts_of(part)
    else:
        yield str(data)


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
