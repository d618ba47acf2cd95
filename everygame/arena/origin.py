"""Where the figures of a report come from: what another reader needs to get the same ones."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from everygame.arena.contestant import parse_contestant
from everygame.arena.number_formats import without_infinities
from everygame.bots.request import OUTSIDE
from everygame.build import build
from everygame.contract import AnyJson, Game
from everygame.library.default_paths import games_folder, one_game
from everygame.library.game_commit import commit_of
from everygame.library.game_digest import digest_of, source_of
from everygame.library.registry import find_game


@dataclass(frozen=True)
class Origin:
    """Tells a reader how to make the figures of a report again, and how to compare them."""

    command: str
    """The command line that plays the same matches."""
    game: str
    version: int
    """`Game.version`."""
    source: str
    """The digest of the game's files (`library.game_digest`)."""
    commit: str
    """The commit that holds these files (`library.game_commit`); empty where there is none."""
    build: str
    """The versions of EveryGame and of Python."""
    program: str
    """The digest of all Python files of EveryGame: its searches, bots and statistics."""
    digest: str
    """The SHA-256 of all figures but times: equal for equal figures, to the last digit."""
    doubts: tuple[str, ...]
    """Sentences about why another run may give other figures."""


def origin(game: Game, command: str, figures: AnyJson, doubts: Iterable[str]) -> Origin:
    """Return the origin of some figures, which are data that JSON can hold."""
    text = json.dumps(without_infinities(figures), sort_keys=True, default=str)
    entry = find_game(game.name)
    return Origin(
        command,
        game.name,
        game.version,
        source_of(entry),
        commit_of(entry),
        build(),
        digest_of(files("everygame"), ".py"),
        sha256(text.encode()).hexdigest(),
        tuple(doubts),
    )


def words_for(game: str) -> list[str]:
    """Return the words of a command that name a game and, where it does not come with EveryGame,
    say where it lies: as seen from here, if it lies below."""
    entry = find_game(game)
    if not entry.loose:
        return [game]
    if (alone := one_game()) is not None and alone.resolve() == Path(str(entry.folder)):
        return [seen_from_here(alone)]
    return [game, "--games", seen_from_here(games_folder())]


def seen_from_here(path: Path) -> str:
    here = Path.cwd()
    return f"./{path.relative_to(here).as_posix()}" if path.is_relative_to(here) else str(path)


def warn(doubts: Iterable[str]) -> None:
    """Tell the doubts on standard error, before the first match is played."""
    for doubt in doubts:
        print(f"everygame: {doubt}", file=sys.stderr, flush=True)


def doubts(contestants: Iterable[str], game: Game) -> Iterator[str]:
    """Yield a sentence for each contestant whose moves may differ in another run, because they
    depend on time or on a program from outside."""
    for text in dict.fromkeys(contestants):
        if text.startswith(OUTSIDE):
            yield f"{text} is a program from outside: it may play otherwise another time."
            continue
        level = parse_contestant(text, game)
        free = f"{text.partition(':')[0]}:nodes=N"
        if level.seconds and not level.nodes:
            yield f"{text} stops by time, so another run has other matches; {free} does not."
        elif level.seconds:
            time = "1 second" if level.seconds == 1 else f"{level.seconds:g} seconds"
            yield (
                f"{text} stops by its nodes, or after {time} of the processor a move where the"
                f" machine is slow; {free} stops by its nodes alone."
            )
