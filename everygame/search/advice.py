"""The advice of a game for searches and bots: the functions of its file `bots.py`."""

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
    """The name in requests and records."""
    title: str
    sentence: str
    """Describes the level to people."""
    seconds: float
    """The longest time for a move."""
    nodes: int = 0
    """The most simulations for a move, so that the bot is no stronger on a fast machine; 0: as many
    as its time allows."""
    each: int = 0
    """At least so many simulations for each legal move, in games without an `evaluate`."""
    careful: bool = False
    """A move that simulations chose is checked once more by `bots.care`: whether it or another one
    wins or loses at once."""
    slip: float = 0.0
    """The probability of a uniformly random move."""
    search: str = ""
    """"baseline", "mcts", "rave", "alphabeta", "ismcts", "gt_cfr" or "greedy"; empty: the search
    that fits the game."""
    horizon: int | None = None
    """The most plies of a playout; None: the default of the search."""
    exploration: float = 1.4
    """The exploration constant of UCB1 and PUCT."""

    @property
    def is_free(self) -> bool:
        """Whether neither the number of simulations nor the search is fixed; such a bot may use the
        game's `solve`."""
        return not self.nodes and not self.search


Levels = Callable[[tuple[Level, ...]], Sequence[Level]]
"""Makes the levels of a game, the weakest first, from those that every game has."""
OpenSearch = Callable[[Game], str]
"""Names the search for a position in which nothing is hidden, as in `Level.search`."""
Belief = Callable[[list[Json], int], Callable[[State], float]]
"""Gets all observations of a seat, the present one last, and answers a function that rates how
likely a truth is: 1 for the likeliest, down to almost 0."""


@dataclass(frozen=True)
class Advice:
    """The functions of `bots.py`; None for each that a game leaves out."""

    evaluate: Evaluate | None = None
    idea: Idea | None = None
    """The one idea of the bot `greedy`; None: `evaluate`."""
    describe: Describe | None = None
    """The numbers from which `everygame learn` fits an evaluation; None: those of the picture."""
    patterns: Patterns | None = None
    """Patterns, each with a weight of its own, instead of `describe`."""
    priors: Priors | None = None
    noisy: Noisy | None = None
    quiet: Quiet | None = None
    idle: Idle | None = None
    policy: Policy | None = None
    solve: Solve | None = None
    open_search: OpenSearch | None = None
    levels: Levels | None = None
    secrecy: Evaluate | None = None
    """The worth of a seat's own secrets, on the scale of `evaluate`; it makes bots keep them."""
    belief: Belief | None = None
