"""A bot's move, from nothing but what its seat knows."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from everygame.bots.care import look_twice
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
"""Positions of alpha-beta that are worth one simulated match."""
TABLE_BITS: Final = 21
"""At most 32 megabytes."""
TREE: Final = 2_000_000
"""Nodes of a tree, at most 140 megabytes: two seconds fill it."""
SOLVING: Final = 0.9
"""Of its time, what a bot gives to a proof before it makes do with an estimate."""
CONTEMPT: Final = 0.1
"""What a bot gives up to escape a draw by repetition."""


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
    """`choose` for a level of one's own."""
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
    """The game, kept for the next move as long as its files stay the same. Raises BadGame,
    BadOption."""
    return keep_game(name, options, find_game(name).stamp())


@lru_cache(64)
def keep_game(name: str, options: tuple[tuple[str, str], ...], stamp: str) -> Game:
    return find_game(name).game(**dict(options))


class Thinker:
    """What one seat knows, and a search over the truths that it cannot rule out."""

    def __init__(self, game: Game, request: Json, rng: Random) -> None:
        self.game = game
        self.hidden = game.hidden
        self.seat: int = request["seat"]
        self.observation: Json = request["observation"]
        self.before: list[Json] = request.get("before", [])
        """What it was told of earlier positions."""
        self.cpu: bool = request.get("cpu", False)
        self.rng = rng
        self.advice = find_advice(game.name)

    def truth(self) -> State:
        """A state that shows the seat what it sees."""
        return self.game.resample(self.observation, self.seat, self.rng)

    def recall(self, told: Json) -> State:
        """An earlier state, as far as the seat knows it."""
        return self.game.resample(told, self.seat, self.rng)

    def disguise(self) -> State:
        """A state in which the seat's own secrets are drawn anew too, as another seat sees it."""
        truth = self.truth()
        other = self.rng.choice([s for s in range(self.game.players) if s != self.seat])
        return self.game.resample(truth.observe(other), other, self.rng)

    def think(self, level: Level, seconds: float) -> Answer:
        """Take the game's advice, or what it can prove if the level has only time to mind, or
        search as the level says or as the game needs. Raises BadOption."""
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
        """Something is hidden from the seat now."""
        return self.hidden and self.truth().to_json() != self.observation

    def mcts(self, level: Level, seconds: float, shared_actions: int) -> Answer:
        state = self.truth()
        found = mcts(
            state,
            self.budget(self.effort(level), seconds),
            self.rng.getrandbits(31),
            self.advice.evaluate,
            level.horizon,
            level.exploration,
            most_nodes=TREE,
            priors=self.advice.priors,
            policy=self.advice.policy,
            shared_actions=shared_actions,
        )
        return look_twice(state, found) if level.careful else found

    def effort(self, level: Level) -> int:
        """The simulated matches of a level; 0: as many as its time allows."""
        if not level.nodes or self.advice.evaluate is not None:
            return level.nodes
        return max(level.nodes, level.each * len(self.truth().legal_actions()))

    def ismcts(self, level: Level, seconds: float) -> Answer:
        return ismcts(
            self.truth,
            self.seat,
            self.budget(self.effort(level), seconds),
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
        """Without any knowledge of the game, not even its advice."""
        seed = self.rng.getrandbits(31)
        if self.game.hidden:
            return hidden_baseline(self.truth, self.seat, budget, seed)
        return baseline(self.truth(), budget, seed)

    def fitting_search(self) -> str:
        """Among all truths where there are secrets, by regret where two play and moves would tell
        of them; by simulated matches with chance, with many seats, and where nothing says what a
        position is worth; otherwise ply by ply. Where nothing is hidden now, the game may
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
