"""What a game tells searches and bots about itself: the functions of its file `bots.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from everygame.contract import Game, Json, State
from everygame.search.adapter import Evaluate, Idle, Noisy, Policy, Priors, Quiet, Solve
from everygame.search.greedy import Idea
from everygame.search.learned import Describe
from everygame.search.patterns import Patterns


@dataclass(frozen=True)
class Level:
    """A level of play: a search with settings and a name."""

    name: str
    """The name of the level in requests and records."""
    title: str
    """The name of the level that people read."""
    sentence: str
    """A sentence that describes the level to people."""
    seconds: float
    """The most seconds for a move."""
    nodes: int = 0
    """The most simulations for a move, so that the bot is no stronger on a fast machine; 0: as many
    as the time allows."""
    each: int = 0
    """The least number of simulations for each legal move, in games without an `evaluate`; it
    raises `nodes` where there are many moves."""
    careful: bool = False
    """Whether `bots.care` checks a move that a search by simulations chose for wins and losses in
    one ply."""
    slip: float = 0.0
    """The probability with which the bot plays a uniformly random move."""
    search: str = ""
    """The name of the search: one of "baseline", "mcts", "rave", "alphabeta", "ismcts", "gt_cfr"
    and "greedy"; empty: the search that fits the game."""
    horizon: int | None = None
    """The most plies of a playout; None: the default of the search."""
    exploration: float = 1.4
    """The exploration constant of UCB1 and PUCT."""

    @property
    def is_free(self) -> bool:
        """Whether the level fixes neither the number of simulations nor the search. A bot of such a
        level may use the game's `solve`."""
        return not self.nodes and not self.search


Levels = Callable[[tuple[Level, ...]], Sequence[Level]]
"""Makes the levels of a game, the weakest first, from the levels that every game has."""
OpenSearch = Callable[[Game], str]
"""Names the search for a position in which nothing is hidden, by one of the names of
`Level.search`."""
Belief = Callable[[list[Json], int], Callable[[State], float]]
"""Takes all observations of a seat, the present one last, and that seat. Returns a function that
rates how likely a state drawn by `resample` is: 1 for the likeliest, down to almost 0."""


@dataclass(frozen=True)
class Advice:
    """The functions that a game's `bots.py` defines; each is None where the game leaves it out."""

    evaluate: Evaluate | None = None
    idea: Idea | None = None
    """The rating of states that the bot "greedy" uses; None: it uses `evaluate`."""
    describe: Describe | None = None
    """The features of a state, from which `everygame learn` fits an evaluation; None: `everygame
    learn` takes the features of the public picture."""
    patterns: Patterns | None = None
    """The patterns of a state, each of which gets a weight of its own; they are used instead of
    `describe`."""
    priors: Priors | None = None
    noisy: Noisy | None = None
    quiet: Quiet | None = None
    idle: Idle | None = None
    policy: Policy | None = None
    solve: Solve | None = None
    open_search: OpenSearch | None = None
    levels: Levels | None = None
    secrecy: Evaluate | None = None
    """What the secrets of a seat are worth to it, on the scale of `evaluate`. The search gives up
    at most this much expected return in order not to reveal them."""
    belief: Belief | None = None
