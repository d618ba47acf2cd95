"""One connection of a browser to a live match: it receives commands, and sends the match after each
change.

One task receives. A second task sends, and exists only while there is something to send, because
thousands of spectators may be connected. Changes that happen while it sends are sent together,
because only the present state of the match matters."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from msgspec import UnsetType
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from everygame.contract import Json
from everygame.errors import BadMove, EveryGameError, NotYourTurn, StaleState
from everygame.process.faults import GameLost
from everygame.process.metering import metered
from everygame.server.bots.analysis import Analysis, may_analyse, require_help
from everygame.server.matches.carry_out_commands import obey
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.session import ALL, Reader, Session
from everygame.server.operator.logs import name_match
from everygame.server.operator.security import note, note_refusal
from everygame.server.people.people_names import find_seat_names
from everygame.server.people.say_phrase import say_phrase
from everygame.server.requests.encoding import decode, encode
from everygame.server.requests.limits import Bucket, asking_address
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
    Steps,
    Truth,
    Weigh,
)
from everygame.server.requests.quotas import Quotas
from everygame.server.shown.game_view import history_since, put_into_words, show_game
from everygame.server.shown.history_json import Known
from everygame.server.shown.match_view import Shown, asks_bytes_of, clock_json, match_json
from everygame.server.shown.turn_steps import turn_steps
from everygame.server.shown.viewpoint import Viewpoint
from everygame.store import Browser, Gone
from everygame.words import say

log = logging.getLogger("everygame")

GONE: Final = 4404
"""The close code of a WebSocket when there is no such match."""
AGAIN: Final = 1012
"""The close code of a WebSocket that the browser should open again."""
BROKEN: Final = 1011
"""The close code of a WebSocket after an error of the server."""
TOO_MUCH: Final = 1008
"""The close code of a WebSocket when the browser sent too much, or does not read what it gets."""
MOST_WATCHERS: Final = 1_000
"""The number of connections that a match may have."""
MESSAGES_AT_ONCE: Final = 120.0
"""The messages that a browser may send at once."""
MESSAGES_A_SECOND: Final = 40.0
"""The number of messages that it may send each second after that."""
MOST_UNSENT: Final = 1 << 20
"""The bytes of answers that may wait for a browser; a browser that reads none would fill the
memory."""
MOST_SHOWN: Final = 64
"""The viewpoints for which a match keeps what was shown of its present moment. Whoever looks at its
history and tries out moves there has another viewpoint with each look."""
PLIES_AT_ONCE: Final = 200
"""The number of plies of a long history that are put into words before other connections get a
turn."""


class Connection:
    """The connection of a browser to a live match."""

    looking: int | None = None
    """The node of the history that the page shows; None for the current one."""
    ahead: tuple[str, ...] = ()
    """New moves after that node, which the person tries out on the page."""
    revealed: int | None = None
    """The seat whose secrets the page shows, where several people share the screen."""
    truth = False
    """True where the page has asked for everything that was hidden; it gets that once the match is
    over."""
    stale = True
    """True while the match has changed since it was last sent."""
    reader: Reader = ALL
    """The reader whose history was sent last."""
    sent: object = None
    """In a match with secrets: the state that was last sent, without the clock, for comparison with
    the next one."""
    counted = 0
    """The number of spectators that was last sent."""
    left = False
    """True once the connection is ending, so that nothing more is received."""
    excess = ""
    """Why the connection was closed, if the browser sent too much or did not read; otherwise
    empty."""
    receiver: asyncio.Task[object] | None = None
    """The task that receives messages."""
    sender: asyncio.Task[None] | None = None
    """The task that sends; None while there is nothing to send."""
    has_news = False
    """True where the sender has to check again for something to send."""
    unsent = 0
    """The bytes in the outbox and in the answer that is being sent."""

    def __init__(
        self,
        socket: WebSocket,
        live: LiveMatch,
        browser: Browser | None,
        name: str,
        language: str,
        quotas: Quotas,
    ) -> None:
        """`browser` is None for a browser without a cookie. `name` is the match's name in the
        library of the browser's device, and `language` the language of its page."""
        self.socket = socket
        self.live = live
        self.device = browser.device if browser else None
        self.browser = browser.number if browser else None
        self.name = name
        self.language = language
        self.outbox: list[bytes] = []
        """Answers that are sent before the match is."""
        self.known: dict[Reader, Known] = {}
        """For each history that was sent to the page: how much of it the page has."""
        self.bugs: list[Exception] = []
        # generous, because a key held down in the history sends many messages
        self.quotas = quotas
        self.address = asking_address.get()
        self.bucket = Bucket(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, live.bot_player.bots.clock)
        self.analysis = Analysis(live, self.send)

    # -- called by the match (`presence.Watcher`)

    def refresh(self) -> None:
        """Send the match, because it has changed."""
        self.stale = True
        self.start_sending()

    def show_again(self) -> None:
        """Send the match even if nothing in it looks new to this connection."""
        self.sent = None
        self.refresh()

    def recount(self) -> None:
        """Send the number of spectators, which may have changed."""
        self.start_sending()

    def rename(self, device: int, name: str) -> None:
        """Send the new name of the match in a device's library, if this connection belongs to that
        device."""
        if device == self.device:
            self.name = name
            self.show_again()

    def leave(self) -> None:
        """End the connection. Nothing more is received; `run` closes the socket."""
        self.left = True
        if self.receiver and self.receiver is not asyncio.current_task():
            self.receiver.cancel()

    def hear_phrase(self, seat: int, words: str) -> None:
        """Send the phrase that the player of a seat has said to everybody."""
        self.send({"type": "said", "seat": seat, "words": words})

    # -- the life of a connection

    async def run(self) -> None:
        """Serve the connection until the browser leaves or the match ends it."""
        if len(self.live.presence.watchers) >= MOST_WATCHERS:
            await self.socket.close(TOO_MUCH, "Too many watch this match.")
            return
        self.live.presence.add(self)
        try:
            self.come_or_go()
            await self.live.wake()
            await self.receive_until_left()
        except Exception as bug:
            self.bugs.append(bug)
        finally:
            self.live.presence.remove(self)
            await self.stop_tasks()
            await self.close()

    async def stop_tasks(self) -> None:
        """End the tasks of this connection and collect their errors. Where the match ended the
        connection, the sender may finish first, so that the browser gets the last state of the
        match."""
        ending = self.analysis.stop()
        if self.sender:
            ending.append(self.sender)
            if self.excess or not self.left:  # the browser does not read, or is gone
                self.sender.cancel()
        self.left = True
        results = await asyncio.gather(*ending, return_exceptions=True)
        self.come_or_go()
        self.bugs += [bug for bug in results if isinstance(bug, Exception)]

    async def receive_until_left(self) -> None:
        """Receive messages until the browser goes, or `leave` cancels this task."""
        task = self.receiver = asyncio.current_task()
        assert task
        try:
            await self.receive()
        except asyncio.CancelledError:
            if not self.left:  # the server stops
                raise
            task.uncancel()  # the cancellation was `leave`; this task still has to close the socket
        finally:
            self.receiver = None

    def come_or_go(self) -> None:
        """Show all watchers that a player has come or gone. For a spectator, only the number of
        spectators is shown."""
        self.refresh()
        seats = self.live.seats
        if seats.mine(self.device) or seats.replaced(self.device):
            self.live.show_change()
        else:
            self.live.presence.recount()
            self.live.bot_player.consider(self.live)

    async def close(self) -> None:
        """Close the socket, with a sentence for people if something went wrong, and log bugs."""
        for bug in self.bugs:
            if not isinstance(bug, EveryGameError):
                log.error("a connection to match %s failed", name_match(self.live.id), exc_info=bug)
        if self.socket.application_state == WebSocketState.CONNECTED:
            number, code, sentence = self.close_reason()
            with suppress(RuntimeError, WebSocketDisconnect):
                if sentence:
                    answer = {"type": "error", "code": code, "error": sentence}
                    await self.socket.send_text(encode(answer, self.language).decode())
                await self.socket.close(number)

    def close_reason(self) -> tuple[int, str, str]:
        """Return how to close: the close code of the WebSocket, and the code and sentence of an
        error message. The sentence is empty where there is nothing to say."""
        if self.excess:
            return TOO_MUCH, "bad", self.excess
        if self.live.fault:
            return GONE, "gone", self.live.fault
        if any(not isinstance(bug, GameLost) for bug in self.bugs):
            return BROKEN, "bad", say("Something went wrong on the server; it is in its log.")
        return AGAIN, "bad", self.live.trouble

    def start_sending(self) -> None:
        """Have the sender look for something to send; start it if it does not run."""
        self.has_news = True
        if not self.left and not self.sender:
            self.sender = asyncio.create_task(self.send_metered())

    async def send_metered(self) -> None:
        """Send all, and charge the work to the address of this connection. The sender task runs
        this."""
        self.quotas.begin(self.address)  # otherwise it would count for whoever has moved
        await metered(self.send_all())

    async def send_all(self) -> None:
        """Send until nothing is left to send."""
        try:
            while self.has_news:
                self.has_news = False  # before sending, so that news of meanwhile is not lost
                await self.send_news()
        except (WebSocketDisconnect, RuntimeError):  # the browser is gone
            self.leave()
        except Exception as bug:
            self.bugs.append(bug)
            self.leave()
        finally:
            self.sender = None

    async def send_news(self) -> None:
        """Send the answers, then the present state of the match. States that came and went since
        the last time are never sent."""
        self.send_spectator_count()
        await self.send_answers()
        if self.stale and not self.left:
            await self.catch_up()
            message = await self.view_message()
            await self.send_answers()
            if message:
                await self.socket.send_text(message.decode())

    def send_spectator_count(self) -> None:
        """Send a player the number of spectators, if it has changed."""
        seated = self.live.seats.devices()
        if self.device is None or self.device not in seated:
            return
        count = self.live.presence.count_spectators(seated)
        if count != self.counted:
            self.counted = count
            self.send({"type": "watchers", "count": count})

    async def send_answers(self) -> None:
        """Send all answers in the outbox."""
        while self.outbox:
            data = self.outbox.pop(0)
            await self.socket.send_text(data.decode())
            self.unsent -= len(data)

    async def view_message(self) -> bytes:
        """Return the message of type `view`: the match as this connection may see it. It is empty
        where a match with secrets looks the same as before to this connection, because a message at
        that moment would reveal that somebody did something."""
        live = self.live
        async with live.lock:  # so that nothing is shown before it is stored
            self.stale = False
            if self.looking == live.now.node and not self.ahead:
                self.looking = None
            viewpoint = self.viewpoint()
            await self.analysis.follow(viewpoint)
            shown = await self.shown_from(viewpoint)
            self.reader = shown.reader
            self.forget_revealed(viewpoint.revealed, shown.reader)
            secret, before = live.keeps_secrets(), self.sent
            self.sent = (viewpoint, live.other_changes, shown.game) if secret else None
            if secret and before == self.sent:
                return b""
            known = self.known.get(shown.reader, Known())
            history = await live.ask(history_since, shown.reader, known, viewpoint)
            data, self.known[shown.reader] = history
            return shown.with_history(data, clock_json(live))

    def forget_revealed(self, seat: int | None, reader: Reader) -> None:
        """Forget that a seat's player is alone with the screen, once the page has shown the match
        without that seat's secrets: the next player has the screen then, and may undo a move."""
        if reader not in (ALL, seat) and self.revealed == seat:
            self.revealed = None

    async def shown_from(self, viewpoint: Viewpoint) -> Shown:
        """Return the present state of the match from a viewpoint; it is made once for all
        connections that share the viewpoint."""
        live = self.live
        if viewpoint not in live.shown:
            shared = live.seats.has_all_people(self.device)
            game, reader, back = await live.ask(show_game, viewpoint, shared)
            match = encode(match_json(live, viewpoint, back), viewpoint.language)
            live.shown[viewpoint] = Shown(match, game, reader)
            if len(live.shown) > MOST_SHOWN:
                del live.shown[next(iter(live.shown))]
        shown: Shown = live.shown[viewpoint]
        return shown

    async def catch_up(self) -> None:
        """Put a long history into words, a part at a time, so that other connections need not wait
        for all of it."""
        live, had = self.live, max((known.nodes for known in self.known.values()), default=0)
        while live.now.nodes - had > PLIES_AT_ONCE:
            if await live.ask_long(put_into_words, self.viewpoint(), PLIES_AT_ONCE):
                return

    def viewpoint(self) -> Viewpoint:
        """Return everything that decides what this connection may see. Connections with equal
        viewpoints share the work."""
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
            names=find_seat_names(seats.holders, self.live.facts.seat_names),
        )

    # -- messages of the browser

    async def receive(self) -> None:
        """Answer messages until the browser leaves, sends too many, or the connection ends."""
        while not self.left:
            event = await self.socket.receive()
            if event["type"] != "websocket.receive" or self.left:
                return
            if not self.bucket.take():
                return self.close_for_excess("That was too much at once.")
            await self.answer(event.get("text") or "")

    async def answer(self, text: str) -> None:
        """Do what a message asks for, or answer with the reason for refusing it."""
        message: Any = None
        try:
            message = decode(text, Message)
            plays = isinstance(message, Command) and bool(self.live.seats.mine(self.device))
            await self.wait_for_turn(plays, len(text))
            await metered(self.handle(message))
        except EveryGameError as error:
            note_refusal(error)
            self.send_error(error, getattr(message, "id", None))

    async def wait_for_turn(self, plays: bool, size: int) -> None:
        """Wait until this address may use the processor again. Commands of those who have a seat
        have a share of their own, of the processor and of the disk. Raises Refused where it kept
        too much."""
        self.quotas.begin(self.address, plays)
        if plays:
            self.quotas.keep_command(size)
        while seconds := self.quotas.wait(self.address, plays):
            await self.quotas.clock.sleep(seconds)

    async def handle(self, message: Message) -> None:
        """Do what a message asks for. Raises EveryGameError."""
        if isinstance(message, Command):
            if self.device is None:
                raise NotYourTurn("You watch this match; you have no seat in it.")
            message.of = self.check_reader(message.of)
            await obey(self.live, self.device, message, partial(self.acknowledge, message))
            return
        match message:
            case Ping():
                self.send({"type": "pong"})
            case Phrase():
                say_phrase(self.live, self.device, message.phrase)
            case Look():
                await self.look_at(message)
            case Reveal():
                self.reveal(message.seat)
            case Truth():
                self.show_truth(message.on)
            case Hint():
                at = await self.find_node(message.of, message.at)
                await self.analysis.hint(at, self.viewpoint())
            case Weigh():
                await self.analysis.weigh_line(message.on, self.viewpoint())
            case Best():
                wanted = message.node
                node = None if wanted is None else await self.find_node(message.of, wanted)
                await self.analysis.best(node, self.viewpoint())

            case Steps():
                await self.show_steps()

    async def show_steps(self) -> None:
        """Answer with what the others have done, step by step."""
        viewpoint = replace(self.viewpoint(), node=None, ahead=())
        steps = await self.live.ask(turn_steps, viewpoint)
        self.send({"type": "steps", "steps": steps})

    def check_reader(self, reader: Reader | UnsetType) -> Reader:
        """Return the reader whose node numbers a message uses: a seat of this device, a spectator,
        or the reader of the history that was sent last. Raises NotYourTurn."""
        if isinstance(reader, UnsetType):
            return self.reader
        if isinstance(reader, int) and reader not in self.live.seats.mine(self.device):
            raise NotYourTurn("You do not have that seat.")
        return reader

    async def find_node(self, reader: Reader | UnsetType, number: int) -> int:
        """Return the node of the match that a message means by a number. Raises StaleState,
        NotYourTurn."""
        reader, current = self.check_reader(reader), self.live.now.node
        return await self.live.ask(Session.find_node, reader, number, current)

    def acknowledge(self, command: Command, node: int) -> None:
        """Answer a command that was carried out with the node that it led to."""
        # the player who moved holds the screen, so the curtain need not come down for that seat
        if isinstance(command, Play) and isinstance(command.of, int):
            self.revealed = command.of
        self.send({"type": "ack", "id": command.id, "node": node})
        self.sent = None  # the page waits for the match after this answer

    def send(self, message: Json) -> None:
        """Put an answer into the outbox, which is sent before the match."""
        data = encode(message, self.language)
        self.unsent += len(data)
        if self.unsent > MOST_UNSENT:
            return self.close_for_excess("This device does not read what it is sent.")
        self.outbox.append(data)
        self.start_sending()

    def close_for_excess(self, sentence: str) -> None:
        """End the connection of a browser that sends too much or does not read; the sentence says
        why."""
        self.excess = sentence
        note("too_many_requests")
        self.outbox.clear()
        self.leave()

    def send_error(self, error: EveryGameError, id: str | None) -> None:
        """Answer with an error; `id` is the id of the refused command. Where the device did not
        know the present state of the match, send the match again."""
        answer = {"type": "error", "code": code(error), "error": error.message}
        self.send({**answer, "id": id} if id else answer)
        if isinstance(error, StaleState):
            self.show_again()

    async def look_at(self, wanted: Look) -> None:
        """Show another node of the history, or moves that are tried out after it. Raises
        StaleState, NotYourTurn, BadMove."""
        node, ahead = None, tuple(wanted.ahead)
        if wanted.node is not None:
            node = await self.find_node(wanted.of, wanted.node)
            await self.live.ask(Session.states_along, node, ahead)
        if ahead:
            require_help(self.viewpoint())
        self.looking, self.ahead = node, ahead if node is not None else ()
        self.show_again()

    def reveal(self, seat: int) -> None:
        """Show the secrets of a seat, because its player is alone with the screen. Raises
        NotYourTurn."""
        if seat not in self.live.seats.mine(self.device):
            raise NotYourTurn("You do not have that seat.")
        self.revealed = seat
        self.show_again()

    def show_truth(self, on: bool) -> None:
        """Show everything that was hidden in a finished match, or hide it again. Raises
        NotYourTurn."""
        if on and not self.live.now.can_show_truth:
            if self.live.keeps_secrets():
                raise NotYourTurn("The truth is shown when the match is over.")
            raise NotYourTurn("The truth is what you see: nothing is hidden.")
        self.truth = on
        self.show_again()


def code(error: EveryGameError) -> str:
    """Return the code of an error in the wire format."""
    kinds = {StaleState: "stale", NotYourTurn: "turn", BadMove: "illegal", Gone: "gone"}
    return next((name for kind, name in kinds.items() if isinstance(error, kind)), "bad")
