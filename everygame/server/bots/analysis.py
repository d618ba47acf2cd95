"""Hints, evaluations and best play for one connection to a live match.

To *weigh* a node is to evaluate its position: a number for each seat from -1 (a loss) to 1 (a win).
`knowing` is the seat whose knowledge the evaluation may use; None means that everything is known.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Final

from everygame.bots.analysis import turning_points
from everygame.bots.request import recalled
from everygame.contract import CHANCE, OVER, TRUTH, Json, State
from everygame.errors import EveryGameError, NotYourTurn, StaleState
from everygame.history import ENDINGS
from everygame.scene import Scene, ply_in_words
from everygame.server.bots.player import make_request, recent_nodes
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
PLY_SECONDS: Final = 0.25
"""The seconds of search for each node that is weighed."""
FIRST_PLY_SECONDS: Final = 1.0
"""The seconds of search for the first ply of best play."""
NEXT_PLY_SECONDS: Final = 0.4
"""The seconds of search for each further ply of best play."""
LONGEST_LINE: Final = 10
"""The number of plies of best play that are searched and shown."""
MOST_WEIGHED_PLIES: Final = 600
"""The number of nodes of a line that are weighed; of a longer line, the last ones."""
MOST_WEIGHTS: Final = 4_000
"""The number of evaluations that a live match keeps; the oldest is dropped first."""

WeighedLine = tuple[int | None, tuple[int, ...]]
"""A line to weigh: the seat whose knowledge may be used (None: everything is known), and the line's
nodes."""


class Analysis:
    """Runs the hints, evaluations and searches that one connection asks for, in worker processes.
    Each is cancelled as soon as the connection shows another position to which it does not
    apply."""

    def __init__(self, live: LiveMatch, send: Callable[[Json], None]) -> None:
        self.live = live
        self.bots = live.bot_player.bots
        self.send = send
        self.is_on = False
        """Whether the person has switched on the evaluation of the line."""
        self.line: WeighedLine | None = None
        self.weighed_node: int | None = None
        """The node that a worker is weighing now."""
        self.weighing: asyncio.Task[None] | None = None
        self.hinting: asyncio.Task[None] | None = None
        self.hint_node = 0
        self.searching: asyncio.Task[None] | None = None
        self.best_node = 0
        """The node from which best play is searched."""

    def stop(self) -> list[asyncio.Task[None]]:
        """Cancel all work, and return the tasks so that the caller can wait for their end."""
        tasks = [task for task in (self.weighing, self.hinting, self.searching) if task]
        for task in tasks:
            task.cancel()
        return tasks

    async def follow(self, viewpoint: Viewpoint) -> None:
        """Adapt the work to what the connection shows now: cancel work that it no longer needs, and
        weigh the line that it shows."""
        here = self.live.now.node
        shown = here if viewpoint.node is None else viewpoint.node
        if self.hinting and self.hint_node != here:
            self.hinting.cancel()
        if self.searching and self.best_node != shown:
            self.searching.cancel()
        line = await self.find_weighed_line(viewpoint)
        if line == self.line:
            return
        before, self.line = self.line, line
        goes_on = line and before and line[0] == before[0] and self.weighed_node in line[1]
        if self.weighing and not goes_on:
            self.weighing.cancel()
            self.weighing = None
        if line:
            await self.send_weights(list(line[1]), fresh=True)
            if self.weighing is None or self.weighing.done():
                self.weighing = asyncio.create_task(self.weigh())

    # -- hints

    async def hint(self, at: int, viewpoint: Viewpoint) -> None:
        """Begin to search for a hint for the seat to move; `at` is the node for which the person
        asked. Raises StaleState where the match is no longer there, NotYourTurn where the person
        may not have a hint, and Refused while another hint is being searched for."""
        if at != self.live.now.node:
            raise StaleState("The match has moved on since you looked.")
        require_help(viewpoint)
        seat, _ = await self.live.ask(find_viewer, viewpoint)
        if seat is None or seat != self.live.now.to_play:
            raise NotYourTurn("There is a hint only for the player whose turn it is.")
        if self.hinting and not self.hinting.done():
            raise Refused(429, "A hint is on its way.")
        self.hint_node = at
        self.hinting = asyncio.create_task(self.find_hint(at, seat))

    async def find_hint(self, at: int, seat: int) -> None:
        """Search for a good move of a seat, and send it with reasons."""
        try:
            request = await self.live.ask(make_request, seat, "")
            answer = await self.bots.advise(request)
            move = str(answer["move"])
            name = await self.live.ask(find_name, at, seat, move)
            number = await self.live.ask(Session.number_for, seat, at)
        except EveryGameError as error:
            return self.send_failure("hint", error, say("No hint was found."))
        sentence: str = say("Try this: {move}.", move=name or move)
        for reason in answer["reasons"]:
            sentence = say("{hint} {reason}", hint=sentence, reason=reason)
        return self.send({"type": "hint", "at": number, "move": move, "sentence": sentence})

    def send_failure(self, what: str, error: EveryGameError, sentence: str) -> None:
        """Tell the person that a search failed; the error itself goes to the log."""
        log.error("%s for %s: %s", what, self.live.facts.name, error)
        self.send({"type": "error", "code": "bad", "error": sentence})

    # -- evaluations

    async def weigh_line(self, on: bool, viewpoint: Viewpoint) -> None:
        """Start or stop weighing the nodes of the line that the page shows. Raises NotYourTurn
        where the person may not have analysis."""
        if on:
            require_help(viewpoint)
        self.is_on, self.line = on, None
        await self.follow(viewpoint)

    async def find_weighed_line(self, viewpoint: Viewpoint) -> WeighedLine | None:
        """Return the line to weigh; None where evaluations are off or not allowed, or the game has
        only one player."""
        if not (self.is_on and viewpoint.helped) or self.live.facts.players == 1:
            return None
        return await self.live.ask(find_line, viewpoint)

    async def weigh(self) -> None:
        """Weigh one node of the line after the other, and send each evaluation."""
        while (found := self.next_to_weigh()) is not None:
            knowing, node = found
            self.weighed_node = node
            # Two connections may want the same node: the second waits here and finds it weighed.
            async with self.live.weighing:
                if found not in self.live.weights:
                    self.remember(found, await self.weigh_node(knowing, node))
            await self.send_weights([node])

    def remember(self, key: tuple[int | None, int], weight: Json) -> None:
        """Keep an evaluation in the live match, and forget the oldest beyond `MOST_WEIGHTS`."""
        weights = self.live.weights
        weights[key] = weight
        if len(weights) > MOST_WEIGHTS:
            del weights[next(iter(weights))]

    def next_to_weigh(self) -> tuple[int | None, int] | None:
        """Return the key of the next node to weigh, or None. The first nodes lie far apart, so that
        a rough curve of the whole line soon appears: a node comes earlier the larger the power of
        two that divides its index."""
        if self.line is None:
            return None
        knowing, nodes = self.line
        left = [i for i, node in enumerate(nodes) if (knowing, node) not in self.live.weights]
        if not left:
            return None
        # `i & -i` is the largest power of two that divides i; it is 0 for i = 0, which comes first
        return knowing, nodes[max(left, key=lambda i: (i & -i or len(nodes), -i))]

    async def weigh_node(self, knowing: int | None, node: int) -> Json:
        """Return the evaluation of a node: the outcome of a finished match, otherwise the result of
        a search in a worker. Where the search fails, the numbers are None."""
        returns = await self.live.ask(find_returns, node)
        if returns:
            return {"returns": returns, "move": None, "proven": True, "plies": 0}
        try:
            request = await self.live.ask(request_at, node, knowing)
            return await self.bots.weigh(request, PLY_SECONDS)
        except EveryGameError as error:
            log.error("weight of %s: %s", self.live.facts.name, error)
            unknown = [None] * self.live.facts.players
            return {"returns": unknown, "move": None, "proven": False, "plies": 0}

    async def send_weights(self, nodes: list[int], fresh: bool = False) -> None:
        """Send the known evaluations of some nodes, and the turning points of the whole line.
        `fresh` tells the page to drop the evaluations of another line."""
        if self.line is None:
            return
        knowing, line = self.line
        known = {
            node: self.live.weights[knowing, node]
            for node in line
            if (knowing, node) in self.live.weights
        }
        plies, numbers = await self.live.ask(describe_line, knowing, line)
        returns = {node: weight["returns"] for node, weight in known.items()}
        self.send(
            {
                "type": "weights",
                "fresh": fresh,
                "knowing": knowing,
                "weights": [{"node": numbers[one], **known[one]} for one in nodes if one in known],
                "turns": [numbers[node] for node in turning_points(plies, returns)],
                "done": len(known),
                "of": len(line),
            }
        )

    # -- best play

    async def best(self, node: int | None, viewpoint: Viewpoint) -> None:
        """Begin to search for best play from a node; None stops the search. Raises StaleState where
        there is no such node, and NotYourTurn where the person may not have analysis."""
        if self.searching:
            self.searching.cancel()
        if node is None:
            return
        await self.live.ask_long(Session.states_along, node)
        require_help(viewpoint)
        if self.live.keeps_secrets():
            raise NotYourTurn("Best play is shown when the match is over; ask for a hint.")
        self.best_node = node
        self.searching = asyncio.create_task(self.find_best(node))

    async def find_best(self, node: int) -> None:
        """Search for best play ply by ply, and send the line after each."""
        line: list[Json] = []
        returns = None
        try:
            while len(line) < LONGEST_LINE:
                moves = [ply["move"] for ply in line]
                request = await self.live.ask(request_after, node, moves)
                if request is None:
                    break
                seconds = NEXT_PLY_SECONDS if line else FIRST_PLY_SECONDS
                found = await self.bots.weigh(request, seconds)
                returns = returns or found["returns"]
                line.append(await self.live.ask(name_ply, node, moves, found["move"]))
                self.send_best(node, line, returns, done=False)
        except EveryGameError as error:
            return self.send_failure("best play", error, say("Best play was not found."))
        return self.send_best(node, line, returns, done=True)

    def send_best(self, node: int, line: list[Json], returns: object, done: bool) -> None:
        """Send the best play found so far."""
        self.send({"type": "best", "node": node, "line": line, "returns": returns, "done": done})


def require_help(viewpoint: Viewpoint) -> None:
    """Raise NotYourTurn where a connection may not have hints and analysis."""
    if not viewpoint.helped:
        raise NotYourTurn(ONLY_HERE)


def may_analyse(live: LiveMatch, device: int | None) -> bool:
    """Whether a device may have hints and analysis: in a match against bots, in a match at one
    screen, or in a finished match. Against people at other devices they would be cheating, and a
    game without bots, such as a table without rules, has none."""
    if not live.facts.levels:
        return False
    return not live.seats.people_seats() or live.seats.has_all_people(device) or live.now.over


# -- called with the session, where the game runs


def find_line(session: Session, viewpoint: Viewpoint) -> WeighedLine | None:
    """Return the nodes of the line that a connection shows, as far as it may have them weighed.
    While the match keeps secrets, these are only the nodes where its own seat is to move; None
    where it has no seat."""
    match = session.match
    here = match.node if viewpoint.node is None else viewpoint.node
    line = [*recent_nodes(match, here, MOST_WEIGHED_PLIES), *match.onward(here)]
    line = line[-MOST_WEIGHED_PLIES:]
    if not session.keeps_secrets():
        return None, tuple(line)
    viewer, _ = find_viewer(session, viewpoint)
    if viewer is None:
        return None
    mine = (node for node in line if match.state(node).to_play() in (viewer, OVER))
    return viewer, tuple(mine)


def find_returns(session: Session, node: int) -> list[float] | None:
    """Return the result of each seat where the match ended at a node by the rules of the game. None
    elsewhere, also after a resignation, because the position itself may then be good."""
    outcome = session.match.outcome(node)
    return list(outcome.returns) if outcome and outcome.ending not in ENDINGS else None


def describe_line(
    session: Session, knowing: int | None, line: Sequence[int]
) -> tuple[list[tuple[int, int]], dict[int, int]]:
    """Return the nodes of a line, each with the seat that decided on the ply to it; and the number
    of each in the history of the seat `knowing`, which may know of fewer plies. For None, who may
    know everything, the number is the node itself."""
    plies = [(node, session.match.nodes[node].seat) for node in line]
    if knowing is None:
        return plies, {node: node for node in line}
    # the line has only nodes where this seat decides
    plies[1:] = [(node, knowing) for node in line[1:]]
    return plies, {node: session.number_for(knowing, node) for node in line}


def find_name(session: Session, node: int, seat: int, move: str) -> str:
    """Return the name for people of a seat's move at a node; an empty text where it has none."""
    return name_choice(session.cached(Scenes).scene(node, seat), move)


def name_ply(session: Session, node: int, moves: Sequence[str], move: str) -> Json:
    """Return a ply of best play as JSON: the seat, the move, its name, and its words as in the
    history. The ply is played after `moves` from a node."""
    state = states_to(session, node, moves)[-1]
    seat, after = state.to_play(), state.apply(state.parse(move))
    name = name_choice(session.cached(Scenes).glimpse(state, seat), move)
    viewer = TRUTH if session.game.hidden else None
    words = ply_in_words(session.artist, session.game, (state, after), move, viewer)
    return {"seat": seat, "move": move, "name": name, "words": words}


def name_choice(scene: Scene, move: str) -> str:
    """Return the name of the choice in a scene that plays a move; an empty text where it has
    none."""
    choices = (choice for choice in scene.choices if choice.move == move)
    return next((choice.name or choice.label for choice in choices), "")


def states_to(session: Session, node: int, moves: Sequence[str] = ()) -> list[State]:
    """Return as many states before a node as bots get (`RECALLED`), the state at the node, and the
    state after each of some moves from there."""
    states = [session.match.state(one) for one in recent_nodes(session.match, node)]
    for move in moves:
        states.append(states[-1].apply(states[-1].parse(move)))
    return states


def request_at(session: Session, node: int, knowing: int | None) -> Json:
    """Return the request with which a worker weighs a node, with the knowledge of the seat
    `knowing` or of everything."""
    return evaluation_request(session, states_to(session, node), knowing)


def request_after(session: Session, node: int, moves: Sequence[str]) -> Json | None:
    """Return the request with which a worker weighs the position after some moves from a node; None
    where no seat is to move there."""
    states = states_to(session, node, moves)
    return evaluation_request(session, states, None) if states[-1].to_play() >= 0 else None


def evaluation_request(session: Session, states: Sequence[State], knowing: int | None) -> Json:
    """Return the request with which a worker weighs the last of these successive states. With
    `knowing` it contains only that seat's observations, so that no secret leaves this process."""
    *before, state = states[-recalled(session.game) - 1 :]
    common: Json = {
        "game": session.game.name,
        "options": session.game.settings,
        "seat": max(state.to_play(), CHANCE),
        "seed": secrets.randbits(48),
    }
    if knowing is None:
        knowledge = {"truth": state.to_json(), "before": [one.to_json() for one in before]}
    else:
        seen = [one.observe(knowing) for one in before]
        knowledge = {"observation": state.observe(knowing), "before": seen}
    return {**common, **knowledge}
