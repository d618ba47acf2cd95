"""Draws the chart of a match as text: which seat stood better after each ply."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import getrandbits

from everygame.bots.analysis import turning_points
from everygame.contract import CHANCE, Json
from everygame.match import Match
from everygame.terminal.columns import ljust, rjust
from everygame.words import say

WIDTH = 20
"""The width of a full bar in characters."""
PLY = 0.25
"""The seconds for evaluating one position."""
MOST = 200
"""The number of plies at the end of a line that are evaluated at most."""


def weigh_line(
    match: Match,
    viewer: int | None,
    weigh: Callable[[Json], Json],
    progress: Callable[[str], None],
    spoken: Callable[[str], str],
) -> list[str]:
    """Return a line of text for each ply that can be evaluated, with turning points marked. While
    the match has secrets, only the plies of `viewer` are evaluated, from its observations. `spoken`
    translates a message. Ctrl+C ends the evaluation early."""
    nodes = match.path(match.node)[-MOST:]
    secret = match.game.hidden and match.outcome() is None
    knowing = viewer if secret else None
    if secret:
        nodes = [node for node in nodes if match.state(node).to_play() == viewer]
    found: dict[int, list[float | None]] = {}
    try:
        for number, node in enumerate(nodes, 1):
            done = say("{number} of {total}", number=number, total=len(nodes))
            progress(f"\r{spoken(done)} ")
            found[node] = weigh(request(match, node, knowing))["returns"]
    except KeyboardInterrupt:
        pass
    progress("\r")
    return [spoken(line) for line in lines(match, nodes, found, knowing, spoken(say("start")))]


def request(match: Match, node: int, knowing: int | None) -> Json:
    """Return the request for evaluating a node: from the whole state, or from the observation of
    the seat `knowing`."""
    state = match.state(node)
    known = {"truth": state.to_json()}
    if knowing is not None:
        known = {"observation": state.observe(knowing)}
    return {
        "game": match.game.name,
        "options": match.game.settings,
        "seat": max(state.to_play(), CHANCE),
        "seconds": PLY,
        "seed": getrandbits(31),
        **known,
    }


def lines(
    match: Match,
    nodes: list[int],
    found: dict[int, list[float | None]],
    knowing: int | None,
    start: str,
) -> list[str]:
    """Return the lines of the chart. `start` stands in place of a move in the first one."""
    plies = [(node, match.nodes[node].seat) for node in nodes]
    if knowing is not None:
        plies = [(node, knowing) for node in nodes]
    turns = turning_points(plies, found) if plies else []
    shown = []
    for node, text in zip(nodes, match.move_texts(nodes, knowing), strict=True):
        if any(value is not None for value in found.get(node, [])):
            row = f"{match.nodes[node].ply:4} {ljust(text or start, 12)} {draw(found[node])}"
            shown.append(say("{row}  <- turning point", row=row) if node in turns else row)
    return shown


def draw(returns: list[float | None]) -> str:
    """Draw one evaluation. For two seats it is a bar on the side of the seat that stands better,
    the first seat's on the left; otherwise it is a number for each seat."""
    if len(returns) == 2 and returns[0] is not None:
        long = round(abs(returns[0]) * WIDTH)
        left, right = (long, 0) if returns[0] > 0 else (0, long)
        return f"{'#' * left:>{WIDTH}}|{'#' * right:<{WIDTH}} {returns[0]:+.2f}"
    return " ".join("  ?  " if value is None else f"{value:+.2f}" for value in returns)


def head(names: Iterable[str]) -> str:
    """Return the heading of the columns."""
    first, *others = names
    if len(others) == 1:
        return f"{'':18}{rjust(first, WIDTH)}|{others[0]}"
    return f"{'':18}{' '.join([first, *others])}"
