"""Takes a ply back in a state drawn by `resample`, by the changes that the ply made in the true
state.

No general method takes back a ply of an unknown game. But the JSON of the true state before and
after the ply is known, so the same change is reversed in the drawn state: what the ply removed from
a text or a list is put back, and what it added is removed. The result is a guess; `leads_to` says
whether the ply leads from it to the drawn state."""

from __future__ import annotations

import json
from collections import Counter

from everygame.contract import AnyJson, Game, State


class Unlike(Exception):
    """The drawn state does not fit the change that the ply made."""


def was_before(game: Game, before: State, after: State, truth: State) -> State | None:
    """Return the state that `truth` was before a ply, by the change from the true state `before` to
    the true state `after`; None where the reversed change gives no state."""
    try:
        guess = undone(before.to_json(), after.to_json(), truth.to_json())
        return game.from_json(json.loads(json.dumps(guess)))
    except Exception:  # a guess may be no state
        return None


def leads_to(start: State, action: int, end: State) -> bool:
    """Whether the action, which need not be legal, leads from the one state to the other."""
    try:
        return start.apply(action).to_json() == end.to_json()
    except Exception:  # an illegal action may raise anything
        return False


def is_certain(before: AnyJson, after: AnyJson, truth: AnyJson) -> bool:
    """Whether reversing the change puts back whole values only, each in place of the value that the
    ply made of it. What is put back into a text or a list may come into the wrong place there."""
    if before == after or truth == after:
        return True
    if isinstance(truth, dict) and before.keys() == after.keys() == truth.keys():
        return all(is_certain(before[key], after[key], truth[key]) for key in truth)
    if isinstance(truth, list) and len(before) == len(after) == len(truth):
        return all(is_certain(*three) for three in zip(before, after, truth, strict=True))
    return False


def undone(before: AnyJson, after: AnyJson, truth: AnyJson) -> AnyJson:
    """Return `truth` with the change from `before` to `after` reversed; all three are JSON. Raises
    Unlike."""
    if before == after:
        return truth
    if truth == after:
        return before
    kinds = {type(before), type(after), type(truth)}
    if kinds == {str} and len(before) == len(after) == len(truth) == 1:
        raise Unlike
    if kinds == {dict} and before.keys() == after.keys() == truth.keys():
        return {key: undone(before[key], after[key], truth[key]) for key in truth}
    if kinds == {list}:
        return undone_items(before, after, truth)
    if kinds == {str}:
        return undone_text(before, after, truth)
    if kinds == {int}:
        return truth & ~(after & ~before) | (before & ~after)
    raise Unlike


def undone_items(before: list[AnyJson], after: list[AnyJson], truth: list[AnyJson]) -> AnyJson:
    """Reverse the change of a list: item by item where the lengths agree, otherwise as added and
    removed items."""
    if len(before) == len(after) == len(truth):
        return [undone(*three) for three in zip(before, after, truth, strict=True)]
    texts = [Counter(json.dumps(item) for item in items) for items in (before, after, truth)]
    came, went = texts[1] - texts[0], texts[0] - texts[1]
    if came - texts[2]:
        raise Unlike
    return ordered([json.loads(t) for t in (texts[2] - came + went).elements()], before)


def undone_text(before: str, after: str, truth: str) -> str:
    """Reverse the change of a text, taken as a list of words or of characters."""
    if " " in before + after + truth:
        words: list[str] = undone_items(before.split(), after.split(), truth.split())
        return " ".join(words)
    return "".join(undone_items([*before], [*after], [*truth]))


def ordered(items: list[AnyJson], before: list[AnyJson]) -> list[AnyJson]:
    """Return the items, sorted where the list `before` was sorted."""
    try:
        return sorted(items) if before == sorted(before) else items
    except TypeError:
        return items
