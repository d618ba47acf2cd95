"""Checks that `resample` remembers what the plies so far have told everybody.

For example, a player who does not follow suit has no card of that suit, and everybody knows it.
Where the observation or `resample` forgets such a fact, `resample` draws states that are
impossible, and bots plan for cards that are not there. Two functions find this without knowing the
game.

`contradicted` draws a state and takes the plies back in it, one after the other (`was_before`).
Where the seat's observation is then the one it had, but a ply that the seat has read is not legal,
or would have ended the match or shown the seat something else, that ply has been forgotten.

`forgotten` handles a last ply that cannot be taken back. States are drawn from a seat's
observations before and after the ply. In the states drawn before, a ply is played that reads the
same. A fact that holds in none of the results must not hold in the states drawn after the ply. A
fact that is rare anyway, such as one card of 52 in a small hand, may be absent from the results by
accident, and is left out.
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

from everygame.check.reverse_ply import is_certain, leads_to, was_before
from everygame.contract import CHANCE, AnyJson, Game, Json, State, draw_truth

FEW: Final = (120, 8, 12)
"""How many states are drawn: at most 120 before the ply, until 8 of them have allowed the ply, and
12 after it."""
MANY: Final = (4000, 100, 60)
"""The same three numbers once the first few states have raised a suspicion."""
OFTEN: Final = 0.2
"""A fact counts only where it holds in more than this share of the states drawn after the ply; a
rarer one may be an accident."""
TRUTHS: Final = 8
"""The number of states drawn after a ply, in which plies are taken back."""
BACK: Final = 12
"""The number of plies that are taken back at most."""


@dataclass(frozen=True)
class Ply:
    """One ply of the match that is being checked."""

    before: State
    action: int
    after: State

    @property
    def move(self) -> str:
        """The true move text."""
        return self.before.text(self.action)

    def is_read(self, seat: int) -> bool:
        """Whether the seat has read the true move text. Otherwise another ply may look the same to
        the seat."""
        return self.before.text(self.action, seat) == self.move

    def is_kept(self, seat: int) -> bool:
        """Whether everything that the ply removed from the state is known to the seat or still
        there, so that it can be put back in one way only."""
        gone = Counter(bits_of(self.before.to_json()))
        gone.subtract(words_of(self.after.to_json()))
        seen = [self.before.observe(seat), self.before.text(self.action)]
        return set(+gone) <= set(words_of(seen))


@dataclass
class Retraced:
    """The result of taking plies back in drawn states."""

    back: int = 0
    """The number of drawn states in which the last ply could be taken back."""
    fault: tuple[Ply, State] | None = None
    """A ply that the drawn state cannot have had, and what that state was before it; None where
    there is none."""


def contradicted(game: Game, plies: list[Ply], seat: int, rng: Random) -> Retraced:
    """Draw states from the seat's observation after the last ply, and take the plies back in
    them."""
    found = Retraced()
    for _ in range(TRUTHS):
        truth = draw(game, plies[-1].after.observe(seat), seat, rng)
        for ply in reversed(plies[-BACK:]):
            start = taken_back(game, ply, truth, seat)
            if start is None:
                break
            if is_ruled_out(ply, start, truth, seat) and not is_reached(
                game, ply, truth, seat, rng
            ):
                found.fault = (ply, start)
                return found
            if not leads_to(start, ply.action, truth):
                break  # the drawn state was something else before the ply
            found.back += ply is plies[-1]
            if ply.action not in start.legal_actions():
                break
            truth = start
    return found


def taken_back(game: Game, ply: Ply, truth: State, seat: int) -> State | None:
    """Return the drawn state as it was before the ply; None where several are possible, or where
    the seat would have seen something else in it than it saw."""
    if not (ply.is_read(seat) and ply.is_kept(seat)):
        return None
    start = was_before(game, ply.before, ply.after, truth)
    try:
        return start if start is not None and sees_same(start, ply.before, seat) else None
    except Exception:  # what was guessed may be no state, and then anything may be raised
        return None


def is_ruled_out(ply: Ply, start: State, truth: State, seat: int) -> bool:
    """Whether the ply cannot have led from `start` to the drawn state `truth`: it is a ply of
    another seat that is not legal, or one after which the seat would have seen something else than
    it saw."""
    if ply.action not in start.legal_actions():
        another = ply.before.to_play() not in (seat, CHANCE)
        return another and leads_to(start, ply.action, truth)
    if not is_certain(ply.before.to_json(), ply.after.to_json(), truth.to_json()):
        return False
    try:
        end = start.apply(ply.action)
        return start.text(ply.action) == ply.move and not sees_same(end, ply.after, seat)
    except Exception:  # what was guessed may be no state
        return False


def is_reached(game: Game, ply: Ply, truth: State, seat: int, rng: Random) -> bool:
    """Whether the ply leads to the state `truth` from one of the states that are drawn before it.
    Then `truth` was something else before the ply than what the reversed change gives."""
    ends = played(game, ply.before, ply.action, seat, rng, FEW[0])
    return any(end.to_json() == truth.to_json() for end in ends)


def sees_same(one: State, other: State, seat: int) -> bool:
    """Whether the seat sees the same in both states, who plays included."""
    return text_of(sight(one, seat)) == text_of(sight(other, seat))


def sight(state: State, seat: int) -> Json:
    return {**state.observe(seat), "to_play": state.to_play()}


def text_of(data: AnyJson) -> str:
    return json.dumps(data, sort_keys=True)


def bits_of(data: AnyJson) -> Iterator[str]:
    """Yield the words of all texts and numbers in JSON, and the single characters of those that are
    one word."""
    for text in texts_of(data):
        yield from text.split() if " " in text else text


def words_of(data: AnyJson) -> Iterator[str]:
    """Yield the words of all texts and numbers in JSON, and all their single characters."""
    for text in texts_of(data):
        yield from (*text.split(), *text)


def texts_of(data: AnyJson) -> Iterator[str]:
    if isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from texts_of(part)
    else:
        yield str(data)


def forgotten(game: Game, before: State, action: int, after: State, seat: int, rng: Random) -> str:
    """Return, in words, a fact that holds in states which `resample` draws for `seat` after a ply,
    although the ply rules it out; an empty text where none is found. Several hundred states are
    drawn where there is a suspicion."""
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
    """Return the facts that hold often in states drawn after the ply and in none of the states that
    the ply can lead to. `effort` holds three numbers, as `FEW` does."""
    tries, least, later = effort
    seen = after.observe(seat)
    ends = played(game, before, action, seat, rng, tries)
    led = list(islice((end for end in ends if end.observe(seat) == seen), least))
    if len(led) < least:
        return []
    possible = {fact for truth in led for fact in facts(truth.to_json())}
    now = [draw(game, seen, seat, rng).to_json() for _ in range(later)]
    counts = Counter(fact for truth in now for fact in set(facts(truth)))
    places = {place_of(fact) for fact in possible}  # of other places the ply says nothing
    often = (fact for fact, times in counts.items() if times > OFTEN * later)
    return sorted(f for f in often if f not in possible and place_of(f) in places)


def place_of(fact: str) -> str:
    """Return the part of a state that a fact is about: "hands[1]" for "hands[1] has 7"."""
    return fact.split(" ", 1)[0]


def draw(game: Game, observation: Json, seat: int, rng: Random) -> State:
    return draw_truth(game, json.loads(json.dumps(observation)), seat, Random(rng.random()))


def played(
    game: Game, before: State, action: int, seat: int, rng: Random, tries: int
) -> Iterator[State]:
    """Draw states before a ply, and yield those that the ply leads to. It reads to the seat as
    `action` does, but may be another one."""
    read, seen = before.text(action, seat), before.observe(seat)
    for _ in range(tries):
        truth = draw(game, seen, seat, rng)
        alike = [one for one in truth.legal_actions() if truth.text(one, seat) == read]
        if alike:
            yield truth.apply(rng.choice(alike))


def facts(data: AnyJson, name: str = "") -> Iterator[str]:
    """Yield what a state's JSON says, bit by bit: the values of its keys, the items of its lists,
    the words of its texts, the bits of its numbers."""
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
