"""Whole matches with every answer at every ply, as text: a change of any answer shows.

`python -m tests.games.evade.playthrough` writes the files anew.
"""

from __future__ import annotations

import json
from pathlib import Path

from everygame.contract import State
from everygame.errors import BadPosition
from everygame.games.evade.rules import Evade
from everygame.games.evade.scene import scene
from everygame.scene import to_json, view
from everygame.search.rng import Rng

HOME = Path(__file__).parent / "playthroughs"
MATCHES = {
    "home": ("hidden", 566),
    "exposed": ("hidden", 79),
    "peeks": ("memory", 560),
    "frozen": ("open", 2857),
}
"""Name → version, and the seed of the random moves."""
VIEWERS = {"white": 0, "black": 1, "watcher": None}


def playthrough(information: str, seed: int) -> str:
    """The match of a seed, from its start to its end."""
    game, rng = Evade(information=information), Rng(seed)
    state = game.initial_state()
    lines = [f"# Evade, {json.dumps(game.settings)}, version {game.version}, seed {seed}"]
    while True:
        lines += answers(game, state)
        actions = state.legal_actions()
        if not actions:
            return "\n".join(line.rstrip() for line in lines) + "\n"
        action = actions[rng.below(len(actions))]
        told = {name: state.text(action, viewer) for name, viewer in VIEWERS.items()}
        secret = set(told.values()) != {state.text(action)}
        lines += ["", f"> {state.text(action)} {json.dumps(told) if secret else ''}"]
        state = state.apply(action)


def answers(game: Evade, state: State) -> list[str]:
    """All that a state says, a line for each question."""
    lines = [
        f"position    {position(state)}",
        f"to play     {state.to_play()}",
        f"moves       {' '.join(state.text(action) for action in state.legal_actions())}",
        f"returns     {state.returns()}",
        f"ending      {state.ending()}",
        f"key         {state.key()}",
        f"json        {json.dumps(state.to_json())}",
    ]
    for name, viewer in VIEWERS.items():
        seen = state.observe(viewer)
        shown = to_json(scene(game, view(state, viewer)))
        told = {key: shown[key] for key in ("prompt", "notes", "over") if key in shown}
        knows = f"{' '.join(seen['kinds'])}  {seen['position']}"
        lines.append(f"{name:11} {knows}  {json.dumps(told, ensure_ascii=False)}")
    return lines


def position(state: State) -> str:
    """The position text, where the state has one."""
    try:
        return state.position()
    except BadPosition:
        return "none within a turn"


def write_all() -> None:
    HOME.mkdir(exist_ok=True)
    for name, (information, seed) in MATCHES.items():
        (HOME / f"{name}.txt").write_text(playthrough(information, seed), "utf-8")


if __name__ == "__main__":
    write_all()
