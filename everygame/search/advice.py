"""What a game may tell searches and bots of itself: the functions of its file `bots.py`."""

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
    """How well a bot plays: a search with settings and a name."""

    name: str
    """As requests and records have it."""
    title: str
    sentence: str
    """For people."""
    seconds: float
    """How long it thinks at most."""
    nodes: int = 0
    """How much it looks at, at most, in simulated matches (0: all that its time allows), so that
    it is no stronger on a fast machine."""
    each: int = 0
    """At least so many simulated matches for each legal move, in games without an `evaluate`."""
    careful: bool = False
    """It looks twice at a move from simulated matches: whether it, or another, wins or loses at
    once."""
    slip: float = 0.0
    """How often it plays just any move."""
    search: str = ""
    """"baseline", "mcts", "rave", "alphabeta", "ismcts", "gt_cfr" or "greedy"; empty: as the game
    needs."""
    horizon: int | None = None
    """Plies of a simulated match beyond the tree; None: as the search says."""
    exploration: float = 1.4
    """How much simulations prefer what was tried little."""

    @property
    def is_free(self) -> bool:
        """Neither how much it looks at nor how it searches is laid down: it may use proofs."""
        return not self.nodes and not self.search


Levels = Callable[[tuple[Level, ...]], Sequence[Level]]
"""The levels of a game, the weakest first, made of those that every game has."""
OpenSearch = Callable[[Game], str]
"""The search that fits a game where nothing is hidden now, as in `Level.search`."""
Belief = Callable[[list[Json], int], Callable[[State], float]]
"""What a seat concludes from all that it was told, the present observation last: how likely each
truth is, from almost 0 to 1 for the likeliest."""


@dataclass(frozen=True)
class Advice:
    """The functions of `bots.py`; None for each that a game leaves out."""

    evaluate: Evaluate | None = None
    idea: Idea | None = None
    """What a beginner goes by; None: as `evaluate`."""
    describe: Describe | None = None
    """What `everygame learn` learns from; None: the picture."""
    patterns: Patterns | None = None
    """The same, instead of `describe`: patterns, each with a weight of its own."""
    priors: Priors | None = None
    noisy: Noisy | None = None
    quiet: Quiet | None = None
    idle: Idle | None = None
    policy: Policy | None = None
    solve: Solve | None = None
    open_search: OpenSearch | None = None
    levels: Levels | None = None
    secrecy: Evaluate | None = None
    """What a secret of one's own is worth, as `evaluate` measures; it makes bots keep it."""
    belief: Belief | None = None
