"""What people are told of a position: who stands better, a good move and why it is good.

All functions take and give plain data and are made for a worker process. A request holds `game`,
`options`, `seconds`, `seed`, `seat` (who decides), and what is known: either `observation` and, if
wanted, `before`, as for `everygame.bots.choose`; or `truth`, the whole state (`State.to_json`),
for positions in which nothing is to be kept from anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from everygame.bots.level import levels
from everygame.bots.reasons import reasons
from everygame.bots.thinker import Thinker, load_game
from everygame.contract import CHANCE, OVER, Game, Json, State
from everygame.search.advice import Level
from everygame.search.budget import Answer

MOST_OUTCOMES: Final = 12
"""Where chance has more outcomes than this, nobody says how it stands."""
SHORTEST: Final = 0.001
"""With less time, in seconds, nothing is searched: one roll may follow the other without end."""
MOST_ADVISED: Final = 200
WORLDS: Final = 8
"""Truths over which an estimate is taken."""
TURN: Final = 0.25
"""What a player must lose by a ply for it to be called a turning point: an eighth of what lies
between a loss and a win."""
MOST_TURNS: Final = 3

Returns = Sequence[float | None]
"""What each seat may expect, from −1 to 1; None where it is not known."""


def advise(request: Json) -> Json:
    """A good move: `{move, reasons, line}`: the move text, short sentences about it, the best
    first, and the move texts of best play from here, `move` among them. The request also holds
    `moves`, all that the seat may play. Raises BadGame, BadOption, BadPosition."""
    thinker = make_thinker(request)
    seconds = request["seconds"]
    found = thinker.think(deep(thinker), seconds)
    state = thinker.truth()
    move = state.text(found.action)
    if move not in request["moves"]:
        return {"move": thinker.rng.choice(request["moves"]), "reasons": [], "line": []}
    return {"move": move, "reasons": reasons(thinker, found), "line": texts(state, found)}


def weigh(request: Json) -> Json:
    """How it stands: `{returns, move, proven, plies}`: what each seat may expect, from −1 to 1
    (None: not known); a best move, or None; and whether that is certain, and after how many plies.
    Raises BadGame, BadOption, BadPosition."""
    thinker = make_thinker(request)
    seconds = request["seconds"]
    if isinstance(thinker, Witness):
        return vars(stand(thinker.game, thinker.state, seconds, thinker))
    return vars(stand_unseen(thinker, seconds))


def turning_points(
    line: Sequence[tuple[int, int]], weights: Mapping[int, Returns], most: int = MOST_TURNS
) -> list[int]:
    """The plies by which players lost most, in their order. `line` holds, for the start and after
    it for each ply, its node and who played it (CHANCE at the start); `weights` says how it stood
    at the nodes that have been weighed so far."""
    losses = []
    for place in range(1, len(line)):
        node, seat = line[place]
        loss = lost_by(line, weights, place, seat) if seat >= 0 else 0.0
        if loss >= TURN:
            losses.append((-loss, place, node))
    return [node for _, _, node in sorted(sorted(losses)[:most], key=lambda loss: loss[1])]


# -- how


class Witness(Thinker):
    """Sees the whole truth of a position, also in a game with secrets."""

    def __init__(self, game: Game, state: State, request: Json, rng: Random) -> None:
        super().__init__(game, {**request, "observation": {}}, rng)
        self.hidden = False
        self.state = state

    def truth(self) -> State:
        return self.state

    def recall(self, told: Json) -> State:
        return self.game.from_json(told)


@dataclass
class Stand:
    """How it stands."""

    returns: list[float | None]
    move: str | None = None
    proven: bool = False
    plies: int = 0


def make_thinker(request: Json) -> Thinker:
    """What is known, and a search over it."""
    game = load_game(request["game"], tuple(sorted(request["options"].items())))
    rng = Random(request["seed"])
    if "truth" not in request:
        return Thinker(game, request, rng)
    return Witness(game, game.from_json(request["truth"]), request, rng)


def stand(game: Game, state: State, seconds: float, like: Thinker) -> Stand:
    """How a state stands of which all is known."""
    who = state.to_play()
    if who == OVER:
        return Stand([*state.returns()], proven=True)
    if who == CHANCE:
        return Stand(weigh_chance(game, state, seconds, like))
    advice = state.advise()
    if advice is not None:
        after = stand(game, follow_advice(state), seconds, like)
        return replace(after, move=state.text(advice))
    request = {"seat": who, "before": like.before, "cpu": like.cpu}
    witness = Witness(game, state, request, like.rng)
    found = witness.think(deep(witness), seconds)
    returns = of_all(game.players, who, found)
    return Stand(returns, state.text(found.action), found.proven, found.plies)


def stand_unseen(thinker: Thinker, seconds: float) -> Stand:
    """How it stands for a seat to play, as far as it can know."""
    state, seats = thinker.truth(), thinker.game.players
    if state.advise() is not None:
        return Stand(estimate(thinker))
    found = thinker.think(deep(thinker), seconds)
    return Stand(of_all(seats, thinker.seat, found), state.text(found.action))


def deep(thinker: Thinker) -> Level:
    """As the strongest bot thinks, without its limits but time."""
    level = replace(levels(thinker.game)[-1], nodes=0, slip=0.0)
    return level if thinker.hidden == thinker.game.hidden else replace(level, search="")


def of_all(seats: int, seat: int, found: Answer) -> list[float | None]:
    """What a search of one seat says of all. Where it simulates matches, the mean of all of them
    is taken: the best move's own is always a little too good for who decides, so that a chart of
    it would swing with every ply."""
    if found.returns:
        return [*found.returns]
    others = -found.value if seats == 2 else None
    return [found.value if one == seat else others for one in range(seats)]


def estimate(thinker: Thinker) -> list[float | None]:
    """What the game itself thinks, where nothing is left to be decided well or badly."""
    evaluate = thinker.advice.evaluate
    if evaluate is None:
        return [None] * thinker.game.players
    worlds = [thinker.truth() for _ in range(WORLDS)]
    return [
        sum(evaluate(world, seat) for world in worlds) / WORLDS
        for seat in range(thinker.game.players)
    ]


def follow_advice(state: State) -> State:
    """The state after all plies that the game itself knows to be best."""
    for _ in range(MOST_ADVISED):
        advice = state.advise() if state.to_play() >= 0 else None
        if advice is None:
            break
        state = state.apply(advice)
    return state


def weigh_chance(game: Game, state: State, seconds: float, like: Thinker) -> list[float | None]:
    """The mean over what chance may decide; not known where that is too much."""
    outcomes = state.chance_outcomes()
    totals = [0.0] * game.players
    if len(outcomes) > MOST_OUTCOMES or seconds < SHORTEST:
        return [None] * game.players
    for action, probability in outcomes:
        found = stand(game, state.apply(action), seconds / len(outcomes), like).returns
        totals = [t + probability * (f or 0.0) for t, f in zip(totals, found, strict=True)]
    return [*totals]


def texts(state: State, found: Answer) -> list[str]:
    """The line of a search as move texts."""
    moves: list[str] = []
    for action in found.line:
        if action not in state.legal_actions():
            break
        moves.append(state.text(action))
        state = state.apply(action)
    return moves


def lost_by(
    line: Sequence[tuple[int, int]], weights: Mapping[int, Returns], place: int, seat: int
) -> float:
    """How much less a seat may expect after its ply than before."""
    before = first_known(weights, reversed(line[:place]), seat)
    after = first_known(weights, line[place:], seat)
    return 0.0 if before is None or after is None else before - after


def first_known(
    weights: Mapping[int, Returns], nodes: Iterable[tuple[int, int]], seat: int
) -> float | None:
    """What the seat could expect at the first of these nodes of which that can be known; None too
    while such a node has not been weighed."""
    for node, _ in nodes:
        if node not in weights or weights[node][seat] is not None:
            return weights[node][seat] if node in weights else None
    return None
