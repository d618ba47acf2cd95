"""Dice and decks that nobody can load: chance plies follow from a seed and from bytes of the
players.

The server commits to a secret seed by publishing its hash, devices whose people sit down add random
bytes, and each draw is an HMAC of seed, bytes and the moves before it. When a match is over the
seed is published, and `everygame verify` recomputes every draw. `docs/honest-dice.md` says all this
for a sceptic, to the last byte.
"""

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
"""The digest of no moves."""
RANGE: Final = 1 << 256
"""How many different numbers an HMAC can be."""
FINEST: Final = 1_000_000
"""The largest denominator that a probability may have to be taken as an exact fraction."""
HASH: Final = re.compile(r"[0-9a-f]{64}")

Weights = Sequence[tuple[int, int]]
"""Outcomes of chance, each with a whole number that is proportional to its probability."""


@dataclass(frozen=True)
class Mix:
    """Random bytes that a device added when its person sat down."""

    bytes: str
    """32 bytes in hexadecimal."""
    seats: tuple[int, ...]
    """The seats that the person took."""
    after: int
    """How many plies had been played; the bytes count for all plies after them."""
    device: int | None = None
    """The number of the device, which only the server knows."""


@dataclass(frozen=True)
class Dice:
    """The seed and the bytes that decide the chance plies of a match, from some ply on."""

    name: str
    """Random and public, so that no two matches have the same draws."""
    commitment: str
    """The SHA-256 of the seed."""
    seed: str = ""
    """32 bytes in hexadecimal; empty while it is secret."""
    after: int = 0
    """How many plies had been played before; these dice did not decide them."""
    mixes: tuple[Mix, ...] = field(default=())

    def is_kept(self) -> bool:
        """The seed is known, and is the one that was committed to."""
        return bool(self.seed) and commitment_of(self.seed) == self.commitment

    def draw(self, number: int, line: bytes, weights: Weights) -> int:
        """The outcome of the chance ply that makes node `number`, where `line` is the digest of the
        moves before it."""
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
    """A number below `total`. `RANGE` is no multiple of `total`, so that the remainder alone would
    make small numbers likelier: an HMAC in the incomplete last part is drawn again."""
    for attempt in count():
        said = "\n".join([*words, str(attempt)]).encode()
        number = int.from_bytes(hmac.digest(bytes.fromhex(seed), said, "sha256"), "big")
        if number < RANGE - RANGE % total:
            return number % total
    raise AssertionError("it never ends without")


def follow(line: bytes, move: str) -> bytes:
    """The digest of a line of moves with one more move."""
    return hashlib.sha256(line + move.encode()).digest()


def weigh(state: State) -> Weights:
    """The outcomes of chance with whole weights. Where the game's probabilities are fractions with
    denominators of at most a million, the weights are exact; else they have 64 binary places. A
    float would be rounded differently elsewhere, and somebody else must get the same draws."""
    outcomes = state.chance_outcomes()
    exact = [Fraction(chance).limit_denominator(FINEST) for _, chance in outcomes]
    if sum(exact) != 1:
        exact = [Fraction(round(chance * 2**64), 2**64) for _, chance in outcomes]
    unit = lcm(*(chance.denominator for chance in exact))
    return [(action, int(w * unit)) for (action, _), w in zip(outcomes, exact, strict=True)]


# -- events


def commit() -> Json:
    """The event that gives a match new dice, with a new seed."""
    seed = secrets.token_hex(32)
    name = secrets.token_hex(16)
    return {"type": "dice", "name": name, "commitment": commitment_of(seed), "seed": seed}


def read_event(event: Json, after: int) -> Dice:
    return Dice(event["name"], event["commitment"], event["seed"], after)


def mixed(dice: Dice, event: Json, after: int) -> Dice:
    """Dice with the bytes of an event added."""
    mix = Mix(event["bytes"], tuple(event["seats"]), after, event.get("device"))
    return replace(dice, mixes=(*dice.mixes, mix))


def events_of(dices: Sequence[Dice]) -> list[tuple[int, Json]]:
    """The events from which dice can be read again, each with the number of plies before it."""
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
    """The dice of a record. Raises BadRecord."""
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
