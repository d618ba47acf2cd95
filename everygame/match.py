"""One play of a game: who may do what, and the tree of all that was done.

A match touches no clock, no file and no random generator of its own: chance is handed in. Every
change is an event, plain data, so that a log of events is the match: `apply_event` replays it.

    {"type": "play", "at": 4, "move": "up"}      a ply at node 4, by a seat or by chance
    {"type": "go", "node": 2}                    the table turns to another node
    {"type": "resign", "seat": 1}                a seat gives up; going anywhere takes it back
    {"type": "end", "ending": "time", "seat": 1} it ends as no rules say; by a seat, or by nobody
    {"type": "dice", "name": …, "commitment": …, "seed": …}    what chance follows from, from here
    {"type": "mix", "bytes": …, "seats": [0]}    a device that sat down mixes in bytes of its own
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from everygame.contract import CHANCE, OVER, Game, Json, State
from everygame.errors import (
    BadGame,
    BadRecord,
    EveryGameError,
    IllegalMove,
    NotYourTurn,
    StaleState,
)
from everygame.history import START, History, Node
from everygame.honest import ROOT, Dice, follow, mixed, read_event, weigh
from everygame.words import say

Event = Json

TIME: Final = "time"
LOST: Final = ("resignation", TIME)
AGREED: Final = ("agreement", "stopped")
ENDINGS: Final = LOST + AGREED
"""How a match ends besides its rules: a seat gives up, or its time is up; all agree on a draw, or
on no result at all."""
CACHED_STATES: Final = 256
"""States kept besides every `STRIDE`th; others are worked out again from the nearest ancestor."""
STRIDE: Final = 64
"""Plies from one state that is always kept to the next, so that no look back is long."""


Checkpoint = tuple[int, tuple[str, int | None] | None, int, int, tuple[Dice, ...]]
"""The node where a match stands, how it ended there, how many nodes there are, how many became
heirs, and the dice."""


@dataclass(frozen=True)
class Outcome:
    """How a match ended."""

    returns: tuple[float, ...]
    ending: str
    """`State.ending()`, or "repetition", or one of `ENDINGS`."""
    resigned: int | None = None
    """The seat that gave up, or whose time was up."""


class Match(History):
    """The tree of what was done, and the node where the table stands."""

    def __init__(self, game: Game, rng: Random, start: State | None = None) -> None:
        super().__init__()
        self.game = game
        self.rng = rng
        self.node = START
        self.ended: tuple[str, int | None] | None = None
        """One of `ENDINGS` where the table stands, and the seat that brought it about."""
        self.dices: list[Dice] = []
        """What chance followed from, the present one last; without any, from `rng`."""
        self.devices: frozenset[int] = frozenset()
        """Whose bytes must be mixed in before chance decides, in a match with dice of its own."""
        self.is_full = True
        """All seats are taken; else chance waits there."""
        self._lines = {START: ROOT}
        self._start = start or game.initial_state()
        self._states: OrderedDict[int, State] = OrderedDict()
        self._milestones: dict[int, State] = {START: self._start}
        self._seen: dict[Hashable, list[int]] = {}
        self._count_occurrence(self.nodes[START], self._start)

    @classmethod
    def replay(
        cls, game: Game, rng: Random, events: Iterable[Event], start: State | None = None
    ) -> Match:
        """The match of a log. Raises BadRecord, BadGame."""
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

    # -- what is

    def state(self, node: int | None = None) -> State:
        """The state at a node, by default where the table stands."""
        node = self.node if node is None else node
        missing = []
        while (state := self._milestones.get(node) or self._states.get(node)) is None:
            missing.append(node)
            node = self.nodes[node].parent
        for node in reversed(missing):
            state = state.apply(self.nodes[node].action)
            self._keep(node, state)
        return state

    def outcome(self, node: int | None = None) -> Outcome | None:
        """How the match ended at a node; None where it goes on. A win is tested before a draw."""
        node = self.node if node is None else node
        state = self.state(node)
        if state.to_play() == OVER:
            return Outcome(tuple(state.returns()), state.ending())
        if 0 < self.game.repetition <= self.nodes[node].occurrence:
            return Outcome((0.0,) * self.game.players, "repetition")
        if self.ended and node == self.node:
            ending, seat = self.ended
            return Outcome(resignation(self.game.players, seat), ending, seat)
        return None

    def to_play(self) -> int:
        """The seat that decides now, or CHANCE, or OVER."""
        return OVER if self.outcome() else self.state().to_play()

    def move_texts(self, nodes: Iterable[int], viewer: int | None) -> list[str]:
        """The plies that led to these nodes, as a viewer may read them; when the match is over,
        all is told."""
        found = [self.nodes[node] for node in nodes]
        if self.outcome():
            return [node.move for node in found]
        return [node.told.get(viewer, node.move) for node in found]

    def line(self, node: int | None = None) -> list[int]:
        """The nodes from the start through this one to the end of its line."""
        node = self.node if node is None else node
        return self.path(node) + self.onward(node)

    def __str__(self) -> str:
        return str(self.state())

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: where the match stands."""
        return self.state()._repr_svg_()

    # -- what may be done

    def play(self, seat: int, move: str | int, at: int | None = None) -> list[Event]:
        """Play a move text, also one that stands for several plies of the seat, or an action, and
        draw what chance decides next. `at` is the node that the player sees. Raises StaleState,
        NotYourTurn, BadMove; then nothing has changed."""
        self._check_seen(at)
        self._check_turn(seat)
        state = self.state()
        actions = read_plies(state, move) if isinstance(move, str) else [check_legal(state, move)]
        with self.all_or_nothing():
            events = [self._play(actions[0])]
            for action in actions[1:]:
                self._check_turn(seat)  # the ply before may have been the last, by repetition
                events.append(self._play(action))
            return [*events, *self.draw()]

    def draw(self) -> list[Event]:
        """Let chance decide while it is to play. What was drawn here once stands, so that going
        back and playing the same again does not roll again."""
        events = []
        with self.all_or_nothing():
            while self.to_play() == CHANCE and not self.waits():
                heir = self.nodes[self.node].heir
                again = None if heir is None else self.nodes[heir].action
                events.append(self._play(self._sample() if again is None else again))
        return events

    def waits(self) -> bool:
        """Chance decides nothing before all have sat down and mixed in their bytes."""
        if not self.draws_by_seed():
            return False
        return not (self.is_full and self.devices <= self.given())

    def draws_by_seed(self) -> bool:
        """What chance decides follows from a seed."""
        return bool(self.dices and self.dices[-1].seed)

    def given(self) -> frozenset[int]:
        """The devices whose bytes are mixed in."""
        mixes = self.dices[-1].mixes if self.dices else ()
        return frozenset(mix.device for mix in mixes if mix.device is not None)

    def told_dice(self) -> list[Dice]:
        """The dice as everybody may know them: seeds when they decide nothing more."""
        hidden = self.dices[-1:] if not self.outcome() else []
        return [replace(dice, seed="") if dice in hidden else dice for dice in self.dices]

    def line_digest(self, node: int) -> bytes:
        """The digest of the moves from the start to a node."""
        missing = []
        while (digest := self._lines.get(node)) is None:
            missing.append(node)
            node = self.nodes[node].parent
        for node in reversed(missing):
            digest = self._lines[node] = follow(digest, self.nodes[node].move)
        return digest

    def go(self, node: int, at: int | None = None) -> list[Event]:
        """Take the table to another node: undo, redo, "play from here". Lines stay."""
        self._check_seen(at)
        event: Event = {"type": "go", "node": node}
        with self.all_or_nothing():
            self._apply(event)
            return [event, *self.draw()]

    def resign(self, seat: int) -> list[Event]:
        """The seat gives up, at any time before the end, wherever the others are by then."""
        self._check_open()
        event: Event = {"type": "resign", "seat": seat}
        self.apply_event(event)
        return [event]

    def end(self, ending: str, seat: int | None = None) -> list[Event]:
        """It ends in one of `LOST`, by a seat, or without one in one of `AGREED`."""
        self._check_open()
        event: Event = {"type": "end", "ending": ending}
        if seat is not None:
            event["seat"] = seat
        self.apply_event(event)
        return [event]

    def apply_event(self, event: Event) -> None:
        """Do again what a log says. Raises BadMove, NotYourTurn, StaleState or LookupError where
        it cannot have been so; then nothing has changed."""
        with self.all_or_nothing():
            self._apply(event)

    def _apply(self, event: Event) -> None:
        kind = event["type"]
        if kind == "play":
            if event["at"] != self.node:  # else a resignation stands
                self._stand(event["at"])
            self._check_open()
            self._play(self.state().parse(event["move"]))
        elif kind == "go":
            self._stand(event["node"])
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
        """Within it the match changes whole or, where anything is refused, not at all."""
        before = self._checkpoint()
        try:
            yield
        except BaseException:
            self._return_to(*before)
            raise

    @contextmanager
    def tried(self) -> Iterator[None]:
        """Within it moves may be tried; afterwards none of it has happened."""
        before = self._checkpoint()
        try:
            yield
        finally:
            self._return_to(*before)

    # -- undo and redo

    def undo(self, mine: Collection[int], shared: bool) -> int | None:
        """The node that undo takes the table to, for whoever holds the seats `mine`.

        `shared`: all people sit at one screen; then it is the previous decision of one of them.
        Else one takes back the last step of one's own unfinished turn. Neither goes back past
        what was revealed."""
        if self.why_no_undo(mine, shared):
            return None
        if shared and self.ended:
            return self.node
        if self.node == START:
            return None
        return self._previous(mine) if shared else self.nodes[self.node].parent

    def why_no_undo(self, mine: Collection[int], shared: bool, here: int | None = None) -> str:
        """Why undo is not possible, in one sentence; empty where it is, and at the start. `here`:
        the node where whoever asks believes the table to stand, as others move unseen."""
        here = self.node if here is None else here
        last = self.nodes[here]
        if self.outcome() and self.game.hidden:
            return say("The match is over, and nothing is hidden any more.")
        if why := self._why_lost():
            return why
        if here == START:
            return ""
        if shared:
            target = self._previous(mine)
            return "" if target is None else self._why_final(target, shared)
        if self.outcome():
            return say("The match is over; people at several screens cannot take its end back.")
        if why := self._why_final(last.parent, shared, here):
            return why
        if last.seat not in mine or self.to_play() != last.seat:
            return say("A finished turn cannot be taken back while people play at several screens.")
        return ""

    def redo(self, mine: Collection[int], shared: bool) -> int | None:
        """The node that redo takes the table to: the way back from `undo`."""
        heir = self.nodes[self.node].heir
        if heir is None or self.outcome():
            return None
        if not shared:
            return heir if self.nodes[heir].seat in mine else None
        for node in self._onward(self.node):
            if self._played_on(node) in mine:
                break
        return node

    def may_go(self, node: int, mine: Collection[int], shared: bool) -> bool:
        """Whoever holds the seats `mine` may take the table to this node."""
        if not shared:
            return node in (self.undo(mine, shared), self.redo(mine, shared))
        over = self._why_lost() or (self.game.hidden and self.outcome())
        return not over and not self._why_final(node, shared)

    # -- how

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
        """The match is as it was at a moment before."""
        self._walk_back(walked)
        while len(self.nodes) > nodes:
            self._forget_last()
        self.node, self.ended, self.dices = node, ended, list(dices)

    def _forget_last(self) -> None:
        """Remove the node that was added last, which has no children."""
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

    def _why_lost(self) -> str:
        """Why an end that somebody brought about is final, in one sentence; else empty."""
        ending = self.ended[0] if self.ended else ""
        if ending == TIME:
            return say("The time was up; that cannot be taken back.")
        return say("Who has given up cannot take that back.") if ending in LOST else ""

    def _check_seen(self, at: int | None) -> None:
        if at is not None and at != self.node:
            raise StaleState("The match has moved on since you looked.")

    def _known(self, node: int) -> int:
        if node not in range(len(self.nodes)):
            raise StaleState("There is no node {node}.", node=node)
        return node

    def _seat(self, seat: int) -> int:
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

    def _stand(self, node: int) -> None:
        """Take the table to a node, and remember the line to it as the one walked last."""
        self.ended = None
        way = list(self._between(self._known(node), self.node))
        for below in reversed(way):  # above them all are heirs already
            self._walk(below)
        self.node = node

    def _play(self, action: int) -> Event:
        """Follow the child of an action, which is made where there is none."""
        here = self.nodes[self.node]
        same = (child for child in here.children if self.nodes[child].action == action)
        child = next(same, None)
        if child is None:
            child = self._grow(here, action)
        self.node = child
        self._walk(child)
        node = self.nodes[child]
        return {"type": "play", "at": here.id, "move": node.move}

    def _sample(self) -> int:
        if not self.draws_by_seed():
            return sample_chance(self.state(), self.rng)
        line = self.line_digest(self.node)
        return self.dices[-1].draw(len(self.nodes), line, weigh(self.state()))

    def _grow(self, here: Node, action: int) -> int:
        before = self.state(here.id)
        seat = before.to_play()
        node = Node(
            id=len(self.nodes),
            parent=here.id,
            seat=seat,
            action=action,
            move=before.text(action),
            ply=here.ply + 1,
            irrevocable="" if seat == CHANCE else before.irrevocable(action),
            told=self._tell(before, action),
            jump=self._jump(here),
        )
        after = before.apply(action)
        self._count_occurrence(node, after)
        self.nodes.append(node)
        here.children.append(node.id)
        self._keep(node.id, after)
        return node.id

    def _tell(self, before: State, action: int) -> dict[int | None, str]:
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

    def _why_final(self, goal: int, shared: bool, here: int | None = None) -> str:
        """Why the plies cannot be taken back that were played since the line to `goal` was left;
        empty where they can. At one screen a die that was rolled stays as it fell, so taking a
        ply before it back gains nothing, unless it told a secret."""
        left = goal if goal in range(len(self.nodes)) else START
        here = self.node if here is None else here
        for ply in (self.nodes[node] for node in self._between(here, left)):
            if ply.irrevocable == "reveals":
                return say("What was revealed cannot be taken back.")
            if (ply.seat == CHANCE or ply.irrevocable) and (self.game.hidden or not shared):
                return say("What was rolled or drawn cannot be taken back.")
        return ""

    def _previous(self, mine: Collection[int]) -> int | None:
        """The nearest ancestor where one of these seats decided."""
        found = (node for node in self.upwards(self.node) if self.nodes[node].seat in mine)
        node = next(found, None)
        return None if node is None else self.nodes[node].parent

    def _played_on(self, node: int) -> int | None:
        """The seat that decided at a node, when its line was walked last."""
        heir = self.nodes[node].heir
        return None if heir is None else self.nodes[heir].seat


def sample_chance(state: State, rng: Random) -> int:
    """An outcome of chance, drawn by its probability, where chance is to play."""
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(actions, weights)[0])


def random_match(game: Game, rng: Random, plies: int = 10_000) -> Match:
    """A match of uniformly drawn legal plies, to its end or for at most so many plies."""
    match = Match(game, rng)
    match.draw()
    while not match.outcome() and match.nodes[match.node].ply < plies:
        match.play(match.to_play(), rng.choice(match.state().legal_actions()))
    return match


def read_plies(state: State, text: str) -> list[int]:
    """The actions of one seat that a text stands for. Raises BadMove."""
    seat = state.to_play()
    actions: list[int] = []
    for ply in state.expand(text) or [text]:
        if state.to_play() != seat:
            raise IllegalMove("{ply} would come after the end of the turn.", ply=repr(ply))
        actions.append(state.parse(ply))
        state = state.apply(actions[-1])
    return actions


def check_legal(state: State, action: int) -> int:
    """The same action. Raises IllegalMove."""
    if action not in state.legal_actions():
        raise IllegalMove("The action {action} is not legal here.", action=action)
    return action


def resignation(players: int, seat: int | None) -> tuple[float, ...]:
    """Returns when a seat gives up: it loses 1, which the others share; alone, it gets nothing,
    and nobody does where no seat brought the end about."""
    if players == 1 or seat is None:
        return (0.0,) * players
    return tuple(-1.0 if other == seat else 1 / (players - 1) for other in range(players))
