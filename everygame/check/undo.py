"""Takes a ply back in another truth, by what the ply changed in the true state.

No general way exists to take back a ply of an unknown game. But the JSON of the true state before
and after the ply is known: what the ply removed from a text or a list is put back, what it added is
removed, and any other change is reversed. The result is a guess; `was_before` answers it only where
the ply leads from there to the given truth."""

from __future__ import annotations

import json
from collections import Counter

from everygame.contract import AnyJson, Game, State


class Unlike(Exception):
    """The truth does not fit the change that the ply made."""


def was_before(game: Game, before: State, action: int, after: State, truth: State) -> State | None:
    """The state from which `action` leads to `truth`, where there is one of this form; `before`
    and `after` are the true ones. Whether the action is legal there is not asked."""
    try:
        guess = undone(before.to_json(), after.to_json(), truth.to_json())
        start = game.from_json(json.loads(json.dumps(guess)))
        end = start.apply(action)
        return start if end.to_json() == truth.to_json() else None
    except Exception:  # a guess may be no state, and an action that is not legal may well raise
        return None


def undone(before: AnyJson, after: AnyJson, truth: AnyJson) -> AnyJson:
    """`truth` with the change from `before` to `after` taken back. Raises Unlike."""
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
    """Undo the change of a list: index by index, or as added and removed items."""
    if len(before) == len(after) == len(truth):
        return [undone(*three) for three in zip(before, after, truth, strict=True)]
    texts = [Counter(json.dumps(item) for item in items) for items in (before, after, truth)]
    came, went = texts[1] - texts[0], texts[0] - texts[1]
    if came - texts[2]:
        raise Unlike
    return ordered([json.loads(t) for t in (texts[2] - came + went).elements()], before)


def undone_text(before: str, after: str, truth: str) -> str:
    """Undo the change of a text, as a list of words or of characters."""
    if " " in before + after + truth:
        words: list[str] = undone_items(before.split(), after.split(), truth.split())
        return " ".join(words)
    return "".join(undone_items([*before], [*after], [*truth]))


def ordered(items: list[AnyJson], before: list[AnyJson]) -> list[AnyJson]:
    """The items, sorted if they were sorted before."""
    try:
        return sorted(items) if before == sorted(before) else items
    except TypeError:
        return items
