"""Small tables to test with."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from everygame.contract import CHANCE, Game
from everygame.match import Match
from everygame.sandbox import TableGame, game_of, parse
from everygame.sandbox import scene as artist
from everygame.scene import Scene, view

FACES = [{"text": letter} for letter in "ABCDEF"]
CARDS: dict[str, Any] = {
    "format": 1,
    "title": "Six cards",
    "seats": [{"name": "Ann"}, {"name": "Bob"}],
    "areas": [
        {"id": "deck", "x": 0, "y": 0, "face": "down"},
        {"id": "spot", "x": 0, "y": 1, "columns": 2},
        {"id": "ann", "x": 0, "y": 2, "columns": 2, "hand": 1},
        {"id": "bob", "x": 0, "y": 3, "columns": 2, "hand": 2},
    ],
    "pieces": [
        {"id": "card", "name": "Card", "faces": FACES, "back": {}, "deck": True, "at": ["deck"]}
    ],
}
PARTY: dict[str, Any] = {
    "format": 1,
    "title": "Party",
    "fewest": 1,
    "seats": [
        {"name": "Ann", "side": "bottom"},
        {"name": "Bob", "side": "top"},
        {"name": "Cat", "side": "left"},
    ],
    "turns": "move",
    "board": {"columns": 3, "rows": 2, "taken": "box"},
    "areas": [
        {"id": "box", "x": 4, "y": 0, "columns": 2},
        {"id": "cat", "x": 4, "y": 1, "hand": 3},
    ],
    "pieces": [
        {"id": "man", "name": "Man", "at": ["a1", "b1"], "seat": 1, "rotate": 90},
        {"id": "disc", "name": "Disc", "text": "x", "back": {"text": "o"}, "at": ["a2", "b2"]},
        {"id": "die", "name": "Die", "die": ["1", "2", "3"], "at": ["c1", "c2"]},
        {
            "id": "points",
            "name": "Points",
            "counter": {"most": 6, "steps": [1, 5]},
            "seat": 1,
            "at": ["box.1"],
        },
    ],
}


def table(data: dict[str, Any], players: int | None = None) -> TableGame:
    """The game of a definition."""
    kind = game_of("test", parse(json.dumps(data)))
    return kind(players=str(players or kind.seats[0]))


def play(data: dict[str, Any], *moves: str, players: int | None = None, seed: int = 1) -> Match:
    """A match in which these moves were played, by whoever was to play."""
    return play_game(table(data, players), *moves, seed=seed)


def play_game(game: Game, *moves: str, seed: int = 1) -> Match:
    match = Match(game, Random(seed))
    match.draw()
    for move in moves:
        assert match.to_play() != CHANCE
        match.play(match.to_play(), move)
    return match


def seen(match: Match, viewer: int | None) -> Scene:
    """What a viewer sees now."""
    return artist.scene(match.game, view(match.state(), viewer))
