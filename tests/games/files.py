"""Perft files and playthroughs: what each game is held to, as text files beside its tests.

`python -m tests.games.files` plays the matches of all playthroughs again, move by move, and writes
their answers anew; where the moves end before the match does, it goes on at random. So a file with
nothing but its head becomes a new playthrough.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from everygame.contract import CHANCE, Game, State, read_settings
from everygame.errors import BadPosition
from everygame.library.registry import find_game
from everygame.scene import depict, to_json, view

HOME = Path(__file__).parent
TOLD = ("over", "prompt", "notes", "scores", "blocked", "marks")
"""What a scene says in words."""
LONG = 250
"""Characters of an answer that are written out; of a longer one the rest is a digest."""


@dataclass(frozen=True)
class Count:
    """A paragraph of `GAME/GAME.perft`."""

    game: str
    id: str
    options: dict[str, str]
    position: str
    turns: bool
    """Whole turns are counted, not plies."""
    counts: list[int]
    """From depth 1."""

    def __str__(self) -> str:
        return f"{self.game}: {self.id}"


def counts() -> Iterator[Count]:
    """All paragraphs of all perft files."""
    for path in sorted(HOME.glob("*/*.perft")):
        for paragraph in path.read_text("utf-8").split("\n\nid ")[1:]:
            name, options, position, *lines = paragraph.strip().split("\n")
            turns = lines[0] == "turns"
            lines = lines[1:] if turns else lines
            numbers = [line.split() for line in lines]
            assert [int(depth) for depth, _ in numbers] == list(range(1, len(numbers) + 1))
            settings = read_settings(options.removeprefix("options").split())
            where = position.removeprefix("position ")
            yield Count(path.stem, name, settings, where, turns, [int(n) for _, n in numbers])


@dataclass(frozen=True)
class Playthrough:
    """A file of a folder `GAME/playthroughs`: its head and its moves."""

    path: Path
    options: list[str]
    shows: list[str]
    """Regular expressions for lines of the match: what it was chosen for."""
    moves: list[str]

    @property
    def game(self) -> str:
        return self.path.parts[-3]

    def __str__(self) -> str:
        return f"{self.game}: {self.path.stem}"


def playthroughs() -> list[Playthrough]:
    """All of them."""
    return [read_playthrough(path) for path in sorted(HOME.glob("*/playthroughs/*.txt"))]


def read_playthrough(path: Path) -> Playthrough:
    lines = path.read_text("utf-8").splitlines()
    told = [line.partition(" ") for line in lines]
    (options,) = [text.split() for word, _, text in told if word == "options"]
    shows = [text for word, _, text in told if word == "shows"]
    return Playthrough(path, options, shows, [text for word, _, text in told if word == ">"])


def open_game(found: Playthrough) -> Game:
    """The game with its options; a file that one of them names lies beside the tests."""
    entry, settings = find_game(found.game), read_settings(found.options)
    for option in entry.game_class().options:
        value = settings.get(option.name, option.default)
        if option.file and value not in [choice.value for choice in option.choices]:
            settings[option.name] = str(HOME / found.game / value)
    return entry.game(**settings)


def written(found: Playthrough, at_random: bool = False) -> str:
    """The text of the file, from its head and moves alone; `at_random`: with the plies to the
    end of the match that are missing."""
    game, artist = open_game(found), find_game(found.game).artist()
    state, rest, rng = game.initial_state(), iter(found.moves), Random(1)
    lines = [*head(found, game), "", *answers(game, artist, state)]
    while actions := state.legal_actions():
        move = next(rest, None)
        if move is None and not at_random:
            break
        action = rng.choice(actions) if move is None else state.parse(move)
        lines += ["", f"> {state.text(action)}"]
        state = state.apply(action)
        lines += answers(game, artist, state)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def head(found: Playthrough, game: Game) -> list[str]:
    title = find_game(found.game).facts()["title"]
    return [
        f"# A match of {title} (rules of version {game.version}): all that is told at every ply.",
        "# Long answers end in a digest. `python -m tests.games.files` plays the same moves again.",
        " ".join(["options", *found.options]),
        *(f"shows {line}" for line in found.shows),
    ]


def answers(game: Game, artist: Any, state: State) -> list[str]:
    """All that a state says, a line for each question."""
    actions, truth = state.legal_actions(), state.to_json()
    lines = [
        f"position    {position(state)}",
        f"to play     {state.to_play()}",
        f"actions     {short(actions)}",
        f"moves       {short(texts(state, CHANCE))}",
        f"returns     {[round(value, 6) for value in state.returns()]}",
        f"ending      {state.ending()}",
        f"key         {short(state.key())}",
        f"json        {short(truth)}",
    ]
    if state.to_play() == CHANCE:
        lines.append(f"chance      {short(state.chance_outcomes())}")
    for viewer in (None, *range(game.players)):
        lines += answers_to(viewer, game, artist, state)
    return lines


def answers_to(viewer: int | None, game: Game, artist: Any, state: State) -> Iterator[str]:
    """What one viewer is given: knowledge and moves where they are not the whole truth, and the
    scene in words and as a digest."""
    name = "spectator" if viewer is None else f"seat {viewer}"
    seen, read = state.observe(viewer), texts(state, viewer)
    if seen != state.to_json():
        yield f"{name} knows {short(seen)}"
    if read != texts(state, CHANCE):
        yield f"{name} reads {short(read)}"
    shown = to_json(depict(artist, game, view(state, viewer)))
    told = {key: shown[key] for key in TOLD if key in shown}
    told["blocked"] = sorted(set(told.get("blocked", {}).values()))
    yield f"{name} sees {digest(shown)} {short({k: v for k, v in told.items() if v})}"


def texts(state: State, viewer: int | None) -> str:
    return " ".join(state.text(action, viewer) for action in state.legal_actions())


def position(state: State) -> str:
    """The position text, where the state has one."""
    try:
        return state.position()
    except BadPosition:
        return "none"


def short(answer: object) -> str:
    """The answer in one line of bounded length, which changes whenever the answer does."""
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    return text if len(text) <= LONG else f"{text[:LONG]} … {digest(answer)}"


def digest(data: object) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:12]


def main() -> None:
    for found in playthroughs():
        found.path.write_text(written(found, at_random=True), "utf-8")


if __name__ == "__main__":
    main()
