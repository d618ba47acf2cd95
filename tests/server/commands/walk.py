"""A random walk: people at several devices do at matches whatever they can, and after each deed
all is checked that must hold."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from everygame.contract import Json
from everygame.errors import EveryGameError
from everygame.process.pool import Pool
from everygame.server.bots.jobs import Bots
from everygame.server.clock.timekeeper import SAVE_INTERVAL
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.match_maker import MatchMaker
from everygame.server.matches.session import Session
from everygame.server.requests.encoding import decode, encode
from everygame.server.requests.messages import Message, PlayOn
from everygame.server.saves.sealed_save import read_saved
from everygame.server.saves.snapshots import take_snapshot, text_of
from everygame.server.seats.seat_changes import let_bot_play, reload_holders, sit_down, take_back
from tests.server import standin
from tests.server.commands.messages import Sender, some_command
from tests.server.commands.pages import Glance, Page
from tests.server.commands.setups import some_setup
from tests.server.commands.sibling import Question, Sibling
from tests.server.commands.standing import standing
from tests.server.commands.watched_store import WatchedStore
from tests.server.serving import Hourglass

DEVICES: Final = 3
PAGES: Final = 0.15
"""The share of comparisons in which each page is drawn too, which takes the most time."""
LONG: Final = 60
"""The events after which a match is left for another one, so that opening it stays cheap."""


class Chooser(Bots):
    """Bots that choose at random in this process, because no search is tested here."""

    rng: Random

    async def choose(self, request: Json, seconds: float) -> Json:
        return {"move": self.rng.choice(request["moves"])}


class Walk:
    """The server of one data file, and the people at its matches."""

    matches: LiveMatches
    maker: MatchMaker
    live: LiveMatch

    def __init__(self, file: Path, rng: Random, sibling: Sibling) -> None:
        self.rng, self.sibling, self.file = rng, sibling, file
        self.glass = Hourglass()
        self.store = WatchedStore(file, self.glass)
        self.bots = Chooser(Pool(1, clock=self.glass), standin.levels, pace=0.0)
        self.bots.rng = rng
        self.census: Counter[str] = Counter()
        """How often what has happened."""
        self.devices: list[int] = []
        self.pages: dict[int, Page] = {}
        """The pages that are open, by their devices."""
        self.using = AsyncExitStack()
        self.sent: list[tuple[int, Json]] = []
        """The commands at this match, with their devices."""
        self.log: list[Any] = []
        """The events of this match, as they were first stored."""
        self.steps = 0

    # -- the server

    async def begin(self) -> None:
        """Start the server, and a match with all devices at it."""
        self.devices = [await self.store.add_device(bytes([n])) for n in range(DEVICES + 1)]
        await self.start()
        await self.new_match()

    async def start(self) -> None:
        """Start a server on the file, as after a crash: only the store is left."""
        self.matches = LiveMatches(self.store, self.bots, self.glass)
        self.maker = MatchMaker(self.matches)
        await self.matches.keeper.start()

    async def restart(self) -> None:
        match, before = self.live.id, self.matches.keeper.now()
        waits = match in self.matches.keeper.dues
        glances = [page.glance() for page in self.pages.values()]
        await self.leave()
        self.matches.close()
        await self.settle()
        await self.start()
        lost = before - self.matches.keeper.now()
        assert not waits or -0.001 < lost <= SAVE_INTERVAL, "clocks count on from where they were"
        await self.enter(match, glances)

    async def settle(self) -> None:
        """Let all go on that can, until everything waits for time or for people."""
        loop: Any = asyncio.get_running_loop()
        await asyncio.sleep(0)
        # asyncio has no public name for what is about to run; a match that wakes opens in a thread
        while loop._ready or self.matches.keeper.wake_tasks:
            await asyncio.sleep(0)

    async def enter(self, match: str, glances: list[Glance]) -> None:
        """Open a match with these pages."""
        self.live = await self.using.enter_async_context(self.matches.at(match))
        for glance in glances:
            await self.open_page(glance)
        await self.settle()

    async def open_page(self, glance: Glance) -> None:
        page = Page(self.live, glance, self.matches.quotas)
        self.pages[glance.device] = page
        self.live.presence.add(page)
        page.come_or_go()
        await self.live.wake()

    async def leave(self) -> None:
        """Close all pages of the match."""
        for device in list(self.pages):
            self.close_page(device)
        await self.using.aclose()

    def close_page(self, device: int) -> None:
        page = self.pages.pop(device)
        self.live.presence.remove(page)
        page.analysis.stop()
        page.come_or_go()

    async def end(self) -> None:
        await self.leave()
        self.matches.close()
        await self.settle()
        self.store.close()

    # -- what people do

    async def step(self) -> None:
        """Do something, and check what must hold after it."""
        over = self.live.now.over or self.live.events_stored > LONG
        deeds = NEXT if over and self.rng.random() < 0.3 else DEEDS
        deed = self.rng.choices(list(deeds), list(deeds.values()))[0]
        await deed(self)
        await self.settle()
        await self.check()

    async def command(self) -> None:
        """Send a new command, or one of before again."""
        page, again = self.some_page(), self.sent and self.rng.random() < 0.03
        if again:
            device, message = self.rng.choice(self.sent)
            page = self.pages.get(device, page)
        else:
            message = some_command(await Sender.at(self.live, page, self.rng))
        self.steps += 1
        await self.send(page, message)

    def some_page(self) -> Page:
        """A page, mostly that of the person to move."""
        live, rng = self.live, self.rng
        if live.now.to_play >= 0 and rng.random() < 0.7:
            mover = live.seats.holders[live.now.to_play].device
            if mover in self.pages:
                return self.pages[mover]
        return self.pages[rng.choice(list(self.pages))]

    async def send(self, page: Page, message: Json) -> None:
        """Send a command, and check what its answer promises."""
        kind, name, device = message["type"], message["id"], page.device
        assert device
        known = self.store.has_command(self.live.id, device, name)
        before, moment = self.store.version(), self.live.now
        page.answers.clear()
        page.on_ack = lambda: self.check_is_stored(device, name)
        self.sent.append((device, message))
        try:
            await page.handle(decode(encode(message), Message))
        except EveryGameError as error:
            page.send_error(error, name)
            self.census[f"{kind} refused"] += 1
            assert self.store.version() == before, f"a refusal of {message} changed the store"
            assert self.live.now == moment
            return
        self.census[f"{kind} obeyed"] += 1
        acks = [answer for answer in page.answers if answer["type"] == "ack"]
        assert [ack["id"] for ack in acks] == [name]
        if known:
            self.census["sent again"] += 1
            assert self.store.version() == before, f"{message} was carried out twice"
            return
        if kind == "answer":
            self.check_answer(message)
        await self.settle()
        await self.compare(pages=self.rng.random() < PAGES)

    def check_is_stored(self, device: int, name: str) -> None:
        stored = self.store.has_command(self.live.id, device, name)
        assert stored, "a command was acknowledged before it was stored"

    def check_answer(self, message: Json) -> None:
        """An offer ends with a no, and with the last yes."""
        for offer in self.live.referee.course.offers:
            if offer.id == message["offer"]:
                assert message["yes"] and offer.yes, "an offer outlived its answer"

    async def attempt(self, name: str, work: Awaitable[Any]) -> Any:
        """Do what is no command; what is refused changes nothing."""
        await self.settle()
        before = self.store.version()
        try:
            done = await work
        except EveryGameError:
            self.census[f"{name} refused"] += 1
            assert self.store.version() == before, f"a refusal of {name} changed the store"
            return None
        self.census[name] += 1
        return done

    async def pass_time(self) -> None:
        clock = self.live.referee.terms.clock
        slow = clock is not None and clock.is_slow()
        seconds = (0.3, 2.0, 2.0, 9.0, 16.0, 31.0, 70.0, 100_000.0 if slow else 650.0)
        self.glass.turn(self.rng.choices(seconds, (9, 9, 9, 6, 3, 1, 1, 1))[0])

    async def come_or_go(self) -> None:
        device = self.rng.choice(self.devices)
        if device not in self.pages:
            await self.open_page(Glance(device))
        elif len(self.pages) > 1:
            self.close_page(device)

    async def look_elsewhere(self) -> None:
        """Look at another node, lift the curtain, or ask for what was hidden."""
        page, rng = self.some_page(), self.rng
        sender = await Sender.at(self.live, page, rng)
        wanted: Json = rng.choice(
            [
                {"type": "look", "node": rng.choice([None, sender.somewhere()])},
                {"type": "reveal", "seat": sender.seat()},
                {"type": "truth", "on": rng.random() < 0.7},
            ]
        )
        if wanted["type"] == "look":
            wanted["of"] = sender.reader
        await self.attempt(wanted["type"], page.handle(decode(encode(wanted), Message)))

    async def change_seat(self) -> None:
        """Take an open seat by a link or without one, let a bot play, or come back for it."""
        rng, live, store = self.rng, self.live, self.store
        device, seat = rng.choice(self.devices[:-1]), rng.randrange(live.facts.players)
        open_seats = [n for n, one in enumerate(live.seats.holders) if one.kind == "open"]
        if open_seats and rng.random() < 0.8:
            seat = rng.choice(open_seats)
            if rng.random() < 0.5:
                await self.attempt("sit", sit_down(live, store, device, seat, "Cid"))
            else:
                await self.attempt("join", self.join(device, seat))
        elif rng.random() < 0.5:
            await self.attempt("bot", let_bot_play(live, device, seat, rng.choice(["", "random"])))
        else:
            await self.attempt("return", take_back(live, device, seat))

    async def join(self, device: int, seat: int) -> None:
        """Follow a link that the host has sent."""
        token = self.rng.randbytes(16)
        await self.store.invite(self.live.id, seat, token.hex(), token, self.live.owner)
        await self.store.accept(token, device, "Bob")
        await reload_holders(self.live)

    async def save_and_load(self) -> None:
        """Go on from a save of this match."""
        device = self.rng.choice(self.devices)
        snapshot = await self.attempt("save", take_snapshot(self.matches, self.live, device))
        if snapshot:
            saved = read_saved(text_of(snapshot))
            await self.move_to(await self.attempt("load", self.maker.load(device, saved)))

    async def follow(self) -> None:
        device = self.rng.choice(self.devices[:-1])
        again = self.rng.random() < 0.5
        name = "restart" if again else "rematch"
        await self.move_to(
            await self.attempt(name, self.maker.follow(device, self.live.id, again))
        )

    async def play_on(self) -> None:
        wanted = PlayOn(self.rng.randrange(self.live.now.nodes))
        device = self.rng.choice(self.devices)
        await self.move_to(
            await self.attempt("play on", self.maker.play_on(device, self.live, wanted))
        )

    async def new_match(self) -> None:
        setup = some_setup(self.rng, self.rng.randbytes(6).hex())
        self.census[f"game {setup.game}"] += 1
        host = self.devices[self.rng.randrange(DEVICES)]
        await self.move_to(await self.maker.begin(host, setup))

    async def move_to(self, match: str | None) -> None:
        """Leave this match for another one."""
        if match is None:
            return
        await self.leave()
        self.sent.clear()
        self.log = list(self.store.stored(match).events)
        await self.enter(match, [Glance(device) for device in self.devices])

    # -- what must hold

    async def check(self) -> None:
        """The match in memory is the one that was stored, and time runs as it should."""
        live = self.live
        assert not live.broken, live.fault or live.trouble
        moment = await live.ask(Session.moment)
        assert (moment.node, moment.nodes, moment.over) == (
            live.now.node,
            live.now.nodes,
            live.now.over,
        ), "the match in memory is not the one that was stored"
        self.check_running()

    def check_running(self) -> None:
        """Time runs exactly while a person is to move."""
        live, course = self.live, self.live.referee.course
        if not course.started:
            return
        mover = live.now.to_play
        runs = mover >= 0 and live.seats.holders[mover].kind == "person" and not course.paused
        assert course.running == (mover if runs else None)

    async def compare(self, pages: bool) -> None:
        """A process that reads the store knows the same of this match; with `pages`, it also shows
        each page the same."""
        self.log += self.store.events_since(self.live.id, len(self.log))
        looking = await self.looked() if pages else []
        here = await standing(self.live, self.devices)
        uptime, glances = self.matches.keeper.now(), [page.glance() for page in looking]
        question = Question(self.file, self.live.id, uptime, self.devices, glances)
        anew = self.sibling.ask(question)
        assert not isinstance(anew, str), f"another process cannot open the match: {anew}"
        self.census["pages compared" if pages else "compared"] += 1
        there, shown = anew
        differs = {part: (here[part], there[part]) for part in here if here[part] != there[part]}
        assert not differs, f"a process that reads the store knows another match: {differs}"
        for page, other in zip(looking, shown, strict=True):
            assert page.shown() == other, f"device {page.device} would be shown something else"

    async def looked(self) -> list[Page]:
        """The pages, each with the present message."""
        pages = list(self.pages.values())
        while stale := [page for page in pages if page.stale]:
            for page in stale:
                await page.look()
        return pages

    def check_log(self) -> None:
        """Whatever was in the log is still there."""
        assert list(self.store.stored(self.live.id).events)[: len(self.log)] == self.log


Deed = Callable[[Walk], Awaitable[None]]
DEEDS: Final[dict[Deed, float]] = {
    Walk.command: 75,
    Walk.pass_time: 8,
    Walk.come_or_go: 4,
    Walk.look_elsewhere: 4,
    Walk.change_seat: 4,
    Walk.restart: 1.5,
    Walk.save_and_load: 0.5,
    Walk.follow: 0.3,
}
"""What happens at a match, and how often."""
NEXT: Final[dict[Deed, float]] = {
    Walk.new_match: 6,
    Walk.follow: 3,
    Walk.play_on: 2,
    Walk.save_and_load: 1,
}
"""What leads from a match that is over to another one."""


@asynccontextmanager
async def walking(file: Path, rng: Random, sibling: Sibling) -> AsyncIterator[Walk]:
    """A walk that has begun, and is ended afterwards."""
    walk = Walk(file, rng, sibling)
    await walk.begin()
    yield walk
    walk.check_log()
    await walk.end()
