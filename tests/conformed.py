"""What `conform` finds of each game that ships. `python -m tests.conformed` says so for the build
that it runs on, in one process for the fewest and the most players, `python -m tests.conformed NAME
MATCHES OPTION=VALUE...` of one game; `tests/test_builds.py` and `tests/test_pyodide.py` compare."""

from __future__ import annotations

import sys

from everygame.check import conform
from everygame.contract import Game
from everygame.library.registry import find_game, games
from everygame.options import Choice, Option

USUAL = 2
"""Random matches of a variant in the gate; `long conform` plays seven."""
SLOW = ("coldspell", "freez", "freezetag", "hnefatafl")
"""Games of which one random match takes long to check, since each ply has many moves."""
SEED = 5

Settings = dict[str, str]
"""Values of options; the others have their usual ones."""


def variants() -> list[tuple[str, Settings]]:
    """Each number of players of each game."""
    return [
        (name, {"players": str(seats)})
        for name, entry in games().items()
        for seats in entry.game_class().seats
    ]


def outer_variants() -> list[tuple[str, Settings]]:
    """The fewest and the most players of each game."""
    numbers = {name: entry.game_class().seats for name, entry in games().items()}
    return [
        (name, options)
        for name, options in variants()
        if int(options["players"]) in (min(numbers[name]), max(numbers[name]))
    ]


def settings() -> list[tuple[str, Settings]]:
    """Each number of players of each game, and each value of each option beside the usual ones."""
    found = []
    for name, entry in games().items():
        rules = entry.game_class()
        found += [(name, {"players": str(seats)}) for seats in rules.seats]
        for option in rules.options:
            unusual = (choice for choice in option.choices if choice.value != option.default)
            found += [(name, set_to(rules, option, choice)) for choice in unusual]
    return found


def set_to(rules: type[Game], option: Option, choice: Choice) -> Settings:
    """The choice, with as many players as the game usually has, or else the fewest with whom it is
    offered."""
    players = next(seats for seats in rules.seats if fits(option, choice, seats))
    found = {option.name: choice.value}
    return found if players == rules.seats[0] else {"players": str(players), **found}


def fits(option: Option, choice: Choice, players: int) -> bool:
    """Whether the choice is offered with that number of players."""
    return all(players in (among or [players]) for among in (option.players, choice.players))


def label(name: str, options: Settings) -> str:
    """How a line begins that says what was found with these options."""
    return " ".join([name, *(f"{option}={value}" for option, value in options.items())])


def checked(name: str, options: Settings, matches: int = 0) -> str:
    """How many plies keep the contract, and the digest of all states. Raises BadGame."""
    entry = find_game(name)
    usual = 1 if entry.game_class().endless or name in SLOW else USUAL
    parts = {"artist": entry.artist(), "layout": entry.layout()}
    report = conform(entry.game(**options), matches or usual, SEED, **parts)
    assert report.plies > 0
    return f"{label(name, options)}: {report.matches} {report.plies} {report.digest}"


if __name__ == "__main__":
    if sys.argv[1:]:
        given = dict(word.split("=", 1) for word in sys.argv[3:])
        print(checked(sys.argv[1], given, int(sys.argv[2])))
    else:
        for variant in outer_variants():
            print(checked(*variant), flush=True)
