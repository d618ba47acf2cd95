"""Reads the arguments that programs hand in, and says in a sentence what is wrong with them.

A whole number may be of any type that Python takes as an index, and a generator of random numbers
may be one of numpy. Neither needs numpy here."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Callable
from functools import wraps
from math import isfinite, nan
from operator import index
from random import Random
from typing import Final, Protocol, TypeVar, cast

from everygame.errors import BadArgument, BadPosition, EveryGameError, IllegalMove, InvalidMove
from everygame.words import say


class Numbers(Protocol):
    """The methods of a `numpy.random.Generator` that `Borrowed` calls."""

    def random(self) -> float: ...
    def bytes(self, length: int) -> bytes: ...


class Rules(Protocol):
    """The attributes of a game that these checks read. `Game` itself cannot be named here, because
    `contract` imports this module."""

    name: str
    players: int


class Position(Protocol):
    """The methods of a state that these checks call."""

    def legal_actions(self) -> list[int]: ...
    def returns(self) -> list[float]: ...
    def observe(self, viewer: int | None) -> object: ...


Method = TypeVar("Method", bound=Callable[..., object])
Resample = TypeVar("Resample", bound=Callable[..., Position])
EVERYTHING: Final = -1
"""The viewer TRUTH, to whom `text` tells everything; no observation has this viewer."""


def whole(value: object, what: str, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number as an int. `what` begins the sentence: "The seed". Raises BadArgument
    where the value is no whole number or lies outside of the limits."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise BadArgument(
            "{what} must be a whole number, not {value}.", what=what, value=reprlib.repr(value)
        ) from None
    if least is not None and number < least:
        raise BadArgument(
            "{what} must be at least {least}, not {number}.", what=what, least=least, number=number
        )
    if most is not None and number > most:
        raise BadArgument(
            "{what} must be at most {most}, not {number}.", what=what, most=most, number=number
        )
    return number


def read_real(value: object, what: str) -> float:
    """Return a finite number as a float. Raises BadArgument."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = nan
    if not isfinite(number):
        raise BadArgument(
            "{what} must be a number, not {value}.", what=what, value=reprlib.repr(value)
        )
    return number


def read_seed(value: object) -> int:
    """Return a seed as an int. Raises BadArgument."""
    return whole(value, say("The seed"))


class Borrowed(Random):
    """A Random whose numbers are drawn from a generator of numpy."""

    def __init__(self, source: Numbers) -> None:
        self.source = source

    def __new__(cls, source: Numbers) -> Borrowed:
        return super().__new__(cls)

    def random(self) -> float:
        return float(self.source.random())

    def getrandbits(self, k: int) -> int:
        return int.from_bytes(self.source.bytes((k + 7) // 8), "little") >> -k % 8

    def __reduce__(self) -> tuple[type[Borrowed], tuple[object]]:
        return Borrowed, (self.source,)


def generator(value: object) -> Random:
    """Return a generator of random numbers as a Random: a `numpy.random.Generator` is wrapped, and
    its numbers are used. Raises BadArgument."""
    if isinstance(value, Random):
        return value
    if callable(getattr(value, "random", None)) and callable(getattr(value, "bytes", None)):
        return Borrowed(cast(Numbers, value))
    raise BadArgument(
        "{value} is no generator of random numbers, such as random.Random(1).",
        value=reprlib.repr(value),
    )


def need(value: object, kind: type, what: str) -> None:
    """Raise BadArgument where a value is not of this kind; `what` is the whole sentence without its
    end: "A match needs a game"."""
    if not isinstance(value, kind):
        raise BadArgument("{what}, not {value}.", what=what, value=reprlib.repr(value))


# -- what the methods of states and games are wrapped in


def bare(method: Method) -> Method:
    """Return a method of a game as its author wrote it, without the checks of its arguments. For
    callers whose arguments are right, and who call it often."""
    return cast(Method, getattr(method, "bare", method))


def wrapping(make: Method) -> Callable[[Callable[..., object]], Method]:
    """Make a wrapper for a method, of which `bare` returns the method again."""

    def wrap(checked: Callable[..., object]) -> Method:
        wrapper = wraps(make)(checked)
        vars(wrapper)["bare"] = make
        return cast(Method, wrapper)

    return wrap


def checking_action(method: Method) -> Method:
    """Wrap `State.text` or `State.irrevocable`, so that only legal actions are told of."""

    @wrapping(method)
    def checked(self: Position, action: object, *viewer: object, **named: object) -> object:
        number = read_action(self, action)
        seats = [who if who is None else read_viewer(self, who, EVERYTHING) for who in viewer]
        if named.get("viewer") is not None:
            named["viewer"] = read_viewer(self, named["viewer"], EVERYTHING)
        try:
            return method(self, number, *seats, **named)
        except EveryGameError:
            raise
        except Exception as error:
            blame_action(self, number, error)
            raise

    return checked


def checking_viewer(method: Method) -> Method:
    """Wrap `State.observe`, so that there is such a viewer."""

    @wrapping(method)
    def checked(self: Position, viewer: object) -> object:
        return method(self, viewer if viewer is None else read_viewer(self, viewer, 0))

    return checked


def checking_text(method: Method) -> Method:
    """Wrap `State.parse`, so that the author gets nothing but texts."""

    @wrapping(method)
    def checked(self: Position, text: object) -> object:
        return method(self, read_move_text(text))

    return checked


def checking_observation(method: Resample) -> Resample:
    """Wrap `Game.resample`, so that what it returns fits the observation."""

    @wrapping(method)
    def checked(self: Rules, observation: object, seat: object, rng: object) -> Position:
        who = whole(seat, say("A seat"), 0, self.players - 1)
        source = generator(rng)
        wrong = BadPosition(
            "This is no observation that seat {seat} of {name} can have: {data}.",
            seat=who,
            name=self.name,
            data=reprlib.repr(observation),
        )
        try:
            drawn = method(self, observation, who, source)
            fits = canonical(drawn.observe(who)) == canonical(observation)
        except Exception as error:
            raise wrong from error
        if not fits:
            raise wrong
        return drawn

    return checked


def read_action(state: Position, action: object) -> int:
    """Return an action as an int. Raises BadArgument, IllegalMove."""
    if isinstance(action, str):
        raise BadArgument(
            "An action is a number, not {text}: `play` takes a move text, and `parse` reads it.",
            text=repr(action),
        )
    number = whole(action, say("An action"))
    if number < 0:
        raise IllegalMove("The action {action} is not legal here.", action=number)
    return number


def blame_action(state: Position, action: int, error: Exception) -> None:
    """Raise IllegalMove where a game has failed over an action because it is not legal."""
    if action not in state.legal_actions():
        raise IllegalMove("The action {action} is not legal here.", action=action) from error


def read_viewer(state: Position, viewer: object, least: int) -> int:
    """Return the seat of a viewer as an int. Raises BadArgument."""
    game = getattr(state, "game", None)
    seats = len(state.returns()) if game is None else game.players
    return whole(viewer, say("The seat of a viewer"), least, seats - 1)


def read_move_text(text: object) -> str:
    """Return a move text. Raises InvalidMove."""
    if not isinstance(text, str):
        raise InvalidMove(
            "{value} is no move text; `apply` takes an action, which is a number.",
            value=reprlib.repr(text),
        )
    return text


def canonical(data: object) -> str:
    return json.dumps(data, sort_keys=True)
