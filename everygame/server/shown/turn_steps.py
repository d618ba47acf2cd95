"""Shows step by step what others did in a match since a player's last ply, for pages that replay
it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Final

from everygame.contract import CHANCE, Json
from everygame.server.matches.session import Reader, Session
from everygame.server.people.people_names import name_people_in_scene
from everygame.server.shown.last_turn import LastTurn
from everygame.server.shown.scene_json import write_scene
from everygame.server.shown.scenes import Scenes
from everygame.server.shown.viewpoint import Viewpoint, find_viewer

MOST_STEPS: Final = 16
"""The number of plies that are shown; of more, the last ones. Each is a whole picture."""


def turn_steps(session: Session, viewpoint: Viewpoint) -> list[Json]:
    """Return the steps of the wire format: the picture before the plies of others since the last
    ply of the connection's seat, and after each of them of which the connection may know. For a
    spectator, and where people share the screen, they are the plies of the last turn."""
    viewer, curtain = find_viewer(session, viewpoint)
    reader = session.reader_for(viewer)
    plies = [] if curtain is not None else plies_of_others(session, viewer, viewpoint)
    before = [session.match.nodes[plies[0]].parent] if plies else []
    nodes = [session.first_alike(reader, node) for node in (*before, *plies)]
    return [step(session, node, viewer, viewpoint) for node in nodes]


def plies_of_others(session: Session, viewer: int | None, viewpoint: Viewpoint) -> list[int]:
    """Return the nodes of the plies that are shown, the earliest first."""
    match = session.match
    line = [*islice(seen_upwards(session, session.reader_for(viewer)), MOST_STEPS)]
    seats = [match.nodes[node].seat for node in line]
    if viewer is not None and len(viewpoint.mine) == 1:
        theirs = set(seats) - {viewer}
    else:
        theirs = {CHANCE, next((seat for seat in seats if seat != CHANCE), CHANCE)}
    found = takewhile(lambda node: match.nodes[node].seat in theirs, line)
    return [*found][::-1]


def seen_upwards(session: Session, reader: Reader) -> Iterator[int]:
    """Yield the nodes from the present one up to the root, without the root and without the plies
    of which the reader has noticed nothing: whether there are any, nobody may find out."""
    nodes = session.match.nodes
    for node in session.match.upwards(session.match.node):
        parent = nodes[node].parent
        if session.first_alike(reader, node) != session.first_alike(reader, parent):
            yield node


def step(session: Session, node: int, viewer: int | None, viewpoint: Viewpoint) -> Json:
    """Return the picture of a node, by its number in the reader's history, and what the ply to it
    changed."""
    scene = name_people_in_scene(session.cached(Scenes).scene(node, viewer), viewpoint.names)
    return {
        "node": session.number_for(session.reader_for(viewer), node),
        "scene": write_scene(scene, viewpoint.language, False),
        "last": session.cached(LastTurn).changes(node, viewer),
    }
