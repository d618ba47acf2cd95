"""Scenes as JSON, whose parts are remembered; and how far back a turn is followed."""

from __future__ import annotations

import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from everygame.contract import Game, State
from everygame.library.registry import find_game, games
from everygame.match import Match, random_match
from everygame.scene import Artist, Choice, Piece, Region, Scene, View, depict, picture, view
from everygame.scene import to_json as scene_to_json
from everygame.server.requests.encoding import encode
from everygame.server.shown.last_turn import TURN, LastTurn
from everygame.server.shown.scene_json import write_scene
from everygame.words import say

BOARD = Region("board", "Board", columns=3, rows=3)


@pytest.mark.parametrize("name", list(games()))
def test_the_text_of_a_scene_is_its_json(name: str) -> None:
    entry = find_game(name)
    match = random_match(entry.game(), Random(1), 12)
    state = match.state()
    for viewer in (None, *range(match.game.players)):
        scene = depict(entry.artist(), match.game, view(state, viewer))
        written = json.loads(bytes(write_scene(scene, "en", True)))
        assert written == json.loads(encode(scene_to_json(scene)))
        written = json.loads(bytes(write_scene(scene, "en", False)))
        assert written == json.loads(encode(picture(scene)))


def test_a_part_that_sounds_the_same_is_not_taken_for_another() -> None:
    def scene(name: str) -> Scene:
        return Scene(3, 3, (BOARD,), (Piece("x", "a1", "disc", name),))

    said = [write_scene(scene(name), "en", True) for name in ("a disc", say("a disc"), "discs")]
    assert said[0] == said[1] and said[1] != said[2]


def test_a_game_may_put_a_list_where_a_tuple_belongs() -> None:
    choice = Choice("a", ["a1"], "go")  # type: ignore[arg-type]
    scene = Scene(3, 3, (BOARD,), (), choices=(choice,))
    written = json.loads(bytes(write_scene(scene, "en", True)))
    assert written["choices"] == [{"move": "a", "touch": ["a1"], "name": "go"}]


def session_of(match: Match, artist: Artist) -> Any:
    """As much of a session as the scenes and moves of a match need."""
    made: dict[Any, Any] = {}
    session: Any = SimpleNamespace(match=match, game=match.game, artist=artist)
    session.can_show_truth = lambda: False
    session.cached = lambda make: made.setdefault(make, make(session))
    return session


def test_a_turn_that_lasts_for_the_whole_match_is_not_drawn_anew_at_each_ply() -> None:
    entry = find_game("dominoes")
    game, artist, drawn = entry.game(), entry.artist(), []

    def draw(game: Game, seen: View) -> Scene:
        drawn.append(seen)
        return artist.scene(game, seen)

    match = Match(game, Random(1))
    turns = LastTurn(session_of(match, Artist(draw, artist.seat_names)))
    back, there = ways(match.state())
    for ply in range(6 * TURN):
        match.play(0, back if ply % 2 else there)
        before = len(drawn)
        last = turns.changes(match.node, None)
        assert len(drawn) - before <= 3
    assert last["cells"] == sorted(there.split("-"))


def test_where_there_are_secrets_only_who_moved_learns_the_way_that_was_taken() -> None:
    entry = find_game("coldspell")
    match = random_match(entry.game(), Random(1), 37)
    turns = LastTurn(session_of(match, entry.artist()))
    seat = match.to_play()
    choices = turns.scenes.scene(match.node, seat).choices
    bent = next(choice for choice in choices if len(choice.path) > 2)
    match.play(seat, bent.move)
    for viewer, way in ((seat, bent.path), (1 - seat, bent.touch), (None, bent.touch)):
        assert list(turns.changes(match.node, viewer)["pieces"].values()) == [list(way)]


def ways(start: State) -> tuple[str, str]:
    """Two moves of one seat: the second element is a move, the first takes it back."""
    for move in (move for move in start.legal_moves() if "-" in move):
        after = start.play(move)
        back = "-".join(reversed(move.split("-")))
        if after.to_play() == start.to_play() and back in after.legal_moves():
            return back, move
    raise AssertionError("nothing can be moved to and fro")
