"""A bot's move, from nothing but what its seat knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Final

from everygame.bots.level import Level, find_advice, find_level
from everygame.contract import Game, Json, State
from everygame.errors import BadOption
from everygame.library.registry import find_game
from everygame.search.adapter import Evaluate, Noisy, Policy, Priors
from everygame.search.alphabeta import alphabeta
from everygame.search.baseline import baseline, hidden_baseline
from everygame.search.budget import Answer, Budget
from everygame.search.ismcts import ismcts
from everygame.search.mcts import mcts
from everygame.search.mo_ismcts import Likely, mo_ismcts

Belief = Callable[[list[Json], int], Likely]
"""What a seat concludes from all that it was told: how likely each truth is."""
POSITIONS: Final = 10
"""Positions of alpha-beta that are worth one simulated match."""
TABLE_BITS: Final = 21
"""At most 32 megabytes."""
TREE: Final = 2_000_000
"""Nodes of a tree, at most 140 megabytes: two seconds fill it."""
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
        advice = find_advice(game.name)
        self.evaluate: Evaluate | None = getattr(advice, "evaluate", None)
        self.priors: Priors | None = getattr(advice, "priors", None)
        self.policy: Policy | None = getattr(advice, "policy", None)
        self.noisy: Noisy | None = getattr(advice, "noisy", None)
        self.open_search: Callable[[Game], str] | None = getattr(advice, "open_search", None)
        self.secrecy: Evaluate | None = getattr(advice, "secrecy", None)
        self.belief: Belief | None = getattr(advice, "belief", None)

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
        """Take the game's advice, or search as the level says or as the game needs. Raises
        BadOption."""
        if level.search == "baseline":
            return self.baseline(self.budget(level.nodes, seconds))
        advice = self.truth().advise()
        if advice is not None:
            return Answer(advice, 0.0, 0, 0.0, line=(advice,))
        search = level.search or self.fitting_search()
        if search == "ismcts":
            return self.ismcts(level, seconds)
        if search == "mo_ismcts":
            return self.mo_ismcts(level, seconds)
        if self.has_secrets():
            raise BadOption(f"{search} cannot play {self.game.name}, which has secrets.")
        return self.mcts(level, seconds) if search == "mcts" else self.alphabeta(level, seconds)

    def has_secrets(self) -> bool:
        """Something is hidden from the seat now."""
        return self.hidden and self.truth().to_json() != self.observation

    def mcts(self, level: Level, seconds: float) -> Answer:
        return mcts(
            self.truth(),
            self.budget(level.nodes, seconds),
            self.rng.getrandbits(31),
            self.evaluate,
            level.horizon,
            level.exploration,
            most_nodes=TREE,
            priors=self.priors,
            policy=self.policy,
        )

    def ismcts(self, level: Level, seconds: float) -> Answer:
        return ismcts(
            self.truth,
            self.seat,
            self.budget(level.nodes, seconds),
            self.rng.getrandbits(31),
            self.evaluate,
            level.horizon,
            level.exploration,
            priors=self.priors,
            policy=self.policy,
        )

    def mo_ismcts(self, level: Level, seconds: float) -> Answer:
        return mo_ismcts(
            self.truth,
            self.disguise,
            self.seat,
            self.budget(level.nodes, seconds),
            self.secrecy(self.disguise(), self.seat) if self.secrecy else 0.0,
            self.rng.getrandbits(31),
            self.evaluate,
            level.exploration,
            likely=self.belief([*self.before, self.observation], self.seat)
            if self.belief
            else None,
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
        """Among all truths where there are secrets, by MO-ISMCTS where moves would tell of them; by
        simulated matches with chance, with many seats, and where nothing says what a position is
        worth; otherwise ply by ply. Where nothing is hidden now, the game may choose."""
        game = self.game
        if self.open_search is not None and not self.has_secrets():
            return self.open_search(game)
        if self.hidden:
            return "ismcts" if self.secrecy is None else "mo_ismcts"
        unknown = game.players == 2 and self.evaluate is None
        return "mcts" if game.chance or game.players > 2 or unknown else "alphabeta"

    def alphabeta(self, level: Level, seconds: float) -> Answer:
        if self.game.players > 2:
            raise BadOption(f"alphabeta cannot play {self.game.name} for {self.game.players}.")
        return alphabeta(
            self.truth(),
            self.budget(level.nodes * POSITIONS, seconds),
            self.rng.getrandbits(31),
            self.evaluate,
            repetition=self.game.repetition,
            contempt=CONTEMPT,
            before=[self.recall(told) for told in self.before],
            table_bits=TABLE_BITS,
            priors=self.priors,
            noisy=self.noisy,
        )
