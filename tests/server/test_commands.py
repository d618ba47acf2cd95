"""Random commands, legal or not, at matches with clocks, offers and chance. A refused command
changes nothing; an acknowledged one is there when the match is opened anew from the store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import Mock

import pytest

from everygame.errors import EveryGameError
from everygame.process.pool import Pool
from everygame.server.bots.jobs import Bots
from everygame.server.clock.terms_and_course import Clock, Terms
from everygame.server.matches.carry_out_commands import obey
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.match_maker import MatchMaker
from everygame.server.matches.session import Session
from everygame.server.requests.messages import (
    Answer,
    Ask,
    Command,
    Go,
    Mix,
    Play,
    Resign,
    SeatRequest,
    Setup,
)
from everygame.server.seats.seat_changes import set_holder
from everygame.server.shown.game_view import show_game
from everygame.server.shown.match_view import clock_json
from everygame.server.shown.viewpoint import Viewpoint
from everygame.store import Holder, SQLiteStore
from tests.server import standin
from tests.server.serving import Hourglass

GAMES: Final = ("toy", "tictactoe", "hnefatafl", "ur", "draughts", "evade")
CLOCKS: Final = (None, Clock(60, increment=5), Clock(30, each="turn"))
ASKED: Final = ("back", "draw", "pause", "resume", "stop")


@dataclass
class Player:
    """Sends random commands to a match."""

    matches: LiveMatches
    live: LiveMatch
    rng: Random
    glass: Hourglass
    devices: tuple[int, ...]
    done: int = 0
    refused: int = 0
    ids: list[str] = field(default_factory=list)

    async def command(self, device: int) -> Command:
        """A random command, with the node numbers that this device uses."""
        rng, mine = self.rng, self.live.seats.mine(device)
        reader: Any = rng.choice(sorted(mine)) if mine and self.live.keeps_secrets() else "all"
        node = await self.live.ask(Session.number_for, reader, self.live.now.node)
        name = rng.choice(self.ids) if self.ids and rng.random() < 0.05 else str(rng.random())
        self.ids.append(name)
        at = node if rng.random() < 0.9 else rng.randrange(self.live.now.nodes + 2)
        other, seat = rng.randrange(self.live.now.nodes + 1), rng.randrange(3)
        offers = self.live.referee.course.offers
        offer = rng.choice(offers) if offers else None
        kinds: list[Any] = [
            *[lambda moves: Play(name, at, moves[0] if moves else "x", reader)] * 8,
            lambda moves: Play(name, at, " ".join(moves), reader),
            *[lambda moves: Go(name, at, max(0, node - 1), of=reader)] * 2,
            lambda moves: Go(name, at, other, moves, of=reader),
            lambda moves: Ask(name, at, seat, rng.choice(ASKED), reader),
            *[lambda moves: Answer(name, offer.id if offer else "x", rng.random() < 0.6, reader)]
            * 2,
            lambda moves: Mix(name, f"{rng.getrandbits(256):064x}", reader),
        ]
        if rng.random() < 0.02:
            return Resign(name, seat, reader)
        made: Command = rng.choice(kinds)(await self.live.ask(line_ahead, rng))
        return made

    async def act(self) -> None:
        """Send a random command or let time pass, and check what is stored."""
        if self.rng.random() < 0.1:
            return self.glass.turn(self.rng.choice((0.5, 3.0, 9.0)))
        device = self.rng.choice(self.devices)
        command = await self.command(device)
        before, due = await self.written(), self.is_due()
        try:
            await obey(self.live, device, command, lambda node: None)
            self.done += 1
        except EveryGameError:
            self.refused += 1
            after = await self.written()
            assert after == before or (due and only_time_ended(before, after)), command

    def is_due(self) -> bool:
        """Time is up, and whoever comes next finds it so, also who is refused."""
        keeper = self.matches.keeper
        return bool(keeper.wake_tasks) or keeper.dues.get(self.live.id, inf) <= keeper.now()

    async def written(self) -> Any:
        stored = await self.matches.store.load(self.live.id)
        assert stored
        return stored.events, stored.commands, stored.course, stored.holders

    async def compare(self) -> None:
        """A second server that reads the match from the store shows each seat the same as this
        one."""
        other = LiveMatches(self.matches.store, self.matches.bots, self.glass)
        other.keeper.uptime = self.matches.keeper.uptime
        async with other.at(self.live.id) as anew:
            for seat in (0, 1, None):
                mine = frozenset() if seat is None else frozenset([seat])
                shown = [
                    await live.ask(show_game, Viewpoint(mine), False) for live in (self.live, anew)
                ]
                assert shown[0] == shown[1]
            assert clock_json(anew) == clock_json(self.live)


def only_time_ended(before: Any, after: Any) -> bool:
    """The match ended by time, and nothing else was written: no command, and nobody's seat."""
    (events, commands, _, holders), (now, kept, _, held) = before, after
    ends = [event["ending"] for event in now[len(events) :]]
    return (now[: len(events)], kept, held, ends) == (events, commands, holders, ["time"])


def line_ahead(session: Session, rng: Random) -> list[str]:
    """A few legal moves from the current position, sometimes followed by an illegal one."""
    state, moves = session.match.state(), []
    while state.to_play() >= 0 and len(moves) < 4 and rng.random() < 0.8:
        action = rng.choice(state.legal_actions())
        moves.append(state.text(action))
        state = state.apply(action)
    return [*moves, "nonsense"] if rng.random() < 0.1 else moves


@asynccontextmanager
async def playing(file: Path, seed: int) -> AsyncIterator[Player]:
    """A random match with two devices, or with one device for both seats."""
    rng, glass = Random(seed), Hourglass()
    store = SQLiteStore(file, glass)
    bots = Bots(Pool(1, clock=glass), standin.levels, "none:none", 0.0, "none:none", "none:none")
    matches = LiveMatches(store, bots, glass)
    devices = (await store.add_device(b"a"), await store.add_device(b"b"))
    terms = Terms(clock=rng.choice(CLOCKS))
    alone = rng.random() < 0.5
    seats = [SeatRequest("person"), SeatRequest("person" if alone else "open")]
    name = GAMES[seed % len(GAMES)]
    match = await MatchMaker(matches).begin(devices[0], Setup(name, seats, "key", {}, terms))
    async with matches.at(match) as live:
        if not alone:
            await set_holder(live, 1, Holder("person", "Bob", device=devices[1]))
        for device in devices:
            live.presence.add(Mock(device=device, browser=device))  # who only looks
        await live.wake()
        yield Player(matches, live, rng, glass, devices)
    matches.close()
    store.close()


def long(seed: int) -> Any:
    guard = (
        "tests/server/test_commands.py::test_refusals_change_nothing_and_what_is_acknowledged_stays"
    )
    return pytest.param(seed, marks=pytest.mark.long("commands", guard=guard))


@pytest.mark.parametrize("seed", [*range(36), *map(long, range(36, 1_800))])
def test_refusals_change_nothing_and_what_is_acknowledged_stays(
    games: None, tmp_path: Path, seed: int
) -> None:
    async def play() -> tuple[int, int, bool]:
        async with playing(tmp_path / "m.db", seed) as player:
            for _ in range(60):
                await player.act()
                if player.rng.random() < 0.1:
                    await player.compare()
            await player.compare()
            return player.done, player.refused, player.live.now.over

    done, refused, over = asyncio.run(play())
    assert refused and (done or over), "unless its time ended it first"
