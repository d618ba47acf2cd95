"""What a connection is shown of the game: asked of the session, behind its port."""

from __future__ import annotations

from everygame.contract import CHANCE, Json
from everygame.history import START, Node
from everygame.honest import to_json as dice_json
from everygame.honest import weigh
from everygame.match import Match, Outcome
from everygame.scene import Scene, picture
from everygame.server.matches.session import Reader, Session
from everygame.server.people.people_names import SeatNames, name_people, name_people_in_scene
from everygame.server.requests.encoding import encode
from everygame.server.requests.limits import Refused
from everygame.server.shown.changes import changed_cells
from everygame.server.shown.history import History, Known
from everygame.server.shown.moves import Moves
from everygame.server.shown.scene_json import write_scene
from everygame.server.shown.scenes import Scenes
from everygame.server.shown.viewpoint import Viewpoint, find_viewer


def show_game(session: Session, look: Viewpoint, shared: bool) -> tuple[bytes, Reader, bool]:
    """What a connection is shown of the game, as JSON, whose history belongs to it, and whether it
    could ask to take a ply back."""
    match = session.match
    viewer, curtain = find_viewer(session, look)
    reader = session.reader(viewer)
    here = session.plain(reader, match.node)
    looking = None if look.node is None else session.plain(reader, look.node)
    if looking == here and not look.ahead:
        looking = None
    node = here if looking is None else looking
    active = looking is None and viewer == match.to_play() and not look.waits
    outcome = match.outcome()
    if active:
        node = match.node
    tells = session.tells_truth()
    ways = [way(look.mine, shared) if look.mine else None for way in (match.undo, match.redo)]
    undo, redo = [None if way is None else session.number(reader, way) for way in ways]
    scene, last = seen(session, node, viewer, look.ahead, look.truth and tells)
    shown = {
        "viewer": viewer,
        "curtain": curtain,
        "node": session.number(reader, match.node),
        "looking": None if looking is None else session.number(reader, looking),
        "scene": write_scene(name_people_in_scene(scene, look.names), look.language, active),
        "ahead": list(look.ahead),
        "truth": look.truth if tells else None,
        "last": last,
        "undo": undo,
        "redo": redo,
        "dice": tell_dice(match),
        "why_not": match.why_no_undo(look.mine, shared, here) if look.mine else "",
        "over": result(session, outcome, look.names) if outcome else None,
    }
    back = bool(look.mine) and not shared and session.way_back(look.mine) is not None
    return encode(shown, look.language), reader, back


def tell_dice(match: Match) -> Json | None:
    """What chance follows from, as far as all may know it; None where nobody is committed."""
    if not match.dices:
        return None
    dice = match.told_dice()[-1]
    given = [{"bytes": mix.bytes, "seats": list(mix.seats)} for mix in dice.mixes]
    told = {"name": dice.name, "commitment": dice.commitment, "mixed": given}
    return {**told, "seed": dice.seed, "waits": match.to_play() == CHANCE and match.waits()}


def disclose_dice(session: Session) -> Json:
    """`Dice` of docs/reference/wire.md. Raises Refused while the match goes on."""
    match = session.match
    if match.outcome() is None:
        raise Refused(403, "The dice are told when the match is over.")
    plies = [[node.parent, node.move, tell_odds(match, node)] for node in match.nodes[1:]]
    return {"dice": [dice_json(dice) for dice in match.told_dice()], "plies": plies}


def tell_odds(match: Match, node: Node) -> list[tuple[str, str]] | None:
    """The outcomes from which chance drew a ply, with their weights, as digits: a page reads
    numbers only as far as they are small."""
    if node.seat != CHANCE:
        return None
    before = match.state(node.parent)
    return [(before.text(action), str(weight)) for action, weight in weigh(before)]


def news(session: Session, reader: Reader, known: Known, look: Viewpoint) -> tuple[bytes, Known]:
    """The rest of a history, and what a page has that gets it."""
    return session.kept(History).news(reader, known, look.tongue), session.kept(History).known(
        reader
    )


def put_into_words(session: Session, look: Viewpoint, most: int) -> bool:
    """Go on with the history for a viewpoint, by so many plies; True if that was all."""
    reader = session.reader(find_viewer(session, look)[0])
    return session.kept(History).grow(reader, most, look.tongue)


def seen(
    session: Session, node: int, viewer: int | None, ahead: tuple[str, ...], truth: bool
) -> tuple[Scene, Json]:
    """What a viewer sees at a node, or after moves from there, and what moved last."""
    if not ahead:
        return session.kept(Scenes).scene(node, viewer, truth), session.kept(Moves).last(
            node, viewer, truth
        )
    *_, before, after = session.peek(node, ahead)
    scenes = [session.kept(Scenes).glimpse(state, viewer, truth) for state in (before, after)]
    return scenes[1], {"pieces": {}, "cells": list(dict.fromkeys(changed_cells(*scenes)))}


def result(session: Session, outcome: Outcome, names: SeatNames) -> Json:
    """How it ended."""
    scene = session.kept(Scenes).scene(session.match.node, None)
    return {
        "returns": list(outcome.returns),
        "ending": outcome.ending,
        "sentence": name_people(scene.over, names),
    }


def picture_now(session: Session, look: Viewpoint) -> tuple[int, Json]:
    """How many moves lead to where a match stands, and its picture."""
    node, viewer = node_now(session, look)
    return count_moves(session, node, viewer), picture(session.kept(Scenes).scene(node, viewer))


def scene_now(session: Session, look: Viewpoint) -> Scene:
    """What is seen of a match as it stands."""
    return session.kept(Scenes).scene(*node_now(session, look))


def node_now(session: Session, look: Viewpoint) -> tuple[int, int | None]:
    """Where a match stands, as far as it is seen, and the viewer."""
    viewer, _ = find_viewer(session, look)
    lens = session.lens(session.reader(viewer))
    return lens.plain(session.match.node) if lens else session.match.node, viewer


def count_moves(session: Session, node: int, viewer: int | None) -> int:
    """How many plies lead to a node, as far as they are seen, but those of chance: who has
    been dealt cards has not moved yet."""
    match, lens = session.match, session.lens(session.reader(viewer))
    line = match.upwards(node)
    seen = {lens.plain(one) for one in line} - {START} if lens else line
    return sum(match.nodes[one].seat != CHANCE for one in seen)
