"""Collects what the library and the page of a new match show of each game: its card, options and
pictures."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from starlette.requests import Request

from everygame import contract
from everygame.contract import AnyJson, Game, Json, State
from everygame.errors import BadGame, BadOption, EveryGameError
from everygame.library.registry import Entry, games
from everygame.library.rulesheet import find_start
from everygame.match import Match
from everygame.process.faults import GameBroken
from everygame.process.isolation import find_safe_game
from everygame.process.metering import in_thread
from everygame.process.pool import JobRefused, Pool, WorkerDied
from everygame.scene import Scene, depict, picture, to_json, view
from everygame.search.game_advice import Level
from everygame.server.bots.jobs import Bots
from everygame.server.requests.limits import Refused
from everygame.sides import side_count
from everygame.time_source import REAL, Clock
from everygame.words import say

log = logging.getLogger("everygame")

GENERATE: Final = "everygame.server.library.generate:generate"
"""The function that a worker process calls to make a value of an option."""
Options = dict[str, str]
"""The values of options, by their names."""
SECONDS: Final = 20.0
"""The seconds that a game may search for a new value of an option."""
PAUSE: Final = 600.0
"""The seconds after which a broken game is tried again although its files have not changed."""
GRACE: Final = 5.0
"""The seconds that a worker process has left after `SECONDS` before it is ended by force."""


class Library:
    """Keeps the cards and options of all games, each computed once, and previews, edits or
    generates values of options."""

    def __init__(self, bots: Bots, pool: Pool, clock: Clock = REAL) -> None:
        self.bots = bots
        self.clock = clock
        self.pool = pool
        self.known: dict[tuple[str, str], tuple[str, Json]] = {}
        """For each kind ("card" or "details") and game: the stamp of the game's files, and the
        answer."""
        self.faults: dict[tuple[str, str], tuple[str, float, str]] = {}
        """For each kind and game: the stamp, the time until which the broken game is not tried
        again, and its error."""

    def once(self, kind: str, name: str, make: Callable[[Entry], Json]) -> Json:
        """Return the answer of `make` for a game, computed once for as long as the game's files
        stay the same. Raises BadGame."""
        entry = find_safe_game(name)
        stamp, found = self.known.get((kind, name), ("", None))
        if found is None or stamp != entry.stamp():
            stamp = entry.stamp()
            found = self.attempt((kind, name), stamp, lambda: make(entry))
            self.known[kind, name] = stamp, found
        return found

    def attempt(self, key: tuple[str, str], stamp: str, make: Callable[[], Json]) -> Json:
        """Return the answer of `make`. After an error of the game's code, `make` is not called
        again for `PAUSE` seconds, because a game that hangs costs seconds each time. Raises
        BadGame."""
        seen, until, fault = self.faults.get(key, ("", 0.0, ""))
        if fault and seen == stamp and self.clock.now() < until:
            raise BadGame(fault)
        try:
            return make()
        except GameBroken as found:
            self.faults[key] = stamp, self.clock.now() + PAUSE, str(found)
            raise

    def cards(self) -> list[Json]:
        """Return the cards of all games. For a game that cannot be opened, it is the name and the
        reason."""
        return [self.card_or_fault(name) for name in games()]

    def card_or_fault(self, name: str) -> Json:
        """Return the card of a game, or its name and the reason why it cannot be opened."""
        try:
            return self.card(name)
        except EveryGameError as error:
            fault = error.message
        except Exception as error:
            log.exception("the game %s cannot be opened", name)
            fault = say("{name} cannot be opened: {error}.", name=name, error=repr(error))
        return {"name": name, "title": name, "fault": fault}

    def card(self, name: str) -> Json:
        """Return a game's `Card` of the wire format. Raises BadGame."""
        return self.once("card", name, make_card)

    def details(self, name: str) -> Json:
        """Return `Card` with the options and bots of the game. Raises BadGame."""
        return self.once("details", name, self.make_details)

    def make_details(self, entry: Entry) -> Json:
        """Compute `Card` with the options and bots of the game."""
        kind, artist = entry.game_class(), entry.artist()
        game = kind()
        return {
            **self.card(entry.name),
            "options": [option_json(entry, o) for o in kind.options if not o.expert],
            "seat_names": {str(n): artist.seat_names(kind(players=str(n))) for n in kind.seats},
            "levels": levels_json(self.bots.levels(game)),
            "programs": levels_json(self.bots.programs.levels(game.name)),
            "first": entry.facts().get("first", ""),
            "hidden": game.hidden,
            "chance": game.chance,
        }

    def preview(self, name: str, options: Options) -> Json:
        """Return the start position of a match with some options. Raises BadGame, BadOption."""
        entry = find_safe_game(name)
        game = open_game(entry, options)
        scene = start_scene(entry, game)
        return {
            "scene": picture(scene),
            "notes": list(scene.notes),
            "called": list(entry.artist().seat_names(game)),
            "together": game.players > 1 and side_count(game) == 1,
        }

    # -- values of options

    def edit(self, name: str, options: Options, option: str, value: str, move: str | None) -> Json:
        """Return the value of an option that a person edits, after one more edit `move`, with its
        picture. Raises BadGame, BadOption."""
        entry = find_safe_game(name)
        check_hook(entry, option, "editable")
        check_files(entry, options)
        edit = entry.editor().edit
        if edit is None:
            raise BadGame("{name}: editor.py has no function edit.", name=name)
        after, scene, notes, playable = edit(
            entry.game_class(), without(options, option), option, value, move
        )
        return {"value": after, "scene": to_json(scene), "notes": notes, "playable": playable}

    async def generate(self, name: str, options: Options, option: str, length: int) -> Json:
        """Return a new value of an option, of a wanted length, with its picture. A worker process
        makes it. Raises BadGame, BadOption."""
        await in_thread(check_length, find_safe_game(name), options, option, length)
        request = {"game": name, "options": without(options, option), "option": option}
        job = {**request, "length": length, "seconds": SECONDS, "seed": Random().getrandbits(48)}
        try:
            async with self.bots.share():
                value = await self.pool.run(GENERATE, job, SECONDS + GRACE)
        except JobRefused as error:
            raise BadOption(error.message) from None
        except WorkerDied as error:
            log.error("no value of %s was made for the game %s: %s", option, name, error)
            raise BadOption(
                "None was found in time. Try again, or choose another length."
            ) from None
        preview = await in_thread(self.preview, name, {**options, option: value})
        return {"value": value, **preview}


def open_game(entry: Entry, options: Options, version: int | None = None) -> Game:
    """Return the game with the options that a device asks for. Raises BadOption, BadGame."""
    check_files(entry, options)
    return entry.game(version, **options)


def check_files(entry: Entry, options: Options) -> None:
    """Raise BadOption where an option names a file of this computer that the game does not offer,
    because only the operator may choose files, never a device."""
    for option in entry.game_class().options:
        allowed = {choice.value for choice in option.choices} | {option.default}
        if option.file and options.get(option.name, option.default) not in allowed:
            raise BadOption(
                "{label}: you can choose only what is offered here.", label=option.label
            )


def check_hook(entry: Entry, name: str, hook: str) -> contract.Option:
    """Return the option with a name. Raises BadOption where the game has no editor for it. `hook`
    is the field of the option that says so: "editable" or "lengths"."""
    for option in entry.game_class().options:
        if option.name == name and getattr(option, hook) and entry.has("editor.py"):
            return option
    if hook == "editable":
        raise BadOption("Values of {name} cannot be edited.", name=repr(name))
    raise BadOption("Values of {name} cannot be made.", name=repr(name))


def check_length(entry: Entry, options: Options, option: str, length: int) -> None:
    """Raise BadGame or BadOption where no value of that length can be generated."""
    found = check_hook(entry, option, "lengths")
    check_files(entry, options)
    least, most = found.lengths or (0, 0)
    if length not in range(least, most + 1):
        raise BadOption(
            "The length is from {least} to {most}, not {length}.",
            least=least,
            most=most,
            length=length,
        )


def without(options: Options, name: str) -> Options:
    """Return the options without the one of that name."""
    return {key: value for key, value in options.items() if key != name}


def levels_json(levels: Sequence[Level]) -> list[Json]:
    """Return bot levels as the page gets them."""
    return [{"name": one.name, "title": one.title, "sentence": one.sentence} for one in levels]


def make_card(entry: Entry) -> Json:
    """Compute the `Card` of a game."""
    facts, kind = entry.facts(), entry.game_class()
    return {
        "name": entry.name,
        "players": list(kind.seats),
        **{fact: facts.get(fact, "") for fact in ("year", "minutes")},
        **{fact: say(facts.get(fact, "")) for fact in ("title", "sentence", "designer")},
        "picture": picture(card_scene(entry, facts.get("picture", ""))),
        "lessons": entry.has("tutorial.toml"),
        "table": entry.is_table,
        **{fact: facts.get(fact, []) for fact in ("tags", "also")},
    }


def card_scene(entry: Entry, text: str) -> Scene:
    """Return the scene on the card of a game: the position that game.toml gives, as a position text
    or the JSON of a state, or otherwise the start."""
    if not text:
        return start_scene(entry, entry.game())
    kind = "state" if text.startswith("{") else "position"
    return spectate(entry, *find_start(entry, {kind: text}))


def start_scene(entry: Entry, game: Game) -> Scene:
    """Return the scene at the start of a match, after the cards are dealt. The deal is always the
    same."""
    match = Match(game, Random(1))
    match.draw()
    return spectate(entry, game, match.state())


def spectate(entry: Entry, game: Game, state: State) -> Scene:
    """Return the scene of a state for a spectator."""
    return depict(entry.artist(), game, view(state, None))


def option_json(entry: Entry, option: contract.Option) -> Json:
    """Return `Option` of the wire format. Its choices have pictures if these differ."""
    choices = [
        {"value": choice.value, "label": choice.label, "players": list(choice.players)}
        for choice in option.choices
    ]
    pictures = [choice_pictures(entry, option, choice) for choice in option.choices]
    if any(picture != pictures[0] for picture in pictures):
        choices = [{**choice, **found} for choice, found in zip(choices, pictures, strict=True)]
    return {
        "name": option.name,
        "label": option.label,
        "help": option.help,
        "default": option.default,
        "choices": choices,
        "free": option.free,
        "editable": option.editable,
        "lengths": option.lengths,
        "players": list(option.players),
    }


def choice_pictures(entry: Entry, option: contract.Option, choice: contract.Choice) -> Json:
    """Return the picture of the start with this choice, for the smallest number of players, and for
    other numbers where it looks different; nothing where the choice is legal only together with
    others."""
    first_number, *more = choice.players or option.players or entry.game_class().seats
    first = choice_picture(entry, option, choice, first_number)
    if first is None:
        return {}
    found = {str(players): choice_picture(entry, option, choice, players) for players in more}
    others = {players: one for players, one in found.items() if one not in (None, first)}
    return {"picture": first} | ({"pictures": others} if others else {})


def choice_picture(
    entry: Entry, option: contract.Option, choice: contract.Choice, players: int
) -> AnyJson:
    """Return the picture of the start with this choice for so many players; None where that is not
    legal."""
    try:
        game = entry.game(players=str(players), **{option.name: choice.value})
    except EveryGameError:
        return None
    return picture(start_scene(entry, game))


def game_in_path(request: Request) -> str:
    """Return the name of the game in the path of a request. Raises Refused where there is no such
    game."""
    name: str = request.path_params["game"]
    try:
        find_safe_game(name)
    except BadGame as error:
        raise Refused(404, error.message) from None
    return name
