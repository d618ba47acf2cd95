"""The choice of a bot's move, from nothing but the observations of its seat."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from everygame.bots.level import find_advice, find_level
from everygame.bots.safety_check import check_move
from everygame.contract import Game, Json, State, draw_truth
from everygame.errors import BadOption
from everygame.fast.listening import listen
from everygame.library.registry import find_game
from everygame.search.alphabeta import alphabeta
from everygame.search.baseline import baseline, hidden_baseline
from everygame.search.budget import Answer, Budget
from everygame.search.game_advice import Level
from everygame.search.greedy import greedy
from everygame.search.gt_cfr import gt_cfr
from everygame.search.ismcts import ismcts
from everygame.search.mcts import mcts
from everygame.sides import side_count

POSITIONS: Final = 10
"""The number of positions that alpha-beta may search for each node of a level. A node of a level is
one simulation, and a simulation takes about as long as these positions."""
table_bits = 21
"""The transposition table has 2 to this power entries of 16 bytes: 32 megabytes at most. A process
with less memory sets less, here and below."""
SOLVING: Final = 0.9
"""The share of its time in which a bot tries to prove the result by the game's `solve` before it
searches."""
CONTEMPT: Final = 0.1
"""A bot gives up this much expected return to avoid a draw by repetition."""
tree_nodes = 2_000_000
"""The most nodes of a search tree: 140 megabytes, which fast rules fill in two seconds."""
hidden_nodes = 200_000
"""The same for ISMCTS: 40 megabytes."""
tree_cells = 6_000_000
"""The most cells of a tree of GT-CFR: 60 megabytes."""


def choose(request: Json) -> Json:
    """Choose one move. Return `{move, nodes, seconds, value, visits}`: the expected return of the
    seat to move, from −1 to 1, and for moves, as text, the number of simulations that began with
    them, from searches by simulation.

    The request holds `game`, `options`, `seat`, `observation` (`State.observe(seat)`), `moves` (the
    legal moves as text), `level` and `seed`. Optional are `seconds`, which replaces the time of the
    level; `cpu`, true if the seconds are processor time and not wall-clock time; and `before`, the
    observations of the seat earlier in the match, so that the bot can avoid repetition and draw
    conclusions. Raises BadGame, BadOption, BadPosition."""
    game = load_game(request["game"], tuple(sorted(request["options"].items())))
    return answer(game, find_level(game, request["level"]), request)


def answer(game: Game, level: Level, request: Json) -> Json:
    """Do what `choose` does, with a level that need not belong to the game."""
    moves: list[str] = request["moves"]
    rng = Random(request["seed"])
    if len(moves) == 1 or rng.random() < level.slip:
        return {"move": rng.choice(moves), "nodes": 0, "seconds": 0.0, "value": 0.0, "visits": {}}
    thinker = Thinker(game, request, rng)
    found = thinker.think(level, request.get("seconds", level.seconds))
    truth = thinker.truth()
    move = truth.text(found.action)
    visits = {truth.text(action): number for action, number in found.visits.items() if number}
    return {
        "move": move if move in moves else rng.choice(moves),
        "nodes": found.nodes,
        "seconds": found.seconds,
        "value": found.value,
        "visits": {text: number for text, number in visits.items() if text in moves},
    }


def load_game(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    """Return the game with these options, from a cache while the files of the game are unchanged.
    Raises BadGame, BadOption."""
    return keep_game(name, options, find_game(name).stamp())


@lru_cache(64)
def keep_game(name: str, options: tuple[tuple[str, str], ...], stamp: str) -> Game:
    """Return the cache of `load_game`: a changed `stamp` of the game's files makes a new entry."""
    return find_game(name).game(**dict(options))


class Thinker:
    """Chooses the moves of a bot for one seat: keeps what the seat has observed, and searches the
    states that `resample` draws from it."""

    def __init__(self, game: Game, request: Json, rng: Random) -> None:
        self.game = game
        self.hidden = game.hidden
        self.sides = side_count(game)
        self.seat: int = request["seat"]
        self.observation: Json = request["observation"]
        self.before: list[Json] = request.get("before", [])
        """The observations of the seat in earlier positions of the match, the earliest first."""
        self.cpu: bool = request.get("cpu", False)
        self.rng = rng
        self.advice = find_advice(game.name)

    def truth(self) -> State:
        """Draw a state that fits what the seat observes."""
        return self.recall(self.observation)

    def recall(self, observation: Json) -> State:
        """Draw a state that fits an earlier observation of the seat."""
        listen()  # a match may have hundreds of them
        return draw_truth(self.game, observation, self.seat, self.rng)

    def disguise(self) -> State:
        """Draw a state that fits what another seat observes, as far as this seat can know: the
        secrets of this seat are drawn anew too."""
        truth = self.truth()
        other = self.rng.choice([s for s in range(self.game.players) if s != self.seat])
        return draw_truth(self.game, truth.observe(other), other, self.rng)

    def think(self, level: Level, seconds: float) -> Answer:
        """Find a move: by `State.advise`, if it knows one; else by the game's `solve`, if the level
        is limited by time alone; else by the search that the level names, or the search that fits
        the game. The levels "baseline" and "greedy" never solve, and "baseline" asks for no advice.
        Raises BadOption."""
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
            most_nodes=tree_nodes,
            priors=self.advice.priors,
            policy=self.advice.policy,
            shared_actions=shared_actions,
        )
        return check_move(state, found) if level.careful else found

    def simulations(self, level: Level) -> int:
        """Return the number of simulations for one move at a level; 0: as many as the time of the
        level allows."""
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
            most_nodes=hidden_nodes,
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
            most_cells=tree_cells,
        )

    def budget(self, nodes: int, seconds: float) -> Budget:
        return Budget(nodes, seconds, cpu=self.cpu)

    def baseline(self, budget: Budget) -> Answer:
        """Search by the frozen baseline, which uses no knowledge of the game, not even
        `State.advise`."""
        seed = self.rng.getrandbits(31)
        if self.game.hidden:
            return hidden_baseline(self.truth, self.seat, budget, seed)
        return baseline(self.truth(), budget, seed)

    def fitting_search(self) -> str:
        """Return the name of the search that fits the game. In a game with secrets: GT-CFR for two
        seats where moves reveal secrets, else ISMCTS. In an open game: UCT if there is chance, if
        there are more than two sides, or if several seats play without an `evaluate`; else
        alpha-beta.
        In a position where nothing is hidden, the game's `open_search`, if there is one, names the
        search."""
        game = self.game
        if self.advice.open_search is not None and not self.has_secrets():
            return self.advice.open_search(game)
        if self.hidden:
            bluffs = self.advice.secrecy is not None and game.players == self.sides == 2
            return "gt_cfr" if bluffs else "ismcts"
        unknown = game.players > 1 and self.advice.evaluate is None
        return "mcts" if game.chance or self.sides > 2 or unknown else "alphabeta"

    def alphabeta(self, level: Level, seconds: float) -> Answer:
        if self.sides > 2:
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
            table_bits=table_bits,
            priors=self.advice.priors,
            noisy=self.advice.noisy,
            quiet=self.advice.quiet,
        )
