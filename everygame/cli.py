"""The command line: `everygame` alone opens the library in a browser, and its commands do
everything else."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from everygame import dataset, record
from everygame.arena import arguments
from everygame.build import build
from everygame.contract import TRUTH, Game, State, read_settings
from everygame.errors import BadGame, BadPosition, EveryGameError, writing
from everygame.foreign_json import read_json
from everygame.learn.arguments import add_arguments as add_learn_arguments
from everygame.library.default_paths import default_file, games_folder
from everygame.library.match_files import load_record, load_records, save_record, save_records
from everygame.library.new_game import new_game
from everygame.library.registry import Entry, blame, find_folder, find_game, games
from everygame.match import Match
from everygame.perft import divide, perft, perft_turns
from everygame.process.termination import Terminated, ended_by_sigterm
from everygame.study.arguments import add_arguments as add_study_arguments
from everygame.terminal.language import local_language, read_language
from everygame.words import all_of, list_of, say, translate
from everygame.words import count as tally

if TYPE_CHECKING:
    from everygame.store.copies import Copied

Command = Callable[[argparse.Namespace], None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name. Return the exit status: 0 for success, 130 after
    Ctrl+C, 143 where SIGTERM ended an arena or a study, and otherwise that of the error, usually 1
    after one sentence on standard error."""
    options = parser().parse_args(arguments)
    try:
        take_places(options)
        options.run(options)
    except EveryGameError as error:
        print(f"everygame: {spoken(error.message)}", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt as heard:
        print(file=sys.stderr)
        return 128 + (signal.SIGTERM if isinstance(heard, Terminated) else signal.SIGINT)
    except Exception as error:
        game = getattr(options, "game", None) or ""
        blamed = blame(error, Path(game) if names_folder(game) else None)
        if not blamed:
            raise
        print(f"everygame: {spoken(blamed.message)}", file=sys.stderr)
        return 1
    return 0


def spoken(words: str) -> str:
    """Translate a text into the language of the terminal."""
    return translate(words, local_language())


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="everygame",
        description="One engine for every game at a table. Without a command: open the library.",
    )
    top.add_argument("--version", action="version", version=build())
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    serving = add(commands, "serve", serve, "open the library in a browser (the default)")
    add_places(top)
    for place in (top, serving):  # options may stand before the command or after it
        add_serving(place)
    top.set_defaults(run=serve, games=None, host="127.0.0.1", port=8000, data=None)
    top.set_defaults(no_browser=False, name=None, proxy=None, public=False)
    top.set_defaults(refuse=None, programs=None, path="", expire=None, disk=None)
    top.set_defaults(limits=None, metrics="", json_log=False)
    add_copies(commands)
    add_admin(commands)
    add_positions(commands)
    add_kit(commands)
    add_checks(commands)
    add_studies(commands)
    return top


def add_copies(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the commands that copy what a server keeps."""
    for name, run, help in (("backup", back_up, BACK_UP), ("restore", restore, RESTORE)):
        add(commands, name, run, help).add_argument("file", help="the backup, one file")


def add_admin(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command of people who run a server."""
    keeping = add(commands, "admin", administer, ADMIN)
    keeping.set_defaults(yes=False, names=(), most=20)
    whats = keeping.add_subparsers(metavar="WHAT", required=True, dest="what")
    for what, help in ADMIN_LISTS.items():
        listing = add(whats, what, administer, help)
        if what not in ("disk", "kept-out"):
            listing.add_argument("--most", type=number, default=20, metavar="N", help=ADMIN_MOST)
    for what, (named, help) in ADMIN_CHANGES.items():
        changing = add(whats, what, administer, help)
        changing.add_argument("names", nargs="+", metavar=named, help=ADMIN_NAMES)
    whats.choices["remove"].add_argument("--yes", action="store_true", help="without asking")


def add_positions(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the commands that play, and those that ask something of a position."""
    playing = add(commands, "play", play, "play in the terminal", "game")
    playing.add_argument("--bot", action="append", metavar="SEAT[=LEVEL]", help=BOT)
    add(commands, "games", list_games, "list the games")
    counting = add(commands, "perft", count, "count ply sequences of a length", "position")
    counting.add_argument("--depth", type=number, required=True, metavar="N")
    how = counting.add_mutually_exclusive_group()
    how.add_argument("--divide", action="store_true", help="for each first move as well")
    how.add_argument("--turns", action="store_true", help="count whole turns instead of plies")
    add(commands, "moves", list_moves, "list the legal moves, one a line", "position")
    applying = add(commands, "apply", apply, "play moves and print the position", "position")
    applying.add_argument("--moves", required=True, metavar='"M1 M2 …"')
    applying.add_argument("--json", action="store_true", help="print the state as JSON")
    add_drawing(commands)


def add_drawing(commands: Commands[argparse.ArgumentParser]) -> None:
    drawing = add(commands, "draw", draw, "draw a position", "position")
    drawing.add_argument("--viewer", metavar="SEAT", help=VIEWER)
    drawing.add_argument("--dark", action="store_true", help="in the colours of the night")
    drawing.add_argument("-o", "--output", required=True, metavar="FILE", help=".svg or .png")


def add_kit(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command that makes a box to print."""
    boxing = add(
        commands, "kit", kit, "a box to print: board, pieces and rules, true to size", "game"
    )
    boxing.add_argument("--size", default="A4", metavar="A4|letter", help="of the paper")
    boxing.add_argument("--scale", default="25mm", metavar="25mm", help="a square of the board")
    boxing.add_argument("--clearance", default="0.3mm", metavar="0.3mm", help=CLEARANCE)
    boxing.add_argument("--language", metavar="TAG", help="instead of the terminal's")
    boxing.add_argument("-o", "--output", required=True, metavar="FOLDER")


def add_checks(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the commands for saved matches, and for games of one's own."""
    replaying = add(commands, "replay", replay, "replay a saved match and print its positions")
    replaying.add_argument("file")
    converting = add(commands, "convert", convert, "write matches in another notation, SGF for one")
    converting.add_argument("source", help="a saved match, or a file of another program")
    converting.add_argument("target", help="a file, whose ending says its kind, or a folder")
    tabling = add(commands, "records", records, "all plies of the matches in a folder as a table")
    dataset.add_arguments(tabling)
    proving = add(commands, "verify", verify, "recompute what chance decided in a saved match")
    proving.add_argument("file")
    proving.add_argument(
        "--commitment", metavar="HASH", help="what was shown before the first draw"
    )
    checking = add(commands, "check", check, "test that a game keeps the contract", "game")
    checking.add_argument("--matches", type=number, default=100, metavar="N")
    checking.add_argument("--seed", type=int, default=1)
    writing = add(commands, "dev", develop, "show a game in a browser while you write it")
    writing.add_argument("game", metavar="FOLDER", help="of the game, which `new` makes")
    writing.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets other devices in")
    writing.add_argument("--port", type=number, default=8001)
    writing.add_argument("--no-browser", action="store_true", help="do not open a browser")
    making = add(commands, "new", make, "make the folder of a new game, to be changed")
    making.add_argument("name", help="a–z and 0–9, a letter first")
    making.add_argument("--into", metavar="FOLDER", help="instead of the games folder")
    compiling = add(commands, "build", compile_game, "compile a game of your own")
    compiling.add_argument("game", help="its folder, or its name in the games folder")


def add_studies(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the commands that play many matches, and the one that exports the page."""
    fighting = add(commands, "arena", arena, "bots against bots: who is stronger", "game")
    arguments.add_arguments(fighting)
    exporting = add(commands, "export", export, "write the page as a folder of files")
    exporting.add_argument("folder", help="for any static web host; Python comes with it")
    speed = exporting.add_mutually_exclusive_group()
    speed.add_argument("--compile", action="store_true", help=COMPILE)
    speed.add_argument(
        "--wheel", metavar="FILE", help="rules and searches that are compiled already"
    )
    studying = add(commands, "study", study, "what many matches say about a game", "game")
    add_study_arguments(studying)
    translating = add(commands, "words", translate_words, "texts and catalogues, for translators")
    translating.add_argument("what", choices=("extract", "update", "check", "state", "glossary"))
    translating.add_argument("language", nargs="?", help="its tag, de for one; else all")
    translating.add_argument("--game", metavar="FOLDER", help="a game of one's own")
    translating.add_argument("--contexts", default="", help="of this catalogue, in place of all")
    learning = add(commands, "learn", learn, "what positions are worth, from bots' matches", "game")
    add_learn_arguments(learning)


NAME = "a name by which others reach this server, games.example.org for one; may be said again"
BACK_UP = "copy all that a server keeps into a file, also while it runs"
RESTORE = "write a backup back, where no data file is"
ADMIN = "what a server keeps and for whom; remove, keep out; also while it runs"
ADMIN_LISTS = {
    "disk": "how much of each kind is kept, and how much the disk has left",
    "matches": "the largest matches",
    "tables": "the largest tables without rules",
    "devices": "the devices that have made most",
    "addresses": "the addresses from which the devices of the last days have made most",
    "kept-out": "the devices and addresses that are kept out",
}
ADMIN_CHANGES = {
    "remove": ("MATCH|TABLE", "remove a match or a table without rules, for everybody"),
    "keep-out": ("DEVICE|ADDRESS", "keep out a device, an address, or a network as 2001:db8::/48"),
    "let-in": ("DEVICE|ADDRESS", "let a device or an address in again"),
}
ADMIN_MOST = "how many; otherwise 20"
ADMIN_NAMES = "as the lists have it; write -- before a name that begins with -"
PATH = "the path under which this server lies at its name, /games for one"
LIMITS = "a TOML file with limits in place of the usual ones"
METRICS = "where Prometheus may ask for numbers; without an address, from this computer only"
PUBLIC = "strangers may find each other here: a page of open invitations"
EXPIRE = (
    "delete matches without a name that nobody has opened for so many days; with --public after 60,"
    " otherwise never; 0 for never"
)
DISK = (
    "the gigabytes that all that is kept may take; with --public 10, otherwise as many as the disk"
    " has"
)
REFUSE = "a file with words, one a line, that no name may contain"
PROXY = "the address of a proxy before this server, whose word on who asks is believed"
PROGRAM = "GAME=program:COMMAND"
PROGRAMS = "a program of one's own that may be chosen as an opponent; may be said again"
BOT = (
    "a seat for the computer, by number from 1 or by name, and a level or program:COMMAND for a"
    " program of one's own; may be given again;"
    ' "none": people in all seats; without it: you in the first seat, bots in the others'
)
VIEWER = (
    'as a seat sees it, by number from 1 or by name, or "spectator"; without it: the whole truth'
)
NO_LIBRARY = "There is no library {name}. Install everygame[words] for this command."
CLEARANCE = "between things of plastic that fit into each other"
COMPILE = "compile rules and searches for browsers, which takes minutes and some downloads"
Commands = argparse._SubParsersAction  # argparse has no public name for it


def add(
    commands: Commands[argparse.ArgumentParser], name: str, run: Command, help: str, takes: str = ""
) -> argparse.ArgumentParser:
    """Add a command with the common places (`add_places`), and return its parser. The command may
    take a "game" with its options, or also a "position" of the game."""
    command = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
    command.set_defaults(run=run)
    add_places(command)
    if takes:
        command.add_argument("game")
        command.add_argument("--option", action="append", default=[], metavar="K=V")
    if takes == "position":
        command.add_argument("--position", metavar="TEXT", help="or JSON; instead of the start")
    return command


def add_places(command: argparse.ArgumentParser) -> None:
    """Add the options for the games folder and the data file, which people may write before the
    command or after it. They have no defaults here, because a default of the command would override
    a value given before the command."""
    absent = argparse.SUPPRESS
    command.add_argument("--games", metavar="FOLDER", default=absent, help="games of one's own")
    command.add_argument("--data", metavar="FILE", default=absent, help="where matches are kept")


def add_serving(command: argparse.ArgumentParser) -> None:
    """Add the options of the server, which people may write before the command `serve` or after
    it."""
    command.argument_default = argparse.SUPPRESS
    command.add_argument("--host", help="0.0.0.0 lets other devices in")
    command.add_argument("--port", type=number)
    command.add_argument("--name", action="append", metavar="NAME", help=NAME)
    command.add_argument("--proxy", action="append", metavar="ADDRESS", help=PROXY)
    command.add_argument("--path", metavar="PATH", help=PATH)
    command.add_argument("--public", action="store_true", help=PUBLIC)
    command.add_argument("--refuse", metavar="FILE", help=REFUSE)
    command.add_argument("--bot", action="append", dest="programs", metavar=PROGRAM, help=PROGRAMS)
    command.add_argument("--expire", type=number, metavar="DAYS", help=EXPIRE)
    command.add_argument("--disk", type=number, metavar="GB", help=DISK)
    command.add_argument("--limits", metavar="FILE", help=LIMITS)
    command.add_argument("--metrics", metavar="[ADDRESS:]PORT", help=METRICS)
    command.add_argument("--json-log", action="store_true", help="write the log as lines of JSON")
    command.add_argument("--no-browser", action="store_true", help="do not open a browser")


def number(text: str) -> int:
    """Convert an argument to a whole number of at most nine digits; argparse reports anything
    else."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def open_game(options: argparse.Namespace) -> tuple[Entry, Game]:
    """Return the game that the arguments name, with its options: a game of the registry, or the
    game in a folder."""
    is_folder = names_folder(options.game)
    entry = find_folder(Path(options.game)) if is_folder else find_game(options.game)
    return entry, entry.game(**read_settings(options.option))


def names_folder(game: str) -> bool:
    return "/" in game or os.sep in game


def take_places(options: argparse.Namespace) -> None:
    """Set the environment variables that name the games folder and the data file, for this process
    and for all processes that it starts."""
    for given, variable in ((options.games, "EVERYGAME_GAMES"), (options.data, "EVERYGAME_DATA")):
        if given:
            os.environ[variable] = os.path.abspath(given)


def take_folder(options: argparse.Namespace) -> None:
    """Where the arguments name the folder of a game, set `EVERYGAME_GAME` to it, because bots in
    other processes find the game by this variable; then replace the folder by the game's name.
    Raises BadGame where another game has that name."""
    if not names_folder(options.game):
        return
    entry = find_folder(Path(options.game))
    os.environ["EVERYGAME_GAME"] = str(entry.folder)
    if find_game(entry.name).folder != entry.folder:
        raise BadGame("{name}: another game has this name; rename the folder.", name=entry.name)
    options.game = entry.name


def open_position(options: argparse.Namespace) -> tuple[Game, State]:
    """Return the game that the arguments name, and the state at their position, or the start
    without one."""
    _, game = open_game(options)
    if options.position is None:
        return game, game.initial_state()
    return game, read_position(game, options.position)


def read_position(game: Game, text: str) -> State:
    """Return the state that a text describes: a position text, or the JSON of a state, for states
    in mid-turn that no position text describes. Raises BadPosition."""
    if not text.lstrip().startswith("{"):
        return game.parse_position(text)
    try:
        return game.from_json(read_json(text))
    except (ValueError, RecursionError) as error:
        raise BadPosition("The position is no JSON: {error}.", error=error) from None


def serve(options: argparse.Namespace) -> None:
    # the rest works without a server's libraries
    from everygame.server.serve import Settings, serve

    settings = Settings(
        options.host,
        options.port,
        options.data,
        not options.no_browser,
        options.name or (),
        options.proxy or (),
        options.public,
        options.refuse,
        options.programs or (),
        path=options.path,
        limits=options.limits,
        metrics=options.metrics,
        json_log=options.json_log,
        expire=options.expire,
        disk=options.disk,
    )
    serve(settings)


def back_up(options: argparse.Namespace) -> None:
    from everygame.store.copies import back_up as copy

    copied = copy(default_file(), Path(options.file))
    print(spoken(say("{file} holds {what}.", file=options.file, what=list_copied(copied))))


def restore(options: argparse.Namespace) -> None:
    from everygame.store.copies import restore as write_back

    copied, data = write_back(Path(options.file), default_file()), str(default_file())
    print(spoken(say("{file} holds {what} again.", file=data, what=list_copied(copied))))


def administer(options: argparse.Namespace) -> None:
    from everygame.server.operator.admin import run  # the server, which few commands need

    given = options.what, options.names, options.yes, options.most
    print("\n".join(run(default_file(), *given, spoken)) or spoken(say("There is nothing.")))


def list_copied(copied: Copied) -> str:
    """Say what was copied."""
    return all_of(
        [
            tally("{n} match", "{n} matches", copied.matches),
            tally("{n} save", "{n} saves", copied.saves),
            tally("{n} table", "{n} tables", copied.tables),
        ]
    )


def play(options: argparse.Namespace) -> None:
    from everygame.terminal.bots import Seated
    from everygame.terminal.open_match import open_match, read_bots

    take_folder(options)
    entry, game = open_game(options)
    bots = read_bots(game, entry.artist().seat_names(game), options.bot)
    with Seated(game) as seated:
        kept = default_file().parent / "terminal"
        table = open_match(entry, game, bots, seated.choose, kept)
        print(spoken(say("{game}. Type a move, or help.", game=say(entry.facts()["title"]))))
        table.run()


def replay(options: argparse.Namespace) -> None:
    found, game = open_record(options.file)
    match = record.replay(found, game, Random())
    path = match.path(match.node)
    print(describe(match.state(path[0]), False))
    for node in path[1:]:
        print(f"{match.nodes[node].ply}. {match.nodes[node].move}")
        print(describe(match.state(node), False))
    print_outcome(match)


def convert(options: argparse.Namespace) -> None:
    """Write the matches of a file into another file, or each as a record into a folder."""
    source, target = Path(options.source), Path(options.target)
    found = list(load_records(source))
    if not (target.is_dir() or options.target.endswith(("/", os.sep))):
        save_records(found, target)
        return
    with writing(target):
        target.mkdir(parents=True, exist_ok=True)
    for number, one in enumerate(found, 1):
        part = f"-{number:0{len(str(len(found)))}}" if len(found) > 1 else ""
        save_record(one, target / f"{source.stem}{part}.json")


def records(options: argparse.Namespace) -> None:
    dataset.run(options)


def open_record(file: str) -> tuple[record.Record, Game]:
    """Return a saved match and its game."""
    found = load_record(file)
    return found, find_game(found.game).game(found.version, **found.options)


def verify(options: argparse.Namespace) -> None:
    from everygame.verify_dice import verify as recompute  # which no other command needs

    found, game = open_record(options.file)
    report = recompute(found, game, options.commitment)
    print("\n".join(report.lines(found)))
    report.check_all_known()


def list_games(options: argparse.Namespace) -> None:
    from everygame.process.isolation import host  # a game that hangs must not stop the list

    for name, entry in ((name, host(entry)) for name, entry in games().items()):
        try:
            facts, players = entry.facts(), ", ".join(map(str, sorted(entry.game_class().seats)))
            title, sentence = spoken(say(facts["title"])), spoken(say(facts["sentence"]))
            print(f"{name:12} {title}: {sentence} ({players})")
        except EveryGameError as error:
            print(f"{name:12}", spoken(say("cannot be opened: {error}", error=error.message)))


def count(options: argparse.Namespace) -> None:
    _, state = open_position(options)
    if options.divide and options.depth > 0:
        for text, paths in sorted(divide(state, options.depth).items()):
            print(text, paths)
    counted = perft_turns if options.turns else perft
    print(counted(state, options.depth))


def list_moves(options: argparse.Namespace) -> None:
    _, state = open_position(options)
    for text in sorted(state.legal_moves()):
        print(text)


def make(options: argparse.Namespace) -> None:
    folder = new_game(options.name, Path(options.into) if options.into else games_folder())
    print(spoken(say("{path} is a whole game; change it, and look at it with:", path=str(folder))))
    if options.into:
        print(f"  everygame check {folder}\n  everygame serve --games {folder.parent}")
    else:
        print(f"  everygame check {options.name}\n  everygame play {options.name}")


def compile_game(options: argparse.Namespace) -> None:
    from everygame.library.compiler import build as compile_folder  # a compiler, which few need

    is_folder = names_folder(options.game) or Path(options.game, "rules.py").is_file()
    entry = find_folder(Path(options.game)) if is_folder else find_game(options.game)
    if not entry.loose:
        raise BadGame("{name} is not in the games folder.", name=entry.name)
    print("\n".join(compile_folder(Path(str(entry.folder)))))


def check(options: argparse.Namespace) -> None:
    from everygame.check.command import (
        check,
        list_ends,
        sum_up,
    )  # bots and pictures, which few commands need

    folder = Path(options.game).resolve() if names_folder(options.game) else None
    name, settings = folder.name if folder else options.game, read_settings(options.option)
    report = check(name, folder, settings, options.matches, options.seed)
    for line in (sum_up(name, report), *list_ends(report)):
        print(spoken(line))


def develop(options: argparse.Namespace) -> None:
    """Serve a game that somebody writes. Its matches lie in a data file of their own, so that they
    do not fill the library and another server may run."""
    # the rest works without a server's libraries
    from everygame.server.serve import Settings, serve

    if Path(options.game).is_dir():
        options.game = str(Path(options.game).resolve())
    take_folder(options)
    entry = find_game(options.game)
    if not entry.loose:
        raise BadGame("{name} comes with EveryGame and cannot be changed here.", name=entry.name)
    os.environ["EVERYGAME_GAME"] = str(entry.folder)
    own = default_file().parent / "dev" / f"{entry.name}.db"
    data = Path(options.data) if options.data else own
    with writing(data.parent):
        data.parent.mkdir(parents=True, exist_ok=True)
    is_shown = not options.no_browser
    serve(Settings(options.host, options.port, data, is_shown, written=entry))


def arena(options: argparse.Namespace) -> None:
    from everygame.arena.tournament import run  # bots and searches, which no other command needs

    take_folder(options)
    with ended_by_sigterm():
        run(options)


def export(options: argparse.Namespace) -> None:
    from everygame.pocket.export import export as write  # the server, which few commands need
    from everygame.pocket.export import left_out_games

    modules = find_modules(options)
    size = write(Path(options.folder), modules)
    print(f"{options.folder} is whole: {size / 1e6:.1f} MB. Put it on any static web host.")
    if names := left_out_games():
        left = "It has not your own games ({names}): bring them to it on its page of devices."
        print(spoken(say(left, names=list_of(names))))
    if not modules:
        print(SLOW)


SLOW = (
    "Its opponents search slowly, because no wheel with compiled rules and searches is here for"
    " browsers. `everygame export --compile` makes one, or `--wheel FILE` names one."
)


def find_modules(options: argparse.Namespace) -> dict[str, bytes]:
    """Return the modules for a page: from the wheel that is named, made now, or found; nothing
    where there is none. Raises EveryGameError."""
    from everygame.pocket.wasm import wheel  # what only an export needs

    found = Path(options.wheel) if options.wheel else wheel.find_wheel()
    if options.compile and not found:
        found = wheel.make_wheel(wheel.kept(), partial(print, flush=True))
    return wheel.read_modules(found) if found else {}


def learn(options: argparse.Namespace) -> None:
    from everygame.learn.command import run  # bots and searches, as with a study

    take_folder(options)
    run(options)


def translate_words(options: argparse.Namespace) -> None:
    try:
        from everygame.translating.command import run  # libraries that no other command needs
    except ImportError as error:
        raise EveryGameError(NO_LIBRARY, name=error.name) from None

    run(options)


def study(options: argparse.Namespace) -> None:
    from everygame.study.command import run  # bots and searches, which no other command needs

    take_folder(options)
    with ended_by_sigterm():
        run(options)


def apply(options: argparse.Namespace) -> None:
    game, state = open_position(options)
    match = Match(game, Random(), state)
    for number, move in enumerate(options.moves.split(), 1):
        try:
            for ply in match.state().expand(move):
                match.apply_event({"type": "play", "at": match.node, "move": ply})
        except EveryGameError as error:
            raise type(error)(f"Move {number}, {move!r}: {error}") from None
    print(describe(match.state(), options.json))
    print_outcome(match)


def draw(options: argparse.Namespace) -> None:
    from everygame.drawing import draw as draw_state  # pictures, which no other command needs
    from everygame.drawing import write

    entry, game = open_game(options)
    _, state = open_position(options)
    viewer = read_viewer(options.viewer, entry.artist().seat_names(game))
    theme = "dark" if options.dark else "light"
    write(draw_state(state, viewer, theme=theme, entry=entry), Path(options.output))


def kit(options: argparse.Namespace) -> None:
    from everygame.kit import Wanted, make, write  # what no other command needs

    entry, game = open_game(options)
    wanted = Wanted(options.size, options.scale, options.clearance)
    language = read_language(options.language) if options.language else local_language()
    files = make(entry, game, wanted, language, lambda said: print(spoken(said), file=sys.stderr))
    write(files, Path(options.output))
    for name in files:
        print(Path(options.output) / name)


def read_viewer(text: str | None, names: tuple[str, ...]) -> int | None:
    """Return the viewer that the arguments name: TRUTH (who sees everything) without an argument,
    None for a spectator, or a seat. Raises BadOption."""
    from everygame.terminal.open_match import find_seat

    if text is None:
        return TRUTH
    return None if text == "spectator" else find_seat(text, names)


def describe(state: State, as_json: bool) -> str:
    """Return the position text of a state, or its JSON where JSON is asked for or the state has no
    position text."""
    if not as_json:
        try:
            return state.position()
        except BadPosition:
            pass
    return json.dumps(state.to_json(), ensure_ascii=False)


def print_outcome(match: Match) -> None:
    """Print how a match has ended, the returns of the seats and then the ending:
    `over: 1 -1 wall`; nothing where it goes on."""
    outcome = match.outcome()
    if outcome:
        print(f"over: {' '.join(f'{value:g}' for value in outcome.returns)} {outcome.ending}")


if __name__ == "__main__":
    sys.exit(main())
