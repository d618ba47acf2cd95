"""Checks what a game gives to programs that learn (`tensors.py`): a state writes what the picture
shows, and writes the same for every truth that the seat cannot tell apart."""

from __future__ import annotations

from everygame.check.inspector import Inspector
from everygame.check.pictures import draw_once
from everygame.contract import State
from everygame.fast.state import FastState
from everygame.tensors.encoder import Encoder, writes_itself, written

UNLIKE = "planes_into shows seat {seat} other {name} than its picture does."
MISCOUNTED = "numbers_into tells seat {seat} {told} for {name}; its observation has {seen}."
OUTSIDE = "the number {name} is {told}, not from 0 to {highest}."
LEAK = "{method} tells seat {seat} a secret: {name}."
SAME_MARK = "repetition_mark tells two equal positions apart, or takes two for the same."


def check_tensors(inspector: Inspector, state: State, seat: int) -> None:
    """Check the planes and numbers of a seat."""
    encoder = inspector.encoder
    if encoder is None:
        return
    seen = state.observe(seat)
    planes = encoder.planes_in(draw_once(inspector, state, seat), seen, seat)
    numbers = encoder.numbers(state, seat)
    for number, told in zip(encoder.layout.numbers, numbers, strict=True):
        within = 0 <= told <= number.highest
        named: dict[str, str | int] = {"name": number.name, "told": told, "highest": number.highest}
        inspector.require(within, OUTSIDE, "layout", "", **named)
    if isinstance(state, FastState) and writes_itself(state):
        compare(inspector, encoder, written(state, encoder.layout, seat), (planes, numbers), seat)


def compare(
    inspector: Inspector,
    encoder: Encoder,
    own: tuple[list[int], list[int]],
    right: tuple[list[int], list[int]],
    seat: int,
) -> None:
    """Compare what a state writes with what a seat sees. Raises BadGame."""
    name = differing(encoder, own[0], right[0])
    inspector.require(not name, UNLIKE, "planes_into", "", seat=seat, name=name)
    for number, told, seen in zip(encoder.layout.numbers, own[1], right[1], strict=True):
        facts: dict[str, str | int] = {"seat": seat, "told": told, "name": number.name}
        inspector.require(told == seen, MISCOUNTED, "numbers_into", "", **facts, seen=seen)


def differing(encoder: Encoder, one: list[int], other: list[int]) -> str:
    """Return the name of the first plane that is not the same; an empty text where all are."""
    each = encoder.layout.word_count
    wrong = next(
        (k for k, words in enumerate(zip(one, other, strict=True)) if words[0] != words[1]), -1
    )
    return encoder.layout.planes[wrong // each].name if wrong >= 0 else ""


def check_tensor_secrets(inspector: Inspector, state: State, other: State, seat: int) -> None:
    """Check that a seat gets the same planes and numbers of two states that it cannot tell
    apart."""
    encoder = inspector.encoder
    if encoder is None or not (isinstance(state, FastState) and isinstance(other, FastState)):
        return
    if writes_itself(state):
        one, two = (written(each, encoder.layout, seat) for each in (state, other))
        name = differing(encoder, one[0], two[0])
        facts: dict[str, str | int] = {"method": "planes_into", "seat": seat, "name": name}
        inspector.require(not name, LEAK, "planes_into", "", **facts)
        facts = {"method": "numbers_into", "seat": seat, "name": "a number"}
        inspector.require(one[1] == two[1], LEAK, "numbers_into", "", **facts)


def check_mark(inspector: Inspector, state: State) -> None:
    """Check that equal positions, and no others, have equal marks, where repetition is counted."""
    if inspector.game.repetition and isinstance(state, FastState):
        key, mark = state.key(), int(state.repetition_mark())
        same = inspector.marks.setdefault(key, mark) == mark
        alone = inspector.keys.setdefault(mark, key) == key
        inspector.require(same and alone, SAME_MARK, "repetition_mark")
