"""Begins matches: new ones, from saves, as rematches or restarts, or from a position of a finished
match."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from random import SystemRandom

from msgspec import structs

from everygame.colours import OPTION, moved
from everygame.contract import Game
from everygame.errors import BadOption, BadRecord, EveryGameError
from everygame.match import Event, Match
from everygame.process.isolation import find_safe_game
from everygame.process.metering import in_thread
from everygame.record import Record, Seat, replay
from everygame.server.bots.levels import known_or_middle
from everygame.server.clock.terms_and_course import to_json
from everygame.server.library.cards import open_game
from everygame.server.matches.facts import Facts
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.session import Session, first_events, log_of
from everygame.server.requests.limits import Busy, Refused
from everygame.server.requests.messages import PlayOn, SeatRequest, Setup
from everygame.server.saves.sealed_save import SavedMatch
from everygame.store import Holder, NewMatch
from everygame.words import count


class MatchMaker:
    """Stores new matches, in each of these ways."""

    def __init__(self, matches: LiveMatches) -> None:
        self.matches = matches
        self.store = matches.store
        self.bots = matches.bots
        self.names = matches.names
        self.long_work = matches.long_work

    async def begin(self, device: int, setup: Setup) -> str:
        """Store the new match that a device asks for, and return its id. Raises BadGame,
        BadOption."""
        return await self.matches.add(await in_thread(self.set_up, device, setup))

    def set_up(self, device: int, setup: Setup) -> NewMatch:
        """Return the new match that a device asks for. Raises BadGame, BadOption."""
        setup = draw_lots(setup)
        game = open_game(find_safe_game(setup.game), setup.options)
        holders = [self.holder_for(game, device, seat) for seat in setup.seats]
        if len(holders) != game.players:
            one = "This match needs {n} seat, not {number}."
            more = "This match needs {n} seats, not {number}."
            raise BadOption(count(one, more, game.players, number=len(holders)))
        if setup.terms.clock and game.endless:
            raise BadOption("A table without rules has no turns, so it has no clock.")
        new = new_match(game, device, setup.key, holders, first_events(game))
        return replace(new, terms=to_json(setup.terms))

    def holder_for(self, game: Game, device: int, seat: SeatRequest) -> Holder:
        """Return the holder for a seat of a new match, as the host set it up. Raises BadOption."""
        if seat.kind == "bot":
            level = self.bots.level(game, seat.level)
            return Holder("bot", level.title, level.name)
        if seat.kind == "person":
            return Holder("person", self.names.check(seat.name), device=device)
        if seat.kind == "open":
            return Holder("open")
        raise BadOption("A seat is for a person, a bot or open, not {kind}.", kind=repr(seat.kind))

    async def load(self, device: int, saved: SavedMatch, key: str = "") -> str:
        """Store a match that continues a save, and return its id. The same `key` again returns the
        same match and stores no other. Raises BadRecord, Refused."""
        if saved.devices is not None:
            # a device that sat here may have been merged into another one since
            owners = [one and await self.store.find_owner_now(one) for one in saved.devices]
            saved = replace(saved, devices=tuple(owners))
        new = await self.long_work.run(self.match_from_save, device, saved)
        return await self.matches.add(replace(new, key=key or new.key))

    def match_from_save(self, device: int, saved: SavedMatch) -> NewMatch:
        """Return the match that continues a save, for the device that loads it. Where the match
        keeps secrets, seats of people at other devices are reserved for them; otherwise these seats
        are open. Raises BadRecord, Refused."""
        record = saved.record
        game, match = replay_record(record)
        secret = game.hidden and match.outcome() is None
        saved.check(device, secret)
        holders = [
            self.holder_from_record(game, device, seat)
            if saved.is_here(device, number)
            else Holder(
                "open",
                self.names.soften(seat.name),
                device=saved.device_of(number) if secret else None,
            )
            for number, seat in enumerate(record.seats)
        ]
        events = log_of(match) + ([] if match.outcome() else first_events(game))
        new = new_match(game, device, secrets.token_hex(8), holders, events)
        return replace(new, start=record.start, tags=record.tags)

    def holder_from_record(self, game: Game, device: int, seat: Seat) -> Holder:
        """Return the holder for a seat of a record."""
        levels = self.bots.levels(game)
        if seat.kind == "bot" and levels:
            programs = self.bots.programs.levels(game.name)
            level = known_or_middle(levels, programs, seat.level)
            return self.holder_for(game, device, SeatRequest("bot", level=level))
        return Holder("person", self.names.soften(seat.name), device=device)

    async def follow(self, device: int, match: str, restart: bool) -> str:
        """Store the match that continues another one, or find the match that already does; return
        its id. With `restart` the match begins again with everybody at the same seat. The device
        keeps the earlier match as its `last_game`; if nobody has moved in it, it leaves the
        device's library instead. Without `restart` it is a rematch: everybody moves on by one seat
        and keeps the colour. The other devices keep the earlier match in both cases. Raises Gone,
        BadGame, StaleState, Busy."""
        async with self.matches.at(match) as live:
            known = live.next
            # before the lock, because opening a long match can take long
            over = await self.is_over(known)
            async with live.lock:  # so that nobody plays meanwhile what the copy would lack
                live.check_open()
                begun = await live.ask(Session.has_begun)
                new = replace(
                    self.copy_from_start(device, live, restart),
                    previous=match,
                    last_game=restart and begun,
                    in_place=restart and not begun and may_be_replaced(live),
                    instead_of=known if over and live.next == known else None,
                )
                live.next = await self.matches.add(new)
                if not live.broken:
                    live.show_change()
        return live.next

    def copy_from_start(self, device: int, live: LiveMatch, restart: bool) -> NewMatch:
        """Return a copy of the match from its start, for a restart or a rematch."""
        people = [without_stand_in(holder) for holder in live.seats.holders]
        order = [*range(len(people))] if restart else seats_of_rematch(len(people))
        holders = [people[seat] for seat in order]
        key, events = secrets.token_hex(8), first_events(live.facts)
        new = new_match(live.facts, device, key, holders, events)
        terms, options = to_json(live.referee.terms), with_colours(new.options, order)
        return replace(new, start=live.start, terms=terms, options=options)

    async def play_on(self, device: int, live: LiveMatch, wanted: PlayOn) -> str:
        """Store a match that continues a position of a finished match, with all people at this
        device; return its id. Raises Refused, StaleState, BadMove."""
        if not live.now.over:
            raise Refused(403, "You can play on from this match when it is over.")
        async with self.long_work.turn():
            events = await live.ask_long(Session.log_leading_to, wanted.node, wanted.ahead)
        holders = [self.holder_at(holder, device) for holder in live.seats.holders]
        new = new_match(live.facts, device, secrets.token_hex(8), holders, events)
        return await self.matches.add(replace(new, start=live.start))

    def holder_at(self, holder: Holder, device: int) -> Holder:
        """Return the holder of the same seat in a match where all people sit at one device."""
        person = without_stand_in(holder)
        return person if person.kind == "bot" else Holder("person", person.name, device=device)

    async def is_over(self, match: str | None) -> bool:
        """Whether a rematch or restart is over or cannot be opened, so that another match may take
        its place; False for None. Raises Busy."""
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
    """Return the setup of a match after drawing the lots that its host asked for: with `lot` people
    change seats and keep their colours, with `lot_colours` they change colours."""
    order, chance = [*range(len(setup.seats))], SystemRandom()
    if setup.lot:
        chance.shuffle(order)
    keepers = chance.sample(order, len(order)) if setup.lot_colours else order
    seats = [setup.seats[i] for i in order]
    return structs.replace(setup, seats=seats, options=with_colours(setup.options, keepers))


def seats_of_rematch(seats: int) -> list[int]:
    """Return for each seat of a rematch the seat that its player had before. The player of the last
    seat now begins."""
    return [seats - 1, *range(seats - 1)]


def with_colours(options: dict[str, str], order: Sequence[int]) -> dict[str, str]:
    """Return the options of a match after people changed seats and kept their colours. `order`
    gives for each seat the seat that its player had before."""
    if OPTION.name not in options:
        return options
    return {**options, OPTION.name: moved(options[OPTION.name], order)}


def may_be_replaced(live: LiveMatch) -> bool:
    """Whether a restart may take the place of a match in which nobody has moved. It may not if a
    second connection watches the match, if the match is over, or if it has the tags of a record,
    which would be lost."""
    return len(live.presence.watchers) < 2 and not live.now.over and not live.tags


def without_stand_in(holder: Holder) -> Holder:
    """Return the holder of a seat, or the person for whom a bot stands in there."""
    return replace(holder, kind="person", level="") if holder.stands_in else holder


def new_match(
    game: Game | Facts, device: int, key: str, holders: Sequence[Holder], events: list[Event]
) -> NewMatch:
    """Return a new match of a game, with a random id."""
    return NewMatch(
        id=secrets.token_urlsafe(12),  # cannot be guessed: the id lets a spectator in
        device=device,
        key=key,
        game=game.name,
        version=game.version,
        options=game.settings,
        holders=tuple(holders),
        events=tuple(events),
    )


def replay_record(record: Record) -> tuple[Game, Match]:
    """Return the game and the match of a record. Raises BadRecord, also where the game or one of
    its options is missing."""
    try:
        game = open_game(find_safe_game(record.game), record.options, record.version)
    except EveryGameError as error:
        raise BadRecord("This save cannot be opened: {error}", error=error) from None
    return game, replay(record, game, SystemRandom())
