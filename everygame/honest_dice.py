"""Dice and decks that nobody can rig: every draw is computed from a committed seed (commit and
reveal).

The server commits to a secret seed by publishing its hash. Each device that takes a seat adds
random bytes, so that the server cannot choose a seed that suits it. A draw is an HMAC, keyed by the
seed, of these bytes and of the moves before it. When the match is over the seed is published, and
`everygame verify` recomputes every draw. `docs/honest-dice.md` specifies it to the last byte."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from math import lcm
from typing import Final

from everygame.contract import AnyJson, Json, State
from everygame.errors import BadRecord

ROOT: Final = hashlib.sha256(b"everygame").digest()
"""The digest of the line at the start of a match, where no move has been played."""
RANGE: Final = 1 << 256
"""The number of values that an HMAC with SHA-256 can have."""
FINEST: Final = 1_000_000
"""The largest denominator of an exact probability. A game gives probabilities as floats, and each
is replaced by the nearest fraction with at most this denominator."""
HASH: Final = re.compile(r"[0-9a-f]{64}")

Weights = Sequence[tuple[int, int]]
"""The possible outcomes of a chance ply, each as its action and an integer weight."""


@dataclass(frozen=True)
class Mix:
    """The random bytes that a device added when it took seats."""

    bytes: str
    """32 random bytes in hexadecimal. All later draws are computed from them and from the seed of
    the server, so that the server cannot choose a seed that suits it."""
    seats: tuple[int, ...]
    """The seats that the device took."""
    after: int
    """The number of plies in the match's tree when the bytes came. The bytes count for all later
    draws."""
    device: int | None = None
    """The number by which the server knows the device; records leave it out."""


@dataclass(frozen=True)
class Dice:
    """A committed seed, from which chance is drawn from some moment of a match on. Records and
    messages call it `dice`."""

    name: str
    """A random public text, which makes the draws of any two matches differ."""
    commitment: str
    """The SHA-256 of the seed, published before the first draw."""
    seed: str = ""
    """The seed: 32 bytes in hexadecimal; empty while it is secret."""
    after: int = 0
    """The number of plies in the match's tree at the time of the commitment; draws before it do not
    come from this seed."""
    mixes: tuple[Mix, ...] = field(default=())

    def is_kept(self) -> bool:
        """Whether the seed is published and is the one that the server committed to."""
        return bool(self.seed) and commitment_of(self.seed) == self.commitment

    def draw(self, number: int, line: bytes, weights: Weights) -> int:
        """Draw the outcome of the chance ply that makes node `number`. `line` is the digest of the
        moves before the ply."""
        total = sum(weight for _, weight in weights)
        mixed = [mix.bytes for mix in self.mixes if mix.after < number]
        rest = draw_below(self.seed, [self.name, *mixed, line.hex()], total)
        for action, weight in weights:
            rest -= weight
            if rest < 0:
                return action
        raise AssertionError("the weights sum to their total")


def commitment_of(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def draw_below(seed: str, words: Sequence[str], total: int) -> int:
    """Draw a uniform number below `total` from the seed; `words` tell this draw from all others. An
    HMAC at or above the largest multiple of `total` is rejected and the next one taken, because a
    plain remainder would favour small numbers."""
    for attempt in count():
        said = "\n".join([*words, str(attempt)]).encode()
        number = int.from_bytes(hmac.digest(bytes.fromhex(seed), said, "sha256"), "big")
        if number < RANGE - RANGE % total:
            return number % total
    raise AssertionError("count() has no end")


def follow(line: bytes, move: str) -> bytes:
    """Return the digest of a line of moves after one more move."""
    return hashlib.sha256(line + move.encode()).digest()


def weigh(state: State) -> Weights:
    """Return the outcomes of chance in a state with integer weights. Where the probabilities are
    fractions with denominators up to FINEST, the weights are exact; otherwise they are rounded to
    64 bits."""
    outcomes = state.chance_outcomes()
    exact = [Fraction(chance).limit_denominator(FINEST) for _, chance in outcomes]
    if sum(exact) != 1:
        exact = [Fraction(round(chance * 2**64), 2**64) for _, chance in outcomes]
    unit = lcm(*(chance.denominator for chance in exact))
    return [(action, int(w * unit)) for (action, _), w in zip(outcomes, exact, strict=True)]


# -- events


def commit() -> Json:
    """Return a new event of a match that commits to a random seed."""
    seed = secrets.token_hex(32)
    name = secrets.token_hex(16)
    return {"type": "dice", "name": name, "commitment": commitment_of(seed), "seed": seed}


def read_event(event: Json, after: int) -> Dice:
    return Dice(event["name"], event["commitment"], event["seed"], after)


def mixed(dice: Dice, event: Json, after: int) -> Dice:
    """Return the dice with the random bytes of an event added."""
    mix = Mix(event["bytes"], tuple(event["seats"]), after, event.get("device"))
    return replace(dice, mixes=(*dice.mixes, mix))


def events_of(dices: Sequence[Dice]) -> list[tuple[int, Json]]:
    """Return the events of a match that made these dice, each with the number of plies before
    it."""
    found: list[tuple[int, Json]] = []
    for dice in dices:
        what = {"name": dice.name, "commitment": dice.commitment, "seed": dice.seed}
        found.append((dice.after, {"type": "dice", **what}))
        for mix in dice.mixes:
            given = {"bytes": mix.bytes, "seats": list(mix.seats)}
            found.append((mix.after, {"type": "mix", **given}))
    return found


# -- in a record


def to_json(dice: Dice) -> Json:
    data: Json = {"name": dice.name, "commitment": dice.commitment}
    if dice.seed:
        data["seed"] = dice.seed
    bytes_given = [{"bytes": m.bytes, "seats": list(m.seats), "after": m.after} for m in dice.mixes]
    return {**data, "after": dice.after, "mixed": bytes_given}


def from_json(data: AnyJson, number: int) -> Dice:
    """Read the dice of a record; `number` counts them from 1, for errors. Raises BadRecord."""
    mixes = data.get("mixed") if isinstance(data, dict) else None
    if not isinstance(mixes, list) or len(mixes) > 10_000:
        raise BadRecord("Dice {number} of this save have no list of what was mixed.", number=number)
    good = is_hash(data.get("commitment")) and is_number(data.get("after"))
    good = good and (data.get("seed", "") == "" or is_hash(data["seed"]))
    good = good and bool(re.fullmatch("[0-9a-f]{32}", str(data.get("name"))))
    if not good or not all(map(is_mix, mixes)):
        raise BadRecord("Dice {number} of this save are not as they should be.", number=number)
    read = tuple(Mix(mix["bytes"], tuple(mix["seats"]), mix["after"]) for mix in mixes)
    return Dice(data["name"], data["commitment"], data.get("seed", ""), data["after"], read)


def is_mix(data: AnyJson) -> bool:
    if not isinstance(data, dict) or not isinstance(data.get("seats"), list):
        return False
    whole = all(map(is_number, data["seats"])) and is_number(data.get("after"))
    return whole and is_hash(data.get("bytes"))


def is_hash(value: AnyJson) -> bool:
    return isinstance(value, str) and bool(HASH.fullmatch(value))


def is_number(value: AnyJson) -> bool:
    return type(value) is int and 0 <= value <= 1_000_000
