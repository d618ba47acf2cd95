"""The match itself, which only code behind the port of its game may touch. A live match passes
functions to the port (`process/game_port.py`), and these read or change the session."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import groupby
from random import SystemRandom
from typing import Final, Literal, TypeVar, cast

from everygame.contract import CHANCE, Game, Json, State
from everygame.errors import BadRecord, IllegalMove, NotYourTurn, StaleState
from everygame.history import START
from everygame.honest_dice import commit, events_of
from everygame.library.match_files import endings_of
from everygame.library.registry import Entry
from everygame.match import Event, Match, ply_event
from everygame.search.game_advice import Level
from everygame.server.matches.facts import Applied, Facts, Moment
from everygame.sides import sides_of
from everygame.store import Holder, StoredMatch
from everygame.visible_history import Lens, Whole, look
from everygame.words import say

Made = TypeVar("Made")
ALL: Final = "all"
"""The reader of a match that hides nothing from anybody: everybody reads one history."""
Reader = int | Literal["all"] | None
"""Whose history is meant: the history of a seat, of a spectator (None), or of everybody (ALL)."""


class Session:
    """A match with everything that is computed from it. One caller at a time uses it. A caller that
    changes the match must store the change before anybody sees it."""

    def __init__(self, entry: Entry, stored: StoredMatch) -> None:
        """Replay a stored match. Raises BadGame, BadOption, BadRecord."""
        self.game: Game = entry.game(stored.version, **stored.options)
        title = str(entry.facts()["title"])
        check_version(self.game, stored.version, title)
        entry.keep(self.game)
        start = open_start(self.game, stored.start)
        self.title = say(title)
        self.tags = stored.tags
        self.match = Match.replay(self.game, SystemRandom(), stored.events, start)
        self.set_holders(stored.holders)
        self.artist = entry.artist()
        self.files = tuple(endings_of(entry))
        self.cache: dict[Hashable, object] = {}
        self.lenses: dict[Reader, Lens] = {}

    def cached(self, make: Callable[[Session], Made]) -> Made:
        """Return the result of `make(self)`, computed at the first call and kept as long as the
        match is in memory. So the classes that draw a match and describe its history can depend on
        the session, while the session does not depend on them."""
        if make not in self.cache:
            self.cache[make] = make(self)
        return cast(Made, self.cache[make])

    def facts(self, levels: Sequence[Level], programs: Sequence[Level]) -> Facts:
        """Return the facts of the match. `levels` are the game's bots, and `programs` those of the
        operator."""
        game = self.game
        return Facts(
            name=game.name,
            title=self.title,
            version=game.version,
            settings=game.settings,
            players=game.players,
            hidden=game.hidden,
            endless=game.endless,
            chance=game.chance,
            repetition=game.repetition,
            sides=sides_of(game),
            seat_names=tuple(self.artist.seat_names(game)),
            levels=tuple(levels),
            programs=tuple(programs),
            files=self.files,
        )

    def moment(self, before: State | None = None) -> Moment:
        """Return the moment that the match has reached. `before` is the state before the last
        change; from it follows whether anybody but the seat to move can see the change."""
        match = self.match
        return Moment(
            match.node,
            len(match.nodes),
            match.to_play(),
            self.turn_number(),
            match.outcome() is not None,
            self.can_show_truth(),
            match.given() if match.draws_by_seed() else None,
            before is not None and self.is_unseen_since(before),
        )

    def turn_number(self) -> int:
        """Return which turn of the seat to move it is, counted from 1; 0 where no seat is to move.
        A turn lasts until another seat plays; with one player each ply is a turn."""
        match = self.match
        seats = [match.nodes[node].seat for node in match.path(match.node)[1:]]
        movers = [seat for seat in seats if seat != CHANCE] + [match.to_play()]
        if movers[-1] < 0:
            return 0
        turns = movers if self.game.players == 1 else [seat for seat, _ in groupby(movers)]
        return turns.count(movers[-1])

    def can_show_truth(self) -> bool:
        """Whether the match is over and its game had hidden something that everybody may see
        now."""
        match, is_hidden = self.match, self.game.hidden
        return is_hidden and match.outcome() is not None and match.state().disclose() is not None

    def is_unseen_since(self, before: State) -> bool:
        """Whether everybody but the seat to move sees the same as in the state `before`."""
        if not self.keeps_secrets():
            return False
        state, seats = self.match.state(), range(self.game.players)
        others = [None, *(seat for seat in seats if seat != state.to_play())]
        return all(look(state, viewer) == look(before, viewer) for viewer in others)

    # -- nodes, as each reader numbers them

    def find_node(self, reader: Reader, number: int, *wanted: int | None) -> int:
        """Return the node of the match that a reader calls `number`. Where several nodes look alike
        to the reader, one of `wanted` is preferred. Raises StaleState."""
        if reader == ALL and self.keeps_secrets():
            raise StaleState("The match has moved on since you looked.")
        is_whole = reader == ALL or not self.game.hidden
        return number if is_whole else self.lens(reader).find(number, *wanted)

    def number_for(self, reader: Reader, node: int) -> int:
        """Return the number by which a reader knows a node of the match."""
        return self.lens(reader).number(node) if self.keeps_secrets() else node

    def first_alike(self, reader: Reader, node: int) -> int:
        """Return the first node of the match that a reader cannot tell apart from this one.
        Whatever is shown of a node is computed from that first node, so that it reveals nothing of
        what happened unseen in between."""
        return self.lens(reader).plain(node) if self.keeps_secrets() else node

    def reader_for(self, viewer: int | None) -> Reader:
        """Return the reader whose history a viewer gets: the viewer itself while the match keeps
        secrets, otherwise ALL."""
        return viewer if self.keeps_secrets() else ALL

    def lens(self, reader: Reader) -> Lens:
        """Return the history as a reader may know it."""
        if reader not in self.lenses:
            match = self.match
            lens = Whole(match) if isinstance(reader, str) else Lens(match, reader)
            self.lenses[reader] = lens
        return self.lenses[reader]

    def states_along(self, node: int, ahead: Sequence[str] = ()) -> list[State]:
        """Return the state at a node, and the states after it along moves that nobody has played.
        The match does not change. Raises StaleState, NotYourTurn, BadMove."""
        match = self.match
        if node >= len(match.nodes):
            raise StaleState("There is no node {node}.", node=node)
        states = [match.state(node)]
        if not ahead:
            return states
        if self.keeps_secrets():
            raise NotYourTurn(
                "You can try moves out only when the match is over: it keeps secrets."
            )
        with match.tried():  # played and undone: only the match counts repetitions
            match.apply_event({"type": "go", "node": node})
            for move in ahead:
                if match.to_play() < 0:
                    raise IllegalMove("Nobody can play {move} there.", move=repr(move))
                match.apply_event({"type": "play", "at": match.node, "move": move})
                states.append(match.state())
        return states

    # -- changes that no command of a player makes

    def end(self, ending: str, seat: int | None = None) -> Applied:
        """End the match by something other than its rules, such as time or an agreement. `seat` is
        the seat that loses, if any."""
        return self.match.end(ending, seat), self.moment()

    def draw(self) -> Applied:
        """Let chance roll, deal or draw as long as it is to decide."""
        return self.match.draw(), self.moment()

    def takeback_node(self, mine: frozenset[int]) -> int | None:
        """Return the node that a takeback by these seats would lead to: their last decision. None
        where there is nothing to take back, and in games with secrets, because there the others'
        agreement could reveal what they hold."""
        match = self.match
        if self.game.hidden or match.outcome() or match.why_no_undo(mine, True):
            return None
        return match.undo(mine, True)

    def take_back_to(self, goal: int) -> Applied:
        """Take the match back to a node, as everybody agreed. Raises StaleState where that node is
        no longer on the line to the current one."""
        if goal not in self.match.path(self.match.node):
            raise StaleState("The match has moved on since you looked.")
        return self.match.go(goal), self.moment()

    def has_begun(self) -> bool:
        """Whether a player has moved. A match in which only chance has dealt or rolled counts as
        not begun, and a restart need not keep it."""
        return any(node.seat != CHANCE for node in self.match.nodes[1:])

    def keeps_secrets(self) -> bool:
        """Whether the match goes on and its game hides something from some players."""
        return self.game.hidden and self.match.outcome() is None

    def set_holders(self, holders: Sequence[Holder]) -> None:
        """Note who has the seats now. Chance draws only when every seat is taken and each device
        has added its random bytes."""
        people = (holder.device for holder in holders if holder.kind == "person")
        self.match.devices = frozenset(device for device in people if device is not None)
        self.match.is_full = all(holder.kind != "open" for holder in holders)

    def renew_dice(self) -> list[Event]:
        """Begin new dice, because the seed of the old ones has been published: everybody who knows
        it could predict the next draws. Return the event."""
        if not self.match.dices:
            return []
        event = commit()
        self.match.apply_event(event)
        return [event]

    def log_leading_to(self, goal: int, ahead: Sequence[str]) -> list[Event]:
        """Return the log of a new match that goes directly to a node and on along new moves,
        without the branches of this match. Raises StaleState, BadMove."""
        states = self.states_along(goal, ahead)
        match = Match(self.game, SystemRandom(), self.match.state(0))
        match.is_full = False  # so that chance draws nothing while the moves are replayed
        for node in self.match.path(goal)[1:]:
            match.apply_event({**ply_event(self.match.nodes[node]), "at": match.node})
        for event in first_events(self.game):
            match.apply_event(event)
        for state, move in zip(states, ahead, strict=False):
            match.play(state.to_play(), move)
        return log_of(match)


def check_version(game: Game, version: int, title: str) -> None:
    """Raise BadRecord where a match was played by other rules than those of this version."""
    if version != game.version:
        changed = "The rules of {game} have changed since this match was played."
        raise BadRecord(changed, game=title)


def first_events(game: Game | Facts) -> list[Event]:
    """Return the events with which the log of a match begins: the commitment to its dice, if it has
    any. A match that continues another one gets dice of its own."""
    return [commit()] if game.chance else []


def log_of(match: Match) -> list[Event]:
    """Return a log that rebuilds a match: every ply, the dice in their places, and how the match
    ended."""
    dice = events_of(match.dices)
    events: list[Event] = []
    for node in match.nodes:
        if node.id != START:
            events.append(ply_event(node))
        events += [event for after, event in dice if after == node.id]
    events.append({"type": "go", "node": match.node})
    if match.ended:
        ending, seat = match.ended
        by = {} if seat is None else {"seat": seat}
        events.append({"type": "end", "ending": ending, **by})
    return events


def open_start(game: Game, start: str | Json | None) -> State | None:
    """Return the state in which a stored match began, from a position text or the JSON of a state;
    None for the initial state of the game."""
    if start is None:
        return None
    return game.parse_position(start) if isinstance(start, str) else game.from_json(start)
