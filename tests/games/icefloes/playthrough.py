"""Whole matches with every answer at every ply, as text: a change of any answer shows.

`python -m tests.games.icefloes.playthrough` writes the files anew.
"""

from __future__ import annotations

import json
from pathlib import Path

from everygame.contract import OVER, State
from everygame.games.icefloes.rules import IceFloes
from everygame.games.icefloes.scene import scene
from everygame.scene import to_json, view
from everygame.search.rng import Rng

HOME = Path(__file__).parent / "playthroughs"
MATCHES = {
    "one": ({"players": "1", "level": "five"}, 125),
    "two": ({"players": "2"}, 147),
    "four": ({"players": "4", "level": "R.*.*/.S.*./*...*/.*.P./*.*.Q"}, 1459),
    "draw": ({"players": "2", "level": "classic", "max_plies": "12"}, 1),
}
"""Name → options, and the seed of the random moves."""


def playthrough(options: dict[str, str], seed: int) -> str:
    """The match of a seed, from its start to its end."""
    game, rng = IceFloes(**options), Rng(seed)
    state = game.initial_state()
    lines = [f"# Ice Floes, {json.dumps(game.settings)}, version {game.version}, seed {seed}"]
    while True:
        lines += answers(game, state)
        actions = state.legal_actions()
        if not actions:
            return "\n".join(line.rstrip() for line in lines) + "\n"
        action = actions[rng.below(len(actions))]
        lines += ["", f"> {state.text(action)}"]
        state = state.apply(action)


def answers(game: IceFloes, state: State) -> list[str]:
    """All that a state says, a line for each question."""
    seat = state.to_play()
    viewer = None if seat == OVER else seat
    shown = to_json(scene(game, view(state, viewer)))
    told = {key: shown[key] for key in ("prompt", "notes", "blocked", "over") if key in shown}
    return [
        f"position    {state.position()}",
        f"to play     {seat}",
        f"actions     {state.legal_actions()}",
        f"moves       {' '.join(state.text(action) for action in state.legal_actions())}",
        f"returns     {[round(value, 6) for value in state.returns()]}",
        f"ending      {state.ending()}",
        f"key         {state.key()}",
        f"json        {json.dumps(state.to_json())}",
        f"observation {json.dumps(state.observe(viewer))}",
        f"told        {json.dumps(told)}",
        *(f"choice      {json.dumps(choice)}" for choice in shown.get("choices", [])),
    ]


def write_all() -> None:
    HOME.mkdir(exist_ok=True)
    for name, (options, seed) in MATCHES.items():
        (HOME / f"{name}.txt").write_text(playthrough(options, seed), "utf-8")


if __name__ == "__main__":
    write_all()
