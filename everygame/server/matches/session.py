"""A match, held behind the port of its game: what a live match asks about."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from random import SystemRandom
from typing import Any, Final, Literal, TypeVar

from everygame.contract import CHANCE, Game, Json, State
from everygame.errors import BadRecord, IllegalMove, NotYourTurn, StaleState
from everygame.history import START
from everygame.honest import commit, events_of
from everygame.lens import Lens, look
from everygame.library.registry import Entry
from everygame.match import Event, Match
from everygame.search.advice import Level
from everygame.server.matches.facts import Done, Facts, Moment
from everygame.store import Holder, StoredMatch
from everygame.words import say

Made = TypeVar("Made")
ALL: Final = "all"
"""The reader of a history that is the same for everybody."""
Reader = int | Literal["all"] | None
"""Who reads a history: a seat, a spectator (None), or ALL."""


class Session:
    """A match and what is made of it. Used by one at a time; whoever changes the match must make
    that durable before it is shown."""

    def __init__(self, entry: Entry, stored: StoredMatch) -> None:
        """Replay a stored match. Raises BadGame, BadOption, BadRecord."""
        self.game: Game = entry.game(stored.version, **stored.options)
        title = str(entry.facts()["title"])
        if stored.version != self.game.version:
            changed = "The rules of {game} have changed since this match was played."
            raise BadRecord(changed, game=title)
        entry.keep(self.game)
        start = open_start(self.game, stored.start)
        self.title = say(title)
        self.match = Match.replay(self.game, SystemRandom(), stored.events, start)
        self.sit(stored.holders)
        self.artist = entry.artist()
        self.made: dict[Hashable, Any] = {}
        self.lenses: dict[int | None, Lens] = {}

    def kept(self, make: Callable[[Session], Made]) -> Made:
        """What `make` makes of this session: made when it is first asked for, and kept as long as
        the match is in memory. So the pictures and the history in words know of the session, and
        it knows of none of them."""
        if make not in self.made:
            self.made[make] = make(self)
        made: Made = self.made[make]
        return made

    def facts(self, levels: Sequence[Level], programs: Sequence[Level]) -> Facts:
        """The facts of the match; `levels` and `programs` may play it."""
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
            called=tuple(self.artist.seat_names(game)),
            levels=tuple(levels),
            programs=tuple(programs),
        )

    def moment(self, before: State | None = None) -> Moment:
        """`before`: where the match stood, to tell who has seen what changed."""
        match = self.match
        return Moment(
            match.node,
            len(match.nodes),
            match.to_play(),
            match.outcome() is not None,
            self.tells_truth(),
            match.given() if match.draws_by_seed() else None,
            before is not None and self.is_unseen(before),
        )

    def tells_truth(self) -> bool:
        """The match is over, and something was hidden that can be shown now."""
        match, is_hidden = self.match, self.game.hidden
        return is_hidden and match.outcome() is not None and match.state().disclose() is not None

    def is_unseen(self, before: State) -> bool:
        """To all but the seat to play everything looks as it did before."""
        if not self.keeps_secrets():
            return False
        state, seats = self.match.state(), range(self.game.players)
        others = [None, *(seat for seat in seats if seat != state.to_play())]
        return all(look(state, viewer) == look(before, viewer) for viewer in others)

    def understand(self, reader: Reader, number: int, *wanted: int | None) -> int:
        """The node of the match that a reader means by a number; one of `wanted` if it can be.
        Raises StaleState."""
        if not self.game.hidden:
            reader = ALL
        elif reader == ALL and self.keeps_secrets():
            raise StaleState("The match has moved on since you looked.")
        lens = self.lens(reader)
        return lens.find(number, *wanted) if lens else number

    def number(self, reader: Reader, node: int) -> int:
        """What a reader is told of a node of the match."""
        lens = self.lens(reader) if self.keeps_secrets() else None
        return lens.number(node) if lens else node

    def plain(self, reader: Reader, node: int) -> int:
        """The node of the match that stands for all that a reader cannot tell from this one."""
        lens = self.lens(reader) if self.keeps_secrets() else None
        return lens.plain(node) if lens else node

    def reader(self, viewer: int | None) -> Reader:
        """As whom a viewer reads the history: when nothing is hidden, or not any more, all read
        the same."""
        return viewer if self.keeps_secrets() else ALL

    def lens(self, reader: Reader) -> Lens | None:
        """Through what a reader sees the match; None for all of it."""
        if isinstance(reader, str):
            return None
        if reader not in self.lenses:
            self.lenses[reader] = Lens(self.match, reader)
        return self.lenses[reader]

    def peek(self, node: int, ahead: Sequence[str] = ()) -> list[State]:
        """The states from a node on along some moves that nobody has played. Raises StaleState,
        NotYourTurn, BadMove."""
        match = self.match
        if node >= len(match.nodes):
            raise StaleState("There is no node {node}.", node=node)
        states = [match.state(node)]
        if not ahead:
            return states
        if self.keeps_secrets():
            raise NotYourTurn("What would come of a move is not told before the match is over.")
        with match.tried():  # the match itself knows which of them a repetition ends
            match.apply_event({"type": "go", "node": node})
            for move in ahead:
                if match.to_play() < 0:
                    raise IllegalMove("Nobody can play {move} there.", move=repr(move))
                match.apply_event({"type": "play", "at": match.node, "move": move})
                states.append(match.state())
        return states

    # -- changes that no command of a player makes

    def end(self, ending: str, seat: int | None = None) -> Done:
        """The match ends as no rules say."""
        return self.match.end(ending, seat), self.moment()

    def draw(self) -> Done:
        """Let chance decide where it is to play."""
        return self.match.draw(), self.moment()

    def way_back(self, mine: frozenset[int]) -> int | None:
        """The node to which the others may let these seats take the match: that of their last
        decision. Nobody is asked where something is secret, for the answer would tell of it."""
        match = self.match
        if self.game.hidden or match.outcome() or match.why_no_undo(mine, True):
            return None
        return match.undo(mine, True)

    def go_back(self, goal: int) -> Done:
        """Take the match back, as all agreed. Raises StaleState where it has gone elsewhere
        since."""
        if goal not in self.match.path(self.match.node):
            raise StaleState("The match has moved on since you looked.")
        return self.match.go(goal), self.moment()

    def has_begun(self) -> bool:
        """Somebody has played; what chance has dealt or rolled alone is not worth keeping."""
        return any(node.seat != CHANCE for node in self.match.nodes[1:])

    def keeps_secrets(self) -> bool:
        """The match goes on and keeps something from somebody."""
        return self.game.hidden and self.match.outcome() is None

    def sit(self, holders: Sequence[Holder]) -> None:
        """These sit there now, so that chance knows for whom it waits."""
        people = (holder.device for holder in holders if holder.kind == "person")
        self.match.devices = frozenset(device for device in people if device is not None)
        self.match.is_full = all(holder.kind != "open" for holder in holders)

    def renew_dice(self) -> list[Event]:
        """The seed was told, so what comes now must follow from another."""
        if not self.match.dices:
            return []
        event = commit()
        self.match.apply_event(event)
        return [event]

    def lead_to(self, goal: int, ahead: Sequence[str]) -> list[Event]:
        """A log that leads straight to a node, and on along moves. Raises StaleState, BadMove."""
        states = self.peek(goal, ahead)
        match = Match(self.game, SystemRandom(), self.match.state(0))
        match.is_full = False
        for node in self.match.path(goal)[1:]:
            move = self.match.nodes[node].move
            match.apply_event({"type": "play", "at": match.node, "move": move})
        for event in first_events(self.game):
            match.apply_event(event)
        for state, move in zip(states, ahead, strict=False):
            match.play(state.to_play(), move)
        return log_of(match)


def first_events(game: Game | Facts) -> list[Event]:
    """What a match begins with, and one that goes on from another: dice of its own."""
    return [commit()] if game.chance else []


def log_of(match: Match) -> list[Event]:
    """A log that leads to a match."""
    dice = events_of(match.dices)
    events: list[Event] = []
    for node in match.nodes:
        if node.id != START:
            events.append({"type": "play", "at": node.parent, "move": node.move})
        events += [event for after, event in dice if after == node.id]
    events.append({"type": "go", "node": match.node})
    if match.ended:
        ending, seat = match.ended
        by = {} if seat is None else {"seat": seat}
        events.append({"type": "end", "ending": ending, **by})
    return events


def open_start(game: Game, start: str | Json | None) -> State | None:
    """The state that a stored match starts from."""
    if start is None:
        return None
    return game.parse_position(start) if isinstance(start, str) else game.from_json(start)
