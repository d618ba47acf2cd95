"""One connection to a live match: hears commands, and is shown the match after each change."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Any, Final

from msgspec import UnsetType
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from everygame.contract import Json
from everygame.errors import BadMove, EveryGameError, NotYourTurn, StaleState
from everygame.process.faults import GameLost
from everygame.server.bots.analysis import Analysis, may_analyse, require_help
from everygame.server.bots.jobs import Bots
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.obey import obey
from everygame.server.matches.session import ALL, Reader, Session
from everygame.server.people.people_names import find_seat_names
from everygame.server.people.saying import say_phrase
from everygame.server.requests.encoding import decode, encode
from everygame.server.requests.limits import Bucket
from everygame.server.requests.messages import (
    Best,
    Command,
    Hint,
    Look,
    Message,
    Phrase,
    Ping,
    Play,
    Reveal,
    Truth,
    Weigh,
)
from everygame.server.shown.game import news, put_into_words, show_game
from everygame.server.shown.history import Known
from everygame.server.shown.match import Shown, asks_bytes_of, show, show_clock
from everygame.server.shown.viewpoint import Viewpoint
from everygame.store import Browser, Gone
from everygame.words import say

log = logging.getLogger("everygame")

GONE: Final = 4404
"""Closed because there is no such match."""
AGAIN: Final = 1012
"""Closed, to be opened again."""
BROKEN: Final = 1011
"""Closed because the server made a mistake."""
TOO_MUCH: Final = 1008
MOST_WATCHERS: Final = 1_000
"""Connections at one match."""
MOST_UNSENT: Final = 1 << 20
"""Bytes of answers that wait to be sent to a device."""
PART: Final = 200
"""Plies of a history that are put into words at once."""


class Connection:
    """A socket at a live match."""

    def __init__(
        self,
        socket: WebSocket,
        live: LiveMatch,
        bots: Bots,
        browser: Browser | None,
        name: str,
        language: str,
    ) -> None:
        self.socket = socket
        self.live = live
        self.bots = bots
        self.device = browser.device if browser else None
        self.browser = browser.number if browser else None
        self.name = name
        self.language = language
        self.looking: int | None = None
        self.revealed: int | None = None
        self.stale = True
        self.outbox: list[bytes] = []
        self.unsent = 0
        """Bytes of it, and of what is being sent."""
        self.excess = ""
        """Why it was closed, where it asked or held too much."""
        self.hearing: asyncio.Task[object] | None = None
        """Where it hears the device."""
        self.speaking: asyncio.Task[None] | None = None
        """Where it tells the device something, while there is anything to tell."""
        self.unsaid = False
        """There may be."""
        self.bugs: list[Exception] = []
        self.bucket = Bucket(120, 40, bots.clock)  # keys held down in the history, for one
        self.left = False
        self.ahead: tuple[str, ...] = ()
        """Moves beyond the node that is looked at."""
        self.truth = False
        """All is to be shown, as far as the match is over."""
        self.known: dict[Reader, Known] = {}
        """How much the page has of each history that it was shown."""
        self.reader: Reader = ALL
        """Whose history it was shown last."""
        self.sent: object = None
        """What it was shown last of a match with secrets, without what only time changes."""
        self.counted = 0
        """How many watchers it was told of."""
        self.analysis = Analysis(live, bots, self.say)

    # -- what the match calls

    def refresh(self) -> None:
        self.stale = True
        self.speak()

    def show_again(self) -> None:
        """It is to be shown the match, even if it sees nothing new there."""
        self.sent = None
        self.refresh()

    def recount(self) -> None:
        self.speak()

    def rename(self, device: int, name: str) -> None:
        if device == self.device:
            self.name = name
            self.show_again()

    def leave(self) -> None:
        self.left = True
        if self.hearing and self.hearing is not asyncio.current_task():
            self.hearing.cancel()

    def hear_phrase(self, seat: int, words: str) -> None:
        self.say({"type": "said", "seat": seat, "words": words})

    # -- the life of a connection

    async def run(self) -> None:
        """Until either side has had enough."""
        if len(self.live.presence.watchers) >= MOST_WATCHERS:
            await self.socket.close(TOO_MUCH, "Too many look at this table.")
            return
        self.live.presence.add(self)
        try:
            self.come_or_go()
            await self.live.wake()
            await self.hear_until_left()
        except Exception as bug:
            self.bugs.append(bug)
        finally:
            self.live.presence.remove(self)
            ending = self.analysis.stop()
            if self.speaking:
                ending.append(self.speaking)
                if self.excess or not self.left:  # nobody takes what it says
                    self.speaking.cancel()
            self.left = True
            results = await asyncio.gather(*ending, return_exceptions=True)
            self.come_or_go()
            self.bugs += [bug for bug in results if isinstance(bug, Exception)]
            await self.close()

    async def hear_until_left(self) -> None:
        """Hear the device until it goes, or until `leave`."""
        task = self.hearing = asyncio.current_task()
        assert task
        try:
            await self.hear()
        except asyncio.CancelledError:
            if not self.left:
                raise
            task.uncancel()
        finally:
            self.hearing = None

    def come_or_go(self) -> None:
        """Tell the match who is there, if it is one of its people; watchers come unannounced."""
        self.refresh()
        seats = self.live.seats
        if seats.mine(self.device) or seats.replaced(self.device):
            self.live.changed()
        else:
            self.live.presence.recount()
            self.live.bot_player.consider(self.live)

    async def close(self) -> None:
        """Say goodbye; what nobody expected is for the log."""
        for bug in self.bugs:
            if not isinstance(bug, EveryGameError):
                log.error("match %s", self.live.id, exc_info=bug)
        if self.socket.application_state == WebSocketState.CONNECTED:
            number, code, sentence = self.farewell()
            with suppress(RuntimeError, WebSocketDisconnect):
                if sentence:
                    answer = {"type": "error", "code": code, "error": sentence}
                    await self.socket.send_text(encode(answer, self.language).decode())
                await self.socket.close(number)

    def farewell(self) -> tuple[int, str, str]:
        """What to close with: its number, and the code and sentence of an error if there is one."""
        if self.excess:
            return TOO_MUCH, "bad", self.excess
        if self.live.fault:
            return GONE, "gone", self.live.fault
        if any(not isinstance(bug, GameLost) for bug in self.bugs):
            return BROKEN, "bad", say("Something went wrong on the server; it is in its log.")
        return AGAIN, "bad", self.live.trouble

    def speak(self) -> None:
        """There is something to tell. Who waits for that has no task for it meanwhile."""
        self.unsaid = True
        if not self.left and not self.speaking:
            self.speaking = asyncio.create_task(self.tell())

    async def tell(self) -> None:
        """Tell all that there is to tell."""
        try:
            while self.unsaid:
                self.unsaid = False
                await self.tell_once()
        except (WebSocketDisconnect, RuntimeError):  # the other side is gone
            self.leave()
        except Exception as bug:
            self.bugs.append(bug)
            self.leave()
        finally:
            self.speaking = None

    async def tell_once(self) -> None:
        """Send answers first; leave out views that have grown old unseen."""
        self.tell_watchers()
        await self.send_answers()
        if self.stale and not self.left:
            await self.catch_up()
            message = await self.view_message()
            await self.send_answers()
            if message:
                await self.socket.send_text(message.decode())

    def tell_watchers(self) -> None:
        """Who plays is told how many watch."""
        seated = self.live.seats.devices()
        if self.device is None or self.device not in seated:
            return
        count = self.live.presence.count_spectators(seated)
        if count != self.counted:
            self.counted = count
            self.say({"type": "watchers", "count": count})

    async def send_answers(self) -> None:
        while self.outbox:
            data = self.outbox.pop(0)
            await self.socket.send_text(data.decode())
            self.unsent -= len(data)

    async def view_message(self) -> bytes:
        """The match as this connection may see it, once what happens there is stored; nothing
        where that was in secret, so that not even a message tells of it."""
        live = self.live
        async with live.lock:
            self.stale = False
            if self.looking == live.now.node and not self.ahead:
                self.looking = None
            look = self.viewpoint()
            await self.analysis.follow(look)
            shown = await self.show(look)
            self.reader = shown.reader
            secret = live.keeps_secrets()
            before, self.sent = self.sent, (look, live.people, shown.game) if secret else None
            if secret and before == self.sent:
                return b""
            known = self.known.get(shown.reader, Known())
            told = await live.ask(news, shown.reader, known, look)
            data, self.known[shown.reader] = told
            return shown.with_history(data, show_clock(live))

    async def show(self, look: Viewpoint) -> Shown:
        """The present moment from a viewpoint, made once for all who share it."""
        live = self.live
        if look not in live.shown:
            shared = live.seats.is_shared(self.device)
            game, reader, back = await live.ask(show_game, look, shared)
            match = encode(show(live, look, back), look.language)
            live.shown[look] = Shown(match, game, reader)
        shown: Shown = live.shown[look]
        return shown

    async def catch_up(self) -> None:
        """Put a long history into words, part by part, so that nobody waits long for that."""
        live, had = self.live, max((known.nodes for known in self.known.values()), default=0)
        while live.now.nodes - had > PART:
            if await live.ask_long(put_into_words, self.viewpoint(), PART):
                return

    def viewpoint(self) -> Viewpoint:
        seats = self.live.seats
        mine, replaced = seats.mine(self.device), seats.replaced(self.device)
        helped = may_analyse(self.live, self.device)
        truth = self.truth and self.live.now.over
        return Viewpoint(
            mine=mine,
            name=self.name,
            node=self.looking,
            revealed=self.revealed,
            replaced=replaced,
            kept=seats.kept(self.device),
            waits=bool(seats.awaited()) or self.live.referee.course.paused,
            helped=helped,
            ahead=self.ahead,
            truth=truth,
            language=self.language,
            host=self.device == self.live.owner,
            asked=asks_bytes_of(self.live, self.device),
            names=find_seat_names(seats.holders, self.live.facts.called),
        )

    # -- what the device says

    async def hear(self) -> None:
        while not self.left:
            event = await self.socket.receive()
            if event["type"] != "websocket.receive" or self.left:
                return
            if not self.bucket.take():
                return self.overdo("That was too much at once.")
            await self.answer(event.get("text"))

    async def answer(self, text: str | None) -> None:
        """Do what a message says, or say in a sentence why not."""
        message: Any = None
        try:
            message = decode(text or "", Message)
            await self.act(message)
        except EveryGameError as error:
            self.refuse(error, getattr(message, "id", None))

    async def act(self, message: Message) -> None:
        if isinstance(message, Command):
            if self.device is None:
                raise NotYourTurn("You watch this match; you have no seat in it.")
            message.of = self.check_reader(message.of)
            await obey(self.live, self.device, message, partial(self.acknowledge, message))
        elif isinstance(message, Ping):
            self.say({"type": "pong"})
        elif isinstance(message, Phrase):
            say_phrase(self.live, self.device, message.phrase)
        elif isinstance(message, Look):
            await self.look(message)
        elif isinstance(message, Reveal):
            self.reveal(message.seat)
        elif isinstance(message, Truth):
            self.tell_truth(message.on)
        elif isinstance(message, Hint):
            at = await self.find(message.of, message.at)
            await self.analysis.hint(at, self.viewpoint())
        elif isinstance(message, Weigh):
            await self.analysis.weigh_line(message.on, self.viewpoint())
        elif isinstance(message, Best):
            node = None if message.node is None else await self.find(message.of, message.node)
            await self.analysis.best(node, self.viewpoint())

    def check_reader(self, reader: Reader | UnsetType) -> Reader:
        """Whose numbers of nodes a message has. Raises NotYourTurn."""
        if isinstance(reader, UnsetType):
            return self.reader
        if isinstance(reader, int) and reader not in self.live.seats.mine(self.device):
            raise NotYourTurn("That seat is not at this device.")
        return reader

    async def find(self, reader: Reader | UnsetType, number: int) -> int:
        """The node of the match that this device means. Raises StaleState, NotYourTurn."""
        whose, now = self.check_reader(reader), self.live.now.node
        return await self.live.ask(Session.understand, whose, number, now)

    def acknowledge(self, command: Command, node: int) -> None:
        """A command was done. Who has played sits before this screen already."""
        if isinstance(command, Play) and isinstance(command.of, int):
            self.revealed = command.of
        self.say({"type": "ack", "id": command.id, "node": node})
        self.sent = None  # the view that follows is waited for

    def say(self, message: Json) -> None:
        """Answer this device, before the next view of the match."""
        data = encode(message, self.language)
        self.unsent += len(data)
        if self.unsent > MOST_UNSENT:
            return self.overdo("This device does not take what it is sent.")
        self.outbox.append(data)
        self.speak()

    def overdo(self, sentence: str) -> None:
        """Close, for this device asks or holds too much."""
        self.excess = sentence
        self.outbox.clear()
        self.leave()

    def refuse(self, error: EveryGameError, id: str | None) -> None:
        answer = {"type": "error", "code": code(error), "error": error.message}
        self.say({**answer, "id": id} if id else answer)
        if isinstance(error, StaleState):
            self.show_again()

    async def look(self, wanted: Look) -> None:
        node, ahead = None, tuple(wanted.ahead)
        if wanted.node is not None:
            node = await self.find(wanted.of, wanted.node)
            await self.live.ask(Session.peek, node, ahead)
        if ahead:
            require_help(self.viewpoint())
        self.looking, self.ahead = node, ahead if node is not None else ()
        self.show_again()

    def reveal(self, seat: int) -> None:
        if seat not in self.live.seats.mine(self.device):
            raise NotYourTurn("That seat is not at this device.")
        self.revealed = seat
        self.show_again()

    def tell_truth(self, on: bool) -> None:
        if on and not self.live.now.tells_truth:
            if self.live.keeps_secrets():
                raise NotYourTurn("The truth is shown when the match is over.")
            raise NotYourTurn("The truth is what you see: nothing is hidden.")
        self.truth = on
        self.show_again()


def code(error: EveryGameError) -> str:
    """The code of an error on the wire."""
    kinds = {StaleState: "stale", NotYourTurn: "turn", BadMove: "illegal", Gone: "gone"}
    return next((name for kind, name in kinds.items() if isinstance(error, kind)), "bad")
