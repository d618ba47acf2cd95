"""One match of a game: it keeps the tree of all plies, and decides which moves and which undo are
allowed.

A match has no clock, no file and no random generator of its own; the caller passes a generator in.
Every change is an event, a JSON object, and `apply_event` replays one: the events alone restore the
match.

    {"type": "play", "at": 4, "move": "up"}      a ply at node 4, by a seat or by chance; with
                                                 `joined`, one move made it and the ply before it
    {"type": "go", "node": 2}                    the match goes to another node
    {"type": "resign", "seat": 1}                a seat resigns; going to any node takes it back
    {"type": "end", "ending": "time", "seat": 1} a seat lost on time, or all agreed on an end
    {"type": "dice", "name": …, "commitment": …, "seed": …}    the seed of all draws after it
    {"type": "mix", "bytes": …, "seats": [0]}    random bytes of a device that took these seats
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from everygame.arguments import generator, need, whole
from everygame.contract import CHANCE, OVER, TRUTH, Game, Json, State
from everygame.errors import (
    BadArgument,
    BadGame,
    BadRecord,
    EveryGameError,
    IllegalMove,
    NotYourTurn,
    StaleState,
)
from everygame.history import AGREED, ENDINGS, LOST, START, Node
from everygame.honest_dice import ROOT, Dice, follow, mixed, read_event, weigh
from everygame.sides import sides_of
from everygame.undo_rules import Undo
from everygame.words import say

Event = Json

CACHED_STATES: Final = 256
"""The number of recently used states that a match keeps, which limits its memory. Any other state
is computed from its nearest ancestor that is kept."""
STRIDE: Final = 64
"""The state at every node whose ply is a multiple of this number is kept for good, so that
computing a state replays fewer plies than this."""


Checkpoint = tuple[int, tuple[str, int | None] | None, int, int, tuple[Dice, ...]]
"""The data by which a match returns to an earlier moment: the current node, the end declared there,
the number of nodes, the length of `walked`, and the dice."""


@dataclass(frozen=True)
class Outcome:
    """How a match ended."""

    returns: tuple[float, ...]
    ending: str
    """`State.ending()`, or "repetition", or one of `ENDINGS`."""
    resigned: int | None = None
    """The seat that resigned or lost on time; None where no seat did."""
    scores: tuple[float, ...] = field(default=(), compare=False)
    """What each seat scored (`State.scores`), where the rules ended a match and count points."""


def ply_event(node: Node) -> Event:
    """Return the event that makes a ply."""
    event: Event = {"type": "play", "at": node.parent, "move": node.move}
    return {**event, "joined": True} if node.joined else event


class Match(Undo):
    """The tree of a match, its current node and its end."""

    def __init__(self, game: Game, rng: Random, start: State | None = None) -> None:
        super().__init__()
        need(game, Game, say("A match needs a game"))
        self.game = game
        self.rng = generator(rng)
        self.node = START
        self.ended: tuple[str, int | None] | None = None
        """The ending declared at the current node, one of `ENDINGS`, and the seat that lost by it;
        None where none was declared."""
        self.dices: list[Dice] = []
        """The dice that chance was drawn from; the last ones are in use. While there are none,
        `rng` draws."""
        self.devices: frozenset[int] = frozenset()
        """The devices at the seats. In a match that draws by a seed, chance waits until each has
        added random bytes."""
        self.is_full = True
        """Whether all seats are taken. In a match that draws by a seed, chance waits until they
        are."""
        self._lines = {START: ROOT}
        """For some nodes: the digest of the moves from the start to the node, as `honest.follow`
        chains them."""
        self._start = game.initial_state() if start is None else start
        self._states: OrderedDict[int, State] = OrderedDict()
        self._milestones: dict[int, State] = {START: self._start}
        self._seen: dict[Hashable, list[int]] = {}
        """For each position (`State.key`): its nodes in ascending order. It is filled only where
        the game counts repetitions."""
        self._count_occurrence(self.nodes[START], self._start)

    @classmethod
    def replay(
        cls, game: Game, rng: Random, events: Iterable[Event], start: State | None = None
    ) -> Match:
        """Return the match that these events make. Raises BadRecord, BadGame."""
        match = cls(game, rng, start)
        for number, event in enumerate(events, 1):
            try:
                match._apply(event)
            except BadGame:
                raise
            except (EveryGameError, LookupError, TypeError) as error:
                raise BadRecord(
                    "Event {number} does not replay: {error}", number=number, error=error
                ) from None
        return match

    # -- a match as a Python value

    def identity(self) -> tuple[object, ...]:
        """What `==` compares: the game, the start, the tree, and where and how the match stands."""
        present = self.node, self.ended, self.devices, self.is_full
        return self.game, self._start, self.nodes, self.walked, present, self.dices

    def __eq__(self, other: object) -> bool:
        return self.identity() == other.identity() if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def __copy__(self) -> Match:
        return deepcopy(self)

    # -- the present state

    def state(self, node: int | None = None) -> State:
        """Return the state at a node, by default at the current one. Raises StaleState where there
        is no such node."""
        node = self.node if node is None else self._check_node(node)
        missing = []
        # compared with None, because a game may give its states a length, which may be 0
        while (state := self._milestones.get(node, self._states.get(node))) is None:
            missing.append(node)
            node = self.nodes[node].parent
        for node in reversed(missing):
            state = state.apply(self.nodes[node].action)
            self._keep(node, state)
        return state

    def outcome(self, node: int | None = None) -> Outcome | None:
        """Return how the match ended at a node; None where it goes on. The rules are asked before
        repetitions are counted, because a move that wins may also repeat the position for the last
        time allowed. Raises StaleState where there is no such node."""
        node = self.node if node is None else self._check_node(node)
        state = self.state(node)
        if state.to_play() == OVER:
            return Outcome(tuple(state.returns()), state.ending(), scores=tuple(state.scores()))
        if 0 < self.game.repetition <= self.nodes[node].occurrence:
            return Outcome((0.0,) * self.game.players, "repetition")
        if self.ended and node == self.node:
            ending, seat = self.ended
            return Outcome(resignation(self.game, seat), ending, seat)
        return None

    def to_play(self) -> int:
        """The seat to move, or CHANCE, or OVER."""
        return OVER if self.outcome() else self.state().to_play()

    def move_texts(self, nodes: Iterable[int], viewer: int | None) -> list[str]:
        """Return the move texts of these nodes as a viewer may read them; when the match is over,
        everybody may read the true ones."""
        viewer = viewer if viewer in (None, TRUTH) else self._seat(viewer)
        found = [self.nodes[node] for node in nodes]
        if self.outcome():
            return [node.move for node in found]
        return [node.told.get(viewer, node.move) for node in found]

    def line(self, node: int | None = None) -> list[int]:
        """Return the nodes from the start to this one, and those of the main line below it. Raises
        StaleState where there is no such node."""
        node = self.node if node is None else self._check_node(node)
        return self.path(node) + self.onward(node)

    def __str__(self) -> str:
        return str(self.state())

    def _repr_svg_(self) -> str | None:
        """Draw the current state as SVG; notebooks call this."""
        return self.state()._repr_svg_()

    # -- changes

    def play(self, seat: int, move: str | int, at: int | None = None) -> list[Event]:
        """Play an action or a move text of a seat, and then all plies of chance that follow; return
        the events. A move text may stand for several plies of the seat. `at` is the node that the
        player saw as the current one. Raises StaleState, NotYourTurn, BadMove; then nothing has
        changed."""
        self._check_seen(at)
        self._check_turn(seat)
        state = self.state()
        if isinstance(move, str):
            actions = read_plies(state, move)
        else:
            actions = [check_legal(state, whole(move, say("A move that is no text")))]
        with self.all_or_nothing():
            events = [self._play(actions[0])]
            for action in actions[1:]:
                self._check_turn(seat)  # the ply before may have ended the match by repetition
                events.append(self._play(action, joined=True))
            return [*events, *self.draw()]

    def draw(self) -> list[Event]:
        """Play all plies of chance that are due, and return the events. Where chance has already
        decided at a node, the same outcome is taken again, so that nobody gets a new roll by
        undo."""
        events = []
        with self.all_or_nothing():
            while self.to_play() == CHANCE and not self.waits():
                main_child = self.nodes[self.node].main_child
                again = None if main_child is None else self.nodes[main_child].action
                events.append(self._play(self._sample() if again is None else again))
        return events

    def waits(self) -> bool:
        """Whether chance must wait, because a seat is open or a device has not added its random
        bytes yet."""
        if not self.draws_by_seed():
            return False
        return not (self.is_full and self.devices <= self.given())

    def draws_by_seed(self) -> bool:
        """Whether chance is drawn by the seed of the current dice."""
        return bool(self.dices and self.dices[-1].seed)

    def given(self) -> frozenset[int]:
        """The devices that have added random bytes to the current dice."""
        mixes = self.dices[-1].mixes if self.dices else ()
        return frozenset(mix.device for mix in mixes if mix.device is not None)

    def told_dice(self) -> list[Dice]:
        """Return the dice as everybody may know them. The current seed is left out until the match
        is over, because whoever knew it could compute the draws to come."""
        hidden = self.dices[-1:] if not self.outcome() else []
        return [replace(dice, seed="") if dice in hidden else dice for dice in self.dices]

    def line_digest(self, node: int) -> bytes:
        """Return the digest of the moves from the start to a node."""
        missing = []
        while (digest := self._lines.get(node)) is None:
            missing.append(node)
            node = self.nodes[node].parent
        for node in reversed(missing):
            digest = self._lines[node] = follow(digest, self.nodes[node].move)
        return digest

    def go(self, node: int, at: int | None = None) -> list[Event]:
        """Make another node the current one, which is how undo, redo and "play from here" work;
        return the events. No line is deleted."""
        self._check_seen(at)
        event: Event = {"type": "go", "node": self._check_node(node)}
        with self.all_or_nothing():
            self._apply(event)
            return [event, *self.draw()]

    def resign(self, seat: int) -> list[Event]:
        """Let the seat resign, and return the event. No `at` is needed: a player may resign
        whatever the others have played meanwhile."""
        return self._declare({"type": "resign", "seat": self._seat(seat)})

    def end(self, ending: str, seat: int | None = None) -> list[Event]:
        """End the match, and return the event: with a seat that lost by one of `LOST`, or without a
        seat by one of `AGREED`. Raises BadArgument for any other ending."""
        endings = AGREED if seat is None else LOST
        if ending not in endings:
            text = "{ending} is no ending that is declared so; these are: {endings}."
            raise BadArgument(text, ending=repr(ending), endings=", ".join(endings))
        lost = {} if seat is None else {"seat": self._seat(seat)}
        return self._declare({"type": "end", "ending": ending, **lost})

    def _declare(self, event: Event) -> list[Event]:
        self._check_open()
        self.apply_event(event)
        return [event]

    def apply_event(self, event: Event) -> None:
        """Replay an event. Raises BadMove, NotYourTurn, StaleState or LookupError where it does not
        fit this match; then nothing has changed."""
        with self.all_or_nothing():
            self._apply(event)

    def _apply(self, event: Event) -> None:
        kind = event["type"]
        if kind == "play":
            if event["at"] != self.node:  # _go_to cancels a declared end, even here
                self._go_to(event["at"])
            self._check_open()
            self._play(self.state().parse(event["move"]), joined="joined" in event)
        elif kind == "go":
            self._go_to(event["node"])
        elif kind == "resign":
            self._check_open()
            self.ended = ENDINGS[0], self._seat(event["seat"])
        elif kind == "end" and event["ending"] in (LOST if "seat" in event else AGREED):
            self._check_open()
            self.ended = event["ending"], self._seat(event["seat"]) if "seat" in event else None
        elif kind == "dice":
            self.dices.append(read_event(event, len(self.nodes) - 1))
        elif kind == "mix":
            self.dices[-1] = mixed(self.dices[-1], event, len(self.nodes) - 1)
        else:
            raise LookupError(f"there is no event {kind!r}.")

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Restore the match where the block raises an exception."""
        before = self._checkpoint()
        try:
            yield
        except BaseException:
            self._return_to(*before)
            raise

    @contextmanager
    def tried(self) -> Iterator[None]:
        """Restore the match after the block, whatever the block has changed."""
        before = self._checkpoint()
        try:
            yield
        finally:
            self._return_to(*before)

    # -- helpers

    def _checkpoint(self) -> Checkpoint:
        return self.node, self.ended, len(self.nodes), len(self.walked), tuple(self.dices)

    def _return_to(
        self,
        node: int,
        ended: tuple[str, int | None] | None,
        nodes: int,
        walked: int,
        dices: tuple[Dice, ...],
    ) -> None:
        """Restore the match as it was at a checkpoint."""
        self._walk_back(walked)
        while len(self.nodes) > nodes:
            self._forget_last()
        self.node, self.ended, self.dices = node, ended, list(dices)

    def _forget_last(self) -> None:
        """Remove the newest node. It has no children, because they would be newer."""
        number = len(self.nodes) - 1
        if self.game.repetition:
            key = self.state(number).key()
            self._seen[key].remove(number)
            if not self._seen[key]:
                del self._seen[key]
        node = self.nodes.pop()
        self.nodes[node.parent].children.remove(number)
        for kept in (self._states, self._milestones, self._lines):
            kept.pop(number, None)

    def _check_seen(self, at: int | None) -> None:
        if at is not None and at != self.node:
            raise StaleState("The match has moved on since you looked.")

    def _check_node(self, node: int) -> int:
        node = whole(node, say("A node"))
        if node not in range(len(self.nodes)):
            raise StaleState("There is no node {node}.", node=node)
        return node

    def _seat(self, seat: int) -> int:
        seat = whole(seat, say("A seat"))
        if seat not in range(self.game.players):
            raise NotYourTurn("There is no seat {seat}.", seat=seat)
        return seat

    def _check_open(self) -> None:
        if self.outcome():
            raise NotYourTurn("The match is over.")

    def _check_turn(self, seat: int) -> None:
        self._check_open()
        if self.state().to_play() != seat:
            raise NotYourTurn("It is another player's turn.")

    def _go_to(self, node: int) -> None:
        """Make a node the current one, and the line to it the main line."""
        self.ended = None
        way = list(self._between(self._check_node(node), self.node))
        for below in reversed(way):  # the ancestors of these nodes are on the main line already
            self._walk(below)
        self.node = node

    def _play(self, action: int, joined: bool = False) -> Event:
        """Go to the child that an action leads to, and add the child where there is none; return
        the event. `joined` says whether one move makes this ply and the one before."""
        here = self.nodes[self.node]
        same = (child for child in here.children if self.nodes[child].action == action)
        child = next(same, None)
        if child is None:
            child = self._grow(here, action, joined)
        self.node = child
        self._walk(child)
        return ply_event(self.nodes[child])

    def _sample(self) -> int:
        if not self.draws_by_seed():
            return sample_chance(self.state(), self.rng)
        line = self.line_digest(self.node)
        return self.dices[-1].draw(len(self.nodes), line, weigh(self.state()))

    def _grow(self, here: Node, action: int, joined: bool) -> int:
        before = self.state(here.id)
        seat = before.to_play()
        node = Node(
            id=len(self.nodes),
            parent=here.id,
            seat=seat,
            action=action,
            move=before.text(action),
            ply=here.ply + 1,
            joined=joined,
            irrevocable="" if seat == CHANCE else before.irrevocable(action),
            told=self._texts_for_viewers(before, action),
            jump=self._jump(here),
        )
        after = before.apply(action)
        self._count_occurrence(node, after)
        self.nodes.append(node)
        here.children.append(node.id)
        self._keep(node.id, after)
        return node.id

    def _texts_for_viewers(self, before: State, action: int) -> dict[int | None, str]:
        if not self.game.hidden:
            return {}
        viewers: list[int | None] = [None, *range(self.game.players)]
        return {viewer: before.text(action, viewer) for viewer in viewers}

    def _count_occurrence(self, node: Node, state: State) -> None:
        if not self.game.repetition:
            return
        same = self._seen.setdefault(state.key(), [])
        for other in reversed(same):
            if self._above(node.parent, self.nodes[other].ply) == other:
                node.occurrence = self.nodes[other].occurrence + 1
                break
        same.append(node.id)

    def _keep(self, node: int, state: State) -> None:
        if self.nodes[node].ply % STRIDE == 0:
            self._milestones[node] = state
            return
        self._states[node] = state
        if len(self._states) > CACHED_STATES:
            self._states.popitem(last=False)


def sample_chance(state: State, rng: Random) -> int:
    """Draw an outcome by its probability, in a state where chance decides, and return its action.
    Raises BadArgument for any other state."""
    need(state, State, say("Chance draws from a state"))
    if state.to_play() != CHANCE:
        raise BadArgument("Chance does not decide in this state, so there is nothing to draw.")
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(generator(rng).choices(actions, weights)[0])


def random_match(game: Game, rng: Random, plies: int = 10_000) -> Match:
    """Play a match of uniformly random legal plies to its end, or for at most so many plies."""
    most = whole(plies, say("The number of plies"), 0)
    match = Match(game, rng)
    match.draw()
    while not match.outcome() and match.nodes[match.node].ply < most:
        match.play(match.to_play(), match.rng.choice(match.state().legal_actions()))
    return match


def read_plies(state: State, text: str) -> list[int]:
    """Return the actions that a move text stands for, all of the seat to move. Raises BadMove."""
    seat = state.to_play()
    actions: list[int] = []
    for ply in state.expand(text) or [text]:
        if state.to_play() != seat:
            raise IllegalMove("{ply} would come after the end of the turn.", ply=repr(ply))
        actions.append(state.parse(ply))
        state = state.apply(actions[-1])
    return actions


def check_legal(state: State, action: int) -> int:
    """Return the action if it is legal. Raises IllegalMove."""
    if action not in state.legal_actions():
        raise IllegalMove("The action {action} is not legal here.", action=action)
    return action


def resignation(game: Game, seat: int | None) -> tuple[float, ...]:
    """Return the result of each seat after the seat `seat` has resigned or lost on time: its side
    gets -1, and the other sides share 1 equally. A player alone gets 0, and all seats get 0 where
    `seat` is None."""
    if game.players == 1 or seat is None:
        return (0.0,) * game.players
    sides = sides_of(game)
    others = max(sides)  # sides are numbered from 0
    return tuple(-1.0 if side == sides[seat] else 1 / others for side in sides)
