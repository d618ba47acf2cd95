"""Builds the part of the message `view` that comes from the game: scene, choices, dice, history.
These functions run behind the game port."""

from __future__ import annotations

from everygame.contract import CHANCE, Json
from everygame.history import Node
from everygame.honest_dice import to_json as dice_json
from everygame.honest_dice import weigh
from everygame.match import Match, Outcome
from everygame.scene import Scene, picture
from everygame.server.matches.session import Reader, Session
from everygame.server.people.people_names import SeatNames, name_people, name_people_in_scene
from everygame.server.requests.encoding import encode
from everygame.server.requests.limits import Refused
from everygame.server.shown.history_json import History, Known
from everygame.server.shown.last_turn import LastTurn
from everygame.server.shown.scene_changes import changed_cells
from everygame.server.shown.scene_json import write_scene
from everygame.server.shown.scenes import Scenes
from everygame.server.shown.viewpoint import Viewpoint, find_viewer


def show_game(session: Session, viewpoint: Viewpoint, shared: bool) -> tuple[bytes, Reader, bool]:
    """Return what a connection sees of the game: the JSON, the reader whose history belongs to it,
    and whether its players could ask for a takeback. `shared` says that all people sit at this
    device."""
    match, mine = session.match, viewpoint.mine
    viewer, curtain = find_viewer(session, viewpoint)
    reader = session.reader_for(viewer)
    here, looking = find_place(session, reader, viewpoint)
    active = looking is None and viewer == match.to_play() and not viewpoint.waits
    # the seat to move may see this very node; others get the first node that looks the same to them
    node = match.node if active else here if looking is None else looking
    can_show = session.can_show_truth()
    ways = [way(mine, shared) if mine else None for way in (match.undo, match.redo)]
    undo, redo = [None if way is None else session.number_for(reader, way) for way in ways]
    truth = viewpoint.truth and can_show
    scene, last = scene_and_changes(session, node, viewer, viewpoint.ahead, truth)
    scene = name_people_in_scene(scene, viewpoint.names)
    outcome = match.outcome()
    shown = {
        "viewer": viewer,
        "curtain": curtain,
        "node": session.number_for(reader, match.node),
        "looking": None if looking is None else session.number_for(reader, looking),
        "scene": write_scene(scene, viewpoint.language, active),
        "ahead": list(viewpoint.ahead),
        "truth": viewpoint.truth if can_show else None,
        "last": last,
        "undo": undo,
        "redo": redo,
        "dice": current_dice(match),
        "why_not": match.why_no_undo(mine, shared, here) if mine else "",
        "over": result_json(session, outcome, viewpoint.names) if outcome else None,
    }
    may_ask = bool(mine) and not shared and session.takeback_node(mine) is not None
    return encode(shown, viewpoint.language), reader, may_ask


def find_place(session: Session, reader: Reader, viewpoint: Viewpoint) -> tuple[int, int | None]:
    """Return the current node, and the node of the history that the connection shows, or None where
    that is the current one. Both are the first among nodes that the reader cannot tell apart."""
    here = session.first_alike(reader, session.match.node)
    if viewpoint.node is None:
        return here, None
    looking = session.first_alike(reader, viewpoint.node)
    return here, None if looking == here and not viewpoint.ahead else looking


def current_dice(match: Match) -> Json | None:
    """Return the dice as everybody may know them: the commitment, and the seed only once it is
    published. None for a match without a commitment."""
    if not match.dices:
        return None
    dice = match.told_dice()[-1]
    given = [{"bytes": mix.bytes, "seats": list(mix.seats)} for mix in dice.mixes]
    told = {"name": dice.name, "commitment": dice.commitment, "mixed": given}
    return {**told, "seed": dice.seed, "waits": match.to_play() == CHANCE and match.waits()}


def commitment_for(session: Session) -> str:
    """Return the commitment of the current dice, which may be shown to anybody; empty without
    dice."""
    dice = current_dice(session.match)
    return dice["commitment"] if dice else ""


def disclose_dice(session: Session) -> Json:
    """Return all dice of a finished match, with the odds of each ply of chance, as `Dice` of
    docs/reference/wire.md. Raises Refused while the match goes on."""
    match = session.match
    if match.outcome() is None:
        raise Refused(403, "The dice are disclosed when the match is over.")
    plies = [[node.parent, node.move, odds_of(match, node)] for node in match.nodes[1:]]
    return {"dice": [dice_json(dice) for dice in match.told_dice()], "plies": plies}


def odds_of(match: Match, node: Node) -> list[tuple[str, str]] | None:
    """Return the outcomes from which chance drew a ply, with their weights; None for a ply of a
    player. The weights are texts of digits, because JavaScript rounds large numbers."""
    if node.seat != CHANCE:
        return None
    before = match.state(node.parent)
    return [(before.text(action), str(weight)) for action, weight in weigh(before)]


def history_since(
    session: Session, reader: Reader, known: Known, viewpoint: Viewpoint
) -> tuple[bytes, Known]:
    """Return the JSON of the part of a history that a page does not have yet, and how much the page
    then has. When a name has changed it gets all again, because old names stand in its words."""
    history, names = session.cached(History), viewpoint.names
    missing = known if known.names == names else Known()
    return history.since(reader, missing, viewpoint.tongue), history.extent(reader, names)


def put_into_words(session: Session, viewpoint: Viewpoint, most: int) -> bool:
    """Put at most `most` further plies of a history into words; return True where none is left."""
    reader = session.reader_for(find_viewer(session, viewpoint)[0])
    return session.cached(History).grow(reader, most, viewpoint.tongue)


def scene_and_changes(
    session: Session, node: int, viewer: int | None, ahead: tuple[str, ...], truth: bool
) -> tuple[Scene, Json]:
    """Return what a viewer sees at a node or after new moves from there, and what the last ply
    changed."""
    scenes = session.cached(Scenes)
    if not ahead:
        last = session.cached(LastTurn).changes(node, viewer, truth)
        return scenes.scene(node, viewer, truth), last
    *_, before, after = session.states_along(node, ahead)
    earlier, later = [scenes.glimpse(state, viewer, truth) for state in (before, after)]
    return later, {"pieces": {}, "cells": changed_cells(earlier, later), "ways": []}


def result_json(session: Session, outcome: Outcome, names: SeatNames) -> Json:
    """Return how the match ended: the result of each seat, the ending, and a sentence for
    people."""
    scene = session.cached(Scenes).scene(session.match.node, None)
    return {
        "returns": list(outcome.returns),
        "ending": outcome.ending,
        "sentence": name_people(scene.over, names),
    }


def picture_now(session: Session, viewpoint: Viewpoint) -> tuple[int, Json]:
    """Return how many turns have been played, and the picture of the current position."""
    node, viewer = node_now(session, viewpoint)
    scene = session.cached(Scenes).scene(node, viewer)
    return count_turns(session, node, viewer), picture(scene)


def scene_now(session: Session, viewpoint: Viewpoint) -> Scene:
    """Return the scene of the current position."""
    return session.cached(Scenes).scene(*node_now(session, viewpoint))


def node_now(session: Session, viewpoint: Viewpoint) -> tuple[int, int | None]:
    """Return the current node, or the first node that the viewer cannot tell apart from it, and the
    viewer."""
    viewer, _ = find_viewer(session, viewpoint)
    return session.first_alike(session.reader_for(viewer), session.match.node), viewer


def count_turns(session: Session, node: int, viewer: int | None) -> int:
    """Return how many turns of players, as far as a viewer knows of them, lead to a node. When
    cards have been dealt, nobody has moved yet."""
    lens = session.lens(session.reader_for(viewer))
    return lens.turns[lens.number(node)]
