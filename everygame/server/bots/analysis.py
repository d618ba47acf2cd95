"""What one connection wants to know of a match: hints, who stood better, how best play goes on."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Final

from everygame.bots.analysis import turning_points
from everygame.bots.request import recalled
from everygame.contract import CHANCE, OVER, Json, State
from everygame.errors import EveryGameError, NotYourTurn, StaleState
from everygame.match import ENDINGS
from everygame.scene import Scene
from everygame.server.bots.jobs import Bots
from everygame.server.bots.player import prepare, recall
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.session import Session
from everygame.server.requests.limits import Refused
from everygame.server.shown.scenes import Scenes
from everygame.server.shown.viewpoint import Viewpoint, find_viewer
from everygame.words import say

log = logging.getLogger("everygame")

ONLY_HERE: Final = say(
    "Hints and analysis are for matches against bots or at one screen, and when a match is over."
)
PLY: Final = 0.25
"""Seconds of thought about a ply of a line;"""
FIRST: Final = 1.0
"""about the first ply of best play;"""
NEXT: Final = 0.4
"""and about those after it."""
LONGEST_LINE: Final = 10
"""Plies of best play that are shown."""
MOST_PLIES: Final = 600
"""Plies of a line that are weighed."""
MOST_WEIGHTS: Final = 4_000
"""Plies of a live match that are remembered."""

Wish = tuple[int | None, tuple[int, ...]]
"""The seat whose knowledge counts (None: the whole truth), and the nodes of a line."""


class Analysis:
    """Works for a connection while it looks, in worker processes, and stops when what it works at
    is not looked at any more."""

    def __init__(self, live: LiveMatch, bots: Bots, say: Callable[[Json], None]) -> None:
        self.live = live
        self.bots = bots
        self.say = say
        self.on = False
        """Who stood better is to be told."""
        self.wish: Wish | None = None
        self.at: int | None = None
        """The node that is being weighed."""
        self.weighing: asyncio.Task[None] | None = None
        self.hinting: asyncio.Task[None] | None = None
        self.hinted = 0
        self.playing: asyncio.Task[None] | None = None
        self.played = 0
        """The node from which best play is looked for."""

    def stop(self) -> list[asyncio.Task[None]]:
        """End all work; returns what is ending."""
        tasks = [task for task in (self.weighing, self.hinting, self.playing) if task]
        for task in tasks:
            task.cancel()
        return tasks

    async def follow(self, look: Viewpoint) -> None:
        """The match is shown anew: end what is not needed any more, and begin what is."""
        here = self.live.now.node
        if self.hinting and self.hinted != here:
            self.hinting.cancel()
        if self.playing and self.played != (here if look.node is None else look.node):
            self.playing.cancel()
        wish = await self.find_wish(look)
        if wish == self.wish:
            return
        before, self.wish = self.wish, wish
        if self.weighing and not (wish and before and wish[0] == before[0] and self.at in wish[1]):
            self.weighing.cancel()
            self.weighing = None
        if wish:
            await self.tell(list(wish[1]), fresh=True)
            if self.weighing is None or self.weighing.done():
                self.weighing = asyncio.create_task(self.weigh())

    # -- hints

    async def hint(self, at: int, look: Viewpoint) -> None:
        """Ask for a move of the seat whose picture this is. Raises StaleState, NotYourTurn,
        Refused."""
        if at != self.live.now.node:
            raise StaleState("The match has moved on since you looked.")
        require_help(look)
        seat, _ = await self.live.ask(find_viewer, look)
        if seat is None or seat != self.live.now.to_play:
            raise NotYourTurn("There is a hint only for the player whose turn it is.")
        if self.hinting and not self.hinting.done():
            raise Refused(429, "A hint is on its way.")
        self.hinted = at
        self.hinting = asyncio.create_task(self.find_hint(at, seat))

    async def find_hint(self, at: int, seat: int) -> None:
        try:
            asked = await self.live.ask(prepare, seat, "")
            answer = await self.bots.advise(asked)
            move = str(answer["move"])
            name = await self.live.ask(find_name, at, seat, move)
            told = await self.live.ask(Session.number_for, seat, at)
        except EveryGameError as error:
            return self.fail("hint", error, say("No hint was found."))
        sentence: str = say("Try this: {move}.", move=name or move)
        for reason in answer["reasons"]:
            sentence = say("{told} {reason}", told=sentence, reason=reason)
        return self.say({"type": "hint", "at": told, "move": move, "sentence": sentence})

    def fail(self, what: str, error: EveryGameError, sentence: str) -> None:
        log.error("%s for %s: %s", what, self.live.facts.name, error)
        self.say({"type": "error", "code": "bad", "error": sentence})

    # -- who stood better

    async def weigh_line(self, on: bool, look: Viewpoint) -> None:
        """Tell from now on who stood better along the line that is looked at, or no more. Raises
        NotYourTurn."""
        if on:
            require_help(look)
        self.on, self.wish = on, None
        await self.follow(look)

    async def find_wish(self, look: Viewpoint) -> Wish | None:
        """What is to be weighed."""
        if not (self.on and look.helped) or self.live.facts.players == 1:
            return None
        return await self.live.ask(find_line, look)

    async def weigh(self) -> None:
        """Weigh node after node until all are known."""
        while (found := self.next()) is not None:
            knowing, node = found
            self.at = node
            async with self.live.weighing:
                if found not in self.live.weights:
                    self.remember(found, await self.weight(knowing, node))
            await self.tell([node])

    def remember(self, key: tuple[int | None, int], weight: Json) -> None:
        """Keep how it stood; the oldest is forgotten where there are too many."""
        weights = self.live.weights
        weights[key] = weight
        if len(weights) > MOST_WEIGHTS:
            del weights[next(iter(weights))]

    def next(self) -> tuple[int | None, int] | None:
        """The next to be weighed: first few, far apart, so that the whole is soon seen."""
        if self.wish is None:
            return None
        knowing, nodes = self.wish
        left = [i for i, node in enumerate(nodes) if (knowing, node) not in self.live.weights]
        if not left:
            return None
        return knowing, nodes[max(left, key=lambda i: (i & -i or len(nodes), -i))]

    async def weight(self, knowing: int | None, node: int) -> Json:
        """How it stood at a node."""
        returns = await self.live.ask(find_returns, node)
        if returns:
            return {"returns": returns, "move": None, "proven": True, "plies": 0}
        try:
            asked = await self.live.ask(request_at, node, knowing)
            return await self.bots.weigh(asked, PLY)
        except EveryGameError as error:
            log.error("weight of %s: %s", self.live.facts.name, error)
            unknown = [None] * self.live.facts.players
            return {"returns": unknown, "move": None, "proven": False, "plies": 0}

    async def tell(self, nodes: list[int], fresh: bool = False) -> None:
        """Tell what is known of some nodes, and what follows from all of them."""
        if self.wish is None:
            return
        knowing, line = self.wish
        known = {
            node: self.live.weights[knowing, node]
            for node in line
            if (knowing, node) in self.live.weights
        }
        plies = await self.live.ask(find_plies, line)
        told = await self.live.ask(find_numbers, knowing, line)
        if knowing is not None:  # its decisions, each with the answers to it
            plies = [*plies[:1], *((node, knowing) for node, _ in plies[1:])]
        returns = {node: weight["returns"] for node, weight in known.items()}
        self.say(
            {
                "type": "weights",
                "fresh": fresh,
                "knowing": knowing,
                "weights": [{"node": told[one], **known[one]} for one in nodes if one in known],
                "turns": [told[node] for node in turning_points(plies, returns)],
                "done": len(known),
                "of": len(line),
            }
        )

    # -- best play

    async def best(self, node: int | None, look: Viewpoint) -> None:
        """Look for best play from a node, or stop looking. Raises StaleState, NotYourTurn."""
        if self.playing:
            self.playing.cancel()
        if node is None:
            return
        await self.live.ask_long(Session.states_along, node)
        require_help(look)
        if self.live.keeps_secrets():
            raise NotYourTurn("Best play is shown when the match is over; ask for a hint.")
        self.played = node
        self.playing = asyncio.create_task(self.find_best(node))

    async def find_best(self, node: int) -> None:
        """Ply by ply, each told at once."""
        line: list[Json] = []
        returns = None
        try:
            while len(line) < LONGEST_LINE:
                moves = [ply["move"] for ply in line]
                asked = await self.live.ask(request_after, node, moves)
                if asked is None:
                    break
                found = await self.bots.weigh(asked, NEXT if line else FIRST)
                returns = returns or found["returns"]
                line.append(await self.live.ask(name_ply, node, moves, found["move"]))
                self.tell_best(node, line, returns, done=False)
        except EveryGameError as error:
            return self.fail("best play", error, say("Best play was not found."))
        return self.tell_best(node, line, returns, done=True)

    def tell_best(self, node: int, line: list[Json], returns: object, done: bool) -> None:
        self.say({"type": "best", "node": node, "line": line, "returns": returns, "done": done})


def require_help(look: Viewpoint) -> None:
    """Raises NotYourTurn."""
    if not look.helped:
        raise NotYourTurn(ONLY_HERE)


def may_analyse(live: LiveMatch, device: int | None) -> bool:
    """Hints and analysis are for matches against bots, at one screen, or that are over: they
    would be cheating against people elsewhere. A table without rules has none."""
    if not live.facts.levels:
        return False
    return not live.seats.people_seats() or live.seats.has_all_people(device) or live.now.over


# -- behind the port


def find_line(session: Session, look: Viewpoint) -> Wish | None:
    """What may be weighed of the line that is looked at."""
    match = session.match
    here = match.node if look.node is None else look.node
    line = [*recall(match, here, MOST_PLIES), *match.onward(here)][-MOST_PLIES:]
    if not session.keeps_secrets():
        return None, tuple(line)
    viewer, _ = find_viewer(session, look)
    if viewer is None:
        return None
    mine = (node for node in line if match.state(node).to_play() in (viewer, OVER))
    return viewer, tuple(mine)


def find_returns(session: Session, node: int) -> list[float] | None:
    """What each seat got at a node where it was over by the rules."""
    outcome = session.match.outcome(node)
    return list(outcome.returns) if outcome and outcome.ending not in ENDINGS else None


def find_plies(session: Session, line: Sequence[int]) -> list[tuple[int, int]]:
    """The nodes of a line, each with who played the ply that led to it."""
    return [(node, session.match.nodes[node].seat) for node in line]


def find_numbers(session: Session, knowing: int | None, line: Sequence[int]) -> dict[int, int]:
    """What who is told of these nodes calls them: a seat, or who may know all."""
    if knowing is None:
        return {node: node for node in line}
    return {node: session.number_for(knowing, node) for node in line}


def find_name(session: Session, node: int, seat: int, move: str) -> str:
    """What people call a move that a seat has at a node; empty where it has no name."""
    return name_choice(session.cached(Scenes).scene(node, seat), move)


def name_ply(session: Session, node: int, moves: Sequence[str], move: str) -> Json:
    """A ply of best play, after these moves from a node."""
    state = follow(session, node, moves)[-1]
    seat = state.to_play()
    name = name_choice(session.cached(Scenes).glimpse(state, seat), move)
    return {"seat": seat, "move": move, "name": name}


def name_choice(scene: Scene, move: str) -> str:
    choices = (choice for choice in scene.choices if choice.move == move)
    return next((choice.name or choice.label for choice in choices), "")


def follow(session: Session, node: int, moves: Sequence[str] = ()) -> list[State]:
    """The states that led to a node, as far as they are remembered, and on along some moves."""
    states = [session.match.state(one) for one in recall(session.match, node)]
    for move in moves:
        states.append(states[-1].apply(states[-1].parse(move)))
    return states


def request_at(session: Session, node: int, knowing: int | None) -> Json:
    """What a worker must know to weigh a node."""
    return request(session, follow(session, node), knowing)


def request_after(session: Session, node: int, moves: Sequence[str]) -> Json | None:
    """What a worker must know to weigh what comes of these moves; None where nobody decides."""
    states = follow(session, node, moves)
    return request(session, states, None) if states[-1].to_play() >= 0 else None


def request(session: Session, states: Sequence[State], knowing: int | None) -> Json:
    """What a worker must know to weigh the last of these states, which follow one another: with
    `knowing`, no more than that seat does."""
    *before, state = states[-recalled(session.game) - 1 :]
    asked: Json = {
        "game": session.game.name,
        "options": session.game.settings,
        "seat": max(state.to_play(), CHANCE),
        "seed": secrets.randbits(48),
    }
    if knowing is None:
        told = {"truth": state.to_json(), "before": [one.to_json() for one in before]}
    else:
        seen = [one.observe(knowing) for one in before]
        told = {"observation": state.observe(knowing), "before": seen}
    return {**asked, **told}
