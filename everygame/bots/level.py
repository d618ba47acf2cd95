"""How well a bot plays. Every game has these levels; its `bots.py` may change them."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Final

from everygame.contract import Game
from everygame.errors import BadGame, BadOption
from everygame.library.registry import look_up
from everygame.words import say


@dataclass(frozen=True)
class Level:
    """A strength of play."""

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
    slip: float = 0.0
    """How often it plays just any move."""
    search: str = ""
    """"baseline", "mcts", "alphabeta" or "ismcts"; empty: as the game needs."""
    horizon: int | None = None
    """Plies of a simulated match beyond the tree; None: as the search says."""
    exploration: float = 1.4
    """How much simulations prefer what was tried little."""


LEVELS: Final = (
    Level(
        "first",
        say("First steps"),
        say("Knows the rules and often overlooks things."),
        0.1,
        20,
        0.25,
    ),
    Level(
        "steady", say("Steady"), say("Plans a few moves ahead and rarely slips."), 0.5, 200, 0.06
    ),
    Level("strong", say("Strong"), say("Thinks as hard as it can in two seconds."), 2.0),
)


def levels(game: Game) -> tuple[Level, ...]:
    """The levels of a game, the weakest first; none where no rule says what is a good move."""
    if game.endless:
        return ()
    change = getattr(find_advice(game.name), "levels", None)
    return LEVELS if change is None else tuple(change(LEVELS))


def find_level(game: Game, name: str) -> Level:
    """The level of that name. Raises BadOption."""
    known = {level.name: level for level in levels(game)}
    if name not in known:
        raise BadOption(
            "{name} has no bot {name2}; there are {known}.",
            name=game.name,
            name2=repr(name),
            known=", ".join(known),
        )
    return known[name]


def find_advice(name: str) -> ModuleType | None:
    """The game's own `bots.py`, if it has one: `evaluate`, `priors`, `noisy` and `policy` as in
    `everygame.search.adapter`, `open_search(game)` and `levels(defaults)`; all are optional. Raises
    BadGame."""
    entry = look_up(name)
    if entry is None or not entry.has("bots.py"):
        return None
    found = entry.part("bots")
    if hasattr(found, "loud"):
        raise BadGame("{name}: bots.py: `loud` is called `noisy` now.", name=name)
    return found
