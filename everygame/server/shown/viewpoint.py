"""From where a connection looks at a match, and for which seat it sees."""

from __future__ import annotations

from dataclasses import dataclass

from everygame.server.matches.session import Session
from everygame.server.people.people_names import SeatNames
from everygame.server.shown.history import History, Tongue
from everygame.words import ENGLISH


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
    kept: frozenset[int] = frozenset()
    """The seats that wait for its device."""
    waits: bool = False
    """The match goes on only when people are back."""
    helped: bool = False
    """It may have hints and analysis."""
    ahead: tuple[str, ...] = ()
    """Moves beyond `node` that nobody has played."""
    truth: bool = False
    """All is shown, now that the match is over."""
    language: str = ENGLISH
    """Of its words."""
    host: bool = False
    """Its device made the match."""
    asked: bool = False
    """Bytes of its device are wanted for the dice."""
    names: SeatNames = ()
    """What people are called in the sentences of the game."""

    @property
    def tongue(self) -> Tongue:
        """In which words it reads the history."""
        return self.language, self.names


def find_viewer(session: Session, look: Viewpoint) -> tuple[int | None, int | None]:
    """The seat that a connection sees for, and the seat that must first lift the curtain."""
    seat = session.match.to_play()
    if len(look.mine) < 2:
        return next(iter(look.mine), None), None
    if session.game.hidden and has_secrets(session, look.mine):
        if seat in look.mine and seat != look.revealed:
            return None, seat
        return look.revealed, None
    return seat if seat in look.mine else last_of(session, look.mine), None


def has_secrets(session: Session, seats: frozenset[int]) -> bool:
    """One of these seats knows more than everybody, has done something in secret, or would by
    what it may do now."""
    state = session.match.state()
    seat, public = state.to_play(), state.observe(None)
    actions = state.legal_actions() if seat in seats else []
    return (
        any(state.observe(one) != public for one in seats)
        or any(state.text(action, seat) != state.text(action, None) for action in actions)
        or bool(session.kept(History).secretive() & seats)
    )


def last_of(session: Session, mine: frozenset[int]) -> int:
    """The one of these seats that played last, so that the picture stays while others play."""
    match = session.match
    played = (match.nodes[node].seat for node in match.upwards(match.node))
    return next((seat for seat in played if seat in mine), min(mine))
