"""The contract between games and the engine: the methods that every game has, and that are all the
engine calls.

A game is two classes. `Game` is a set of rules with its options fixed; `State` is one position. A
state never changes once it has been handed out: `apply` returns the next one, so undo, history and
search trees need no code of the game. The author of a game writes only `advance`, which changes a
private copy in place.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Callable, Hashable, Mapping
from functools import wraps
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from everygame import display_hooks
from everygame.arguments import (
    bare,
    blame_action,
    checking_action,
    checking_observation,
    checking_text,
    checking_viewer,
    read_action,
    read_move_text,
)
from everygame.copying import COPIERS
from everygame.errors import (
    AmbiguousMove,
    BadGame,
    BadPosition,
    IllegalMove,
    InvalidMove,
)
from everygame.options import Choice as Choice
from everygame.options import Option as Option
from everygame.options import read_chosen
from everygame.options import read_settings as read_settings
from everygame.ownership import GameOf, games_of, remember_game
from everygame.words import AnyJson as AnyJson

CHANCE: Final = -1
"""What `to_play()` answers when a die or a deck decides next."""
OVER: Final = -2
"""What `to_play()` answers when the game is over and nobody decides."""
TRUTH: Final = -1
"""The viewer who may know everything; complete records are written for this viewer."""

LONGEST: Final = 200
"""The number of characters of a position after which `repr(state)` cuts it off."""
LONGEST_DATA: Final = 60
"""The number of characters after which an error message cuts off data that is no position."""
Json = dict[str, Any]
"""A JSON object, as a dict."""
Self = TypeVar("Self", bound="State")
Rules = TypeVar("Rules", bound="Game")


class State:
    """One position of a game, with all its secrets, and of the past only what the rules need.

    Two states are equal if their games and options are equal and the rules call them the same
    position (`key`). `print(state)` draws a state as the terminal does, and a notebook as the page
    does."""

    if TYPE_CHECKING:
        game: Game
    else:
        game = GameOf()
    """The game that this state belongs to. A game sets it on the states that it returns, and
    `apply` and `copy` pass it on; states that a search changes in place may lack it."""

    def __init_subclass__(cls, **arguments: object) -> None:
        """Wrap the methods that other programs call, so that what they are given is checked.
        `bare` of a method is the author's own."""
        super().__init_subclass__(**arguments)
        for name, check in CHECKS.items():
            if name in vars(cls):
                setattr(cls, name, check(vars(cls)[name]))

    # -- every game answers these six

    def to_play(self) -> int:
        """Return the seat that decides next (0, 1, …), or CHANCE, or OVER. Where a ply leaves the
        same seat to move, its turn goes on."""
        raise NotImplementedError

    def legal_actions(self) -> list[int]:
        """The actions that are legal now, in ascending order; at CHANCE, the possible outcomes. The
        list is empty only when OVER."""
        raise NotImplementedError

    def advance(self, action: int) -> None:
        """Play `action`, which the caller has checked to be legal, by changing this very state.
        Callers use `apply`."""
        raise NotImplementedError

    def returns(self) -> list[float]:
        """The result of each seat, from -1 to 1: a win 1, a draw 0, a loss -1; all 0 until OVER.
        Seats of one side (`Game.sides`) have the same result. The results of the sides sum to 0; a
        side alone gets 1 for success."""
        raise NotImplementedError

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        """The move text of a legal action; no other legal action has the same text. Another
        `viewer` (a seat, or None for a spectator) may get a vaguer text. It must give away nothing:
        every state that fits what the viewer observes afterwards must fit the text as well."""
        raise NotImplementedError

    def to_json(self) -> Json:
        """The position with all its secrets as plain JSON; `Game.from_json` is the inverse."""
        raise NotImplementedError

    # -- derived from these six; a game may override them

    def apply(self: Self, action: int) -> Self:
        """Return the state after `action`, which the caller has checked to be legal. This state
        does not change. Raises IllegalMove for a number that no game has, or that this one cannot
        play."""
        number = action if type(action) is int and action >= 0 else read_action(self, action)
        after = self.copy()
        try:
            after.advance(number)
        except Exception as error:
            blame_action(self, number, error)
            raise
        return after if id(after) in games_of else self.pass_game(after)

    def play(self: Self, text: str) -> Self:
        """Check a move as people write it, and return the state after it. The text may stand for
        several plies (`expand`). Raises BadMove, with a sentence that says why."""
        read_move_text(text)
        if self.is_terminal():
            raise IllegalMove("{text} is not legal here: it is over.", text=repr(text))
        state = self
        for ply in self.expand(text) or [text]:
            state = state.apply(state.parse(ply))
        return state

    def legal_moves(self) -> list[str]:
        """The move texts of the legal actions, in the order of the actions."""
        tell = bare(type(self).text)
        return [tell(self, action) for action in self.legal_actions()]

    def is_terminal(self) -> bool:
        """Whether the game is over, so that nobody decides any more."""
        return self.to_play() == OVER

    def copy(self: Self) -> Self:
        """Return a state that can be advanced without changing this one. The copy has its own
        lists, dicts and sets, with the same elements in them."""
        twin: Self = COPIERS[type(self)](self)
        return twin

    def pass_game(self, other: Self) -> Self:
        """Set the game of the other state to the game of this one, and return the other state."""
        found = games_of.get(id(self))
        if found is not None:
            remember_game(other, found[1])
        return other

    def parse(self, text: str) -> int:
        """Return the legal action that `text` means. Raises InvalidMove, IllegalMove,
        AmbiguousMove."""
        words = read_move_text(text).split()
        if len(words) != 1:
            raise InvalidMove("{text} is not one move.", text=repr(text))
        tell = bare(type(self).text)
        hits = [action for action in self.legal_actions() if tell(self, action) == words[0]]
        if len(hits) > 1:
            raise AmbiguousMove(
                "{text} could be {number} different moves.", text=repr(text), number=len(hits)
            )
        if not hits:
            raise IllegalMove("{text} is not legal here.", text=repr(text))
        return hits[0]

    def expand(self, text: str) -> list[str]:
        """Return the move texts, one for each ply, that `text` stands for: by default its words; a
        game may define a shorthand for several plies. Raises BadMove."""
        return text.split()

    # -- games with dice or decks

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """At CHANCE: every legal action with its probability. By default all are equally likely."""
        actions = self.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    # -- games with secrets

    @checking_viewer
    def observe(self, viewer: int | None) -> Json:
        """Return what a seat (or None, a spectator) may know, including all that it may conclude
        from what it has seen. Build the observation up from what is public and the seat's own;
        never take the whole state and leave secrets out. What the viewer cannot read in the
        history, the observation may not tell, until a ply turns it up (`irrevocable`)."""
        return self.to_json()

    def disclose(self) -> Json | None:
        """Return the whole position in the form of an observation, for people who look back at a
        match that is over; nobody gets it earlier. None where the game has no such picture."""
        return None

    # -- undo

    def irrevocable(self, action: int) -> str:
        """Say why a legal action cannot be taken back once it is played: "reveals" (somebody learns
        what was hidden), "random" (something is drawn), or an empty text where it can. A ply after
        which CHANCE decides needs no answer here: the match handles it."""
        return ""

    # -- for bots and hints

    def advise(self) -> int | None:
        """Return a legal action that is best as far as the seat to move can know, where the game
        can tell without a search; None has the bot search."""
        return None

    # -- for people and records

    def ending(self) -> str:
        """Why the game is over, in a word or two, such as "wall" or "no moves"; empty until it is
        over."""
        return ""

    def scores(self) -> list[float]:
        """Return the points of each seat so far, in a game whose rules let points decide who has
        won; for any other game return an empty list."""
        return []

    def position(self) -> str:
        """The position text. Raises BadPosition where the game has none for this state."""
        raise BadPosition("This game has no position text for this state.")

    def key(self) -> Hashable:
        """A value that is equal for states which the rules call the same position; repetitions and
        transpositions are found by it."""
        return json.dumps(self.to_json(), sort_keys=True)

    # -- a state as a Python value

    def identity(self) -> Hashable:
        """What `==` compares: the class, the game with its options, and the key of the position."""
        game = getattr(self, "game", None)
        rules = (game.name, *sorted(game.settings.items())) if isinstance(game, Game) else ()
        return type(self), rules, self.key()

    def __eq__(self, other: object) -> bool:
        return self.identity() == other.identity() if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.identity())

    def __copy__(self: Self) -> Self:
        return self.pass_game(self.copy())  # a game's own `copy` knows nothing of its game

    def __deepcopy__(self: Self, memo: object) -> Self:
        return self.pass_game(self.copy())

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Game, Json]]:
        """Pickle the state as its game and its JSON, which every build reads alike."""
        return read_state, (self.game, self.to_json())

    def __repr__(self) -> str:
        """Return the name of the class with the position text, or with the JSON of a state that has
        no position text."""
        try:
            text = self.position()
        except BadPosition:
            text = json.dumps(self.to_json(), ensure_ascii=False)
        return f"<{type(self).__name__}: {text if len(text) <= LONGEST else text[:LONGEST] + '…'}>"

    def __str__(self) -> str:
        return display_hooks.as_text(self)

    def _repr_svg_(self) -> str | None:
        """Draw the whole position as SVG, as the page draws it; notebooks call this."""
        try:
            return display_hooks.as_svg(self)
        except (AttributeError, BadGame):  # it has no game, or one outside the registry
            return None


class Game:
    """The rules of a game with all options fixed. It holds no position and no history.

    `Game(players="2", level="classic")` takes the values of options as texts, and raises BadOption
    for values that the game does not allow.
    """

    name: ClassVar[str] = ""
    """A text of the form [a-z][a-z0-9]*. The name of a game's loose file in the games folder begins
    with it."""
    version: ClassVar[int] = 1
    """The author raises this number whenever an old record would replay differently."""
    seats: ClassVar[tuple[int, ...]] = (2,)
    """The numbers of players that the game allows; the first is the default."""
    options: ClassVar[tuple[Option, ...]] = ()
    """The options that the game has besides `players`."""
    num_actions: int = 0
    """One more than the highest action of a player: actions are in range(num_actions)."""
    num_outcomes: int = 0
    """One more than the highest action of chance, for programs that learn; 0 where the game does
    not say."""
    longest: int = 0
    """No match has more plies than this, those of chance included; 0 where the game does not say,
    as where a match may go on for ever."""
    hidden: bool = False
    """True when `observe` hides something from some seat or from spectators."""
    chance: bool = False
    """True when a die or a deck decides at some point of the game."""
    endless: ClassVar[bool] = False
    """True where no rule ever ends a match, and the players agree when it is over. The checker then
    stops after a number of plies, and the game has no bots."""
    sides: tuple[int, ...] = ()
    """The side of each seat, from 0: seats of one side win and lose together. `(0, 1, 0, 1)` are
    two teams whose seats alternate, `(0, 0, 0)` three who play together against the game. Empty:
    each seat is a side of its own. Where it depends on the options, set it in `__init__`."""
    repetition: int = 0
    """A match is a draw when the same position (`State.key`) occurs this many times; 0 allows any
    number."""

    def __init_subclass__(cls, **arguments: object) -> None:
        """Wrap the methods that return states, so that each of these states knows its game."""
        super().__init_subclass__(**arguments)
        for name in ("initial_state", "from_json", "parse_position", "resample"):
            if name in vars(cls):
                setattr(cls, name, owning(vars(cls)[name]))
        for name, check in READERS.items():
            if name in vars(cls):
                setattr(cls, name, check(vars(cls)[name]))

    def __init__(self, **options: str) -> None:
        self.players: int
        self.values: dict[str, str]
        self.players, self.values = read_chosen(self.name, self.seats, self.options, options)

    @property
    def settings(self) -> dict[str, str]:
        """The value of every option, `players` among them: `Game(**settings)` makes the same
        game."""
        return {"players": str(self.players), **self.values}

    def identity(self) -> Hashable:
        """What `==` compares: the class and the options."""
        return type(self), *sorted(self.settings.items())

    def __eq__(self, other: object) -> bool:
        return self.identity() == other.identity() if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.identity())

    def __copy__(self: Rules) -> Rules:
        return self  # a game never changes

    def __deepcopy__(self: Rules, memo: object) -> Rules:
        return self

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        """Pickle the game by its name, version and options; a game that the registry does not know,
        by its class."""
        if display_hooks.find_class(self.name, self.version) is type(self):
            return read_game, (self.name, self.version, self.settings)
        return make_game, (type(self), self.settings)

    def __repr__(self) -> str:
        """Return the name of the game and its options, for debugging."""
        return f"<{', '.join([self.name, *(f'{k}={v}' for k, v in self.settings.items())])}>"

    def initial_state(self) -> State:
        """Return the state in which a match begins."""
        raise NotImplementedError

    def from_json(self, data: AnyJson) -> State:
        """Return the state that `State.to_json` wrote. Saves come from anywhere, so `data` may be
        any JSON object, and the method raises BadPosition for an object that is no state of this
        game. JSON that is no object never reaches the method."""
        raise NotImplementedError

    def read_text(self, data: AnyJson, key: str, pattern: str) -> str:
        """Return the text `data[key]`, all of which must match the regular expression. Raises
        BadPosition."""
        text = data.get(key) if isinstance(data, dict) else None
        if not isinstance(text, str) or not re.fullmatch(pattern, text):
            raise refusal(self.name, key, text)
        return text

    def read_number(self, data: AnyJson, key: str, least: int, most: int) -> int:
        """Return the whole number `data[key]`, which must be from `least` to `most`. Raises
        BadPosition."""
        number = data.get(key) if isinstance(data, dict) else None
        if type(number) is not int or not least <= number <= most:
            raise refusal(self.name, key, number)
        return number

    def read_truth(self, data: AnyJson, key: str) -> bool:
        """Return the boolean `data[key]`. Raises BadPosition where it is neither true nor false."""
        truth = data.get(key) if isinstance(data, dict) else None
        if not isinstance(truth, bool):
            raise refusal(self.name, key, truth)
        return truth

    def read_list(self, data: AnyJson, key: str, many: int) -> list[AnyJson]:
        """Return the list `data[key]`, which must have `many` elements of any kind. Raises
        BadPosition."""
        found = data.get(key) if isinstance(data, dict) else None
        if not isinstance(found, list) or len(found) != many:
            raise BadPosition(
                "{key} in a position of {name} is a list of {many}, not {found}.",
                key=repr(key),
                name=self.name,
                many=many,
                found=reprlib.repr(found),
            )
        return found

    def read_texts(self, data: AnyJson, key: str, many: int, pattern: str) -> list[str]:
        """Return the list `data[key]` of `many` texts, each of which matches the regular
        expression. Raises BadPosition."""
        return [self.read_text({key: one}, key, pattern) for one in self.read_list(data, key, many)]

    def read_numbers(self, data: AnyJson, key: str, many: int, least: int, most: int) -> list[int]:
        """Return the list `data[key]` of `many` whole numbers from `least` to `most`. Raises
        BadPosition."""
        found = self.read_list(data, key, many)
        return [self.read_number({key: one}, key, least, most) for one in found]

    def parse_position(self, text: str) -> State:
        """Return the state of a position text, at the beginning of a turn. Raises BadPosition."""
        raise BadPosition("{name} has no position text.", name=self.name)

    @checking_observation
    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        """Draw a random state that fits everything the seat has observed, from its observation
        alone. Bots search from such states, so they cannot know more than their seat. Raises
        BadPosition for an observation that the seat cannot have."""
        return self.from_json(observation)


def refusal(name: str, key: str, value: object) -> BadPosition:
    """Return the error for a value that `data[key]` of a position of a game cannot have."""
    text = "{key} in a position of {name} cannot be {value}."
    return BadPosition(text, key=repr(key), name=name, value=repr(value))


def draw_truth(game: Game, observation: Json, seat: int, rng: Random) -> State:
    """Do what `Game.resample` does for a true observation of the seat, without checking it; for
    searches, which draw many thousands."""
    drawn: State = bare(type(game).resample)(game, observation, seat, rng)
    return drawn


# -- out of a pickle


def read_state(game: Game, data: Json) -> State:
    return game.from_json(data)


def read_game(name: str, version: int, settings: dict[str, str]) -> Game:
    """Return the game that the registry of this process has under that name. Raises BadGame."""
    found = display_hooks.find_class(name, version)
    if found is None:
        raise BadGame("There is no game {name} here.", name=repr(name))
    return make_game(found, settings)


def make_game(rules: type[Game], settings: dict[str, str]) -> Game:
    return rules(**settings)


# -- what a game's methods are wrapped in


def owning(make: Callable[..., State]) -> Callable[..., State]:
    """Wrap a method of a game so that the state which the method returns knows its game. Where the
    method returns something else, callers get BadGame."""

    @wraps(make)
    def made(self: Game, *arguments: object, **named: object) -> State:
        state = make(self, *arguments, **named)
        if not isinstance(state, State):
            raise BadGame(
                "{game}: {method} answers {answer}, which is no state.",
                game=self.name,
                method=make.__name__,
                answer=reprlib.repr(state),
            )
        remember_game(state, self)
        return state

    return made


def reading(read: Callable[..., State]) -> Callable[..., State]:
    """Wrap a game's `from_json` so that it only ever gets JSON objects. Anything else raises
    BadPosition."""

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


def reading_text(read: Callable[..., State]) -> Callable[..., State]:
    """Wrap a game's `parse_position` so that it only ever gets texts. Anything else raises
    BadPosition."""

    @wraps(read)
    def checked(self: Game, text: object) -> State:
        if not isinstance(text, str):
            told = "A position text of {name} is a text, not {data}."
            raise BadPosition(told, name=self.name, data=reprlib.repr(text))
        return read(self, text)

    return checked


CHECKS: Final = {
    "text": checking_action,
    "irrevocable": checking_action,
    "observe": checking_viewer,
    "parse": checking_text,
}
"""By which wrappers the arguments of a state's methods are checked."""
READERS: Final[Mapping[str, Callable[..., Callable[..., object]]]] = {
    "from_json": reading,
    "parse_position": reading_text,
    "resample": checking_observation,
}
"""By which wrappers the arguments of a game's methods are checked."""
