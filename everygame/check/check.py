"""`everygame check`: all files of a game, looked at in a process of their own.

Whoever writes a game writes loops without end, too, and programs that leave. So another process
loads and plays the game; this one says what became of it.
"""

from __future__ import annotations

import faulthandler
import inspect
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from typing import Final, TextIO

from everygame.bots import levels
from everygame.bots.thinker import answer
from everygame.check.locate import find_function, find_method
from everygame.conform import Report, conform, is_number
from everygame.contract import CHANCE, OVER, AnyJson, Game, Json, State
from everygame.drawing import draw
from everygame.errors import BadGame, BadOption, EveryGameError, find_place, shown
from everygame.library.lessons import make_step, read
from everygame.library.registry import Entry, find_folder, find_game
from everygame.library.rulesheet import check_sheet
from everygame.process.start import last_place, python_command
from everygame.process.worker import OUT_OF_MEMORY, bound_memory
from everygame.scene import Artist
from everygame.search.adapter import DRAWS
from everygame.search.advice import Level

PATIENCE: Final = 10.0
"""Seconds after which a game that does not answer is told to hang."""
MEMORY: Final = 4 << 30
"""Bytes of address space that a game may use."""
LONGEST: Final = 300
"""Plies of a match whose moves are explained."""
PICTURES: Final = 4
"""Positions of a match that are drawn."""
THOUGHTS: Final = 4
"""Positions of a match in which each bot thinks."""
PRINTED: Final = 5
"""Lines of what a game prints that are shown."""
SECONDS: Final = 0.05
"""How long, as far as it keeps to that."""


def check(
    game: str, folder: Path | None, options: dict[str, str], matches: int, seed: int
) -> Report:
    """Look at everything of a game: the one of that name, or the one in `folder`. Raises BadGame,
    BadOption, with one sentence about the first fault."""
    request = [PATIENCE, game, folder and str(folder), options, matches, seed]
    command = python_command("everygame.check.check", request)
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as printed:
        last = run(command, printed)
        show_printed(printed)
    try:
        said: Json = json.loads(last)
    except ValueError:
        raise BadGame(
            "{game}: {why_it_ended}", game=game, why_it_ended=why_it_ended(last, game)
        ) from None
    if "fault" in said:
        raise (BadOption if said["option"] else BadGame)(said["fault"])
    return Report(**said)


def run(command: list[str], printed: TextIO) -> str:
    """What the process says; what the game prints goes into a file."""
    import subprocess  # which a browser has not; `look` works without

    out = subprocess.PIPE
    with subprocess.Popen(command, stdout=out, stderr=printed, encoding="utf-8") as process:
        try:
            assert process.stdout
            return process.stdout.read()
        finally:
            process.kill()


def show_printed(printed: TextIO) -> None:
    """The first lines of what a game has printed, and how many there are."""
    printed.seek(0)
    first = [line.rstrip("\n") for line in islice(printed, PRINTED)]
    more = sum(1 for _ in printed)
    for line in first:
        print(line[:200], file=sys.stderr)
    if more:
        print(f"… and {more} lines more that the game prints.", file=sys.stderr)


def why_it_ended(last: str, game: str) -> str:
    """Where and why the process ended, from its last words; innermost lines come first."""
    found = last_place(last, lambda path: path.parent.name == game)
    place = f"{found}, " if found else ""
    if last.startswith("Timeout"):
        return f"{place}does not come to an end: more than {PATIENCE:g} seconds in one call."
    why = last.partition("\n")[0].removeprefix("Fatal Python error: ")
    return f"{place}ended the program{': ' if why else ''}{why}."


# -- in the process of its own


def main(request: list[AnyJson]) -> None:
    """Say on standard output what was found; what the game prints goes beside it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who waits, and ends us
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    bound_memory(MEMORY)
    faulthandler.enable(answers)
    answers.write(json.dumps(attempt(Clock(answers, request[0]), *request[1:])))
    answers.flush()
    os._exit(0)  # whatever threads the game has left


def attempt(
    clock: Clock, game: str, folder: str | None, options: dict[str, str], matches: int, seed: int
) -> Json:
    """The report, or the fault in one sentence."""
    try:
        if folder:
            os.environ["EVERYGAME_GAME"] = folder  # where bots find it by its name
        entry = find_folder(Path(folder)) if folder else find_game(game)
        return asdict(look(entry, options, matches, seed, clock))
    except EveryGameError as error:
        return {"fault": str(error), "option": isinstance(error, BadOption)}
    except MemoryError:
        return {"fault": f"{game}: {OUT_OF_MEMORY}.", "option": False}


class Clock:
    """Ends the process where nobody has looked at it for too long, and says in which line."""

    def __init__(self, answers: TextIO, patience: float) -> None:
        self.answers = answers
        self.patience = patience
        self.looked = 0.0

    def tick(self) -> None:
        now = time.monotonic()
        if now - self.looked > 1:
            self.looked = now
            faulthandler.dump_traceback_later(self.patience, exit=True, file=self.answers)


def look(entry: Entry, options: dict[str, str], matches: int, seed: int, clock: Clock) -> Report:
    """Everything of a game, one thing after another. Raises BadGame, BadOption."""
    clock.tick()
    entry.facts()
    with blamed(entry, "rules.py"):
        game, artist = entry.game(**options), entry.artist()
    check_artist(entry, artist, game)
    if not entry.is_table and not entry.has("rules.en.md"):
        raise BadGame("{name}: there is no rule sheet, rules.en.md.", name=entry.name)
    with blamed(entry, "rules.py"):
        report = conform(game, matches, seed, artist, clock.tick)
    for sheet in sorted(Path(str(entry.folder)).glob("rules.*.md")):
        with blamed(entry, sheet.name):
            check_sheet(entry, sheet.name)
        clock.tick()
    for file in sorted(Path(str(entry.folder)).glob("tutorial*.toml")):
        check_lessons(entry, file.name)
    clock.tick()
    check_drawing(entry, game, Random(seed), clock)
    check_helpers(entry, game, Random(seed), clock)
    return report


def check_drawing(entry: Entry, game: Game, rng: Random, clock: Clock) -> None:
    """Some positions of a match as pictures: images are there. Raises BadGame."""
    plies = walk(game, rng)
    for state, _, _ in rng.sample(plies, min(len(plies), PICTURES)):
        for viewer in (None, *range(game.players)):
            clock.tick()
            try:
                draw(state, viewer, entry=entry)
            except BadGame as error:
                raise BadGame("{name}: {error}", name=entry.name, error=error) from None


@contextmanager
def blamed(entry: Entry, file: str) -> Iterator[None]:
    """What a game raises is told with the line, or at least with this file. Raises BadGame."""
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
    """It draws, and calls each seat something. Raises BadGame."""
    file = Path(inspect.getfile(artist.seat_names)).name
    for players in game.seats:
        with blamed(entry, file):
            names = artist.seat_names(type(game)(players=str(players)))
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
    """Each position of the guided first match, and the move that it asks for. Raises BadGame."""
    for line, step in read(entry, file)["steps"]:
        with blamed(entry, file):
            try:
                make_step(entry, step)
            except EveryGameError as error:
                raise BadGame(
                    "{name}: {file}, line {line}: {error}",
                    name=entry.name,
                    file=file,
                    line=line,
                    error=error,
                ) from None


def check_helpers(entry: Entry, game: Game, rng: Random, clock: Clock) -> None:
    """What helps the computer, and what hints say. Raises BadGame."""
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
                clock.tick()
                think(game, level, before, rng)
    if entry.has("reasons.py"):
        for ply in plies:
            with blamed(entry, "reasons.py"):
                check_reasons(entry, *ply)
            clock.tick()


def walk(game: Game, rng: Random) -> list[tuple[State, int, State]]:
    """The plies of the players in a random match, or in its beginning."""
    state = game.initial_state()
    plies: list[tuple[State, int, State]] = []
    while state.to_play() != OVER and len(plies) < LONGEST:
        if state.to_play() == CHANCE:
            outcomes = state.chance_outcomes()
            action = rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]
        else:
            action = rng.choice(state.legal_actions())
            plies.append((state, action, state.apply(action)))
        state = state.apply(action)
    return plies


def check_advice(entry: Entry, state: State, rng: Random) -> None:
    """What `bots.py` answers about a position. Raises BadGame."""
    advice, legal, seat = entry.advice(), state.legal_actions(), state.to_play()

    def require(promise: bool, name: str, sentence: str) -> None:
        if not promise:
            raise BadGame(
                "{name}: bots.py: {sentence}.{find_method}",
                name=entry.name,
                sentence=sentence,
                find_method=find_method(advice, name),
            )

    for name in ("evaluate", "idea", "secrecy"):
        estimate = getattr(advice, name)
        worth = estimate(state, seat) if estimate else 0.0
        require(is_number(worth), name, f"{name} answers {worth!r}, no number")
    if advice.priors:
        weights = advice.priors(state, legal)
        right = len(weights) == len(legal) and min(weights) >= 0
        require(right, "priors", "priors is not one weight for each action, none negative")
    if advice.policy:
        wanted = advice.policy(state, legal, rng.randrange(DRAWS))
        require(wanted in legal, "policy", f"policy plays {wanted!r}, not legal")
    if advice.belief:
        chance = advice.belief([told(state, seat)], seat)(state)
        require(is_number(chance), "belief", f"belief answers {chance!r}, no number")


def told(state: State, seat: int) -> Json:
    """What a seat is told of a state, as it arrives where bots think."""
    arrived: Json = json.loads(json.dumps(state.observe(seat)))
    return arrived


def think(game: Game, level: Level, state: State, rng: Random) -> None:
    """Let a bot look for a move. Raises what the game raises."""
    request = {
        "seat": state.to_play(),
        "observation": told(state, state.to_play()),
        "moves": [state.text(action) for action in state.legal_actions()],
        "seed": rng.getrandbits(31),
        "seconds": SECONDS,
    }
    answer(game, replace(level, slip=0.0), request)


def check_reasons(entry: Entry, before: State, action: int, after: State) -> None:
    """The game's own sentences about a move. Raises BadGame."""
    say = entry.reasons()
    assert say
    said = say(before, action, after, before.to_play())
    if not (isinstance(said, list | tuple) and all(isinstance(text, str) for text in said)):
        place = find_function(say, "reasons")
        raise BadGame(
            "{name}: reasons answers {said}, no list of sentences.{place}",
            name=entry.name,
            said=repr(said),
            place=place,
        )
