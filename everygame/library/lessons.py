"""The guided first match of a game: positions with one thing to do in each.

`tutorial.toml` has steps in order: `position` (a position text) or `state` (its JSON), `options`
(as on the command line), `say` (the task), `move` (the ply that does it), `hint` (which tells more
to who asks or goes wrong; else it is the move in words) and `done` (what has happened).
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from everygame.contract import Game, Json, State
from everygame.errors import BadGame
from everygame.library.registry import Entry
from everygame.library.rulesheet import find_start
from everygame.scene import Choice, Scene, choices_of, depict, picture, to_json, view

FILE: Final = "tutorial.toml"
NEEDED: Final = ("say", "move", "done")
KEYS: Final = (*NEEDED, "hint", "position", "state", "options")
HEAD: Final = re.compile(r"\s*\[\[\s*step\s*\]\]")
"""Begins a step."""


def lessons(entry: Entry) -> Json:
    """`{title, steps: [{say, hint, move, scene, done, after}]}`: `scene` is played on, `after`
    shows the move done. Raises BadGame."""
    steps = [make_step(entry, step) for _, step in read_steps(entry)]
    return {"title": entry.facts()["title"], "steps": steps}


def read_steps(entry: Entry) -> list[tuple[int, dict[str, str]]]:
    """The steps of the file and their lines. Raises BadGame."""
    if not entry.has(FILE):
        raise BadGame(f"{entry.name} has no guided first match.")
    try:
        text = (entry.folder / FILE).read_text("utf-8")
        steps = tomllib.loads(text).get("step")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadGame(f"{entry.name}: {FILE} cannot be read: {error}.") from None
    lines = [n for n, line in enumerate(text.splitlines(), 1) if HEAD.match(line)]
    if not (isinstance(steps, list) and steps and len(steps) == len(lines)):
        raise BadGame(f"{entry.name}: {FILE} has no steps, each headed [[step]].")
    for line, step in zip(lines, steps, strict=True):
        fault = find_fault(step)
        if fault:
            raise BadGame(f"{entry.name}: {FILE}, line {line}: {fault}.")
    return list(zip(lines, steps, strict=True))


def find_fault(step: dict[str, Any]) -> str:
    """What is wrong with a step; empty for a sound one."""
    for key, value in step.items():
        if key not in KEYS:
            return f"there is no {key!r} in a step, only {', '.join(KEYS)}"
        if not isinstance(value, str):
            return f"{key!r} is a text, not {value!r}"
    missing = [key for key in NEEDED if key not in step]
    return f"the step has no {missing[0]!r}" if missing else ""


def make_step(entry: Entry, step: dict[str, Any]) -> Json:
    """One position and its move. Raises BadGame, BadPosition, BadMove."""
    game, state = find_start(entry, step)
    seat, action = state.to_play(), state.parse(step["move"])
    scene = draw(entry, game, state, seat)
    return {
        "say": step["say"],
        "hint": step.get("hint") or told(scene, step["move"]),
        "move": step["move"],
        "done": step["done"],
        "scene": to_json(scene),
        "after": picture(draw(entry, game, state.apply(action), seat)),
    }


def told(scene: Scene, move: str) -> str:
    """The move in words."""
    found = (choice for choice in choices_of(scene) if choice.move == move)
    choice = next(found, Choice(move))
    words = choice.name or choice.label or move
    return f"{words[0].upper()}{words[1:]}."


def draw(entry: Entry, game: Game, state: State, seat: int) -> Scene:
    return depict(entry.artist(), game, view(state, seat))
