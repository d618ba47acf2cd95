"""The program of the process in which `everygame check` loads and plays a game. It checks all files
of the game, one after another."""

from __future__ import annotations

import faulthandler
import inspect
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Final

from everygame.bots import levels
from everygame.catalogues import ENGLISH
from everygame.check import Report, conform
from everygame.check.bots_and_reasons import check_advice, check_reasons, check_sign, think, walk
from everygame.check.locate import find_method
from everygame.check.missing_method import find_missing
from everygame.check.spelling import check_names
from everygame.check.watchdog import Watchdog
from everygame.contract import AnyJson, Game, Json
from everygame.drawing import draw
from everygame.errors import BadGame, BadOption, EveryGameError, find_place, shown
from everygame.library.lessons import find_keys, make_step, read
from everygame.library.registry import Entry, find_folder, find_game
from everygame.library.rulesheet import at_line, check_sheet, find_start
from everygame.library.translate_sheet import LESSON, Tongue
from everygame.match import random_match
from everygame.process.worker import OUT_OF_MEMORY, bound_memory
from everygame.record import Seat, record_match
from everygame.scene import Artist
from everygame.search.game_advice import Level
from everygame.words import count, say

MEMORY: Final = 4 << 30
"""The bytes of address space that a game may use."""
PICTURES: Final = 4
"""The number of positions of a match that are drawn as a check."""
THOUGHTS: Final = 4
"""The number of positions of a match in which each bot chooses a move."""


def main(request: list[AnyJson]) -> None:
    """Check the game that the request names. Write the result to standard output, and what the game
    prints to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the command, which kills us
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    bound_memory(MEMORY)
    faulthandler.enable(answers)
    answers.write(json.dumps(attempt(Watchdog(answers, request[0]), *request[1:])))
    answers.flush()
    os._exit(0)  # without waiting for threads that the game has left running


def attempt(
    watchdog: Watchdog,
    game: str,
    folder: str | None,
    options: dict[str, str],
    matches: int,
    seed: int,
) -> Json:
    """Check the game, and return the report as JSON, or the first fault as one sentence."""
    try:
        if folder:
            os.environ["EVERYGAME_GAME"] = folder  # where bots find the game by its name
        entry = find_folder(Path(folder)) if folder else find_game(game)
        return asdict(check_all(entry, options, matches, seed, watchdog))
    except EveryGameError as error:
        return {"fault": str(error), "option": isinstance(error, BadOption)}
    except MemoryError:
        return {"fault": f"{game}: {OUT_OF_MEMORY}.", "option": False}


def check_all(
    entry: Entry, options: dict[str, str], matches: int, seed: int, watchdog: Watchdog
) -> Report:
    """Check all files of a game, and return the report. Raises BadGame, BadOption for the first
    fault."""
    watchdog.begin("game.toml")
    facts = entry.facts()
    watchdog.begin("rules.py")
    with blamed(entry, "rules.py"):
        game, artist = entry.game(**options), entry.artist()
    check_names(entry.name, Path(str(entry.folder)))
    check_artist(entry, artist, game)
    check_card(entry, facts.get("picture", ""))
    entry.kit()
    if not entry.is_table and not entry.has("rules.en.md"):
        raise BadGame("{name}: there is no rule sheet, rules.en.md.", name=entry.name)
    watchdog.begin(count("{n} random match", "{n} random matches", matches))
    with blamed(entry, "rules.py"):
        report = conform(game, matches, seed, artist, watchdog.tick, entry.layout())
    for sheet in sorted(Path(str(entry.folder)).glob("rules.*.md")):
        watchdog.begin(sheet.name)
        with blamed(entry, sheet.name):
            check_sheet(entry, sheet.name)
    for file in sorted(Path(str(entry.folder)).glob("tutorial*.toml")):
        watchdog.begin(file.name)
        check_lessons(entry, file.name)
    watchdog.begin(say("pictures"))
    check_drawing(entry, game, Random(seed), watchdog)
    check_notation(entry, game, Random(seed), watchdog)
    watchdog.begin(say("bots and hints"))
    check_helpers(entry, game, Random(seed), watchdog)
    return report


def check_card(entry: Entry, picture: str) -> None:
    """Require that the position of the picture in the library can be read. Raises BadGame."""
    if picture and not entry.is_table:
        lines = (entry.folder / "game.toml").read_text("utf-8-sig").splitlines()
        line = find_keys(lines, 0, len(lines) + 1)["picture"]
        with at_line(entry, "game.toml", line), missing_told():
            find_start(entry, {"state" if picture.startswith("{") else "position": picture})


@contextmanager
def missing_told() -> Iterator[None]:
    """Where the block asks for a method that the game lacks, raise a BadGame that says so."""
    try:
        yield
    except NotImplementedError as error:
        missing = find_missing(error)
        if not missing:
            raise
        raise BadGame(missing) from error


def check_drawing(entry: Entry, game: Game, rng: Random, watchdog: Watchdog) -> None:
    """Draw some positions of a random match for every viewer, which requires every image that a
    scene names. Raises BadGame."""
    plies = walk(game, rng)
    for state, _, _ in rng.sample(plies, min(len(plies), PICTURES)):
        for viewer in (None, *range(game.players)):
            watchdog.tick()
            try:
                draw(state, viewer, entry=entry)
            except BadGame as error:
                raise BadGame("{name}: {error}", name=entry.name, error=error) from None


def check_notation(entry: Entry, game: Game, rng: Random, watchdog: Watchdog) -> None:
    """Require that a file of another program, if the game writes such files, is read again as the
    match that was written. Raises BadGame."""
    if entry.has("notation.py") != ("files" in entry.facts()):
        raise BadGame(
            "{name}: game.toml names under files the endings of the files that notation.py reads;"
            " one of the two is missing.",
            name=entry.name,
        )
    if not entry.has("notation.py"):
        return
    watchdog.begin("notation.py")
    match = random_match(game, rng)
    record = record_match(match, [Seat()] * game.players)
    with blamed(entry, "notation.py"):
        notation = entry.notation()
        found = [one.read() for one in notation.read(notation.write([record]))]
    told = [(one.options, one.plies, one.result) for one in found]
    if told != [(record.options, record.plies, record.result)]:
        raise BadGame(
            "{name}: notation.py, a match that it has written is another one when it is read.",
            name=entry.name,
        )


@contextmanager
def blamed(entry: Entry, file: str) -> Iterator[None]:
    """Turn whatever a game raises in the block into a BadGame that names the line, or at least this
    file."""
    try:
        yield
    except (EveryGameError, MemoryError):
        raise
    except BaseException as error:  # SystemExit, too
        place = find_place(error, str(entry.folder)) or f"{file},"
        raise BadGame(
            "{name}: {place} {shown}.", name=entry.name, place=place, shown=shown(error)
        ) from error


def check_artist(entry: Entry, artist: Artist, game: Game) -> None:
    """Require that `seat_names` gives a different name for each seat. Raises BadGame."""
    seat_names = inspect.unwrap(artist.seat_names)
    file = Path(inspect.getfile(seat_names)).name
    for players in game.seats:
        with blamed(entry, file):
            names = seat_names(type(game)(players=str(players)))
        texts = isinstance(names, list | tuple) and all(isinstance(n, str) and n for n in names)
        if not texts or len(set(names)) != players:
            place = find_method(artist, "seat_names")
            said = f"seat_names for {players} players is not {players} different texts"
            raise BadGame(
                "{name}: {said}: {names}.{place}",
                name=entry.name,
                said=said,
                names=repr(names),
                place=place,
            )


def check_lessons(entry: Entry, file: str) -> None:
    """Require that each position of a guided first match can be read and that the move it asks for
    is legal. Raises BadGame."""
    for step in read(entry, file)["steps"]:
        with blamed(entry, file):
            make_step(entry, file, step, Tongue(LESSON, entry.name, ENGLISH))


def check_helpers(entry: Entry, game: Game, rng: Random, watchdog: Watchdog) -> None:
    """Let every bot choose moves, and let `reasons.py` explain moves. Raises BadGame."""
    if game.endless:
        return
    if find_game(entry.name).folder != entry.folder:
        raise BadGame("{name}: another game has this name; rename the folder.", name=entry.name)
    with blamed(entry, "bots.py"):
        known = levels(game)
        if not all(isinstance(level, Level) for level in known):
            raise TypeError(f"levels answers {known!r}")
    plies = walk(game, rng)
    for before, _, _ in rng.sample(plies, min(len(plies), THOUGHTS)):
        with blamed(entry, "bots.py"):
            check_advice(entry, before, rng)
            for level in known:
                watchdog.tick()
                think(game, level, before, rng)
    with blamed(entry, "bots.py"):
        check_sign(entry, game, rng, watchdog.tick)
    if entry.has("reasons.py"):
        for ply in plies:
            with blamed(entry, "reasons.py"):
                check_reasons(entry, *ply)
            watchdog.tick()
