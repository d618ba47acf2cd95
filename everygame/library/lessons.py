"""Reads the guided first match of a game: a series of positions, in each of which the learner has
one move to make.

`tutorial.toml` has steps in order: `position` (a position text) or `state` (its JSON), `options`
(as on the command line), `say` (the task), `move` (the ply that does it), `hint` (for a learner who
asks for help; without it the hint is the move in words) and `done` (what has happened). The table
`wrong` of a step answers other attempts: its keys are a move, a pattern of moves such as "c2-*", or
a place where no piece may go. Before the first step the file may have `learnt`: what the learner
knows after the last step.
"""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Iterator
from typing import Final

from everygame.contract import Game, Json, State
from everygame.errors import BadGame
from everygame.library.readable import readable
from everygame.library.registry import Entry
from everygame.library.rulesheet import find_start
from everygame.library.sheet_words import LESSON, Tongue
from everygame.scene import Choice, Scene, cells_of, choices_of, depict, picture, to_json, view
from everygame.words import say, translate

FILE: Final = "tutorial.toml"
"""The only file, in English; what other languages say stands in catalogues."""
NEEDED: Final = ("say", "move", "done")
TEXTS: Final = (*NEEDED, "hint", "position", "state", "options")
KEYS: Final = (*TEXTS, "wrong")
HEAD: Final = re.compile(r"\s*\[\[\s*step\s*\]\]")
"""Matches the line of the file that begins a step."""


def lessons(entry: Entry, language: str) -> Json:
    """Return the guided match in a language as `{title, lang, learnt, steps: [{say, hint, move,
    wrong, scene, done, after}], english}`. The learner plays on `scene`, `wrong` maps other moves
    to answers, and `after` shows the position after the move. `english` maps each text, as
    it is shown, to its English, which is the same where nobody has translated it. Raises
    BadGame."""
    tongue = Tongue(LESSON, entry.name, language)
    told = read(entry, FILE)
    spoken = tongue.language
    steps = [make_step(entry, step, tongue) for _, step in told["steps"]]
    title = translate(say(entry.facts()["title"]), spoken)
    learnt = tongue.say(told["learnt"]) or told["learnt"]
    english = {tongue.say(text) or text: text for text in texts_of(told)}
    return {"title": title, "lang": spoken, "learnt": learnt, "steps": steps, "english": english}


def texts_of(told: Json) -> Iterator[str]:
    """Yield the texts of a guided match that are translated."""
    yield told["learnt"]
    for _, step in told["steps"]:
        yield from (step[key] for key in ("say", "hint", "done") if key in step)
        yield from step.get("wrong", {}).values()


def read(entry: Entry, file: str) -> Json:
    """Read a file: return `learnt`, and as `steps` each step with the number of its line. Raises
    BadGame."""
    if not entry.has(file):
        raise BadGame("{name} has no guided first match.", name=entry.name)
    with readable(entry.name, file):
        text = (entry.folder / file).read_text("utf-8")
        told = tomllib.loads(text)
    steps = told.get("step")
    lines = [n for n, line in enumerate(text.splitlines(), 1) if HEAD.match(line)]
    if not (isinstance(steps, list) and steps and len(steps) == len(lines)):
        raise BadGame(
            "{name}: {file} has no steps, each headed [[step]].", name=entry.name, file=file
        )
    blame(entry, file, 1, find_stranger(told))
    for line, step in zip(lines, steps, strict=True):
        blame(entry, file, line, find_fault(step))
    return {"learnt": told.get("learnt", ""), "steps": list(zip(lines, steps, strict=True))}


def blame(entry: Entry, file: str, line: int, fault: str) -> None:
    """Raise BadGame, with the file and the line, unless the fault is an empty text."""
    if fault:
        raise BadGame(
            "{name}: {file}, line {line}: {fault}.",
            name=entry.name,
            file=file,
            line=line,
            fault=fault,
        )


def find_stranger(told: Json) -> str:
    """Return the fault of the part before the steps; an empty text where there is none."""
    for key, value in told.items():
        if key not in ("step", "learnt"):
            return say("before the steps there is no {key}, only learnt", key=repr(key))
        if key == "learnt" and not isinstance(value, str):
            return say("{key} is a text, not {value}", key=repr(key), value=repr(value))
    return ""


def find_fault(step: Json) -> str:
    """Return the first fault of a step; an empty text where there is none."""
    for key, value in step.items():
        if key not in KEYS:
            return say(
                "there is no {key} in a step, only {keys}", key=repr(key), keys=", ".join(KEYS)
            )
        if key == "wrong" and not isinstance(value, dict):
            return say("{key} is a table of texts, not {value}", key=repr(key), value=repr(value))
        for text in value.values() if key == "wrong" else [value]:
            if not isinstance(text, str):
                return say("{key} is a text, not {value}", key=repr(key), value=repr(text))
    missing = [key for key in NEEDED if key not in step]
    return say("the step has no {missing}", missing=repr(missing[0])) if missing else ""


def make_step(entry: Entry, step: Json, tongue: Tongue) -> Json:
    """Return one step as JSON: its texts in the language, its move and both pictures. Raises
    BadGame, BadPosition, BadMove."""
    game, state = find_start(entry, step)
    seat, action = state.to_play(), state.parse(step["move"])
    scene = draw(entry, game, state, seat)
    hint = step.get("hint", "")
    return {
        "say": tongue.say(step["say"]) or step["say"],
        "hint": tongue.say(hint) or hint or told(scene, step["move"]),
        "move": step["move"],
        "wrong": {place: tongue.say(why) or why for place, why in answers(scene, step).items()},
        "done": tongue.say(step["done"]) or step["done"],
        "scene": to_json(scene),
        "after": picture(draw(entry, game, state.apply(action), seat)),
    }


def answers(scene: Scene, step: Json) -> dict[str, str]:
    """Return the answers to other attempts, by move or by place. Where several patterns fit a move,
    the first one counts. Raises BadGame for a pattern that fits no move and no place."""
    moves = [choice.move for choice in choices_of(scene) if choice.move != step["move"]]
    places = [cell for region in scene.regions for cell in cells_of(region)]
    found: dict[str, str] = {}
    for pattern, text in step.get("wrong", {}).items():
        fits = fnmatch.filter(moves, pattern) or fnmatch.filter(places, pattern)
        if not fits:
            raise BadGame("No other move and no place is called {name}.", name=repr(pattern))
        for one in fits:
            found.setdefault(one, text)
    return found


def told(scene: Scene, move: str) -> str:
    """Return the hint for a move, which says it in words."""
    found = (choice for choice in choices_of(scene) if choice.move == move)
    choice = next(found, Choice(move))
    return say("Do this: {move}.", move=choice.name or choice.label or move)


def draw(entry: Entry, game: Game, state: State, seat: int) -> Scene:
    return depict(entry.artist(), game, view(state, seat))
