"""Analysis of a position for people: which seat stands better, a good move, and its reasons.

All functions take and answer JSON, because they run in a worker process. A request holds `game`,
`options`, `seconds`, `seed`, `seat` (the player to move), and what is known: either `observation`
and, if wanted, `before`, as for `everygame.bots.choose`; or `truth`, the whole state
(`State.to_json`), for positions in which nothing must be kept secret.
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
"""A chance node with more outcomes than this is not evaluated."""
SHORTEST: Final = 0.001
"""With less time than this, in seconds, a chance node is not evaluated: one roll may follow another
without end, and each gets a part of the time."""
MOST_ADVISED: Final = 200
WORLDS: Final = 8
"""An estimate is the mean over so many truths."""
TURN: Final = 0.25
"""A ply is a turning point if it costs its player at least so much expected return, an eighth of
the range from loss to win."""
MOST_TURNS: Final = 3

Returns = Sequence[float | None]
"""The expected return of each seat, from −1 to 1; None where it is not known."""


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
    """Evaluate a position: `{returns, move, proven, plies}`: the expected return of each seat, from
    −1 to 1 (None: not known); a best move, or None; whether that is proven, and the plies to the
    end. Raises BadGame, BadOption, BadPosition."""
    thinker = make_thinker(request)
    seconds = request["seconds"]
    if isinstance(thinker, Witness):
        return vars(evaluate_state(thinker.game, thinker.state, seconds, thinker))
    return vars(evaluate_observation(thinker, seconds))


def turning_points(
    line: Sequence[tuple[int, int]], weights: Mapping[int, Returns], most: int = MOST_TURNS
) -> list[int]:
    """The nodes of the plies that cost their players most, in the order of the line. `line` holds
    the node of the start (with CHANCE) and of each ply, with the seat that played it; `weights`
    holds the evaluations of nodes so far."""
    losses = []
    for place in range(1, len(line)):
        node, seat = line[place]
        loss = lost_by(line, weights, place, seat) if seat >= 0 else 0.0
        if loss >= TURN:
            losses.append((-loss, place, node))
    return [node for _, _, node in sorted(sorted(losses)[:most], key=lambda loss: loss[1])]


# -- how it is done


class Witness(Thinker):
    """A thinker that knows the whole truth of a position, also in a game with secrets."""

    def __init__(self, game: Game, state: State, request: Json, rng: Random) -> None:
        super().__init__(game, {**request, "observation": {}}, rng)
        self.hidden = False
        self.state = state

    def truth(self) -> State:
        return self.state

    def recall(self, told: Json) -> State:
        return self.game.from_json(told)


@dataclass
class Evaluation:
    """The evaluation of a position."""

    returns: list[float | None]
    move: str | None = None
    proven: bool = False
    plies: int = 0


def make_thinker(request: Json) -> Thinker:
    """The thinker for a request: one that knows the truth, or the observation of a seat."""
    game = load_game(request["game"], tuple(sorted(request["options"].items())))
    rng = Random(request["seed"])
    if "truth" not in request:
        return Thinker(game, request, rng)
    return Witness(game, game.from_json(request["truth"]), request, rng)


def evaluate_state(game: Game, state: State, seconds: float, like: Thinker) -> Evaluation:
    """Evaluate a state of which all is known."""
    who = state.to_play()
    if who == OVER:
        return Evaluation([*state.returns()], proven=True)
    if who == CHANCE:
        return Evaluation(weigh_chance(game, state, seconds, like))
    advice = state.advise()
    if advice is not None:
        after = evaluate_state(game, follow_advice(state), seconds, like)
        return replace(after, move=state.text(advice))
    request = {"seat": who, "before": like.before, "cpu": like.cpu}
    witness = Witness(game, state, request, like.rng)
    found = witness.think(deep(witness), seconds)
    returns = of_all(game.players, who, found)
    return Evaluation(returns, state.text(found.action), found.proven, found.plies)


def evaluate_observation(thinker: Thinker, seconds: float) -> Evaluation:
    """Evaluate a position by the observation of the player to move."""
    state, seats = thinker.truth(), thinker.game.players
    if state.advise() is not None:
        return Evaluation(estimate(thinker))
    found = thinker.think(deep(thinker), seconds)
    return Evaluation(of_all(seats, thinker.seat, found), state.text(found.action))


def deep(thinker: Thinker) -> Level:
    """The strongest level of the game, limited by time alone."""
    level = replace(levels(thinker.game)[-1], nodes=0, slip=0.0)
    return level if thinker.hidden == thinker.game.hidden else replace(level, search="")


def of_all(seats: int, seat: int, found: Answer) -> list[float | None]:
    """The expected return of each seat, from a search for one. Where the search simulates matches,
    this is the mean of all simulations: the mean of the best move alone is always a little too good
    for the player to move, so a chart of it would swing with every ply."""
    if found.returns:
        return [*found.returns]
    others = -found.value if seats == 2 else None
    return [found.value if one == seat else others for one in range(seats)]


def estimate(thinker: Thinker) -> list[float | None]:
    """The estimate of the game's `evaluate`, without a search."""
    evaluate = thinker.advice.evaluate
    if evaluate is None:
        return [None] * thinker.game.players
    worlds = [thinker.truth() for _ in range(WORLDS)]
    return [
        sum(evaluate(world, seat) for world in worlds) / WORLDS
        for seat in range(thinker.game.players)
    ]


def follow_advice(state: State) -> State:
    """The state after all plies that the game's `State.advise` knows to be best."""
    for _ in range(MOST_ADVISED):
        advice = state.advise() if state.to_play() >= 0 else None
        if advice is None:
            break
        state = state.apply(advice)
    return state


def weigh_chance(game: Game, state: State, seconds: float, like: Thinker) -> list[float | None]:
    """The mean over the outcomes of chance; not known where there are too many."""
    outcomes = state.chance_outcomes()
    totals = [0.0] * game.players
    if len(outcomes) > MOST_OUTCOMES or seconds < SHORTEST:
        return [None] * game.players
    for action, probability in outcomes:
        found = evaluate_state(game, state.apply(action), seconds / len(outcomes), like).returns
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
    """The expected return that a seat has lost by a ply."""
    before = first_known(weights, reversed(line[:place]), seat)
    after = first_known(weights, line[place:], seat)
    return 0.0 if before is None or after is None else before - after


def first_known(
    weights: Mapping[int, Returns], nodes: Iterable[tuple[int, int]], seat: int
) -> float | None:
    """The expected return of a seat at the first of these nodes where it is known; None while an
    earlier one has not been evaluated yet."""
    for node, _ in nodes:
        if node not in weights or weights[node][seat] is not None:
            return weights[node][seat] if node in weights else None
    return None
