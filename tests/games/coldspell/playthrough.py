"""Whole matches with every answer at every ply, as text: a change of any answer shows.

`python -m tests.games.coldspell.playthrough` writes the files anew.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from everygame.contract import CHANCE, OVER, State
from everygame.errors import BadPosition
from everygame.games.coldspell import scene as artist
from everygame.games.coldspell.rules import ColdSpell
from everygame.scene import to_json, view
from everygame.search.rng import Rng
from tests.games.coldspell.table import make

HOME = Path(__file__).parent / "playthroughs"
MATCHES: dict[str, tuple[dict[str, str], int, bool]] = {
    "players": ({"players": "2"}, 21, False),
    "auto": ({"players": "3", "spelling": "auto", "deck": "tiles"}, 5, False),
    "stalemate": ({"players": "2", "moves": "straight"}, 2, True),
}
"""Name → options, seed of the random moves, and whether players only move where they can."""


def playthrough(options: dict[str, str], seed: int, idle: bool) -> str:
    """The match of a seed, with a small word list, from its start to its end."""
    game, rng = make(**options), Rng(seed)
    state = game.initial_state()
    settings = {key: value for key, value in game.settings.items() if key != "words"}
    lines = [f"# Cold Spell, {json.dumps(settings)}, version {game.version}, seed {seed}"]
    while True:
        lines += answers(game, state)
        actions = state.legal_actions()
        if not actions:
            return "\n".join(line.rstrip() for line in lines) + "\n"
        action = choose(state, actions, rng, idle)
        lines += ["", f"> {state.text(action)}"]
        state = state.apply(action)


def choose(state: State, actions: list[int], rng: Rng, idle: bool) -> int:
    """At random; while words are spelled, mostly what is advised."""
    advice = state.advise()
    if advice is not None and rng.below(4):
        return advice
    quiet = [
        action for action in actions if "-" in state.text(action) or "done" in state.text(action)
    ]
    if idle and quiet and state.to_play() != CHANCE and rng.below(12):
        actions = quiet
    return actions[rng.below(len(actions))]


def answers(game: ColdSpell, state: State) -> list[str]:
    """All that a state says, a line for each question; long lists as their digest."""
    who = state.to_play()
    actions = state.legal_actions()
    lines = [
        f"position    {position(state)}",
        f"to play     {who}",
        f"actions     {len(actions)} {digest(actions)}",
        f"moves       {short(' '.join(state.text(action) for action in actions))}",
    ]
    if who == CHANCE:
        return [*lines, f"chance      {digest(state.chance_outcomes())}"]
    seats = range(game.players)
    drawn = [to_json(artist.scene(game, view(state, viewer))) for viewer in (None, *seats)]
    told = {key: drawn[0][key] for key in ("prompt", "notes", "scores", "over") if key in drawn[0]}
    lines += [
        f"returns     {[round(value, 6) for value in state.returns()]}",
        f"ending      {state.ending()}",
        f"key         {digest(state.key())}",
        f"json        {json.dumps(state.to_json()) if who == OVER else digest(state.to_json())}",
        *(f"seat {seat} sees {digest(state.observe(seat))}" for seat in seats),
        f"told        {json.dumps(told)}",
        f"scenes      {' '.join(map(digest, drawn))}",
    ]
    return lines if who == OVER else [*lines, f"read        {read_by_others(game, state)}"]


def position(state: State) -> str:
    try:
        return state.position()
    except BadPosition:
        return "none"


def read_by_others(game: ColdSpell, state: State) -> str:
    """The texts of the plies as somebody else may read them."""
    other = (state.to_play() + 1) % game.players
    return short(" ".join(sorted({state.text(a, other) for a in state.legal_actions()})))


def short(text: str) -> str:
    return text if len(text) < 300 else f"{text[:200]} … {digest(text)}"


def digest(data: object) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:12]


def write_all() -> None:
    HOME.mkdir(exist_ok=True)
    for name, match in MATCHES.items():
        (HOME / f"{name}.txt").write_text(playthrough(*match), "utf-8")


if __name__ == "__main__":
    write_all()
