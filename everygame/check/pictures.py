"""Checks the scenes of a state: its pictures and its choices."""

from __future__ import annotations

from collections.abc import Sequence

from everygame.check.inspector import Inspector
from everygame.check.locate import find_folder
from everygame.check.scene_types import wrong_types
from everygame.check.vocabulary import find_word, unknown
from everygame.contract import State
from everygame.errors import BadGame, BadMove, EveryGameError
from everygame.match import read_plies
from everygame.scene import Scene, check, choices_of, depict, look_back, mark_final, view
from everygame.words import say

TRIED = 8
"""The number of moves of several plies that are tried at most in a state."""
SHOWN = 3
"""The number of wrongly offered moves that an error message names at most."""


def draw(inspector: Inspector, state: State, viewer: int | None) -> Scene:
    assert inspector.artist is not None
    inspector.asked = "scene"
    try:
        seen = view(state, viewer)
        scene = inspector.artist.scene(inspector.game, seen)
        inspector.require(isinstance(scene, Scene), "scene(game, view) answers no Scene.")
        return mark_final(scene, inspector.game, seen)
    except BadGame:
        raise
    except EveryGameError as error:
        raise inspector.fault(say("no scene: {error}", error=error.message)) from error


def draw_once(inspector: Inspector, state: State, viewer: int | None) -> Scene:
    """Draw the state that is being checked for a viewer, or return the scene drawn before."""
    if viewer not in inspector.scenes:
        inspector.scenes[viewer] = draw(inspector, state, viewer)
    return inspector.scenes[viewer]


def check_picture(inspector: Inspector, state: State, viewer: int | None) -> None:
    scene = draw_once(inspector, state, viewer)
    inspector.asked = "scene"
    for fault in (*wrong_types(scene), *check(scene)):
        inspector.require(False, fault)
    assert inspector.artist is not None
    with inspector.placing("seat_names"):
        seats = len(inspector.artist.seat_names(inspector.game))
    inspector.require(len(scene.scores) in (0, seats), "the scores are not one text a seat.")
    strange = unknown(scene)
    if strange:
        word, sentence = strange
        place = find_word(find_folder(inspector.game), word) or inspector.place("scene")
        raise inspector.fault(sentence, place)
    mine = viewer is not None and state.to_play() == viewer
    legal = {state.text(action) for action in state.legal_actions()} if mine else set()
    offered = {choice.move for choice in choices_of(scene)}
    offered -= several_plies(state, sorted(offered - legal))
    for moves, sentence in (
        (offered - legal, "the scene offers {moves}, though not legal."),
        (legal - offered, "the scene does not offer {moves}, though legal."),
    ):
        inspector.require(not moves, sentence, moves=", ".join(map(repr, sorted(moves)[:SHOWN])))


def several_plies(state: State, moves: Sequence[str]) -> set[str]:
    """Return those of the moves that stand for several legal plies of the seat. Of many moves, some
    are tried, and the others counted with them."""
    tried = moves[:: len(moves) // TRIED + 1]
    for move in tried:
        try:
            read_plies(state, move)
        except BadMove:
            return set(moves) - {move}
    return set(moves)


def check_picture_of_truth(inspector: Inspector, state: State) -> None:
    """Check the picture of the disclosed position, for one viewer at each ply."""
    assert inspector.artist is not None
    viewers = (None, *range(inspector.game.players))
    seen = look_back(state, viewers[inspector.plies % len(viewers)])
    if inspector.game.hidden and seen is not None:
        for fault in check(depict(inspector.artist, inspector.game, seen)):
            inspector.require(False, "of the truth: {fault}", fault=fault)
