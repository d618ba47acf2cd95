"""A match and its pictures, held behind the port of its game: what a live match asks about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom

from everygame.contract import Game, Json, State
from everygame.errors import BadRecord, IllegalMove, NotYourTurn, StaleState
from everygame.lens import look
from everygame.library.registry import Entry
from everygame.match import Event, Match
from everygame.search.advice import Level
from everygame.server.bot_jobs import Bots
from everygame.server.history import ALL, History, Reader
from everygame.server.scenes import Scenes
from everygame.store import StoredMatch
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
    repetition: int
    called: tuple[str, ...]
    """What each seat is called."""
    levels: tuple[Level, ...]
    """Of its bots."""


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
    unseen: bool = False
    """Only the seat to play has seen how it came to this."""


class Session:
    """A match, its pictures and its history in words. Used by one at a time; whoever changes the
    match must make that durable before it is shown."""

    def __init__(self, entry: Entry, stored: StoredMatch, bots: Bots) -> None:
        """Replay a stored match. Raises BadGame, BadOption, BadRecord."""
        self.game: Game = entry.game(**stored.options)
        if stored.version != self.game.version:
            changed = "The rules of {game} have changed since this match was played."
            raise BadRecord(changed, game=stored.game)
        start = open_start(self.game, stored.start)
        self.match = Match.replay(self.game, SystemRandom(), stored.events, start)
        self.scenes = Scenes(self.match, entry.artist())
        self.history = History(self.match, self.scenes)
        title, levels = say(str(entry.facts()["title"])), bots.levels(self.game)
        self.facts = describe(self.game, title, self.scenes.called, levels)

    def moment(self, before: State | None = None) -> Moment:
        """`before`: where the match stood, to tell who has seen what changed."""
        match = self.match
        return Moment(
            match.node,
            len(match.nodes),
            match.to_play(),
            match.outcome() is not None,
            self.scenes.tells_truth(),
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
        if node >= len(self.match.nodes):
            raise StaleState("There is no node {node}.", node=node)
        states = [self.match.state(node)]
        if ahead and self.keeps_secrets():
            raise NotYourTurn("What would come of a move is not told before the match is over.")
        for move in ahead:
            if states[-1].to_play() < 0:
                raise IllegalMove("Nobody can play {move} there.", move=repr(move))
            states.append(states[-1].apply(states[-1].parse(move)))
        return states

    def keeps_secrets(self) -> bool:
        """The match goes on and keeps something from somebody."""
        return self.game.hidden and self.match.outcome() is None

    def begin_again(self) -> list[Event]:
        """What chance decides first, from the same start."""
        return Match(self.game, SystemRandom(), self.match.state(0)).draw()

    def lead_to(self, goal: int, ahead: Sequence[str]) -> list[Event]:
        """A log that leads straight to a node, and on along moves. Raises StaleState, BadMove."""
        states = self.peek(goal, ahead)
        match = Match(self.game, SystemRandom(), self.match.state(0))
        for node in self.match.path(goal)[1:]:
            move = self.match.nodes[node].move
            match.apply_event({"type": "play", "at": match.node, "move": move})
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
        repetition=game.repetition,
        called=tuple(called),
        levels=tuple(levels),
    )


def log_of(match: Match) -> list[Event]:
    """A log that leads to a match, and what chance decides then."""
    events: list[Event] = [
        {"type": "play", "at": node.parent, "move": node.move} for node in match.nodes[1:]
    ]
    events.append({"type": "go", "node": match.node})
    if match.ended:
        ending, seat = match.ended
        by = {} if seat is None else {"seat": seat}
        events.append({"type": "end", "ending": ending, **by})
    return events + match.draw()


def open_start(game: Game, start: str | Json | None) -> State | None:
    """The state that a stored match starts from."""
    if start is None:
        return None
    return game.parse_position(start) if isinstance(start, str) else game.from_json(start)
