"""The guided first match of a game: positions with one thing to do in each.

`tutorial.toml` has steps in order: `position` (a position text) or `state` (its JSON), `options`
(as on the command line), `say` (what to do, and why), `move` (the ply that does it) and `done`
(what has happened).
"""

from __future__ import annotations

import tomllib
from typing import Any

from everygame.contract import Game, Json, State
from everygame.errors import BadGame
from everygame.registry import Entry
from everygame.scene import to_json, view
from everygame.server.rulesheet import find_start
from everygame.server.scenes import picture

FILE = "tutorial.toml"


def lessons(entry: Entry) -> Json:
    """`{title, steps: [{say, move, scene, done, after}]}`: `scene` is played on, `after` shows
    the move done. Raises BadGame."""
    try:
        steps = tomllib.loads((entry.folder / FILE).read_text("utf-8"))["step"]
    except (OSError, tomllib.TOMLDecodeError, KeyError):
        raise BadGame(f"{entry.name} has no guided first match.") from None
    return {"title": entry.facts()["title"], "steps": [make_step(entry, step) for step in steps]}


def make_step(entry: Entry, step: dict[str, Any]) -> Json:
    """One position and its move. Raises BadGame, BadPosition, BadMove."""
    game, state = find_start(entry, step)
    seat, action = state.to_play(), state.parse(step["move"])
    return {
        "say": step["say"],
        "move": step["move"],
        "done": step["done"],
        "scene": to_json(draw(entry, game, state, seat)),
        "after": picture(draw(entry, game, state.apply(action), seat)),
    }


def draw(entry: Entry, game: Game, state: State, seat: int) -> Any:
    return entry.artist().scene(game, view(state, seat))
