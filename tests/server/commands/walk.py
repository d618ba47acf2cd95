"""A random walk: people at several devices do at matches whatever they can, and after each deed
all is checked that must hold."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from itertools import zip_longest
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
from everygame.server.requests.messages import Message
from tests.server import standin
from tests.server.commands.pages import Glance, Page
from tests.server.commands.sibling import Question, Sibling
from tests.server.commands.standing import standing
from tests.server.commands.watched_store import WatchedStore
from tests.server.serving import Hourglass

DEVICES: Final = 3
COMPARED: Final = 0.4
"""The share of obeyed commands after which another process opens the match from the store. A fault
that stays in the match is met by a later comparison, or by the one before the match is left."""
PAGES: Final = 0.25
"""The share of comparisons in which each page is drawn too, which takes the most time."""


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
        self.bots = Chooser(Pool(1, clock=self.glass), standin.levels, pace=0.6)
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
        self.commands = 0

    # -- the server

    async def begin(self) -> None:
        """Start the server; no match is open yet."""
        self.devices = [await self.store.add_device(bytes([n])) for n in range(DEVICES + 1)]
        await self.start()

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
        await self.compare(pages=True)
        self.census["server restarted"] += 1

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
        await self.compare(pages=False)
        await self.leave()
        self.matches.close()
        await self.settle()
        self.store.close()

    # -- what people do

    async def send(self, page: Page, message: Json) -> None:
        """Send a command, and check what its answer promises."""
        kind, name, device = message["type"], message["id"], page.device
        assert device
        known = self.store.has_command(self.live.id, device, name)
        before, moment, offers = self.store.version(), self.live.now, self.offers()
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
        if kind == "ask" and offers and self.offers() <= offers:
            self.census["offers crossed"] += 1
        await self.settle()
        if self.live.keeps_secrets():  # what came and went unseen is not sent later
            await self.looked()
        if self.rng.random() < COMPARED:
            await self.compare(pages=self.rng.random() < PAGES)

    def check_is_stored(self, device: int, name: str) -> None:
        stored = self.store.has_command(self.live.id, device, name)
        assert stored, "a command was acknowledged before it was stored"

    def offers(self) -> set[str]:
        return {offer.id for offer in self.live.referee.course.offers}

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

    async def move_to(self, match: str | None) -> None:
        """Leave this match for another one."""
        if match is None:
            return
        if self.pages:
            await self.compare(pages=False)
        await self.leave()
        self.sent.clear()
        self.log = list(self.store.stored(match).events)
        await self.enter(match, [Glance(device) for device in self.devices])

    # -- what must hold

    async def check(self) -> None:
        """The match in memory is the one that was stored, and time runs as it should."""
        live = self.live
        for error in self.store.broken:
            raise error
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
        clock = live.referee.terms.clock
        if clock is None or not course.started:
            return
        self.census[f"clock: {clock}"] += 1
        self.census["paused"] += course.paused
        mover = live.now.to_play
        runs = mover >= 0 and live.seats.holders[mover].kind == "person" and not course.paused
        expected = mover if runs else None
        assert course.running == expected, "time runs exactly while a person is to move"

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
        for page, (view, told) in zip(looking, shown, strict=True):
            mine, heard = page.shown()
            parts = [(part, mine[part], view.get(part)) for part in mine]
            parts += zip_longest(("ply",) * len(told.plies), heard.plies, told.plies)
            parts.append(("main", heard.main_children, told.main_children))
            differs = [one for one in parts if one[1] != one[2]]
            assert not differs, f"device {page.device} would be shown something else: {differs}"

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
