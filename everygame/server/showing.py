"""What a connection is shown: the message `table` of docs/reference/wire.md."""

from __future__ import annotations

from dataclasses import dataclass

from everygame.contract import CHANCE, Json
from everygame.match import Outcome
from everygame.scene import Scene, to_json
from everygame.server.last import changed_cells
from everygame.server.scenes import picture
from everygame.server.table import Table


@dataclass(frozen=True)
class Look:
    """From where a connection looks at a table; equal ones are shown the same."""

    mine: frozenset[int]
    """The seats of its device."""
    name: str = ""
    """What the match is called in its device's library."""
    node: int | None = None
    """The node it looks at, where that is not the table's."""
    revealed: int | None = None
    """The seat whose person is alone with the screen, in a game with secrets."""
    replaced: frozenset[int] = frozenset()
    """The seats of its device where a bot plays on."""
    helped: bool = False
    """It may have hints and analysis."""
    ahead: tuple[str, ...] = ()
    """Moves beyond `node` that nobody has played."""
    truth: bool = False
    """All is shown, now that the match is over."""


def find_viewer(table: Table, look: Look) -> tuple[int | None, int | None]:
    """The seat that a connection sees for, and the seat that must first lift the curtain."""
    seat = table.match.to_play()
    if len(look.mine) < 2:
        return next(iter(look.mine), None), None
    if table.game.hidden and has_secrets(table, look.mine):
        if seat in look.mine and seat != look.revealed:
            return None, seat
        return look.revealed, None
    return seat if seat in look.mine else last_of(table, look.mine), None


def has_secrets(table: Table, seats: frozenset[int]) -> bool:
    """One of these seats knows more than everybody, has done something in secret, or would by
    what it may do now."""
    state, nodes = table.match.state(), table.match.nodes
    seat, public = state.to_play(), state.observe(None)
    actions = state.legal_actions() if seat in seats else []
    return (
        any(state.observe(one) != public for one in seats)
        or any(state.text(action, seat) != state.text(action, None) for action in actions)
        or any(n.told.get(one) != n.told.get(None) for n in nodes for one in seats)
    )


def last_of(table: Table, mine: frozenset[int]) -> int:
    """The one of these seats that played last, so that the picture stays while others play."""
    played = (table.match.nodes[node].seat for node in reversed(table.match.path(table.match.node)))
    return next((seat for seat in played if seat in mine), min(mine))


def show(table: Table, look: Look, shared: bool) -> Json:
    """All that a connection is shown."""
    match = table.match
    viewer, curtain = find_viewer(table, look)
    looking = look.node if look.node != match.node or look.ahead else None
    node = match.node if looking is None else looking
    active = looking is None and viewer == match.to_play()
    line = match.line(node)
    outcome = match.outcome()
    truth = look.truth and table.scenes.tells_truth()
    scene, last = seen(table, node, viewer, look.ahead, truth)
    return {
        "type": "table",
        "match": table.id,
        "game": table.game.name,
        "title": table.facts["title"],
        "name": look.name,
        "options": table.game.settings,
        "hidden": table.game.hidden,
        "endless": table.game.endless,
        "seats": seats(table, look),
        "viewer": viewer,
        "curtain": curtain,
        "node": match.node,
        "looking": looking,
        "line": plies(table, line[1:], viewer),  # no ply led to the start
        "branches": [
            {"node": at, "line": plies(table, nodes, viewer)} for at, nodes in match.branches(line)
        ],
        "scene": to_json(scene) if active else picture(scene),
        "ahead": list(look.ahead),
        "truth": truth if table.scenes.tells_truth() else None,
        "last": last,
        "undo": match.undo(look.mine, shared) if look.mine else None,
        "redo": match.redo(look.mine, shared) if look.mine else None,
        "why_not": match.why_no_undo(look.mine, shared) if look.mine else "",
        "helped": look.helped,
        "thinking": table.thinker.busy[1] if table.thinker.busy else None,
        "thinks": table.thinker.seconds(table),
        "notice": table.notice,
        "over": result(table, outcome) if outcome else None,
        "next": table.next,
    }


def seen(
    table: Table, node: int, viewer: int | None, ahead: tuple[str, ...], truth: bool
) -> tuple[Scene, Json]:
    """What a viewer sees at a node, or after moves from there, and what moved last."""
    if not ahead:
        return table.scenes.scene(node, viewer, truth), table.scenes.last(node, viewer, truth)
    *_, before, after = table.peek(node, ahead)
    scenes = [table.scenes.glimpse(state, viewer, truth) for state in (before, after)]
    return scenes[1], {"pieces": {}, "cells": list(dict.fromkeys(changed_cells(*scenes)))}


def seats(table: Table, look: Look) -> list[Json]:
    """Who sits where."""
    seat_to_play = table.match.to_play()
    return [
        {
            "seat": seat,
            "called": table.title(seat),
            "name": table.thinker.title(table.game, chair),
            "kind": chair.kind,
            "level": chair.level,
            "plays_for": table.plays_for(seat),
            "mine": seat in look.mine,
            "replaced": seat in look.replaced,
            "online": chair.kind != "open" and not table.away(seat),
            "away": round(table.away(seat)),
            "to_play": seat == seat_to_play,
        }
        for seat, chair in enumerate(table.chairs)
    ]


def plies(table: Table, nodes: list[int], viewer: int | None) -> list[Json]:
    """Plies, as a viewer may read them."""
    found = [table.match.nodes[node] for node in nodes]
    texts = table.match.move_texts(nodes, viewer)
    said = table.scenes.words(nodes, viewer)
    return [
        {
            "node": node.id,
            "ply": node.ply,
            "seat": None if node.seat == CHANCE else node.seat,
            "move": text,
            **({"words": words} if words != text else {}),
        }
        for node, text, words in zip(found, texts, said, strict=True)
    ]


def result(table: Table, outcome: Outcome) -> Json:
    """How it ended."""
    scene = table.scenes.scene(table.match.node, None)
    return {
        "returns": list(outcome.returns),
        "ending": outcome.ending,
        "sentence": scene.over,
    }


def summary(table: Table, device: int, name: str) -> Json:
    """The match as the library shows it: `Continue`."""
    look = Look(table.mine(device), name)
    viewer, _ = find_viewer(table, look)
    match = table.match
    return {
        "match": table.id,
        "game": table.game.name,
        "title": table.facts["title"],
        "name": name,
        "seats": [
            {"called": table.title(seat), "name": chair.name, "kind": chair.kind}
            for seat, chair in enumerate(table.chairs)
        ],
        "ply": match.nodes[match.node].ply,
        "over": match.outcome() is not None,
        "your_turn": match.to_play() in look.mine,
        "updated": table.updated,
        "picture": picture(table.scenes.scene(match.node, viewer)),
        "problem": "",
    }
