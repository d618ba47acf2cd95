"""The viewpoint of a connection, which decides what it is shown of a match."""

from __future__ import annotations

from dataclasses import dataclass

from everygame.server.matches.session import Session
from everygame.server.people.people_names import SeatNames
from everygame.server.shown.history import History, Tongue
from everygame.words import ENGLISH


@dataclass(frozen=True)
class Viewpoint:
    """All about a connection that decides what it is shown. Connections with equal viewpoints are
    shown the same, and it is computed once for them."""

    mine: frozenset[int]
    """The seats of its device."""
    name: str = ""
    """The name of the match in the library of its device."""
    node: int | None = None
    """The node of the history that its page shows; None for the current one."""
    revealed: int | None = None
    """In a game with secrets, the seat whose player is alone with a shared screen."""
    replaced: frozenset[int] = frozenset()
    """The seats of its device where a bot stands in."""
    kept: frozenset[int] = frozenset()
    """The open seats that are reserved for its device."""
    waits: bool = False
    """Nobody can move: people are awaited, or the match is paused."""
    helped: bool = False
    """Hints and analysis are allowed here."""
    ahead: tuple[str, ...] = ()
    """New moves after `node` that its page tries out."""
    truth: bool = False
    """Show what was hidden, for the match is over."""
    language: str = ENGLISH
    """The language of its page."""
    host: bool = False
    """Its device is that of the host."""
    asked: bool = False
    """Its device has still to mix its bytes into the dice."""
    names: SeatNames = ()
    """The names of the people, for sentences of the game."""

    @property
    def tongue(self) -> Tongue:
        """The language and names in which it gets the history."""
        return self.language, self.names


def find_viewer(session: Session, viewpoint: Viewpoint) -> tuple[int | None, int | None]:
    """The viewer as which a connection sees the match: a seat, or None for a spectator. And the
    seat whose player must first lift the curtain, if the screen is shared and that seat has
    secrets."""
    seat = session.match.to_play()
    if len(viewpoint.mine) < 2:
        return next(iter(viewpoint.mine), None), None
    if session.game.hidden and has_secrets(session, viewpoint.mine):
        if seat in viewpoint.mine and seat != viewpoint.revealed:
            return None, seat
        return viewpoint.revealed, None
    return seat if seat in viewpoint.mine else last_to_play(session, viewpoint.mine), None


def has_secrets(session: Session, seats: frozenset[int]) -> bool:
    """Whether one of these seats has a secret: its observation is not the public one, it has played
    in secret, or it could do so now."""
    state = session.match.state()
    seat, public = state.to_play(), state.observe(None)
    actions = state.legal_actions() if seat in seats else []
    return (
        any(state.observe(one) != public for one in seats)
        or any(state.text(action, seat) != state.text(action, None) for action in actions)
        or bool(session.cached(History).seats_with_secret_plies() & seats)
    )


def last_to_play(session: Session, mine: frozenset[int]) -> int:
    """The one of these seats that played last. While others play, the page keeps its picture, so
    that a shared screen does not jump."""
    match = session.match
    played = (match.nodes[node].seat for node in match.upwards(match.node))
    return next((seat for seat in played if seat in mine), min(mine))
