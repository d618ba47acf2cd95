"""Whole matches with every answer at every ply, as text: a change of any answer shows.

`python -m tests.games.freez.playthrough` writes the files anew.
"""

from __future__ import annotations

import json
from pathlib import Path

from everygame.contract import OVER, State
from everygame.errors import BadPosition
from everygame.games.freez.rules import Freez
from everygame.games.freez.scene import scene
from everygame.scene import to_json, view
from everygame.search.rng import Rng

HOME = Path(__file__).parent / "playthroughs"
MATCHES: dict[str, tuple[dict[str, str], int]] = {
    "live": ({"size": "6"}, 212),
    "wall": ({"size": "6", "wall": "tactical"}, 176),
    "stuck": ({"size": "7", "snow": "none"}, 108),
}
"""Name → options, and the seed of the random moves."""
TOLD = ("prompt", "notes", "scores", "marks", "blocked", "over")


def playthrough(options: dict[str, str], seed: int) -> str:
    """The match of a seed, from its start to its end."""
    game, rng = Freez(**options), Rng(seed)
    state = game.initial_state()
    lines = [f"# Freez!, {json.dumps(game.settings)}, version {game.version}, seed {seed}"]
    while True:
        lines += answers(game, state)
        actions = state.legal_actions()
        if not actions:
            return "\n".join(line.rstrip() for line in lines) + "\n"
        action = actions[rng.below(len(actions))]
        lines += ["", f"> {state.text(action)}"]
        state = state.apply(action)


def answers(game: Freez, state: State) -> list[str]:
    """All that a state says, a line for each question."""
    seat = state.to_play()
    shown = to_json(scene(game, view(state, None if seat == OVER else seat)))
    told = {key: shown[key] for key in TOLD if key in shown}
    return [
        f"position    {position(state)}",
        f"to play     {seat}",
        f"actions     {state.legal_actions()}",
        f"moves       {' '.join(state.text(action) for action in state.legal_actions())}",
        f"returns     {state.returns()}",
        f"ending      {state.ending()}",
        f"key         {state.key()}",
        f"json        {json.dumps(state.to_json())}",
        f"told        {json.dumps(told)}",
    ]


def position(state: State) -> str:
    """The position text, where the state has one."""
    try:
        return state.position()
    except BadPosition:
        return "none within a turn"


def write_all() -> None:
    HOME.mkdir(exist_ok=True)
    for name, (options, seed) in MATCHES.items():
        (HOME / f"{name}.txt").write_text(playthrough(options, seed), "utf-8")


if __name__ == "__main__":
    write_all()
