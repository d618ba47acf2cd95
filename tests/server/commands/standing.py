"""How a match stands, without pictures: what two processes must agree on after each command."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from everygame.contract import Json
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.session import Session
from everygame.server.shown.match_view import asks_bytes_of, clock_json
from everygame.visible_history import look


async def standing(live: LiveMatch, devices: Sequence[int]) -> Json:
    """What is stored of a match, what each seat knows of it now, and what each device may do."""
    return {
        "moment": replace(live.now, unseen=False),
        "holders": live.seats.holders,
        "course": live.referee.course,
        "clock": clock_json(live),
        "commands": live.commands,
        "events": live.events_stored,
        "next": live.next,
        "knowledge": await live.ask(knowledge),
        "rights": {device: await rights(live, device) for device in devices},
    }


def knowledge(session: Session) -> Json:
    """What each seat observes and everybody may play, the result, the dice, and the tree of plies
    as a digest."""
    match, state = session.match, session.match.state()
    viewers = [None, *range(session.game.players)]
    tree = repr([(node, tuple(node.told.items())) for node in match.nodes])
    return {
        "seen": [look(state, viewer) for viewer in viewers],
        "moves": state.legal_actions(),
        "outcome": match.outcome(),
        "dice": match.dices,
        "chance waits for": (match.devices, match.is_full) if session.game.chance else None,
        "tree": hashlib.sha256(f"{tree}{match.walked}".encode()).digest(),
    }


async def rights(live: LiveMatch, device: int) -> Any:
    """What a device may take back, ask and answer."""
    mine, shared = live.seats.mine(device), live.seats.has_all_people(device)
    ways, back = await live.ask(ways_back, mine, shared)
    asks = live.referee.allowed_offers(live.now, mine, back is not None)
    return ways, asks, asks_bytes_of(live, device)


def ways_back(session: Session, mine: frozenset[int], shared: bool) -> Any:
    """Where these seats may go back and on, or why not, and what they could ask to take back."""
    match = session.match
    if not mine:
        return (), None
    ways = match.undo(mine, shared), match.redo(mine, shared), match.why_no_undo(mine, shared)
    return ways, None if shared else session.takeback_node(mine)
