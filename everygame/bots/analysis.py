"""Analysis of a position for people: which seat has the better chances, a good move, and the
reasons for that move.

`advise` and `weigh` take and return JSON, because they run in a worker process. A request holds
`game`, `options`, `seconds`, `seed`, `seat` (the player to move) and the position: either
`observation` and, optionally, `before`, as for `everygame.bots.choose`; or `truth`, the complete
state (`State.to_json`), for positions in which nothing must be kept secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from everygame.bots.level import levels
from everygame.bots.reasons import reasons
from everygame.bots.thinker import Thinker, load_game
from everygame.contract import CHANCE, OVER, Game, Json, State
from everygame.search.budget import Answer
from everygame.search.game_advice import Level
from everygame.sides import side_count, sides_of

MOST_OUTCOMES: Final = 12
"""A chance node with more outcomes than this is not evaluated."""
SHORTEST: Final = 0.001
"""The least number of seconds for the evaluation of a chance node. Each outcome gets a part of the
time; this bound ends the recursion where one roll of dice follows another without end."""
MOST_ADVISED: Final = 200
"""The most plies that `follow_advice` plays."""
WORLDS: Final = 8
"""The estimate of an observation is the mean over this number of states drawn by `resample`."""
TURN: Final = 0.25
"""A ply is a turning point if it lowers the expected return of its player by at least this much: an
eighth of the range from −1 (loss) to 1 (win)."""
MOST_TURNS: Final = 3
"""The most turning points that are reported for a match."""

Returns = Sequence[float | None]
"""The expected return of each seat, from −1 to 1; None where it is not known."""


def advise(request: Json) -> Json:
    """Find a good move. Return `{move, reasons, line}`: the move text; short sentences about the
    move, the most important first; and the move texts of best play from here, beginning with
    `move`. The request also holds `moves`, all legal moves as text. Raises BadGame, BadOption,
    BadPosition."""
    thinker = make_thinker(request)
    seconds = request["seconds"]
    found = thinker.think(deep(thinker), seconds)
    state = thinker.truth()
    move = state.text(found.action)
    if move not in request["moves"]:
        return {"move": thinker.rng.choice(request["moves"]), "reasons": [], "line": []}
    return {"move": move, "reasons": reasons(thinker, found), "line": texts(state, found)}


def weigh(request: Json) -> Json:
    """Evaluate a position. Return `{returns, move, proven, plies}`: the expected return of each
    seat, from −1 to 1 (None: not known); a best move, or None; whether the returns are proven; and
    then the number of plies to the end of the match. Raises BadGame, BadOption, BadPosition."""
    thinker = make_thinker(request)
    seconds = request["seconds"]
    if isinstance(thinker, Witness):
        return vars(evaluate_state(thinker.game, thinker.state, seconds, thinker))
    return vars(evaluate_observation(thinker, seconds))


def turning_points(
    line: Sequence[tuple[int, int]], weights: Mapping[int, Returns], most: int = MOST_TURNS
) -> list[int]:
    """Return the nodes of the plies that cost their players the most expected return, at most
    `most` of them, in the order of the line. `line` holds pairs of a node and the seat that played
    the ply to it; its first pair is the node of the start with CHANCE. `weights` holds the
    evaluations of the nodes that have been evaluated so far."""
    losses = []
    for place in range(1, len(line)):
        node, seat = line[place]
        loss = lost_by(line, weights, place, seat) if seat >= 0 else 0.0
        if loss >= TURN:
            losses.append((-loss, place, node))
    return [node for _, _, node in sorted(sorted(losses)[:most], key=lambda loss: loss[1])]


# -- the steps of an analysis


class Witness(Thinker):
    """A thinker that knows the complete state of a position, also in a game with secrets."""

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
    """The evaluation of a position, with the fields that `weigh` returns."""

    returns: list[float | None]
    move: str | None = None
    proven: bool = False
    plies: int = 0


def make_thinker(request: Json) -> Thinker:
    """Return the thinker for a request: one that knows the complete state, or one that knows only
    what its seat has observed."""
    game = load_game(request["game"], tuple(sorted(request["options"].items())))
    rng = Random(request["seed"])
    if "truth" not in request:
        return Thinker(game, request, rng)
    return Witness(game, game.from_json(request["truth"]), request, rng)


def evaluate_state(game: Game, state: State, seconds: float, like: Thinker) -> Evaluation:
    """Evaluate a state that is completely known. `like` is a thinker whose earlier observations,
    clock and random generator are used."""
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
    returns = of_all(game, who, found)
    return Evaluation(returns, state.text(found.action), found.proven, found.plies)


def evaluate_observation(thinker: Thinker, seconds: float) -> Evaluation:
    """Evaluate a position by what the player to move has observed."""
    state, game = thinker.truth(), thinker.game
    if state.advise() is not None:
        return Evaluation(estimate(thinker))
    found = thinker.think(deep(thinker), seconds)
    return Evaluation(of_all(game, thinker.seat, found), state.text(found.action))


def deep(thinker: Thinker) -> Level:
    """Return the settings for an analysis: the strongest level of the game, limited by time alone.
    If the thinker knows the secrets of the game, the search that fits an open game replaces the
    search of the level."""
    level = replace(levels(thinker.game)[-1], nodes=0, slip=0.0)
    return level if thinker.hidden == thinker.game.hidden else replace(level, search="")


def of_all(game: Game, seat: int, found: Answer) -> list[float | None]:
    """Return the expected return of each seat, from a search for one seat. Where the search
    simulates matches, this is the mean over all simulations: the mean over those of the best move
    alone is always a little too good for the player to move, so a chart of it would swing with
    every ply."""
    if found.returns:
        return [*found.returns]
    sides = sides_of(game)
    others = -found.value if side_count(game) == 2 else None
    return [found.value if side == sides[seat] else others for side in sides]


def estimate(thinker: Thinker) -> list[float | None]:
    """Return the expected return of each seat by the game's `evaluate`, without a search; None for
    each seat where the game has no `evaluate`."""
    evaluate = thinker.advice.evaluate
    if evaluate is None:
        return [None] * thinker.game.players
    worlds = [thinker.truth() for _ in range(WORLDS)]
    return [
        sum(evaluate(world, seat) for world in worlds) / WORLDS
        for seat in range(thinker.game.players)
    ]


def follow_advice(state: State) -> State:
    """Return the state after all plies that `State.advise` gives one after another, at most
    MOST_ADVISED."""
    for _ in range(MOST_ADVISED):
        advice = state.advise() if state.to_play() >= 0 else None
        if advice is None:
            break
        state = state.apply(advice)
    return state


def weigh_chance(game: Game, state: State, seconds: float, like: Thinker) -> list[float | None]:
    """Return the expected return of each seat at a chance node: the mean over its outcomes,
    weighted by their probabilities. None for each seat where there are too many outcomes or too
    little time; within the mean, an unknown return counts as 0."""
    outcomes = state.chance_outcomes()
    totals = [0.0] * game.players
    if len(outcomes) > MOST_OUTCOMES or seconds < SHORTEST:
        return [None] * game.players
    for action, probability in outcomes:
        found = evaluate_state(game, state.apply(action), seconds / len(outcomes), like).returns
        totals = [t + probability * (f or 0.0) for t, f in zip(totals, found, strict=True)]
    return [*totals]


def texts(state: State, found: Answer) -> list[str]:
    """Return the best line that a search has found, as move texts, up to the first action that is
    not legal in `state` and its successors."""
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
    """Return the expected return that a seat has lost by the ply to the node at index `place` of
    the line; 0 where the return before or after the ply is not known."""
    before = first_known(weights, reversed(line[:place]), seat)
    after = first_known(weights, line[place:], seat)
    return 0.0 if before is None or after is None else before - after


def first_known(
    weights: Mapping[int, Returns], nodes: Iterable[tuple[int, int]], seat: int
) -> float | None:
    """Return the expected return of a seat at the first of these nodes whose evaluation contains
    one; None if a node before that one has not been evaluated yet."""
    for node, _ in nodes:
        if node not in weights or weights[node][seat] is not None:
            return weights[node][seat] if node in weights else None
    return None
