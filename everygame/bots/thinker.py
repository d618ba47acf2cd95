"""A bot's move, found from the observations of its seat alone."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from everygame.bots.care import check_move
from everygame.bots.level import find_advice, find_level
from everygame.contract import Game, Json, State
from everygame.errors import BadOption
from everygame.library.registry import find_game
from everygame.search.advice import Level
from everygame.search.alphabeta import alphabeta
from everygame.search.baseline import baseline, hidden_baseline
from everygame.search.budget import Answer, Budget
from everygame.search.greedy import greedy
from everygame.search.gt_cfr import gt_cfr
from everygame.search.ismcts import ismcts
from everygame.search.mcts import mcts

POSITIONS: Final = 10
"""A node of a level, which is one simulation, is worth so many positions of alpha-beta."""
TABLE_BITS: Final = 21
"""The size of the transposition table as a power of two: 32 megabytes at most."""
TREE: Final = 2_000_000
"""The most nodes of a tree: 140 megabytes, which fast rules fill in two seconds."""
SOLVING: Final = 0.9
"""The share of its time in which a bot tries to prove the result before it searches."""
CONTEMPT: Final = 0.1
"""A bot gives up so much expected return to avoid a draw by repetition."""


def choose(request: Json) -> Json:
    """Play one move: `{move, nodes, seconds, value}`, the value as the seat sees it, from −1 to 1.

    The request: `game`, `options`, `seat`, `observation` (`State.observe(seat)`), `moves` (the
    legal ones as text), `level`, `seed`; if wanted `seconds`, instead of the level's,
    `cpu`, true if these are seconds of the processor and not of the clock on the wall, and
    `before`, what the seat observed earlier in the match, so that it need not repeat itself.
    Raises BadGame, BadOption, BadPosition."""
    game = load_game(request["game"], tuple(sorted(request["options"].items())))
    return answer(game, find_level(game, request["level"]), request)


def answer(game: Game, level: Level, request: Json) -> Json:
    """`choose` with a level that need not be one of the game's."""
    moves: list[str] = request["moves"]
    rng = Random(request["seed"])
    if len(moves) == 1 or rng.random() < level.slip:
        return {"move": rng.choice(moves), "nodes": 0, "seconds": 0.0, "value": 0.0}
    thinker = Thinker(game, request, rng)
    found = thinker.think(level, request.get("seconds", level.seconds))
    move = thinker.truth().text(found.action)
    return {
        "move": move if move in moves else rng.choice(moves),
        "nodes": found.nodes,
        "seconds": found.seconds,
        "value": found.value,
    }


def load_game(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    """The game, from a cache as long as its files are unchanged. Raises BadGame, BadOption."""
    return keep_game(name, options, find_game(name).stamp())


@lru_cache(64)
def keep_game(name: str, options: tuple[tuple[str, str], ...], stamp: str) -> Game:
    return find_game(name).game(**dict(options))


class Thinker:
    """The observations of one seat, and the searches over the truths that it cannot rule out."""

    def __init__(self, game: Game, request: Json, rng: Random) -> None:
        self.game = game
        self.hidden = game.hidden
        self.seat: int = request["seat"]
        self.observation: Json = request["observation"]
        self.before: list[Json] = request.get("before", [])
        """The seat's observations of earlier positions."""
        self.cpu: bool = request.get("cpu", False)
        self.rng = rng
        self.advice = find_advice(game.name)

    def truth(self) -> State:
        """Draw a truth that fits the seat's observation."""
        return self.game.resample(self.observation, self.seat, self.rng)

    def recall(self, observation: Json) -> State:
        """Draw a truth of an earlier observation."""
        return self.game.resample(observation, self.seat, self.rng)

    def disguise(self) -> State:
        """Draw a truth as another seat might imagine it, in which the seat's own secrets are drawn
        anew too."""
        truth = self.truth()
        other = self.rng.choice([s for s in range(self.game.players) if s != self.seat])
        return self.game.resample(truth.observe(other), other, self.rng)

    def think(self, level: Level, seconds: float) -> Answer:
        """Find a move: by `State.advise`; else by the game's `solve`, if the level is limited by
        time alone; else by the search of the level, or the one that fits the game. Raises
        BadOption."""
        if level.search == "baseline":
            return self.baseline(self.budget(level.nodes, seconds))
        advice = self.truth().advise()
        if advice is not None:
            return Answer(advice, 0.0, 0, 0.0, line=(advice,))
        if level.search == "greedy":
            idea = self.advice.idea or self.advice.evaluate
            return greedy(self.truth(), idea, self.rng, self.advice.noisy)
        if self.advice.solve is not None and level.is_free and not self.has_secrets():
            proven = self.advice.solve(self.truth(), self.budget(0, seconds * SOLVING))
            if proven is not None:
                return proven
            seconds *= 1 - SOLVING
        search = level.search or self.fitting_search()
        if search == "ismcts":
            return self.ismcts(level, seconds)
        if search == "gt_cfr":
            return self.gt_cfr(level, seconds)
        if self.has_secrets():
            raise BadOption(
                "{search} cannot play {name}, which has secrets.",
                search=search,
                name=self.game.name,
            )
        if search in ("mcts", "rave"):
            return self.mcts(level, seconds, self.game.num_actions if search == "rave" else 0)
        return self.alphabeta(level, seconds)

    def has_secrets(self) -> bool:
        """Whether something is hidden from the seat in this position."""
        return self.hidden and self.truth().to_json() != self.observation

    def mcts(self, level: Level, seconds: float, shared_actions: int) -> Answer:
        state = self.truth()
        found = mcts(
            state,
            self.budget(self.simulations(level), seconds),
            self.rng.getrandbits(31),
            self.advice.evaluate,
            level.horizon,
            level.exploration,
            most_nodes=TREE,
            priors=self.advice.priors,
            policy=self.advice.policy,
            shared_actions=shared_actions,
        )
        return check_move(state, found) if level.careful else found

    def simulations(self, level: Level) -> int:
        """The simulations of a level; 0: as many as its time allows."""
        if not level.nodes or self.advice.evaluate is not None:
            return level.nodes
        return max(level.nodes, level.each * len(self.truth().legal_actions()))

    def ismcts(self, level: Level, seconds: float) -> Answer:
        return ismcts(
            self.truth,
            self.seat,
            self.budget(self.simulations(level), seconds),
            self.rng.getrandbits(31),
            self.advice.evaluate,
            level.horizon,
            level.exploration,
            priors=self.advice.priors,
            policy=self.advice.policy,
        )

    def gt_cfr(self, level: Level, seconds: float) -> Answer:
        return gt_cfr(
            self.truth,
            self.disguise,
            self.seat,
            self.budget(level.nodes, seconds),
            self.advice.secrecy(self.disguise(), self.seat) if self.advice.secrecy else 0.0,
            self.rng.getrandbits(31),
            self.advice.evaluate,
            level.exploration,
            likely=self.advice.belief([*self.before, self.observation], self.seat)
            if self.advice.belief
            else None,
            idle=self.advice.idle,
        )

    def budget(self, nodes: int, seconds: float) -> Budget:
        return Budget(nodes, seconds, cpu=self.cpu)

    def baseline(self, budget: Budget) -> Answer:
        """The frozen baseline, which uses no knowledge of the game, not even `State.advise`."""
        seed = self.rng.getrandbits(31)
        if self.game.hidden:
            return hidden_baseline(self.truth, self.seat, budget, seed)
        return baseline(self.truth(), budget, seed)

    def fitting_search(self) -> str:
        """The search that fits the game. With secrets: GT-CFR for two seats where moves give
        secrets away, else ISMCTS. Without: UCT with chance, for more than two seats, or without an
        `evaluate`, else alpha-beta. Where nothing is hidden in this position the game may
        choose."""
        game = self.game
        if self.advice.open_search is not None and not self.has_secrets():
            return self.advice.open_search(game)
        if self.hidden:
            bluffs = self.advice.secrecy is not None and game.players == 2
            return "gt_cfr" if bluffs else "ismcts"
        unknown = game.players == 2 and self.advice.evaluate is None
        return "mcts" if game.chance or game.players > 2 or unknown else "alphabeta"

    def alphabeta(self, level: Level, seconds: float) -> Answer:
        if self.game.players > 2:
            raise BadOption(
                "alphabeta cannot play {name} for {players}.",
                name=self.game.name,
                players=self.game.players,
            )
        return alphabeta(
            self.truth(),
            self.budget(level.nodes * POSITIONS, seconds),
            self.rng.getrandbits(31),
            self.advice.evaluate,
            repetition=self.game.repetition,
            contempt=CONTEMPT,
            before=map(self.recall, self.before) if self.game.repetition else (),
            table_bits=TABLE_BITS,
            priors=self.advice.priors,
            noisy=self.advice.noisy,
            quiet=self.advice.quiet,
        )
