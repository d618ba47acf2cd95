"""A match and its pictures, held behind the port of its game: what a live match asks about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import SystemRandom

from everygame.contract import CHANCE, Game, Json, State
from everygame.errors import BadRecord, IllegalMove, NotYourTurn, StaleState
from everygame.history import START
from everygame.honest import commit, events_of
from everygame.lens import look
from everygame.library.registry import Entry
from everygame.match import Event, Match
from everygame.search.advice import Level
from everygame.server.bot_jobs import Bots
from everygame.server.history import ALL, History, Reader
from everygame.server.scenes import Scenes
from everygame.store import Holder, StoredMatch
from everygame.words import say


@dataclass(frozen=True)
class Facts:
    """What never changes of a match, so that nobody has to ask its game."""

    name: str
    title: str
    version: int
    settings: dict[str, str]
    players: int
    hidden: bool
    endless: bool
    chance: bool
    repetition: int
    called: tuple[str, ...]
    """What each seat is called."""
    levels: tuple[Level, ...]
    """Of its bots, the weakest first."""
    programs: tuple[Level, ...] = ()
    """Programs of one's own that may play it too, however well."""


@dataclass(frozen=True)
class Moment:
    """Where a match stands."""

    node: int
    nodes: int
    """How many there are."""
    to_play: int
    """The seat that decides, or CHANCE, or OVER."""
    over: bool
    """Also by repetition, resignation, time or agreement."""
    tells_truth: bool
    """It is over, and something was hidden that can be shown now."""
    given: frozenset[int] | None = None
    """The devices whose bytes are mixed into the dice; None where it has none."""
    unseen: bool = False
    """Only the seat to play has seen how it came to this."""


class Session:
    """A match, its pictures and its history in words. Used by one at a time; whoever changes the
    match must make that durable before it is shown."""

    def __init__(self, entry: Entry, stored: StoredMatch, bots: Bots) -> None:
        """Replay a stored match. Raises BadGame, BadOption, BadRecord."""
        self.game: Game = entry.game(stored.version, **stored.options)
        if stored.version != self.game.version:
            changed = "The rules of {game} have changed since this match was played."
            raise BadRecord(changed, game=str(entry.facts()["title"]))
        entry.keep(self.game)
        start = open_start(self.game, stored.start)
        self.match = Match.replay(self.game, SystemRandom(), stored.events, start)
        self.sit(stored.holders)
        self.scenes = Scenes(self.match, entry.artist())
        self.history = History(self.match, self.scenes)
        title, levels = say(str(entry.facts()["title"])), bots.levels(self.game)
        facts = describe(self.game, title, self.scenes.called, levels)
        self.facts = replace(facts, programs=bots.programs.levels(self.game.name))

    def moment(self, before: State | None = None) -> Moment:
        """`before`: where the match stood, to tell who has seen what changed."""
        match = self.match
        return Moment(
            match.node,
            len(match.nodes),
            match.to_play(),
            match.outcome() is not None,
            self.scenes.tells_truth(),
            match.given() if match.draws_by_seed() else None,
            before is not None and self.is_unseen(before),
        )

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
        return self.history.find(reader, number, *wanted)

    def number(self, reader: Reader, node: int) -> int:
        """What a reader is told of a node of the match."""
        secret = self.keeps_secrets() and not isinstance(reader, str)
        return self.history.number(reader if secret else ALL, node)

    def plain(self, reader: Reader, node: int) -> int:
        """The node of the match that stands for all that a reader cannot tell from this one."""
        lens = self.history.lens(reader) if self.keeps_secrets() else None
        return lens.plain(node) if lens else node

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


def describe(game: Game, title: str, called: Sequence[str], levels: Sequence[Level]) -> Facts:
    return Facts(
        name=game.name,
        title=title,
        version=game.version,
        settings=game.settings,
        players=game.players,
        hidden=game.hidden,
        endless=game.endless,
        chance=game.chance,
        repetition=game.repetition,
        called=tuple(called),
        levels=tuple(levels),
    )


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
