"""The command `everygame check`, which starts the process that checks a game.

A game that somebody is still writing may loop forever or end its process. So a second process loads
and plays the game (`all_files.py`), and the command waits for it and reports how it ended.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final

from everygame.check import Report
from everygame.check.watchdog import STAGE
from everygame.contract import Json
from everygame.errors import BadGame, BadOption
from everygame.process.output_limits import Listener
from everygame.process.start import last_place, python_command
from everygame.words import Message, list_of, say

if TYPE_CHECKING:
    from subprocess import Popen  # a browser has no subprocess

PATIENCE: Final = 10.0
"""The seconds after which a game that does not answer is taken to hang."""
PRINTED: Final = 5
"""The number of lines printed by the game that the command shows."""
WAIT: Final = 1.0
"""The seconds after which the command stops reading what the game has printed: a process that the
game started may hold the pipe open."""


def check(
    game: str,
    folder: Path | None,
    options: dict[str, str],
    matches: int,
    seed: int,
    tell: Callable[[str], None] | None = None,
    started: Callable[[Popen[str]], None] = lambda process: None,
) -> Report:
    """Check all files of a game: of the game of that name, or of the game in `folder`. Raises
    BadGame or BadOption, with one sentence about the first fault.

    `tell` is told each stage of the check; without it, a terminal shows the stages. `started` gets
    the process, so that another thread can end the check."""
    request = [PATIENCE, game, folder and str(folder), options, matches, seed]
    command = python_command("everygame.check.all_files", request)
    printed = Listener()
    with show_stages(game) if tell is None else nullcontext(tell) as told:
        last = run(command, printed, told, started)
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


@contextmanager
def show_stages(game: str) -> Iterator[Callable[[str], None]]:
    """Yield a function that shows a stage on the terminal, and clear its line at the end."""
    try:
        yield lambda stage: show(f"{game}: {stage} …")
    finally:
        show("")


def sum_up(game: str, report: Report) -> Message:
    """Say what a check without a fault has done."""
    return say(
        "{name}: {matches} matches, {plies} plies keep the contract ({digest})",
        name=game,
        matches=report.matches,
        plies=report.plies,
        digest=report.digest[:16],
    )


def list_ends(report: Report) -> list[Message]:
    """Say how the matches of a check ended, a sentence a line: what none of them reached, such as a
    win, the check has not seen."""
    if not report.endings:
        return []
    ended = sorted(report.endings.items(), key=lambda one: (-one[1], one[0]))
    ways = list_of(say("{ending} {n}", ending=repr(word), n=times) for word, times in ended)
    lines = [say("Ends of these matches: {ways}.", ways=ways)]
    if not report.won:
        lines.append(say("Nobody won any of them, so the check has not seen how one is won."))
    return lines


def run(
    command: list[str],
    printed: Listener,
    show_stage: Callable[[str], None],
    started: Callable[[Popen[str]], None],
) -> str:
    """Run the process and return its result; a thread reads what the game prints meanwhile."""
    import subprocess  # a browser has no subprocess; `all_files.py` works without

    out, errors = subprocess.PIPE, printed.writing
    with subprocess.Popen(command, stdout=out, stderr=errors, encoding="utf-8") as process:
        printed.listen()
        started(process)
        try:
            assert process.stdout
            return "".join(result_lines(process.stdout, show_stage))
        finally:
            process.kill()


def result_lines(lines: Iterable[str], show_stage: Callable[[str], None]) -> Iterator[str]:
    """Yield the lines of the result; pass each line that reports a stage to `show_stage`
    instead."""
    for line in lines:
        if line.startswith(STAGE):
            show_stage(line.removeprefix(STAGE).rstrip())
        else:
            yield line


def show(line: str) -> None:
    """On a terminal, write a line over the line before; elsewhere, write nothing."""
    if sys.stderr.isatty():
        width = get_terminal_size().columns - 1
        print(f"\r\x1b[K{line[:width]}", end="", file=sys.stderr, flush=True)


def show_printed(printed: Listener) -> None:
    """Show the first lines that a game has printed, and the number of the rest."""
    printed.join(WAIT)
    first = printed.first.decode(errors="replace").splitlines()[:PRINTED]
    for line in first:
        print(line[:200], file=sys.stderr)
    if (more := printed.lines() - len(first)) > 0:
        print(f"… and {more} lines more that the game prints.", file=sys.stderr)


def why_it_ended(last: str, game: str) -> str:
    """Say where and why the process ended, from its last output. faulthandler writes the innermost
    call of a traceback first."""
    found = last_place(last, lambda path: path.parent.name == game)
    place = f"{found}, " if found else ""
    if last.startswith("Timeout"):
        return f"{place}does not come to an end: more than {PATIENCE:g} seconds in one call."
    why = last.partition("\n")[0].removeprefix("Fatal Python error: ")
    return f"{place}ended the program{': ' if why else ''}{why}."
