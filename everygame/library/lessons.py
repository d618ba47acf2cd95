"""The guided first match of a game: positions with one thing to do in each.

`tutorial.toml` has steps in order: `position` (a position text) or `state` (its JSON), `options`
(as on the command line), `say` (the task), `move` (the ply that does it), `hint` (which tells more
to who asks or goes wrong; else it is the move in words) and `done` (what has happened).
"""

from __future__ import annotations

import re
import tomllib
from typing import Final

from everygame.contract import Game, Json, State
from everygame.errors import BadGame
from everygame.library.registry import Entry
from everygame.library.rulesheet import find_start
from everygame.scene import Choice, Scene, choices_of, depict, picture, to_json, view
from everygame.words import fallbacks, say

FILE: Final = "tutorial.toml"
"""In English; "tutorial.de.toml" is the whole file in another language."""
NEEDED: Final = ("say", "move", "done")
KEYS: Final = (*NEEDED, "hint", "position", "state", "options")
HEAD: Final = re.compile(r"\s*\[\[\s*step\s*\]\]")
"""Begins a step."""


def lessons(entry: Entry, language: str) -> Json:
    """`{title, steps: [{say, hint, move, scene, done, after}]}`: `scene` is played on, `after`
    shows the move done. Raises BadGame."""
    files = (f"tutorial.{spoken}.toml" for spoken in fallbacks(language))
    file = next((file for file in files if entry.has(file)), FILE)
    steps = [make_step(entry, step) for _, step in read_steps(entry, file)]
    return {"title": entry.facts()["title"], "steps": steps}


def read_steps(entry: Entry, file: str) -> list[tuple[int, dict[str, str]]]:
    """The steps of the file and their lines. Raises BadGame."""
    if not entry.has(file):
        raise BadGame("{name} has no guided first match.", name=entry.name)
    try:
        text = (entry.folder / file).read_text("utf-8")
        steps = tomllib.loads(text).get("step")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadGame(
            "{name}: {file} cannot be read: {error}.", name=entry.name, file=file, error=error
        ) from None
    lines = [n for n, line in enumerate(text.splitlines(), 1) if HEAD.match(line)]
    if not (isinstance(steps, list) and steps and len(steps) == len(lines)):
        raise BadGame(
            "{name}: {file} has no steps, each headed [[step]].", name=entry.name, file=file
        )
    for line, step in zip(lines, steps, strict=True):
        fault = find_fault(step)
        if fault:
            raise BadGame(
                "{name}: {file}, line {line}: {fault}.",
                name=entry.name,
                file=file,
                line=line,
                fault=fault,
            )
    return list(zip(lines, steps, strict=True))


def find_fault(step: Json) -> str:
    """What is wrong with a step; empty for a sound one."""
    for key, value in step.items():
        if key not in KEYS:
            return say(
                "there is no {key} in a step, only {keys}", key=repr(key), keys=", ".join(KEYS)
            )
        if not isinstance(value, str):
            return say("{key} is a text, not {value}", key=repr(key), value=repr(value))
    missing = [key for key in NEEDED if key not in step]
    return say("the step has no {missing}", missing=repr(missing[0])) if missing else ""


def make_step(entry: Entry, step: Json) -> Json:
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
    return say("Do this: {move}.", move=choice.name or choice.label or move)


def draw(entry: Entry, game: Game, state: State, seat: int) -> Scene:
    return depict(entry.artist(), game, view(state, seat))
