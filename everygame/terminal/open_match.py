"""Opens a match in the terminal: it finds the holders of the seats, and the file in which the match
is kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import SystemRandom

from everygame import record
from everygame.bots import levels
from everygame.bots.analysis import advise, weigh
from everygame.bots.request import OUTSIDE
from everygame.contract import Game
from everygame.errors import BadGame, BadOption, BadRecord, writing
from everygame.library.match_files import load_record
from everygame.library.registry import Entry
from everygame.match import Match
from everygame.terminal.language import local_language
from everygame.terminal.play import Chooser, TerminalMatch
from everygame.terminal.sheet import sheet_for_terminal
from everygame.words import list_of, say, translate


def open_match(
    entry: Entry, game: Game, bots: dict[int, str], choose: Chooser, folder: Path
) -> TerminalMatch:
    """Return the unfinished match of this game, or a new one. `choose` returns the moves of bots,
    and `folder` contains the kept matches."""
    kept = folder / f"{game.name}.json"
    match = find_match(kept, entry, game) or Match(game, SystemRandom())
    language = local_language()
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ

    def keep() -> None:
        write_record(kept, match, bots)

    return TerminalMatch(
        game=match.game,
        artist=entry.artist(),
        match=match,
        bots=bots,
        choose=choose,
        rules=lambda: sheet_text(entry, language, colour),
        keep=keep,
        save=lambda path: write_record(Path(path), match, bots),
        advise=advise,
        weigh=weigh,
        colour=colour,
        language=language,
    )


def sheet_text(entry: Entry, language: str, colour: bool) -> str:
    """Return the rule sheet, or a sentence that there is none."""
    try:
        return sheet_for_terminal(entry, language, colour)
    except BadGame as error:
        return error.message


def find_match(path: Path, entry: Entry, game: Game) -> Match | None:
    """Return the unfinished match in a file, if it is of this very game with these options, or of
    an earlier layout of this table; otherwise None."""
    if not path.is_file():
        return None
    try:
        found = load_record(path)
        played = entry.game(found.version, **found.options)
        if played.settings != game.settings:  # `game` has the defaults of newer options
            return None
        match = record.replay(found, played, SystemRandom())
    except (BadOption, BadRecord) as error:
        aside = path.with_suffix(".unreadable.json")
        path.replace(aside)
        sorry = say(
            "The match that was kept cannot be read and lies in {file}: {error}",
            file=aside.name,
            error=error.message,
        )
        print(translate(sorry, local_language()))
        return None
    return None if match.outcome() else match


def write_record(path: Path, match: Match, bots: dict[int, str]) -> None:
    """Write the match by way of a temporary file, so that a failure leaves the old file intact.
    Raises BadRecord."""
    seats = [seat_of(bots.get(seat)) for seat in range(match.game.players)]
    draft = path.with_name(path.name + ".part")
    with writing(path, BadRecord):
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(record.write_record(record.record_match(match, seats)), "utf-8")
        draft.replace(path)


def seat_of(bot: str | None) -> record.Seat:
    """Return the holder of a seat for a record. A program is recorded without its command line."""
    if bot is None:
        return record.Seat()
    return record.Seat(kind="bot", level="program" if bot.startswith(OUTSIDE) else bot)


def read_bots(game: Game, names: tuple[str, ...], given: list[str] | None) -> dict[int, str]:
    """Return for each seat of a bot its level, or "program:" and a command line. Without arguments,
    the first seat is a person's and bots of a middle level play the others. Raises BadOption."""
    known = [level.name for level in levels(game)]
    if given is None:
        return dict.fromkeys(range(1, game.players), middle(known)) if known else {}
    bots = {}
    for text in given:
        if text != "none":
            seat, _, level = text.partition("=")
            bots[find_seat(seat, names)] = read_level(game, known, level)
    return bots


def read_level(game: Game, known: list[str], level: str) -> str:
    """Read the name of a bot level, or of a program, from an argument; without one, take the middle
    level. Raises BadOption."""
    if level.startswith(OUTSIDE):
        return level
    if not known:
        raise BadOption("{name} has no bots.", name=game.name)
    if level and level not in known:
        raise BadOption(
            "There is no level {level}: {known}, or program:COMMAND.",
            level=repr(level),
            known=list_of(known),
        )
    return level or middle(known)


def middle(known: list[str]) -> str:
    return known[len(known) // 2]


def find_seat(text: str, names: tuple[str, ...]) -> int:
    """Return the seat with this number, counted from 1, or this name. Raises BadOption."""
    called = [str(number) for number in range(1, len(names) + 1)]
    for known in (called, [name.lower() for name in names]):
        if text.lower() in known:
            return known.index(text.lower())
    raise BadOption("There is no seat {seat}: {names}.", seat=repr(text), names=list_of(names))
