"""How matches begin: new ones, those of saves, and those that follow another match."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from random import SystemRandom

from msgspec import structs
from starlette.concurrency import run_in_threadpool

from everygame.colours import OPTION, moved
from everygame.contract import Game
from everygame.errors import BadOption, BadRecord, EveryGameError
from everygame.match import Event, Match
from everygame.process.isolation import find_safe_game
from everygame.record import Record, Seat, replay
from everygame.server.clock.course import to_json
from everygame.server.library.cards import open_game
from everygame.server.matches.facts import Facts
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.session import Session, first_events, log_of
from everygame.server.requests.limits import Busy, Refused
from everygame.server.requests.messages import PlayOn, SeatRequest, Setup
from everygame.server.saves.sealed_save import Saved
from everygame.store import Holder, NewMatch


class MatchMaker:
    """Stores the matches that people begin, load from saves, or let follow another one."""

    def __init__(self, matches: LiveMatches) -> None:
        self.matches = matches
        self.store = matches.store
        self.bots = matches.bots
        self.names = matches.names
        self.long_work = matches.long_work

    async def begin(self, device: int, setup: Setup) -> str:
        """Store a new match; its id. Raises BadGame, BadOption."""
        return await self.matches.add(await run_in_threadpool(self.set_up, device, setup))

    def set_up(self, device: int, setup: Setup) -> NewMatch:
        """A new match. Raises BadGame, BadOption."""
        setup = draw_lots(setup)
        game = open_game(find_safe_game(setup.game), setup.options)
        holders = [self.holder(game, device, seat) for seat in setup.seats]
        if len(holders) != game.players:
            raise BadOption(
                "This match needs {players} seats, not {number}.",
                players=game.players,
                number=len(holders),
            )
        if setup.terms.clock and game.endless:
            raise BadOption("A table without rules has no turns, so it has no clock.")
        new = new_match(game, device, setup.key, holders, first_events(game))
        return replace(new, terms=to_json(setup.terms))

    def holder(self, game: Game, device: int, seat: SeatRequest) -> Holder:
        """A seat as it was asked for. Raises BadOption."""
        if seat.kind == "bot":
            level = self.bots.level(game, seat.level)
            return Holder("bot", level.title, level.name)
        if seat.kind == "person":
            return Holder("person", self.names.check(seat.name), device=device)
        if seat.kind == "open":
            return Holder("open")
        raise BadOption("A seat is for a person, a bot or open, not {kind}.", kind=repr(seat.kind))

    async def load(self, device: int, saved: Saved, key: str = "") -> str:
        """Store the match of a save for a device; its id. The same `key` again answers the same
        match. Raises BadRecord, Refused."""
        if saved.devices is not None:
            owners = [one and await self.store.find_owner_now(one) for one in saved.devices]
            saved = replace(saved, devices=tuple(owners))
        new = await self.long_work.run(self.take_up, device, saved)
        return await self.matches.add(replace(new, key=key or new.key))

    def take_up(self, device: int, saved: Saved) -> NewMatch:
        """The match of a save, its people at the seats that were theirs. Raises BadRecord,
        Refused."""
        record = saved.record
        game, match = replay_record(record)
        secret = game.hidden and match.outcome() is None
        saved.check(device, secret)
        holders = [
            self.loaded_holder(game, device, seat)
            if saved.is_here(device, number)
            else Holder(
                "open",
                self.names.soften(seat.name),
                device=saved.former(number) if secret else None,
            )
            for number, seat in enumerate(record.seats)
        ]
        events = log_of(match) + ([] if match.outcome() else first_events(game))
        new = new_match(game, device, secrets.token_hex(8), holders, events)
        return replace(new, start=record.start, tags=record.tags)

    def loaded_holder(self, game: Game, device: int, seat: Seat) -> Holder:
        """A seat of a record; a bot of an unknown level becomes one of middle strength."""
        levels = self.bots.levels(game)
        if seat.kind == "bot" and levels:
            known = {level.name for level in (*levels, *self.bots.programs.levels(game.name))}
            level = seat.level if seat.level in known else levels[len(levels) // 2].name
            return self.holder(game, device, SeatRequest("bot", level=level))
        return Holder("person", self.names.soften(seat.name), device=device)

    async def follow(self, device: int, match: str, restart: bool) -> str:
        """The id of the match that follows this one: with `restart` the same again, and this one
        kept as the device's `last_game`, or gone where nothing was played; else a rematch, the
        seats turned by one and the colours that were chosen with them. This one stays with
        everybody else who has it."""
        async with self.matches.at(match) as live:
            known = live.next
            over = await self.is_over(known)  # not under the lock: to open a long match takes turns
            async with live.lock:  # so that nothing is played meanwhile
                live.check()
                new = replace(self.following(device, live, restart), previous=match)
                if restart:
                    begun = await live.ask(Session.has_begun)
                    new = replace(new, last_game=begun, in_place=not begun and is_for_one(live))
                if over and live.next == known:
                    new = replace(new, instead_of=known)
                live.next = await self.matches.add(new)
                if not live.broken:
                    live.changed()
        return live.next

    def following(self, device: int, live: LiveMatch, restart: bool) -> NewMatch:
        """The same match from its start, for a restart or a rematch."""
        people = [person_of(holder) for holder in live.seats.holders]
        order = [*range(len(people))] if restart else turned(len(people))
        holders = [people[seat] for seat in order]
        key, events = secrets.token_hex(8), first_events(live.facts)
        new = new_match(live.facts, device, key, holders, events)
        terms, options = to_json(live.referee.terms), with_colours(new.options, order)
        return replace(new, start=live.start, terms=terms, options=options)

    async def play_on(self, device: int, live: LiveMatch, wanted: PlayOn) -> str:
        """The id of a new match that goes on from a position of one that is over, with all its
        people at this device. Raises Refused, StaleState, BadMove."""
        if not live.now.over:
            raise Refused(403, "Whoever has no seat can play on from a match only when it is over.")
        async with self.long_work.turn():
            events = await live.ask_long(Session.lead_to, wanted.node, wanted.ahead)
        holders = [self.moved_here(holder, device) for holder in live.seats.holders]
        new = new_match(live.facts, device, secrets.token_hex(8), holders, events)
        return await self.matches.add(replace(new, start=live.start))

    def moved_here(self, holder: Holder, device: int) -> Holder:
        """Bots stay, people are at this device."""
        person = person_of(holder)
        return person if person.kind == "bot" else Holder("person", person.name, device=device)

    async def is_over(self, match: str | None) -> bool:
        """A match that came after another is over or gone, so that another may. Raises Busy."""
        if match is None:
            return False
        try:
            async with self.matches.at(match) as live:
                return live.now.over
        except Busy:
            raise
        except EveryGameError:
            return True


def draw_lots(setup: Setup) -> Setup:
    """The same with what shall be drawn: a seat for everybody, who keep the colours chosen for
    them, and a colour of those for everybody."""
    order, chance = [*range(len(setup.seats))], SystemRandom()
    if setup.lot:
        chance.shuffle(order)
    keepers = chance.sample(order, len(order)) if setup.lot_colours else order
    seats = [setup.seats[i] for i in order]
    return structs.replace(setup, seats=seats, options=with_colours(setup.options, keepers))


def turned(seats: int) -> list[int]:
    """Who sits where in a rematch: the last one begins."""
    return [seats - 1, *range(seats - 1)]


def with_colours(options: dict[str, str], order: Sequence[int]) -> dict[str, str]:
    """Options for a match with other people at its seats, who keep their colours."""
    if OPTION.name not in options:
        return options
    return {**options, OPTION.name: moved(options[OPTION.name], order)}


def is_for_one(live: LiveMatch) -> bool:
    """Nobody looks at it but who has asked, it is not over, and a match from its start has all
    that is in it."""
    return len(live.presence.watchers) < 2 and not live.now.over and not live.tags


def person_of(holder: Holder) -> Holder:
    """The person back at a seat where a bot played on."""
    if holder.kind != "bot" or holder.device is None:
        return holder
    return Holder("person", holder.name, device=holder.device)


def new_match(
    game: Game | Facts, device: int, key: str, holders: Sequence[Holder], events: list[Event]
) -> NewMatch:
    return NewMatch(
        id=secrets.token_urlsafe(12),
        device=device,
        key=key,
        game=game.name,
        version=game.version,
        options=game.settings,
        holders=tuple(holders),
        events=tuple(events),
    )


def replay_record(record: Record) -> tuple[Game, Match]:
    """Raises BadRecord, with one sentence for a game or option that is not there."""
    try:
        game = open_game(find_safe_game(record.game), record.options, record.version)
    except EveryGameError as error:
        raise BadRecord("This save cannot be opened: {error}", error=error) from None
    return game, replay(record, game, SystemRandom())
