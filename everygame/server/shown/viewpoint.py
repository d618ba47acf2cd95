"""Defines the viewpoint of a connection, which decides what it may see of a match."""

from __future__ import annotations

from dataclasses import dataclass

from everygame.catalogues import ENGLISH
from everygame.server.matches.session import Session
from everygame.server.people.people_names import SeatNames
from everygame.server.shown.history_json import History, Tongue


@dataclass(frozen=True)
class Viewpoint:
    """Everything about a connection that decides what it may see. Connections with equal viewpoints
    see the same, which is computed once for them."""

    mine: frozenset[int]
    """The seats of the connection's device."""
    name: str = ""
    """The name of the match in the library of the device."""
    node: int | None = None
    """The node of the history that the page shows; None for the current one."""
    revealed: int | None = None
    """In a game with secrets: the seat whose player is alone with a shared screen."""
    replaced: frozenset[int] = frozenset()
    """The seats of the device where a bot stands in."""
    kept: frozenset[int] = frozenset()
    """The open seats that are reserved for the device."""
    waits: bool = False
    """True where nobody can move, because reserved seats wait for people or the match is paused."""
    helped: bool = False
    """True where the connection may have hints and analysis."""
    ahead: tuple[str, ...] = ()
    """New moves after `node` that the person tries out on the page."""
    truth: bool = False
    """True where everything that was hidden is to be shown, because the match is over."""
    language: str = ENGLISH
    """The language of the page."""
    host: bool = False
    """True where the device is the host's."""
    asked: bool = False
    """True where the device still has to add its random bytes to the dice."""
    names: SeatNames = ()
    """The names of the people, for sentences of the game."""

    @property
    def tongue(self) -> Tongue:
        """The language and names for the words of the history."""
        return self.language, self.names


def find_viewer(session: Session, viewpoint: Viewpoint) -> tuple[int | None, int | None]:
    """Return the viewer as which a connection sees the match: a seat, or None for a spectator. Also
    return the seat whose player must first lift the curtain, where people share the screen and that
    seat has secrets; otherwise None."""
    seat = session.match.to_play()
    if len(viewpoint.mine) < 2:
        return next(iter(viewpoint.mine), None), None
    if session.game.hidden and has_secrets(session, viewpoint.mine):
        if seat in viewpoint.mine and seat != viewpoint.revealed:
            return None, seat
        return viewpoint.revealed, None
    return seat if seat in viewpoint.mine else last_to_play(session, viewpoint.mine), None


def has_secrets(session: Session, seats: frozenset[int]) -> bool:
    """Whether one of these seats has a secret: it observes something that spectators do not, it has
    played in secret, or it could do so now."""
    state = session.match.state()
    seat, public = state.to_play(), state.observe(None)
    actions = state.legal_actions() if seat in seats else []
    return (
        any(state.observe(one) != public for one in seats)
        or any(state.text(action, seat) != state.text(action, None) for action in actions)
        or bool(session.cached(History).seats_with_secret_plies() & seats)
    )


def last_to_play(session: Session, mine: frozenset[int]) -> int:
    """Return which of these seats played last. While others play, the page keeps that seat's
    picture, so that the view of a shared screen does not change."""
    match = session.match
    played = (match.nodes[node].seat for node in match.upwards(match.node))
    return next((seat for seat in played if seat in mine), min(mine))
