"""Whether `resample` remembers what the moves so far have told everybody.

Who does not follow suit has no card of it, and everybody knows. A game whose observation or
`resample` forgets that draws truths that nobody can believe, and bots play for cards that are not
there. It is found without knowing the game, in two ways.

`contradicted` draws a truth and takes the plies back in it, one after the other (`undo`). Where the
seat sees then what it saw, but a ply that all have read is not legal, that ply has been forgotten.

`forgotten` is for plies that cannot be taken back. Truths are drawn for a seat before a ply and
after it. Those from before in which the ply could be read as it was read are played on by it; what
holds in none of them may not hold in those from after. A fact that is rare in any case, such as one
card of 52 in a small hand, is not missed soon enough to tell it from an accident, and is left out.
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

from everygame.conform.undo import was_before
from everygame.contract import CHANCE, AnyJson, Game, Json, State

FEW: Final = (120, 8, 12)
"""Truths drawn before the ply at most, how many of them have to allow it, truths from after it."""
MANY: Final = (4000, 100, 60)
"""The same, once there is a suspicion."""
OFTEN: Final = 0.2
"""The share of the truths from after in which a fact is no accident."""
TRUTHS: Final = 4
"""Drawn after a ply, in which the plies are taken back."""
BACK: Final = 12
"""Plies that are taken back at most."""


@dataclass(frozen=True)
class Ply:
    """One ply of the match that is looked at."""

    before: State
    action: int
    after: State

    def is_plain(self, seat: int) -> bool:
        """Another seat has played it, and this one has read which it was."""
        who, action = self.before.to_play(), self.action
        by_other = who not in (seat, CHANCE)
        return by_other and self.before.text(action, seat) == self.before.text(action)

    def keeps(self, seat: int) -> bool:
        """What it took away is still there, or the seat knows it: so it can be put back in one
        way only."""
        seen = [self.after.to_json(), self.before.observe(seat), self.before.text(self.action)]
        return set(bits_of(self.before.to_json())) <= words_of(seen)


def contradicted(game: Game, plies: list[Ply], seat: int, rng: Random) -> tuple[Ply, State] | None:
    """A ply that is not legal in a truth drawn for the seat after the last one, and the state in
    which it is not; None where none is found."""
    for _ in range(TRUTHS):
        truth = draw(game, plies[-1].after.observe(seat), seat, rng)
        for ply in reversed(plies[-BACK:]):
            start = was_before(game, ply.before, ply.action, ply.after, truth)
            if start is None or start.to_play() != ply.before.to_play():
                break
            if text_of(start.observe(seat)) != text_of(ply.before.observe(seat)):
                break
            if ply.action not in start.legal_actions():
                if ply.is_plain(seat) and ply.keeps(seat):
                    return ply, start
                break
            truth = start
    return None


def text_of(data: AnyJson) -> str:
    return json.dumps(data, sort_keys=True)


def bits_of(data: AnyJson) -> Iterator[str]:
    """The words of all texts and numbers, and the signs of those that are one word."""
    for text in texts_of(data):
        yield from text.split() if " " in text else text


def words_of(data: AnyJson) -> set[str]:
    """The words of all texts and numbers, and all their signs."""
    return {part for text in texts_of(data) for part in (*text.split(), *text)}


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
