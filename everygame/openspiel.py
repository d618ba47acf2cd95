"""All games for OpenSpiel. Importing this registers them as `everygame_NAME`:

>>> import pyspiel
>>> import everygame.openspiel
>>> game = pyspiel.load_game("everygame_evade(information=hidden)")

The parameters of a game are its options, `players`, and `longest`: after so many plies a match is
cut off, and nobody has won. docs/guide/openspiel.md tells more."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

try:
    import pyspiel
except ModuleNotFoundError as error:
    text = f"everygame.openspiel needs {error.name}: pip install everygame[openspiel]"
    raise ModuleNotFoundError(text, name=error.name) from None

import numpy as np

from everygame.arguments import whole
from everygame.contract import CHANCE, OVER, Game
from everygame.errors import BadGame
from everygame.library.registry import find_game, games
from everygame.options import Option
from everygame.rl.line import Line, begin
from everygame.rl.recall import MOST, Recall, make_recall
from everygame.rl.tensors import Tensors
from everygame.sides import sides_of
from everygame.words import say

LONGEST: Final = 10_000
"""The plies after which a match is cut off in a game that does not say how long one can be."""
PLAYERS: Final = {OVER: int(pyspiel.PlayerId.TERMINAL), CHANCE: int(pyspiel.PlayerId.CHANCE)}
"""What OpenSpiel calls those who move and have no seat."""
Kind = pyspiel.GameType
Parameters = dict[str, Any]


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options fixed. Each game has a class of its own in this module, by which it
    is pickled. OpenSpiel lets go of what was registered after Python has ended, which functions do
    not survive."""

    name = ""

    def __init__(self, params: Parameters) -> None:
        """Raises BadGame, BadOption, BadArgument."""
        name, usual = self.name, usual_parameters(self.name)
        given = {key: value for key, value in params.items() if value != usual[key]}
        options = {key: as_option(value) for key, value in given.items() if key != "longest"}
        game = find_game(name).game(**options)
        if game.chance and not game.num_outcomes:
            raise BadGame("{name} does not say its num_outcomes.", name=name)
        limit = whole(params.get("longest", 0), say("The limit of steps"), 0)
        self.longest = limit or game.longest or LONGEST
        self.start = begin(game, self.longest)
        # only what differs from the usual, because OpenSpiel reads no text with an empty value
        self.recall = make_recall(game, self.longest)
        kind = kind_of(name, game, self.recall is not None)
        super().__init__(kind, facts_of(game, self.longest), given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.longest if self.start.game.chance else 0

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer | None:
        """Return what observes states: for a player all that it may know, what a spectator may
        know as well, or what a spectator may not. None for the secrets of all players, and for
        nothing."""
        wanted = kind or pyspiel.IIGObservationType(perfect_recall=False)
        seats, recalls = pyspiel.PrivateInfoType, wanted.perfect_recall
        if (wanted.public_info, wanted.private_info) == (True, seats.SINGLE_PLAYER):
            if recalls:
                return Observer(Line.known, recall=self.recall)
            return Observer(Line.seen, self.start.game)
        if (wanted.public_info, wanted.private_info) == (True, seats.NONE):
            return Observer(Line.known_to_all if recalls else Line.seen_by_all)
        if (wanted.public_info, wanted.private_info) == (False, seats.SINGLE_PLAYER):
            return None if recalls else Observer(Line.seen_alone)
        return None


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a match, with its history."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.line: Line = game.start

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Return all that a player has seen and done as numbers. Raises BadGame where there would
        be too many."""
        if not self.get_game().get_type().provides_information_state_tensor:
            text = (
                "The information states of {name} have no tensor, because it would have more than"
                " {most} numbers for {plies} plies. Its parameter `longest` makes matches shorter."
            )
            game = self.line.game
            raise BadGame(text, name=game.name, most=MOST, plies=self.line.most)
        seat = self.current_player() if player is None else player
        return list(super().information_state_tensor(seat))

    def current_player(self) -> int:
        return PLAYERS.get(self.line.who, self.line.who)

    def is_terminal(self) -> bool:
        return self.line.who == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.line.state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.line.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.line = self.line.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.line.state.text(action)

    def returns(self) -> list[float]:
        return self.line.returns()

    def __str__(self) -> str:
        """Return the whole truth as JSON."""
        return json.dumps(self.line.state.to_json(), ensure_ascii=False, sort_keys=True)


class Observer:
    """Observes states for a player, as a text and, where it is made for a game, as the tensors
    "planes" and "numbers", which are those of `eg.rl.vector`; where it recalls, as "recalled"."""

    def __init__(
        self,
        tell: Callable[[Line, int], str],
        game: Game | None = None,
        recall: Recall | None = None,
    ) -> None:
        self.tell = tell
        self.recall = recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if game:
            self.tensors = Tensors(game)
            shape, many = self.tensors.plane_shape, len(self.tensors.number_names)
            size = int(np.prod(shape))
            self.tensor = np.zeros(size + many, np.float32)
            self.dict["planes"] = self.tensor[:size].reshape(shape)
            self.dict["numbers"] = self.tensor[size:]
        if recall:
            self.dict["recalled"] = self.tensor = np.zeros(recall.size, np.float32)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what the player sees, or has seen and done, into the tensors."""
        if self.recall:
            self.tensor[:] = self.recall.of(state.line, player)
        elif self.dict:
            planes, numbers, _ = self.tensors.of(state.line.state, player)
            self.dict["planes"][:], self.dict["numbers"][:] = planes, numbers

    def string_from(self, state: SpielState, player: int) -> str:
        return self.tell(state.line, player)


# -- what OpenSpiel wants to know of a game


def usual_parameters(name: str) -> Parameters:
    """Return the parameters of a game with their usual values."""
    rules = find_game(name).game_class()
    options = {option.name: as_parameter(option) for option in rules.options}
    return {"players": rules.seats[0], "longest": 0, **options}


def as_parameter(option: Option) -> int | float | str:
    """Return the usual value of an option in the type that OpenSpiel reads from its values: a
    number where all of them are numbers."""
    values = [option.default, *(choice.value for choice in option.choices)]
    for kind in (int, float):
        with suppress(ValueError):
            numbers = [kind(value) for value in values]
            return numbers[0]
    return option.default


def as_option(value: int | float | str) -> str:
    """Return the value of an option as the game wants it, a whole number without a point."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def kind_of(name: str, game: Game, recalled: bool = False) -> Any:
    """Return the facts that OpenSpiel calls a type; with other options they may be others. Whether
    information states have tensors, which depends on `longest`, is known of a loaded game alone."""
    chance, information = Kind.ChanceMode, Kind.Information
    return Kind(
        short_name=f"everygame_{name}",
        long_name=f"everygame_{name}",
        dynamics=Kind.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if game.chance else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION
        if game.hidden
        else information.PERFECT_INFORMATION,
        utility=utility_of(game),
        reward_model=Kind.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=recalled,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=usual_parameters(name),
    )


def utility_of(game: Game) -> Any:
    """Return how the results of the seats belong together: those of the sides sum to 0, each
    counted once, so those of the seats do where all sides are of one size."""
    sides = sides_of(game)
    sizes = {sides.count(side) for side in sides}
    if len(set(sides)) == 1:
        return Kind.Utility.IDENTICAL if game.players > 1 else Kind.Utility.GENERAL_SUM
    return Kind.Utility.ZERO_SUM if len(sizes) == 1 else Kind.Utility.GENERAL_SUM


def facts_of(game: Game, longest: int) -> Any:
    """Return the numbers that OpenSpiel calls information about a game."""
    zero = utility_of(game) == Kind.Utility.ZERO_SUM
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=game.num_outcomes,
        num_players=game.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if zero else None,
        max_game_length=longest,
    )


def register_games() -> None:
    """Register all games that EveryGame finds, but tables without rules, which do not end. A game
    that cannot be loaded is left out with a warning."""
    for name, entry in games().items():
        try:
            if not entry.game_class().endless:
                kind, title = kind_of(name, entry.game()), f"SpielGame_{name}"
                made = globals()[title] = type(title, (SpielGame,), {"name": name})
                pyspiel.register_game(kind, made)
        except BadGame as error:
            warnings.warn(f"{name} is not in OpenSpiel: {error}", stacklevel=2)


register_games()
