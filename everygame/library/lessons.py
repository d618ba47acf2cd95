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
from dataclasses import dataclass
from typing import Final

from everygame.contract import AnyJson, Game, Json, State, read_settings
from everygame.errors import BadGame
from everygame.library.registry import Entry
from everygame.library.rulesheet import at_line, find_start
from everygame.library.translate_sheet import LESSON, Tongue
from everygame.library.unreadable import readable
from everygame.scene import Choice, Scene, cells_of, choices_of, depict, picture, to_json, view
from everygame.words import say, translate

FILE: Final = "tutorial.toml"
"""The only file, in English; what other languages say stands in catalogues."""
NEEDED: Final = ("say", "move", "done")
TEXTS: Final = (*NEEDED, "hint", "position", "state", "options")
KEYS: Final = (*TEXTS, "wrong")
HEAD: Final = re.compile(r"\s*\[\[\s*step\s*\]\]")
"""Matches the line of the file that begins a step."""
KEY: Final = re.compile(r"\s*(?:([\w-]+)|\"([^\"]*)\"|'([^']*)')\s*=")
"""Matches a line of the file that begins with a key."""


def lessons(entry: Entry, language: str) -> Json:
    """Return the guided match in a language as `{title, lang, learnt, steps: [{say, hint, move,
    wrong, scene, done, after}], english}`. The learner plays on `scene`, `wrong` maps other moves
    to answers, and `after` shows the position after the move. `english` maps each text, as
    it is shown, to its English, which is the same where nobody has translated it. Raises
    BadGame."""
    tongue = Tongue(LESSON, entry.name, language)
    told = read(entry, FILE)
    spoken = tongue.language
    steps = [make_step(entry, FILE, step, tongue) for step in told["steps"]]
    title = translate(say(entry.facts()["title"]), spoken)
    learnt = tongue.say(told["learnt"]) or told["learnt"]
    english = {tongue.say(text) or text: text for text in texts_of(told)}
    return {"title": title, "lang": spoken, "learnt": learnt, "steps": steps, "english": english}


def texts_of(told: Json) -> Iterator[str]:
    """Yield the texts of a guided match that are translated."""
    yield told["learnt"]
    for step in told["steps"]:
        yield from (step.values[key] for key in ("say", "hint", "done") if key in step.values)
        yield from step.values.get("wrong", {}).values()


@dataclass(frozen=True)
class Step:
    """One step of a guided match as its file has it."""

    values: Json
    line: int
    keys: dict[str, int]
    """The line of each key of the step and of its table `wrong`."""

    def find(self, *keys: str) -> int:
        """Return the line of the first of these keys that the step has, else its first line."""
        return next((self.keys[key] for key in keys if key in self.keys), self.line)


def read(entry: Entry, file: str) -> Json:
    """Read a file: return `learnt`, and as `steps` a list of Step. Raises BadGame."""
    if not entry.has(file):
        raise BadGame("{name} has no guided first match.", name=entry.name)
    with readable(entry.name, file):
        text = (entry.folder / file).read_text("utf-8-sig")
        told = tomllib.loads(text)
    lines, found = text.splitlines(), told.get("step")
    heads = [n for n, line in enumerate(lines, 1) if HEAD.match(line)]
    if not (isinstance(found, list) and found and len(found) == len(heads)):
        raise BadGame(
            "{name}: {file} has no steps, each headed [[step]].", name=entry.name, file=file
        )
    before = find_keys(lines, 0, heads[0])
    for key, value in told.items():
        blame(entry, file, before.get(key, 1), find_stranger(key, value))
    steps = [
        Step(values, line, find_keys(lines, line, end))
        for values, line, end in zip(found, heads, [*heads[1:], len(lines) + 1], strict=True)
    ]
    for step in steps:
        for key, fault in find_faults(step.values):
            blame(entry, file, step.find(key), fault)
    return {"learnt": told.get("learnt", ""), "steps": steps}


def find_keys(lines: list[str], start: int, end: int) -> dict[str, int]:
    """Return the line of each key between two lines of a file of TOML."""
    found: dict[str, int] = {}
    for n, line in enumerate(lines[start : end - 1], start + 1):
        if key := KEY.match(line):
            found.setdefault(next(filter(None, key.groups())), n)
    return found


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


def find_stranger(key: str, value: AnyJson) -> str:
    """Return the fault of a key outside the steps; an empty text where there is none."""
    if key not in ("step", "learnt"):
        return say("before the steps there is no {key}, only learnt", key=repr(key))
    if key == "learnt" and not isinstance(value, str):
        return say("{key} is a text, not {value}", key=repr(key), value=repr(value))
    return ""


def find_faults(step: Json) -> Iterator[tuple[str, str]]:
    """Yield the faults of a step, each with its key."""
    for key, value in step.items():
        if key not in KEYS:
            keys = ", ".join(KEYS)
            yield key, say("there is no {key} in a step, only {keys}", key=repr(key), keys=keys)
        elif key == "wrong" and not isinstance(value, dict):
            asked = "{key} is a table of texts, not {value}"
            yield key, say(asked, key=repr(key), value=repr(value))
        for name, text in value.items() if isinstance(value, dict) else [(key, value)]:
            if key in KEYS and not isinstance(text, str):
                yield name, say("{key} is a text, not {value}", key=repr(name), value=repr(text))
    for key in NEEDED:
        if key not in step:
            yield "", say("the step has no {missing}", missing=repr(key))


def make_step(entry: Entry, file: str, step: Step, tongue: Tongue) -> Json:
    """Return one step as JSON: its texts in the language, its move and both pictures. Raises
    BadGame, with the line of the file."""
    told = step.values
    with at_line(entry, file, step.find("options")):
        entry.game(**read_settings(told.get("options", "").split()))
    with at_line(entry, file, step.find("position", "state")):
        game, state = find_start(entry, told)
        seat = state.to_play()
        scene = draw(entry, game, state, seat)
    with at_line(entry, file, step.find("move")):
        after = picture(draw(entry, game, state.apply(state.parse(told["move"])), seat))
    for pattern in told.get("wrong", {}):
        with at_line(entry, file, step.find(pattern, "wrong")):
            check_pattern(scene, told["move"], pattern)
    hint = told.get("hint", "")
    wrong = answers(scene, told).items()
    return {
        "say": tongue.say(told["say"]) or told["say"],
        "hint": tongue.say(hint) or hint or hint_of(scene, told["move"]),
        "move": told["move"],
        "wrong": {place: tongue.say(why) or why for place, why in wrong},
        "done": tongue.say(told["done"]) or told["done"],
        "scene": to_json(scene),
        "after": after,
    }


def fits(scene: Scene, move: str, pattern: str) -> list[str]:
    """Return the other moves, else the places, that a pattern fits."""
    moves = [choice.move for choice in choices_of(scene) if choice.move != move]
    places = [cell for region in scene.regions for cell in cells_of(region)]
    return fnmatch.filter(moves, pattern) or fnmatch.filter(places, pattern)


def check_pattern(scene: Scene, move: str, pattern: str) -> None:
    """Raise BadGame for a pattern that fits no other move and no place."""
    if not fits(scene, move, pattern):
        raise BadGame("No other move and no place is called {name}.", name=repr(pattern))


def answers(scene: Scene, step: Json) -> dict[str, str]:
    """Return the answers to other attempts, by move or by place. Where several patterns fit a move,
    the first one counts."""
    found: dict[str, str] = {}
    for pattern, text in step.get("wrong", {}).items():
        for one in fits(scene, step["move"], pattern):
            found.setdefault(one, text)
    return found


def hint_of(scene: Scene, move: str) -> str:
    """Return the hint for a move, which says it in words."""
    found = (choice for choice in choices_of(scene) if choice.move == move)
    choice = next(found, Choice(move))
    return say("Do this: {move}.", move=choice.name or choice.label or move)


def draw(entry: Entry, game: Game, state: State, seat: int) -> Scene:
    return depict(entry.artist(), game, view(state, seat))
