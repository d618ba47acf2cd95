"""A bot's move, from nothing but what its seat knows."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from everygame.bots.level import find_advice, find_level
from everygame.contract import Game, Json, State
from everygame.registry import find_game
from everygame.search.alphabeta import alphabeta
from everygame.search.budget import Answer, Budget
from everygame.search.ismcts import ismcts
from everygame.search.mcts import mcts

POSITIONS: Final = 10
"""Positions of alpha-beta that are worth one simulated match."""
CONTEMPT: Final = 0.1
"""What a bot gives up to escape a draw by repetition."""


def choose(request: Json) -> Json:
    """Play one move: `{move, nodes, seconds, value}`, the value as the seat sees it, from −1 to 1.

    The request: `game`, `options`, `seat`, `observation` (`State.observe(seat)`), `moves` (the
    legal ones as text), `level`, `seed`; if wanted `seconds`, instead of the level's, and
    `before`, what the seat observed earlier in the match, so that it need not repeat itself.
    Raises BadGame, BadOption, BadPosition."""
    game = load_game(request["game"], tuple(sorted(request["options"].items())))
    level = find_level(game, request["level"])
    moves: list[str] = request["moves"]
    rng = Random(request["seed"])
    if len(moves) == 1 or rng.random() < level.slip:
        return {"move": rng.choice(moves), "nodes": 0, "seconds": 0.0, "value": 0.0}
    thinker = Thinker(game, request, rng)
    answer = thinker.think(level.nodes, request.get("seconds", level.seconds))
    move = thinker.truth().text(answer.action)
    return {
        "move": move if move in moves else rng.choice(moves),
        "nodes": answer.nodes,
        "seconds": answer.seconds,
        "value": answer.value,
    }


@cache
def load_game(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    """The game, kept for the next move. Raises BadGame, BadOption."""
    return find_game(name).game(**dict(options))


class Thinker:
    """What one seat knows, and a search over the truths that it cannot rule out."""

    def __init__(self, game: Game, request: Json, rng: Random) -> None:
        self.game = game
        self.seat: int = request["seat"]
        self.observation: Json = request["observation"]
        self.before: list[Json] = request.get("before", [])
        self.rng = rng
        self.evaluate = getattr(find_advice(game.name), "evaluate", None)

    def truth(self) -> State:
        """A state that shows the seat what it sees."""
        return self.game.resample(self.observation, self.seat, self.rng)

    def think(self, nodes: int, seconds: float) -> Answer:
        """Among all truths where there are secrets; by simulated matches with chance, with many
        seats, and where nothing says what a position is worth; otherwise ply by ply."""
        seed = self.rng.getrandbits(31)
        game, evaluate = self.game, self.evaluate
        budget = Budget(nodes, seconds)
        if game.hidden:
            return ismcts(self.truth, self.seat, budget, seed, evaluate)
        if game.chance or game.players > 2 or (game.players == 2 and evaluate is None):
            return mcts(self.truth(), budget, seed, evaluate)
        return alphabeta(
            self.truth(),
            Budget(nodes * POSITIONS, seconds),
            seed,
            evaluate,
            repetition=game.repetition > 0,
            contempt=CONTEMPT,
            before=[game.resample(seen, self.seat, self.rng) for seen in self.before],
        )
