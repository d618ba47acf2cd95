"""A match as data: write, read and replay it, or visit its plies. `docs/reference/record.md`
describes the format.

A record stores move texts, and replaying them gives the states. The plies stand in the order in
which they were first played: a text alone continues the line of the ply before it, and `[node,
text]` starts a branch at a node.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import Final, TypeVar

from everygame.contract import AnyJson, Game, Json, State
from everygame.errors import BadArgument, BadRecord, EveryGameError
from everygame.foreign_json import read_json
from everygame.history import AGREED, LOST, START, Node
from everygame.honest_dice import Dice
from everygame.honest_dice import from_json as read_dice
from everygame.honest_dice import to_json as dice_json
from everygame.match import Match, Outcome
from everygame.visible_history import Lens, Whole
from everygame.words import say

FORMAT: Final = 1
MAX_CHARACTERS: Final = 1_000_000
MAX_VERSION: Final = 2**32 - 1
"""The highest version of a game. A table without rules has a checksum of its file as version, which
is below 2**32."""
MAX_PLIES: Final = 10_000
MAX_MOVE: Final = 200
"""The number of characters that a move text may have."""
KINDS: Final = ("person", "bot", "open")
LEFT_OUT: Final[Json] = {
    "start": None,
    "result": None,
    "tags": {},
    "whole": True,
    "sealed": "",
    "dice": [],
}
"""The fields that a record is written without where they have these values."""

Checked = TypeVar("Checked")


@dataclass(frozen=True)
class Seat:
    """The holder of a seat, as a record names it."""

    name: str = ""
    kind: str = "person"
    """"person", "bot" or "open"."""
    level: str = ""
    """The name of a bot's level; empty for people."""


@dataclass(frozen=True)
class Record:
    """A match as it is written to a file."""

    game: str
    version: int
    """`Game.version` of the rules under which the match was played."""
    options: dict[str, str]
    start: str | Json | None
    """A position text or the JSON of a state; None where the match began at the initial state of
    the game."""
    seats: tuple[Seat, ...]
    plies: tuple[tuple[int, str], ...]
    """The move `plies[i][1]`, played at the node `plies[i][0]`, leads to node i + 1."""
    node: int
    """The number of the current node."""
    result: Outcome | None = None
    tags: Json = field(default_factory=dict)
    """Further facts, such as the date, the place and the event. Tags that EveryGame does not know
    are kept."""
    whole: bool = True
    """False where the record leaves out something that its reader may not know; such a record
    cannot be replayed."""
    sealed: str = ""
    """The parts left out, encrypted so that only the server that wrote the record can read them."""
    dice: tuple[Dice, ...] = ()
    """The dice that chance was drawn from, with those seeds that are published."""


class Visitor:
    """The methods that `visit` calls while it replays a record. Subclasses override those that they
    need."""

    def begin(self, record: Record, game: Game) -> bool:
        """`visit` calls this first; the answer says whether `visit` shall replay the plies."""
        return True

    def join(self, match: Match) -> None:
        """`visit` calls this once before the first ply, with the match in which it then replays the
        record, so that a subclass can keep this match for later."""

    def ply(self, node: Node, before: State, after: State) -> None:
        """`visit` calls this after each ply, in the order of the record."""

    def end(self, match: Match) -> None:
        """`visit` calls this after the last ply."""


def record_match(
    match: Match,
    seats: Sequence[Seat],
    start: str | Json | None = None,
    tags: Json | None = None,
    viewer: int | None = None,
    whole: bool = True,
) -> Record:
    """Return the record of a match. With `whole=False` it contains only what `viewer` may know of a
    match that goes on. `start` is the position the match began at, if not the initial one."""
    whole = whole or not match.game.hidden or match.outcome() is not None
    check_seats(match, seats)
    lens = Whole(match) if whole else Lens(match, viewer)
    lens.grow()
    numbers = range(1, len(lens.first))
    return Record(
        game=match.game.name,
        version=match.game.version,
        options=match.game.settings,
        start=start if whole else None,
        seats=tuple(seats),
        plies=tuple((lens.parents[number], lens.text(number)) for number in numbers),
        node=lens.number(match.node),
        result=match.outcome(),
        tags=(tags or {}) if whole else {},  # a comment may tell what is hidden
        whole=whole,
        dice=tuple(match.told_dice()) if whole else (),
    )


def check_seats(match: Match, seats: Sequence[Seat]) -> None:
    """Check that the holders of a match are as many as its seats. Raises BadArgument."""
    several = isinstance(seats, Sequence) and all(isinstance(seat, Seat) for seat in seats)
    if not several or len(seats) != match.game.players:
        text = "A record of this match needs a list of {number} seats: [Seat(name), …]."
        raise BadArgument(text, number=match.game.players)


def replay(record: Record, game: Game, rng: Random) -> Match:
    """Replay a record and return its match; `game` is the game `record.game` with the options
    `record.options`. Raises BadRecord."""
    return visit(record, game, rng, Visitor())


def visit(record: Record, game: Game, rng: Random, visitor: Visitor) -> Match:
    """Replay a record, call the visitor for each ply, and return the match. Raises BadRecord."""
    check_rules(record, game)
    match = Match(game, rng, start_state(record, game))
    match.dices = list(record.dice)
    if not visitor.begin(record, game):
        return match
    visitor.join(match)
    for number, (parent, text) in enumerate(record.plies, 1):
        play_ply(match, number, parent, text)
        visitor.ply(match.nodes[number], match.state(parent), match.state(number))
    finish(match, record)
    visitor.end(match)
    return match


def check_rules(record: Record, game: Game) -> None:
    if (record.game, record.version) != (game.name, game.version):
        raise BadRecord(
            "This is a match of {game} by version {version} of its rules; here is {name},"
            " version {version2}.",
            game=record.game,
            version=record.version,
            name=game.name,
            version2=game.version,
        )
    if len(record.seats) != game.players:
        raise BadRecord(
            "This match has {players} seats, but the save {number}.",
            players=game.players,
            number=len(record.seats),
        )
    if not record.whole:
        raise BadRecord(
            "This save was made while the match was on and leaves out what its reader could not"
            " know, so it cannot be played on."
        )


def start_state(record: Record, game: Game) -> State | None:
    """Return the state in which the recorded match began; None for the initial state of the
    game."""
    if record.start is None:
        return None
    try:
        if isinstance(record.start, str):
            return game.parse_position(record.start)
        return game.from_json(record.start)
    except EveryGameError as error:
        raise BadRecord("The start of this save is no position: {error}", error=error) from None
    except Exception:  # a game's from_json may raise anything for JSON that is no state of it
        raise BadRecord(
            "The start of this save is no position of {name}.", name=game.name
        ) from None


def play_ply(match: Match, number: int, parent: int, text: str) -> None:
    try:
        match.apply_event({"type": "play", "at": parent, "move": text})
    except EveryGameError as error:
        raise BadRecord(
            "Ply {number} of this save does not replay: {error}", number=number, error=error
        ) from None
    if len(match.nodes) == number:
        raise BadRecord(
            "Ply {number} of this save repeats ply {node}.", number=number, node=match.node
        )


def finish(match: Match, record: Record) -> None:
    """Go to the current node of the record, and check that its result follows from the plies."""
    match.apply_event({"type": "go", "node": record.node})
    if record.result and match.outcome() is None:
        end(match, record.result)
    played = match.outcome()
    if played == record.result:
        return
    if not played:
        raise BadRecord("This save has a result, but by its plies the match goes on.")
    raise BadRecord(
        "The result of this save is not that of its plies, by which the match ends by {ending}.",
        ending=played.ending,
    )


def end(match: Match, result: Outcome) -> None:
    """Declare the end of the match, where the recorded result is a resignation, a loss on time or
    an agreement."""
    gone = result.resigned
    lost = gone in range(match.game.players) and result.ending in LOST
    if lost or (gone is None and result.ending in AGREED):
        match.end(result.ending, gone)


# -- text and JSON


def read_record(text: str) -> Record:
    """Read a record from its text. Some editors begin a text with a byte order mark, which is left
    out. Raises BadRecord."""
    if not isinstance(text, str):
        raise BadRecord("A record is read from a text, not from {text}.", text=short(repr(text)))
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_CHARACTERS:
        raise BadRecord(
            "A save has at most {max_characters} characters.",
            max_characters=format(MAX_CHARACTERS, ","),
        )
    try:
        data = read_json(text, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise BadRecord("This save is no JSON at line {line}, column {column}.", **where) from None
    except (ValueError, RecursionError):
        raise BadRecord("This save holds what is no JSON, or is nested too deeply.") from None
    return from_json(data)


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def write_record(record: Record) -> str:
    """Return the text of a record, with one line for each field."""
    lines = (f"  {json.dumps(k)}: {dump(v)}" for k, v in to_json(record).items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def dump(value: AnyJson) -> str:
    return json.dumps(value, ensure_ascii=False)


def to_json(record: Record) -> Json:
    """Return the JSON of a record, without the fields that have their default value."""
    data: Json = {"format": FORMAT, **vars(record)}
    data["seats"] = [{k: v for k, v in vars(seat).items() if v} for seat in record.seats]
    data["plies"] = [
        text if parent == number else [parent, text]
        for number, (parent, text) in enumerate(record.plies)
    ]
    data["result"] = record.result and result_json(record.result)
    data["dice"] = [dice_json(dice) for dice in record.dice]
    return {k: v for k, v in data.items() if k not in LEFT_OUT or v != LEFT_OUT[k]}


def result_json(result: Outcome) -> Json:
    data: Json = {"returns": list(result.returns), "ending": result.ending}
    return data if result.resigned is None else {**data, "resigned": result.resigned}


def from_json(data: AnyJson) -> Record:
    """Check the JSON of a record and return the record. Raises BadRecord for the first fault."""
    need(is_text(data), "This save holds characters that are no text.")
    need(isinstance(data, dict) and "format" in data, "This is no match that EveryGame saved.")
    read_format(data["format"])
    known = ["format", *(field.name for field in fields(Record))]
    strange = min(set(data) - set(known), default=None)
    need(strange is None, "A saved match has no field {shown}.", shown=strange)
    plies = read_list(data.get("plies"), "plies", MAX_PLIES, read_ply)
    return Record(
        game=read_text(data.get("game"), "game", 40),
        version=read_number(data.get("version"), "version", 1, MAX_VERSION),
        options=read_options(data.get("options", {})),
        start=read_start(data.get("start")),
        seats=read_list(data.get("seats"), "seats", 16, read_seat),
        plies=plies,
        node=read_number(data.get("node", len(plies)), "node", START, len(plies)),
        result=read_result(data.get("result")),
        tags=read_object(data.get("tags", {}), "tags"),
        whole=read_flag(data.get("whole", True), "whole"),
        sealed=read_text(data.get("sealed", ""), "sealed", MAX_CHARACTERS),
        dice=read_list(data.get("dice", []), "dice", 100, read_dice),
    )


def read_format(form: AnyJson) -> None:
    refuse_newer(form, FORMAT)
    good = form == FORMAT and form is not True
    need(good, "The format must be {format}, not {shown}.", shown=form, format=FORMAT)


def refuse_newer(form: AnyJson, known: int) -> None:
    """Refuse a file of a newer format than `known`. This is checked before anything else, because
    the fields of a newer format are unknown."""
    newer = type(form) is int and form > known
    need(not newer, "This file was made by a newer EveryGame, and this one cannot read it.")


def is_text(data: AnyJson) -> bool:
    """Whether all strings of the data can be written as UTF-8. An escape in JSON may stand for half
    a character (a lone surrogate), which cannot."""
    try:
        return bool(dump(data).encode())
    except (UnicodeEncodeError, RecursionError):
        return False


def need(sound: bool, text: str, shown: AnyJson = None, **arguments: object) -> None:
    """Raise BadRecord unless a value is sound; `shown` is the value, for the text."""
    if not sound:
        raise BadRecord(text, shown=short(shown), **arguments)


def short(value: AnyJson) -> str:
    """Return a faulty value as JSON, cut to 60 characters for an error message."""
    text = dump(value)
    return text if len(text) <= 60 else text[:59] + "…"


def read_text(value: AnyJson, what: str, most: int) -> str:
    good = isinstance(value, str) and len(value) <= most and value.isprintable()
    need(
        good,
        "{what} must be a text of at most {most} characters, not {shown}.",
        what=what,
        most=most,
        shown=value,
    )
    return str(value)


def read_number(value: AnyJson, what: str, least: int, most: int) -> int:
    good = type(value) is int and least <= value <= most
    need(
        good,
        "{what} must be a whole number from {least} to {most}, not {shown}.",
        what=what,
        least=least,
        most=most,
        shown=value,
    )
    return int(value)


def read_flag(value: AnyJson, what: str) -> bool:
    good = isinstance(value, bool)
    need(good, "{what} must be true or false, not {shown}.", what=what, shown=value)
    return bool(value)


def read_object(value: AnyJson, what: str) -> Json:
    good = isinstance(value, dict)
    need(good, "{what} must be an object, not {shown}.", what=what, shown=value)
    return dict(value)


def read_list(
    value: AnyJson, what: str, most: int, item: Callable[[AnyJson, int], Checked]
) -> tuple[Checked, ...]:
    good = isinstance(value, list) and len(value) <= most
    need(
        good,
        "{what} must be a list of at most {most} entries, not {shown}.",
        what=what,
        most=most,
        shown=value,
    )
    return tuple(item(entry, number) for number, entry in enumerate(value, 1))


def read_options(value: AnyJson) -> dict[str, str]:
    options = read_object(value, "options")
    return {
        key: read_text(text, say("the option {key}", key=key), 2_000)
        for key, text in options.items()
    }


def read_start(value: AnyJson) -> str | Json | None:
    if value is None or isinstance(value, dict):
        return value
    return read_text(value, "start", 10_000)


def read_seat(value: AnyJson, number: int) -> Seat:
    data = read_object(value, say("seat {number}", number=number))
    kind = data.get("kind", "person")
    kinds = ", a ".join(KINDS)
    need(
        kind in KINDS,
        "Seat {number} is a {kinds}, not {shown}.",
        number=number,
        kinds=kinds,
        shown=kind,
    )
    name = read_text(data.get("name", ""), say("the name of seat {number}", number=number), 60)
    level = read_text(data.get("level", ""), say("the level of seat {number}", number=number), 60)
    return Seat(name, kind, level)


def read_ply(value: AnyJson, number: int) -> tuple[int, str]:
    """Read the ply `number`, counted from 1, as its parent node and its move text. A text alone
    continues from the ply before it, whose node is `number - 1`."""
    pair = value if isinstance(value, list) else [number - 1, value]
    need(len(pair) == 2, "Ply {number} must be a text, or a node and a text.", number=number)
    before = say("the node before ply {number}", number=number)
    parent = read_number(pair[0], before, START, number - 1)
    return parent, read_text(pair[1], say("ply {number}", number=number), MAX_MOVE)


def read_result(value: AnyJson) -> Outcome | None:
    if value is None:
        return None
    data = read_object(value, "result")
    returns = data.get("returns")
    good = isinstance(returns, list) and all(
        type(x) in (int, float) and -1 <= x <= 1 for x in returns
    )
    need(
        good, "The returns of the result must be numbers from -1 to 1, not {shown}.", shown=returns
    )
    ending = read_text(data.get("ending"), "ending", 60)
    resigned = data.get("resigned")
    if resigned is not None:
        resigned = read_number(resigned, "resigned", 0, 15)
    return Outcome(tuple(float(x) for x in returns or ()), ending, resigned)
