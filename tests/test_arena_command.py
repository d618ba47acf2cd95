"""The arena at work: worker processes, `everygame arena`, and the page that it writes."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import replace
from functools import partial
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Final

import pytest

from everygame.arena import tournament
from everygame.arena.contestant import SEARCHES, parse_contestant
from everygame.arena.log import Log
from everygame.arena.origin import Origin, doubts
from everygame.bots.level import levels
from everygame.cli import main
from everygame.errors import BadOption, BadRecord, EveryGameError
from everygame.library.game_digest import source_of
from everygame.library.new_game import new_game
from everygame.library.registry import find_game, games
from everygame.process import farm
from everygame.process.farm import Local, Result, WorkerProcess
from everygame.process.termination import Terminated, ended_by_sigterm
from tests.conftest import Command
from tests.test_arena import DRAW, FAST, LOSS, WIN, standing

# -- where it is played


def square(number: int) -> int:
    if number == 7:
        raise BadOption("Seven is refused.")
    if number == 9:
        os._exit(3)
    return number * number


def test_workers_give_what_one_process_gives() -> None:
    assert sorted(Local(2).run(square, [3, 1, 2])) == [*Local(1).run(square, [1, 2, 3])]
    assert [*Local(2).run(square, [])] == []


def test_no_process_is_started_that_has_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def start(task: Callable[[int], object]) -> WorkerProcess:
        started.append(WorkerProcess(task))
        return started[-1]

    monkeypatch.setattr(farm, "WorkerProcess", start)
    assert [*Local(500).run(square, [3])] == [9] and len(started) == 1


def test_errors_of_workers_are_raised_here() -> None:
    with pytest.raises(BadOption, match="Seven is refused"):
        list(Local(2).run(square, [1, 7]))
    with pytest.raises(EveryGameError, match=r"died at task 9 \(exit status 3\)"):
        list(Local(2).run(square, [9]))


def test_who_closes_a_farm_does_not_wait() -> None:
    """For tasks that never end."""
    with closing(Local(2).run(time.sleep, [0, 1e6, 1e6])) as done:
        next(done)


# -- the command


@pytest.fixture
def arena(everygame: Command) -> Command:
    return partial(everygame, "arena", "tictactoe")


def test_an_opening_that_leaves_nothing_to_play_is_told(arena: Command) -> None:
    for workers in ("1", "2"):
        words = ("random", "random", "--opening", "9", "--workers", workers)
        status, out, err = arena(*words)
        assert status == 1 and not out and len(err.splitlines()) == 1
        assert "over before 9 plies at random are played; --opening must be smaller" in err


def test_a_thousand_processes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for number in ("1000", "0", "two"):
        with pytest.raises(SystemExit):
            main(["arena", "tictactoe", "random", "random", "--workers", number])
    said = capsys.readouterr().err
    assert "1000 processes are too many for" in said and "'two' is not a number from 1" in said


PLAIN = (*FAST.contestants, "--opening", "1", "--workers", "1")


def test_a_series_goes_on_where_it_was(tmp_path: Path, arena: Command) -> None:
    """With the same rules, as the digest of the game's files tells."""
    path = tmp_path / "log"
    ours = replace(FAST, source=source_of(find_game("tictactoe")))
    words = (*PLAIN, "--log", str(path))
    assert arena(*words, "--matches", "3")[0] == 0
    text = path.read_text()
    path.write_text(text + '{"number": 4, "se')
    status, out, _ = arena(*words, "--matches", "6")
    assert status == 0 and path.read_text().startswith(text) and "6 matches" in out
    assert [*Log(ours, path).played] == [*range(6)] and len(Log(ours, path).sessions) == 2
    assert arena(*words, "--matches", "6")[1] == out
    assert len(Log(ours, path).sessions) == 2
    status, _, err = arena(*words, "--seed", "2")
    assert status == 1 and "the log of another series" in err


def test_a_log_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "log"
    Log(FAST, path)
    path.write_text(path.read_text() + "{}\n")
    with pytest.raises(BadRecord, match="line 2 is not a match"):
        Log(FAST, path)
    with pytest.raises(BadRecord, match="cannot be read"):
        Log(FAST, tmp_path)


def test_sprt_stops_a_series(arena: Command) -> None:
    words = ("mcts:nodes=200", "random", "--workers", "1", "--opening", "1", "--matches", "200")
    status, out, _ = arena(*words, "--sprt", "0", "100")
    assert status == 0 and "Elo +100 accepted" in out and " 200 matches" not in out


def test_the_table_of_several(arena: Command) -> None:
    words = ("random", "mcts:nodes=40", "mcts:nodes=5", "--matches", "4", "--workers", "2")
    status, out, err = arena(*words)
    assert (status, err) == (0, "")
    assert "Tic-tac-toe: 12 matches" in out and "random: Plays just any move." in out
    assert "proven wins. nodes=40, search=mcts" in out
    assert len(re.findall(r"^\S+ – \S+ +\d", out, re.MULTILINE)) == 3


def test_all_figures_as_json(arena: Command) -> None:
    out = arena(*PLAIN, "--matches", "2", "--json")[1]
    data = json.loads(out, parse_constant=pytest.fail)
    assert data["matches"] == 2 and data["pairings"][0]["won"] + data["pairings"][0]["drawn"] <= 2
    assert [one["name"] for one in data["contestants"]] == [*FAST.contestants]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["random"], "needs two contestants"),
        (["random", "deep"], "no contestant 'deep'"),
        (["random", "first", "steady", "--sprt", "0", "5"], "--sprt compares two"),
        (["random", "first", "--sprt", "5", "0"], "smaller difference first"),
        (["random", "first", "--report", "no/where.html"], "There is no folder"),
        (["random", "first", "--log", "no/where"], "cannot be written"),
    ],
)
def test_what_cannot_be_played(arena: Command, words: list[str], said: str) -> None:
    status, out, err = arena(*words)
    assert (status, out) == (1, "") and said in err and len(err.splitlines()) == 1


STUDY: Final = ("study", "tictactoe", "--level", "first")
ARENA: Final = ("arena", "tictactoe", "random", "first")


@pytest.mark.parametrize(("words", "shown"), [(STUDY, " left"), (ARENA, "%")])
def test_sigterm_ends_what_ctrl_c_does_not_reach(words: tuple[str, ...], shown: str) -> None:
    """As in the background of a script, for which a shell has Ctrl+C ignored. The signal comes to
    all processes of a group, and then once more, as `timeout` sends it."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "everygame", *words, "--matches", "1000000", "--workers", "2"]
    with subprocess.Popen(
        ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", *command],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        cwd=Path(__file__).parents[1],
        process_group=0,
    ) as process:
        os.close(theirs)
        seen = ""
        while shown not in seen:
            seen += os.read(ours, 1000).decode()
        os.killpg(process.pid, signal.SIGINT)
        os.killpg(process.pid, signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 128 + signal.SIGTERM
    assert out.startswith("Tic-tac-toe: ") and "The run was stopped" in out


def test_a_second_sigterm_does_not_stop_the_printing_of_figures() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with ended_by_sigterm():
        with pytest.raises(Terminated):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before


def test_ctrl_c_keeps_what_is_finished_and_prints_it(tmp_path: Path) -> None:
    """In a terminal of its own, where progress is shown on one line."""
    log = tmp_path / "log"
    words = ["arena", "tictactoe", "random", "mcts:seconds=0.02", "--matches", "1000"]
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "everygame", *words, "--workers", "2", "--log", str(log)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, text=True, cwd=Path(__file__).parents[1]
    ) as process:
        os.close(theirs)
        seen = ""
        while "%" not in seen:
            seen += os.read(ours, 1000).decode()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    os.close(ours)
    assert re.search(r"\d+ of 1000 matches, .* left, [\d.]+ % \(\d+ to \d+\)", seen)
    assert process.returncode == 130 and "Tic-tac-toe: " in out
    lines = log.read_text().splitlines()
    assert len(lines) > 3 and all(json.loads(line) for line in lines)


# -- the page


class Page(HTMLParser):
    """Elements and text of a page, which must be well nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said = ""
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data


@pytest.mark.parametrize("others", [("random",), ("random", "mcts:nodes=5")])
def test_the_report(tmp_path: Path, arena: Command, others: tuple[str, ...]) -> None:
    path = tmp_path / "report.html"
    words = ("mcts:nodes=40", *others, "--matches", "4", "--workers", "1", "--report", str(path))
    assert arena(*words)[0] == 0
    text = path.read_text("utf-8")
    page = Page(text)
    for said in ("Tic-tac-toe", "mcts:nodes=40", "First seat", "line", "seed", "Nodes a move"):
        assert said in page.said
    assert "everygame arena tictactoe mcts:nodes=40 random" in page.said
    assert ("Each against each" in page.said) == (len(others) > 1)
    assert "script" not in dict(page.tags)
    assert set(re.findall(r"https?:[^\"]*", text)) == {"http://www.w3.org/2000/svg"}
    for _, attributes in page.tags:
        assert not {"src", "href"} & set(attributes)


def test_a_report_is_made_again_from_itself(tmp_path: Path, everygame: Command) -> None:
    """The command of the page, given once more, gives the same figures to the last digit; another
    seed does not."""
    path = tmp_path / "a.html"
    for words in (
        ["arena", "tictactoe", "mcts:nodes=9", "greedy", "--matches", "4", "--seed", "7"],
        ["study", "tictactoe", "--matches", "9", "--against", "players=2", "--seed", "7"],
    ):
        assert everygame(*words, "--workers", "1", "--report", str(path))[0] == 0
        first = Page(path.read_text("utf-8")).said
        (line,) = (line for line in first.splitlines() if line.startswith("everygame "))
        assert everygame(*shlex.split(line)[1:], "--workers", "2", "--report", str(path))[0] == 0
        assert digests(Page(path.read_text("utf-8")).said) == digests(first)
        other = [*shlex.split(line)[1:-1], "8"]
        assert everygame(*other, "--workers", "1", "--report", str(path))[0] == 0
        last = digests(Page(path.read_text("utf-8")).said)
        assert last[:2] == digests(first)[:2] and last[2] != digests(first)[2]


def test_a_series_that_was_stopped_is_made_again(
    arena: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its second round, when some pairs had more matches than others."""

    class Stopped(Local):
        def run(
            self, task: Callable[[int], Result], numbers: Iterable[int]
        ) -> Generator[Result, None, None]:
            yield from map(task, islice(numbers, 9))
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(tournament, "Local", Stopped)
        status, out, _ = arena("random", "greedy", "mcts:nodes=5", "--matches", "50", "--json")
    assert status == 130
    cut = json.loads(out)
    assert (cut["matches"], cut["rounds"]) == (6, 1)
    (doubt,) = cut["origin"]["doubts"]
    assert doubt == "The run was stopped: the figures are of its first 6 of 150 matches."
    words = shlex.split(cut["origin"]["command"])
    whole = json.loads(arena(*words[3:], "--workers", "1", "--json")[1])
    assert whole["origin"]["digest"] == cut["origin"]["digest"]


def digests(said: str) -> list[str]:
    """The digests of a report: of the game's files, of the program, and of the figures."""
    found = re.findall(r"[0-9a-f]{64}", said)
    assert len(found) == 3
    return found


def test_what_may_differ_is_told() -> None:
    game = find_game("tictactoe").game()
    said = list(doubts(["random", "mcts:nodes=5", "mcts:seconds=1", "steady"], game))
    first, second = said
    assert "by time" in first and "or after 1 second of the processor a move" in second
    assert second.endswith("; steady:nodes=N stops by its nodes alone.")


def test_who_names_nodes_gets_a_player_that_no_clock_stops() -> None:
    """Every level of every game, and every search: as the warning about time promises."""
    for entry in games().values():
        game = entry.game()
        names = [level.name for level in levels(game)]
        for name in (*names, *SEARCHES) if names else ():
            level = parse_contestant(f"{name}:nodes=9", game)
            assert (level.nodes, level.seconds, level.each) == (9, 0, 0)
            assert not [*doubts([f"{name}:nodes=9"], game)]
    for text in ("steady:nodes=9,seconds=2", "steady:seconds=2,nodes=9"):
        level = parse_contestant(text, find_game("tictactoe").game())
        assert (level.nodes, level.seconds) == (9, 2)


@pytest.mark.parametrize("words", [("arena", "tictactoe", "random", "first"), STUDY])
def test_what_depends_on_time_is_told_before_and_after(
    everygame: Command, words: tuple[str, ...]
) -> None:
    """In the terminal too, where there is no JSON and no report."""
    status, out, err = everygame(*words, "--matches", "2", "--workers", "1")
    (warning,) = doubts(["first"], find_game("tictactoe").game())
    assert status == 0 and err == f"everygame: {warning}\n"
    assert out.splitlines()[-1] == warning


def test_a_report_names_the_commit_of_the_games_files(
    games_home: Path, monkeypatch: pytest.MonkeyPatch, everygame: Command
) -> None:
    """As long as the files that count for the digest are those of the commit."""
    folder = new_game("sticks", games_home)

    def named() -> str:
        words = ("study", "sticks", "--matches", "2", "--workers", "1", "--json")
        return str(json.loads(everygame(*words)[1])["origin"]["commit"])

    def git(*words: str) -> str:
        person = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        command = ["git", "-C", str(games_home), *person, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    assert named() == ""
    git("init")
    assert named() == ""
    (games_home / ".gitignore").write_text("*.log\n")
    git("add", ".gitignore")
    git("commit", "-m", "Nothing of the game")
    assert named() == ""
    git("add", "sticks/*.py", "sticks/*.toml", "sticks/*.md")
    git("commit", "-m", "The game")
    commit = git("rev-parse", "HEAD")
    for uncounted in (".hidden", "rules.pyc", "__pycache__/x", "../beside.txt"):
        (folder / uncounted).parent.mkdir(exist_ok=True)
        (folder / uncounted).write_text("")
    assert re.fullmatch("[0-9a-f]{40,64}", commit) and named() == commit
    for file, text in (("rules.py", "\n"), ("more.txt", ""), ("ignored.log", "")):
        before = (folder / file).read_text() if (folder / file).exists() else None
        (folder / file).write_text((before or "") + text)
        assert named() == f"changed since {commit}", file
        (folder / file).unlink() if before is None else (folder / file).write_text(before)
    assert named() == commit
    page = games_home / "a.html"
    assert everygame("study", "sticks", "--matches", "2", "--report", str(page))[0] == 0
    assert commit in Page(page.read_text("utf-8")).said
    monkeypatch.setenv("PATH", str(games_home))  # where no git is
    assert named() == ""


def test_the_figures_of_a_series(tmp_path: Path, arena: Command) -> None:
    path = tmp_path / "a.svg"
    words = ("random", "greedy", "--matches", "4", "--workers", "1", "--picture", str(path))
    assert arena(*words)[0] == 0
    root = ET.fromstring(path.read_text("utf-8"))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    space = "{http://www.w3.org/2000/svg}"
    for line in root.iter(f"{space}line"):
        assert 0 <= float(line.attrib["x1"]) <= float(line.attrib["x2"]) <= width
        assert 0 <= float(line.attrib["y1"]) <= height
    said = [text.text or "" for text in root.iter(f"{space}text")]
    assert {"Tic-tac-toe", "random", "greedy", "random – greedy"} <= set(said)


def test_a_name_is_not_markup(tmp_path: Path) -> None:
    from everygame.arena.report import report

    found = standing(WIN, LOSS, WIN, DRAW)
    named = replace(found, title="<i>&", series=replace(FAST, contestants=("<b>x", "y&")))
    made = Origin("<s>", "toe", 1, "f7", "", "0.1", "p9", "c4", ("<q>",))
    page = Page(report(named, ["<u>", "&"], [], None, made))
    assert "<b>x" in page.said and "<i>&" in page.said and "<s>" in page.said


def test_the_command_says_where_a_game_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As seen from here; a game that comes with EveryGame needs no place."""
    from everygame.arena.origin import words_for

    home = tmp_path / "mine" / "oddgame"
    home.mkdir(parents=True)
    (home / "rules.py").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EVERYGAME_GAMES", str(home.parent))
    assert words_for("oddgame") == ["oddgame", "--games", "./mine"]
    monkeypatch.setenv("EVERYGAME_GAMES", str(tmp_path / "none"))
    monkeypatch.setenv("EVERYGAME_GAME", str(home))
    assert words_for("oddgame") == ["./mine/oddgame"]
    assert words_for("tictactoe") == ["tictactoe"]


@pytest.mark.parametrize("name", ["./games/ohhell", "no_game"])
def test_a_path_is_no_name(name: str, tmp_path: Path) -> None:
    """Each fault is named for what it is."""
    from everygame.library.registry import find_folder

    with pytest.raises(EveryGameError, match="is a path" if "/" in name else "no name of a game"):
        find_game(name)
    with pytest.raises(EveryGameError, match="There is no folder"):
        find_folder(tmp_path / "none")
    (tmp_path / "no_game").mkdir()
    with pytest.raises(EveryGameError, match="Rename the folder"):
        find_folder(tmp_path / "no_game")
