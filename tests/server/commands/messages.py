"""Random commands as a page sends them, one function for each kind of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final, get_args

from everygame.contract import Json
from everygame.server.clock.terms_and_course import OfferKind
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.session import ALL, Reader, Session
from everygame.server.requests.messages import Answer, Ask, Command, Go, Mix, Play, Resign
from everygame.server.shown.match_view import asks_bytes_of
from tests.server.commands.pages import Page


@dataclass
class Sender:
    """A person who sends whatever comes to mind, mostly by the numbers that the page has."""

    live: LiveMatch
    page: Page
    rng: Random
    reader: Reader
    """To whose history the node numbers belong."""
    node: int
    """The present node in that history."""
    nodes: int
    ways: list[int]
    """Where the device may take the match back or forward."""
    line: list[str]
    """A few moves from here on."""
    asks: list[OfferKind]

    @classmethod
    async def at(cls, live: LiveMatch, page: Page, rng: Random) -> Sender:
        """The person at a page of a live match."""
        mine, shared = live.seats.mine(page.device), live.seats.has_all_people(page.device)
        secret = live.keeps_secrets()
        reader: Reader = rng.choice([*sorted(mine)] or [None]) if secret else ALL
        known = await live.ask(look_around, reader, mine, shared, rng)
        node, nodes, ways, line, back = known
        asks = live.referee.allowed_offers(live.now, mine, back)
        return cls(live, page, rng, reader, node, nodes, ways, line, asks)

    @property
    def mine(self) -> frozenset[int]:
        return self.live.seats.mine(self.page.device)

    def here(self) -> int:
        """The present node, now and then a wrong one."""
        return self.somewhere() if self.rng.random() < 0.05 else self.node

    def somewhere(self) -> int:
        """A node of the history, or one too many."""
        return self.rng.randrange(self.nodes + 1)

    def seat(self) -> int:
        """A seat, mostly one of the sender's own."""
        stray = not self.mine or self.rng.random() < 0.1
        seats = range(self.live.facts.players + 1) if stray else sorted(self.mine)
        return self.rng.choice(seats)


def look_around(
    session: Session, reader: Reader, mine: frozenset[int], shared: bool, rng: Random
) -> tuple[int, int, list[int], list[str], bool]:
    """What a page would know before its person does something."""
    match = session.match
    ways = [match.undo(mine, shared), match.redo(mine, shared)] if mine else []
    numbers = [session.number_for(reader, way) for way in ways if way is not None]
    node = session.number_for(reader, match.node)
    nodes = len(session.lens(reader).first) if session.keeps_secrets() else len(match.nodes)
    back = bool(mine) and not shared and session.takeback_node(mine) is not None
    return node, nodes, numbers, line_ahead(session, rng), back


def line_ahead(session: Session, rng: Random) -> list[str]:
    """A few legal moves from the current position, sometimes followed by an illegal one."""
    state, moves = session.match.state(), []
    while state.to_play() >= 0 and len(moves) < 4 and rng.random() < (0.4 if moves else 0.97):
        moves.append(state.text(action := rng.choice(state.legal_actions())))
        state = state.apply(action)
    return [*moves, "nonsense"] if rng.random() < 0.03 else moves


def play(sender: Sender) -> Json:
    several = sender.line and sender.rng.random() < 0.1
    move = " ".join(sender.line) if several else (*sender.line, "x")[0]
    return {"at": sender.here(), "move": move}


def go(sender: Sender) -> Json:
    rng, ways = sender.rng, sender.ways
    node = rng.choice(ways) if ways and rng.random() < 0.9 else sender.somewhere()
    ahead = sender.line if rng.random() < 0.15 else []
    return {"at": sender.here(), "node": node, **({"ahead": ahead} if ahead else {})}


def resign(sender: Sender) -> Json:
    return {"seat": sender.seat()}


def mix(sender: Sender) -> Json:
    return {"bytes": sender.rng.randbytes(32).hex()}


def ask(sender: Sender) -> Json:
    rng, asked = sender.rng, [offer.what for offer in sender.live.referee.course.offers]
    likely = sender.asks and rng.random() < 0.85
    crossing = asked and rng.random() < 0.3
    what = rng.choice(asked if crossing else sender.asks if likely else get_args(OfferKind))
    return {"at": sender.here(), "seat": sender.seat(), "what": what}


def answer(sender: Sender) -> Json:
    ids = [offer.id for offer in sender.live.referee.course.offers]
    return {"offer": sender.rng.choice(ids or ["x"]), "yes": sender.rng.random() < 0.6}


MAKERS: Final[dict[Any, Callable[[Sender], Json]]] = {
    Play: play,
    Go: go,
    Resign: resign,
    Mix: mix,
    Ask: ask,
    Answer: answer,
}
"""What makes a command of each kind."""
assert set(MAKERS) == set(get_args(Command)), "a command of the protocol is not tried"


def some_command(sender: Sender) -> Json:
    """A random command; those that the page would offer come more often than others."""
    rng = sender.rng
    kind = rng.choices(list(MAKERS), weights(sender))[0]
    fields = MAKERS[kind](sender)
    readers = [None, "all", 0, 1, 3]
    of = {"of": rng.choice(readers) if rng.random() < 0.02 else sender.reader}
    plain = sender.reader == ALL and rng.random() < 0.5
    name = rng.randbytes(6).hex()
    return {"type": kind.__name__.lower(), "id": name, **fields, **({} if plain else of)}


def weights(sender: Sender) -> list[float]:
    live = sender.live
    likely = {
        Play: 30.0 if live.now.to_play in sender.mine else 1.5,
        Go: 7.0 if sender.ways else 1.0,
        Resign: 0.15,
        Mix: 60.0 if asks_bytes_of(live, sender.page.device) else 0.2,
        Ask: 3.0 if sender.asks else 0.3,
        Answer: 12.0 if live.referee.course.offers else 0.1,
    }
    return [likely.get(kind, 1.0) for kind in MAKERS]
