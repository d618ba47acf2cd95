"""The contract: all that a game must answer, and all that anything else may ask it.

A game is two classes. `Game` is a set of rules with its options fixed; `State` is one position.
A state never changes once it has been handed out: `apply` returns the next one, so undo, history
and search trees come free. What an author writes is the easy form, `advance`, which changes a
private copy in place.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Callable, Hashable
from functools import wraps
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from everygame import display
from everygame.copying import COPIERS
from everygame.errors import (
    AmbiguousMove,
    BadGame,
    BadOption,
    BadPosition,
    IllegalMove,
    InvalidMove,
)
from everygame.options import Choice as Choice
from everygame.options import Option as Option
from everygame.options import read_settings as read_settings
from everygame.ownership import GameOf, games_of, remember_game
from everygame.words import AnyJson as AnyJson

CHANCE: Final = -1
"""`to_play()`: a die or a deck decides next."""
OVER: Final = -2
"""`to_play()`: nobody does."""
TRUTH: Final = -1
"""The viewer who may know everything: a record, and the rules themselves."""

LONGEST: Final = 200
"""`repr(state)` shows at most so many characters of a position."""
LONGEST_DATA: Final = 60
"""An error shows at most so many characters of data that is no position."""
Json = dict[str, Any]
"""A JSON object."""
Self = TypeVar("Self", bound="State")


class State:
    """One position of a game: the whole truth, and of its past only what the rules need.

    Two states are equal if their games and options are equal and the rules call them the same
    position (`key`). `print(state)` draws a state as the terminal does, and a notebook as the page
    does."""

    if TYPE_CHECKING:
        game: Game
    else:
        game = GameOf()
    """The game that this is a state of. The states that a game answers know it, and `apply` and
    `copy` pass it on; the states that a search changes in place may lack it."""

    # -- every game answers these six

    def to_play(self) -> int:
        """The seat that decides next (0, 1, …), or CHANCE, or OVER. The same seat again means
        that its turn goes on."""
        raise NotImplementedError

    def legal_actions(self) -> list[int]:
        """What may be done now, ascending; empty only when OVER. At CHANCE: the outcomes."""
        raise NotImplementedError

    def advance(self, action: int) -> None:
        """Play `action`, trusted to be legal, by changing this very state. Callers use `apply`."""
        raise NotImplementedError

    def returns(self) -> list[float]:
        """One number per seat in [-1, 1]: a win 1, a draw 0; zeros until OVER. They sum to 0,
        but one player alone gets 1 for success."""
        raise NotImplementedError

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        """The move text of a legal action, unique among the legal ones. With another `viewer` (a
        seat, or None for a spectator): what that viewer may read of it, which rules out no truth
        that its observation afterwards leaves open."""
        raise NotImplementedError

    def to_json(self) -> Json:
        """The whole truth as plain JSON; `Game.from_json` is its inverse."""
        raise NotImplementedError

    # -- what the base class makes of them

    def apply(self: Self, action: int) -> Self:
        """The state after `action`, trusted to be legal. This state does not change."""
        after = self.copy()
        after.advance(action)
        return after if id(after) in games_of else self.pass_game(after)

    def play(self: Self, text: str) -> Self:
        """The state after a move as people write it, checked; it may stand for several plies
        (`expand`). Raises BadMove, with a sentence that says why."""
        if self.is_terminal():
            raise IllegalMove("{text} is not legal here: it is over.", text=repr(text))
        state = self
        for ply in self.expand(text) or [text]:
            state = state.apply(state.parse(ply))
        return state

    def legal_moves(self) -> list[str]:
        """The move texts of the legal actions, in their order."""
        return [self.text(action) for action in self.legal_actions()]

    def is_terminal(self) -> bool:
        """Whether the game is over: nobody decides any more."""
        return self.to_play() == OVER

    def copy(self: Self) -> Self:
        """A state that can be advanced without changing this one: its lists, dicts and sets
        are copied, and what is in them is shared."""
        twin: Self = COPIERS[type(self)](self)
        return twin

    def pass_game(self, other: Self) -> Self:
        """The other state, after its game has been set to the game of this one."""
        found = games_of.get(id(self))
        if found is not None:
            remember_game(other, found[1])
        return other

    def parse(self, text: str) -> int:
        """The legal action that `text` means. Raises InvalidMove, IllegalMove, AmbiguousMove."""
        words = text.split()
        if len(words) != 1:
            raise InvalidMove("{text} is not one move.", text=repr(text))
        hits = [action for action in self.legal_actions() if self.text(action) == words[0]]
        if len(hits) > 1:
            raise AmbiguousMove(
                "{text} could be {number} different moves.", text=repr(text), number=len(hits)
            )
        if not hits:
            raise IllegalMove("{text} is not legal here.", text=repr(text))
        return hits[0]

    def expand(self, text: str) -> list[str]:
        """The move texts, one a ply, that `text` stands for: its words, unless the game has a
        shorthand for several plies. Raises BadMove."""
        return text.split()

    # -- games with dice or decks

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """At CHANCE: every legal action with its probability; equally likely by default."""
        actions = self.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    # -- games with secrets

    def observe(self, viewer: int | None) -> Json:
        """What a seat may know (None: a spectator), built up, never stripped from the truth.
        It holds all that the seat may conclude from what it has seen."""
        return self.to_json()

    def disclose(self) -> Json | None:
        """The truth in the form of an observation, for those who look back when the match is
        over; nobody is told it before. None: this game has no such picture."""
        return None

    # -- for people who would like to take it back

    def irrevocable(self, action: int) -> str:
        """Why a legal action cannot be taken back once it is played: "reveals" (somebody learns
        what was hidden) or "random" (something is drawn); empty where it can. Where chance plays
        next the match knows by itself."""
        return ""

    # -- for bots and hints

    def advise(self) -> int | None:
        """A legal action that is best as far as the seat to play can know, where the game can
        tell without a search; None: search."""
        return None

    # -- for people and records

    def ending(self) -> str:
        """Why it is over, in a word or two: "wall", "no moves"; empty until then."""
        return ""

    def position(self) -> str:
        """The position text. Raises BadPosition where the game has none for this state."""
        raise BadPosition("This game has no position text for this state.")

    def key(self) -> Hashable:
        """Equal for states that the rules call the same position (repetition, transpositions)."""
        return json.dumps(self.to_json(), sort_keys=True)

    # -- a state as a Python value

    def identity(self) -> Hashable:
        """What states are compared by: the game, its options and the position."""
        game = getattr(self, "game", None)
        rules = (game.name, *sorted(game.settings.items())) if isinstance(game, Game) else ()
        return type(self), rules, self.key()

    def __eq__(self, other: object) -> bool:
        return self.identity() == other.identity() if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.identity())

    def __repr__(self) -> str:
        """The name of the class and the position text, or the JSON of a state without one."""
        try:
            text = self.position()
        except BadPosition:
            text = json.dumps(self.to_json(), ensure_ascii=False)
        return f"<{type(self).__name__}: {text if len(text) <= LONGEST else text[:LONGEST] + '…'}>"

    def __str__(self) -> str:
        return display.as_text(self)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the whole truth, drawn as the page draws it."""
        try:
            return display.as_svg(self)
        except (AttributeError, BadGame):  # the state has no game, or one that is in no library
            return None


class Game:
    """The rules of a game with all options fixed. It holds no position and no history.

    `Game(players="2", level="classic")` takes the values of options as text and raises BadOption.
    """

    name: ClassVar[str] = ""
    """[a-z][a-z0-9]*; a game's loose files start with it."""
    version: ClassVar[int] = 1
    """Raised when an old record would replay differently."""
    seats: ClassVar[tuple[int, ...]] = (2,)
    """The numbers of players allowed; the first is the default."""
    options: ClassVar[tuple[Option, ...]] = ()
    """Options besides `players`."""
    num_actions: int = 0
    """Actions of players are in range(num_actions)."""
    hidden: bool = False
    """True when `observe` keeps something from somebody."""
    chance: bool = False
    """True when a die or a deck decides somewhere."""
    endless: ClassVar[bool] = False
    """True where no rule ever ends a match: the players do, when they agree that it is over.
    The checker then walks a while instead of to the end, and there are no bots."""
    repetition: int = 0
    """The occurrence of a position (`State.key`) that makes a match a draw; 0: none does."""

    def __init_subclass__(cls, **arguments: object) -> None:
        """Wrap the methods that answer states, so that each of these states knows its game."""
        super().__init_subclass__(**arguments)
        for name in ("initial_state", "from_json", "parse_position", "resample"):
            if name in vars(cls):
                setattr(cls, name, owning(vars(cls)[name]))
        if "from_json" in vars(cls):
            cls.from_json = reading(vars(cls)["from_json"])  # type: ignore[method-assign]

    def __init__(self, **options: str) -> None:
        given = dict(options)
        self.players = self._read_players(given.pop("players", str(self.seats[0])))
        self.values: dict[str, str] = {}
        for option in self.options:
            value = given.pop(option.name, option.default)
            self._check_choice(option, value)
            self.values[option.name] = value
        if given:
            known = ["players", *(option.name for option in self.options)]
            raise BadOption(
                "{name} has no option {given}; it has {known}.",
                name=self.name,
                given=repr(min(given)),
                known=", ".join(known),
            )

    def _read_players(self, text: str) -> int:
        if text not in map(str, self.seats):
            allowed = ", ".join(map(str, self.seats))
            raise BadOption(
                "{name} is for {allowed} players, not {text}.",
                name=self.name,
                allowed=allowed,
                text=repr(text),
            )
        return int(text)

    def _check_choice(self, option: Option, value: str) -> None:
        values = [choice.value for choice in option.choices]
        if not option.free and value not in values:
            raise BadOption(
                "{value} is no value of the option {name}: {values}.",
                value=repr(value),
                name=repr(option.name),
                values=", ".join(values),
            )

    @property
    def settings(self) -> dict[str, str]:
        """All options with their values, `players` among them: `Game(**settings)` is the same."""
        return {"players": str(self.players), **self.values}

    def __repr__(self) -> str:
        """The name of the game and its options."""
        return f"<{', '.join([self.name, *(f'{k}={v}' for k, v in self.settings.items())])}>"

    def initial_state(self) -> State:
        """The state that a match starts from."""
        raise NotImplementedError

    def from_json(self, data: AnyJson) -> State:
        """The state that `State.to_json` gave. Saves come from anywhere, so `data` may be any JSON
        object: what is no state of this game raises BadPosition. What is no object at all is
        refused before a game is asked."""
        raise NotImplementedError

    def read_text(self, data: AnyJson, key: str, pattern: str) -> str:
        """The text `data[key]` if all of it matches the regular expression. Raises BadPosition."""
        text = data.get(key) if isinstance(data, dict) else None
        if not isinstance(text, str) or not re.fullmatch(pattern, text):
            raise BadPosition(
                "{key} of a {name} position cannot be {text}.",
                key=repr(key),
                name=self.name,
                text=repr(text),
            )
        return text

    def read_number(self, data: AnyJson, key: str, least: int, most: int) -> int:
        """The whole number `data[key]` within these bounds. Raises BadPosition."""
        number = data.get(key) if isinstance(data, dict) else None
        if type(number) is not int or not least <= number <= most:
            raise BadPosition(
                "{key} of a {name} position cannot be {number}.",
                key=repr(key),
                name=self.name,
                number=repr(number),
            )
        return number

    def read_truth(self, data: AnyJson, key: str) -> bool:
        """`data[key]`, true or false. Raises BadPosition."""
        truth = data.get(key) if isinstance(data, dict) else None
        if not isinstance(truth, bool):
            raise BadPosition(
                "{key} of a {name} position cannot be {truth}.",
                key=repr(key),
                name=self.name,
                truth=repr(truth),
            )
        return truth

    def read_list(self, data: AnyJson, key: str, many: int) -> list[AnyJson]:
        """The list `data[key]` of so many things, whatever they are. Raises BadPosition."""
        found = data.get(key) if isinstance(data, dict) else None
        if not isinstance(found, list) or len(found) != many:
            raise BadPosition(
                "{key} of a {name} position is a list of {many}, not {found}.",
                key=repr(key),
                name=self.name,
                many=many,
                found=reprlib.repr(found),
            )
        return found

    def read_texts(self, data: AnyJson, key: str, many: int, pattern: str) -> list[str]:
        """A list of so many texts, each as `read_text` reads it. Raises BadPosition."""
        return [self.read_text({key: one}, key, pattern) for one in self.read_list(data, key, many)]

    def read_numbers(self, data: AnyJson, key: str, many: int, least: int, most: int) -> list[int]:
        """A list of so many whole numbers within these bounds. Raises BadPosition."""
        found = self.read_list(data, key, many)
        return [self.read_number({key: one}, key, least, most) for one in found]

    def parse_position(self, text: str) -> State:
        """The state of a position text, between turns. Raises BadPosition."""
        raise BadPosition("{name} has no position text.", name=self.name)

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        """A truth that the seat cannot rule out, drawn from nothing but its observation.
        Bots think about such states, so they cannot know more than their seat."""
        return self.from_json(observation)


def owning(make: Callable[..., State]) -> Callable[..., State]:
    """Wrap a method of a game so that the state which it answers knows the game."""

    @wraps(make)
    def made(self: Game, *arguments: object, **named: object) -> State:
        state = make(self, *arguments, **named)
        if isinstance(state, State):
            remember_game(state, self)
        return state

    return made


def reading(read: Callable[..., State]) -> Callable[..., State]:
    """Wrap `from_json` of a game so that it is called with JSON objects alone."""

    @wraps(read)
    def checked(self: Game, data: AnyJson) -> State:
        if not isinstance(data, dict):
            text = reprlib.repr(data)
            raise BadPosition(
                "A position of {name} is a JSON object, not {data}.",
                name=self.name,
                data=text if len(text) <= LONGEST_DATA else text[: LONGEST_DATA - 1] + "…",
            )
        return read(self, data)

    return checked
