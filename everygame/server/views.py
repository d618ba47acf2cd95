"""What a connection is shown: the message `table` of docs/reference/wire.md."""

from __future__ import annotations

from dataclasses import dataclass

from everygame.contract import CHANCE, Json
from everygame.match import Outcome
from everygame.scene import Scene, picture, to_json
from everygame.server.changes import changed_cells
from everygame.server.live_match import LiveMatch


@dataclass(frozen=True)
class Viewpoint:
    """From where a connection looks at a live match; equal ones are shown the same."""

    mine: frozenset[int]
    """The seats of its device."""
    name: str = ""
    """What the match is called in its device's library."""
    node: int | None = None
    """The node it looks at, where that is not the match's."""
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


def find_viewer(live: LiveMatch, look: Viewpoint) -> tuple[int | None, int | None]:
    """The seat that a connection sees for, and the seat that must first lift the curtain."""
    seat = live.match.to_play()
    if len(look.mine) < 2:
        return next(iter(look.mine), None), None
    if live.game.hidden and has_secrets(live, look.mine):
        if seat in look.mine and seat != look.revealed:
            return None, seat
        return look.revealed, None
    return seat if seat in look.mine else last_of(live, look.mine), None


def has_secrets(live: LiveMatch, seats: frozenset[int]) -> bool:
    """One of these seats knows more than everybody, has done something in secret, or would by
    what it may do now."""
    state, nodes = live.match.state(), live.match.nodes
    seat, public = state.to_play(), state.observe(None)
    actions = state.legal_actions() if seat in seats else []
    return (
        any(state.observe(one) != public for one in seats)
        or any(state.text(action, seat) != state.text(action, None) for action in actions)
        or any(n.told.get(one) != n.told.get(None) for n in nodes for one in seats)
    )


def last_of(live: LiveMatch, mine: frozenset[int]) -> int:
    """The one of these seats that played last, so that the picture stays while others play."""
    played = (live.match.nodes[node].seat for node in reversed(live.match.path(live.match.node)))
    return next((seat for seat in played if seat in mine), min(mine))


def show(live: LiveMatch, look: Viewpoint, shared: bool) -> Json:
    """All that a connection is shown."""
    match = live.match
    viewer, curtain = find_viewer(live, look)
    looking = look.node if look.node != match.node or look.ahead else None
    node = match.node if looking is None else looking
    active = looking is None and viewer == match.to_play()
    line = match.line(node)
    outcome = match.outcome()
    truth = look.truth and live.scenes.tells_truth()
    scene, last = seen(live, node, viewer, look.ahead, truth)
    return {
        "type": "table",
        "match": live.id,
        "game": live.game.name,
        "title": live.facts["title"],
        "name": look.name,
        "options": live.game.settings,
        "hidden": live.game.hidden,
        "endless": live.game.endless,
        "seats": seats(live, look),
        "viewer": viewer,
        "curtain": curtain,
        "node": match.node,
        "looking": looking,
        "line": plies(live, line[1:], viewer),  # no ply led to the start
        "branches": [
            {"node": at, "line": plies(live, nodes, viewer)} for at, nodes in match.branches(line)
        ],
        "scene": to_json(scene) if active else picture(scene),
        "ahead": list(look.ahead),
        "truth": truth if live.scenes.tells_truth() else None,
        "last": last,
        "undo": match.undo(look.mine, shared) if look.mine else None,
        "redo": match.redo(look.mine, shared) if look.mine else None,
        "why_not": match.why_no_undo(look.mine, shared) if look.mine else "",
        "helped": look.helped,
        "thinking": live.bot_player.busy[1] if live.bot_player.busy else None,
        "thinks": live.bot_player.seconds(live),
        "notice": live.notice,
        "over": result(live, outcome) if outcome else None,
        "next": live.next,
    }


def seen(
    live: LiveMatch, node: int, viewer: int | None, ahead: tuple[str, ...], truth: bool
) -> tuple[Scene, Json]:
    """What a viewer sees at a node, or after moves from there, and what moved last."""
    if not ahead:
        return live.scenes.scene(node, viewer, truth), live.scenes.last(node, viewer, truth)
    *_, before, after = live.peek(node, ahead)
    scenes = [live.scenes.glimpse(state, viewer, truth) for state in (before, after)]
    return scenes[1], {"pieces": {}, "cells": list(dict.fromkeys(changed_cells(*scenes)))}


def seats(live: LiveMatch, look: Viewpoint) -> list[Json]:
    """Who sits where."""
    seat_to_play = live.match.to_play()
    return [
        {
            "seat": seat,
            "called": live.title(seat),
            "name": live.bot_player.title(live.game, holder),
            "kind": holder.kind,
            "level": holder.level,
            "plays_for": live.plays_for(seat),
            "mine": seat in look.mine,
            "replaced": seat in look.replaced,
            "online": holder.kind != "open" and not live.away(seat),
            "away": round(live.away(seat)),
            "to_play": seat == seat_to_play,
        }
        for seat, holder in enumerate(live.holders)
    ]


def plies(live: LiveMatch, nodes: list[int], viewer: int | None) -> list[Json]:
    """Plies, as a viewer may read them."""
    found = [live.match.nodes[node] for node in nodes]
    texts = live.match.move_texts(nodes, viewer)
    said = live.scenes.words(nodes, viewer)
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


def result(live: LiveMatch, outcome: Outcome) -> Json:
    """How it ended."""
    scene = live.scenes.scene(live.match.node, None)
    return {
        "returns": list(outcome.returns),
        "ending": outcome.ending,
        "sentence": scene.over,
    }


def summary(live: LiveMatch, device: int, name: str) -> Json:
    """The match as the library shows it: `Continue`."""
    look = Viewpoint(live.mine(device), name)
    viewer, _ = find_viewer(live, look)
    match = live.match
    return {
        "match": live.id,
        "game": live.game.name,
        "title": live.facts["title"],
        "name": name,
        "seats": [
            {"called": live.title(seat), "name": holder.name, "kind": holder.kind}
            for seat, holder in enumerate(live.holders)
        ],
        "ply": match.nodes[match.node].ply,
        "over": match.outcome() is not None,
        "your_turn": match.to_play() in look.mine,
        "updated": live.updated,
        "picture": picture(live.scenes.scene(match.node, viewer)),
        "problem": "",
    }
