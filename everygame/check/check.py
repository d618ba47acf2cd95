"""`everygame check`: all files of a game, looked at in a process of their own.

Whoever writes a game writes loops without end, too, and programs that leave. So another process
loads and plays the game (`look`); this one says what became of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from shutil import get_terminal_size
from typing import Final

from everygame.check.clock import STAGE
from everygame.conform import Report
from everygame.contract import Json
from everygame.errors import BadGame, BadOption
from everygame.process.printed import Listener
from everygame.process.start import last_place, python_command

PATIENCE: Final = 10.0
"""Seconds after which a game that does not answer is told to hang."""
PRINTED: Final = 5
"""Lines of what a game prints that are shown."""
WAIT: Final = 1.0
"""Seconds for what it printed last, which something that it started may hold open."""


def check(
    game: str, folder: Path | None, options: dict[str, str], matches: int, seed: int
) -> Report:
    """Look at everything of a game: the one of that name, or the one in `folder`. Raises BadGame,
    BadOption, with one sentence about the first fault."""
    request = [PATIENCE, game, folder and str(folder), options, matches, seed]
    command = python_command("everygame.check.look", request)
    printed = Listener()
    try:
        last = run(command, printed, lambda stage: show(f"{game}: {stage} …"))
    finally:
        show("")
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


def run(command: list[str], printed: Listener, show_stage: Callable[[str], None]) -> str:
    """What the process says in the end; what the game prints is heard beside it."""
    import subprocess  # which a browser has not; `look` works without

    out, errors = subprocess.PIPE, printed.writing
    with subprocess.Popen(command, stdout=out, stderr=errors, encoding="utf-8") as process:
        printed.listen()
        try:
            assert process.stdout
            return "".join(last_words(process.stdout, show_stage))
        finally:
            process.kill()


def last_words(lines: Iterable[str], show_stage: Callable[[str], None]) -> Iterator[str]:
    """The lines that do not say where the process is."""
    for line in lines:
        if line.startswith(STAGE):
            show_stage(line.removeprefix(STAGE).rstrip())
        else:
            yield line


def show(line: str) -> None:
    """On a terminal, in the place of the line before; nowhere else."""
    if sys.stderr.isatty():
        width = get_terminal_size().columns - 1
        print(f"\r\x1b[K{line[:width]}", end="", file=sys.stderr, flush=True)


def show_printed(printed: Listener) -> None:
    """The first lines of what a game has printed, and how many there are."""
    printed.join(WAIT)
    first = printed.first.decode(errors="replace").splitlines()[:PRINTED]
    for line in first:
        print(line[:200], file=sys.stderr)
    if (more := printed.lines() - len(first)) > 0:
        print(f"… and {more} lines more that the game prints.", file=sys.stderr)


def why_it_ended(last: str, game: str) -> str:
    """Where and why the process ended, from its last words; innermost lines come first."""
    found = last_place(last, lambda path: path.parent.name == game)
    place = f"{found}, " if found else ""
    if last.startswith("Timeout"):
        return f"{place}does not come to an end: more than {PATIENCE:g} seconds in one call."
    why = last.partition("\n")[0].removeprefix("Fatal Python error: ")
    return f"{place}ended the program{': ' if why else ''}{why}."
