"""Describes where two views of a state differ, for sentences about secrets."""

from __future__ import annotations

import json

from everygame.contract import AnyJson

LONG = 60
"""The number of characters of a value that are shown at most."""


def difference(one: AnyJson, other: AnyJson, path: str = "") -> tuple[str, AnyJson, AnyJson]:
    """Return the innermost place at which two JSON values first differ, and both values there."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            if one.get(key) != other.get(key) or (key in one) != (key in other):
                return difference(one.get(key), other.get(key), f"{path}.{key}" if path else key)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                return difference(a, b, f"{path}[{index}]")
    return path, one, other


def copied(wanted: AnyJson, seen: AnyJson, truth: AnyJson) -> AnyJson:
    """Return the state `truth` after copying into it the values in which the observation `wanted`
    differs from `seen`, which is the observation of `truth`; all three are JSON."""
    if wanted == seen:
        return truth
    three = (wanted, seen, truth)
    if all(isinstance(one, dict) for one in three):
        both = wanted.keys() & seen.keys()
        return {k: copied(wanted[k], seen[k], truth[k]) if k in both else truth[k] for k in truth}
    if all(isinstance(one, list) for one in three) and len({len(one) for one in three}) == 1:
        return [copied(*items) for items in zip(*three, strict=True)]
    return wanted


def two_views(one: AnyJson, other: AnyJson) -> str:
    """Say where two JSON values differ: `cards[1] is "K" in the one and "Q" in the other`."""
    path, a, b = difference(one, other)
    return f"{path or 'the whole'} is {brief(a)} in the one and {brief(b)} in the other"


def brief(value: AnyJson) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONG else text[: LONG - 1] + "…"
