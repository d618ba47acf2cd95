from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from everygame.library.registry import find_game
from everygame.process import isolation, remote_game
from everygame.process.faults import GameBroken
from everygame.server.matches.socket import AGAIN
from tests.rewriting import rewrite
from tests.server.serving import Device, Line, serving

Started = list[subprocess.Popen[bytes]]
KUHN = Path(__file__).parents[2] / "examples/kuhn"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """The processes of games, as they are started."""
    found: Started = []
    start = remote_game.start
    monkeypatch.setattr(remote_game, "start", lambda: found.append(start()) or found[-1])
    return found


TAKE = "self.left -= action"
HANG = (TAKE, f"while action == 3: pass\n        {TAKE}")
"""So that taking three sticks does not come to an end."""
SOON = 2.0
"""Seconds after which a call that hangs is given up here."""
LATER = 1e6
"""Seconds for all other calls, so that none of them is given up on however slow a machine."""


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The methods that hang from now on. The product's patience goes into each job as it should,
    and is exchanged there."""
    found: set[str] = set()
    write = remote_game.write

    def exchanged(remote: remote_game.Remote, job: Any) -> bytes:
        patience, dropped, target, method, arguments = job
        assert patience == (
            remote_game.LOAD_SECONDS if method == "kind" else remote_game.CALL_SECONDS
        )
        seconds = SOON if method in found else LATER
        return write(remote, (seconds, dropped, target, method, arguments))

    monkeypatch.setattr(remote_game, "write", exchanged)
    return found


def last_words(device: Device, match: str) -> str:
    """What a device is told when it comes to a table that is no more."""
    line = device.open(match)
    return str(line.told("error")["error"])


def sit(device: Device) -> Line:
    return device.start("sticks")


def take_three(line: Line) -> str:
    """Make a move that breaks the game; what is said then."""
    line.say(type="play", id="x", at=line.table["node"], move="take3")
    return str(line.told("error")["error"])


PLACES = {
    "advance": (TAKE, "line 28"),
    "legal actions": ("return [taken", "line 25"),
    "scene": ('left = view.observation["left"]', "line 67"),
    "result": ("if self.left:", "line 32"),
}
"""Before what it goes wrong, and in which line that is then."""
WHEN = {"advance": "action == 3", "scene": "view.observation['left'] == 12"}
"""When it goes wrong, so that the match can begin."""
FAULTS = {
    "throws": ("assert not {when}", "AssertionError"),
    "loops": ("while {when}: pass", "does not come to an end"),
    "sleeps": ("{when} and __import__('time').sleep(1e6)", "does not come to an end"),
    "counts in C": ("{when} and sum(__import__('itertools').count())", "does not come to an end"),
    "leaves": ("{when} and exit()", "SystemExit"),
    "dies": ("{when} and __import__('os')._exit(0)", "it ended the process it ran in"),
    "eats": ("{when} and bytes(1 << 40)", "too much memory"),
}
"""What goes wrong, and what is said of it."""
CASES = [("advance", how) for how in FAULTS]
CASES += [(place, "throws") for place in PLACES if place != "advance"]
NO_PLACE = ("dies", "eats")


@pytest.mark.parametrize(("place", "how"), CASES)
def test_a_broken_game_ends_its_own_match_with_a_report(
    ann: Device, sticks: Path, hanging: set[str], started: Started, place: str, how: str
) -> None:
    old, line = PLACES[place]
    wrong, why = FAULTS[how]
    wrong = wrong.format(when=WHEN.get(place, "self.left == 12"))
    indent = " " * (4 if place == "scene" else 8)
    rewrite(sticks, (old, f"{wrong}\n{indent}{old}"))
    other, table = ann.start("tictactoe"), sit(ann)
    if "to an end" in why:
        hanging.add("apply")
    table.say(type="play", id="x", at=0, move="take3")
    other.play("b2")  # other matches go on
    said = table.told("error")["error"]
    assert "sticks" in said and why in said
    assert f"rules.py, {line}" in said or how in NO_PLACE
    before = len(started)
    assert last_words(ann, table.match) == said
    assert len(started) == before, "it is not tried again"


def test_nobody_waits_for_a_game_that_hangs(
    ann: Device, sticks: Path, monkeypatch: pytest.MonkeyPatch, started: Started
) -> None:
    """However many play it; here it would be waited for until the test itself is given up."""
    monkeypatch.setattr(remote_game, "CALL_SECONDS", 1e6)
    rewrite(sticks, HANG)
    tables = [sit(ann) for _ in range(45)]
    other = ann.start("tictactoe")
    for table in tables:
        table.say(type="play", id="x", at=0, move="take3")
    other.play("b2")
    assert ann.get("/api/games/tictactoe")
    for process in started:
        process.kill()


def test_another_match_of_a_game_that_hung_goes_on(
    ann: Device, sticks: Path, hanging: set[str]
) -> None:
    rewrite(sticks, HANG)
    broken, other = sit(ann), sit(ann)
    hanging.add("apply")
    take_three(broken)
    hanging.clear()
    with pytest.raises(ConnectionClosed) as closed:
        other.play("take2")
    assert closed.value.rcvd and closed.value.rcvd.code == AGAIN
    ann.enter(other.match).play("take2")


def test_no_remote_game_is_asked_where_everybody_waits(
    ann: Device, sticks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    call = remote_game.Remote.call

    def note(
        self: remote_game.Remote, target: object, method: str, *arguments: Any, **how: Any
    ) -> Any:
        with suppress(RuntimeError):  # there is none in a thread
            asyncio.get_running_loop()
            asked.append(method)
        return call(self, target, method, *arguments, **how)

    monkeypatch.setattr(remote_game.Remote, "call", note)
    table = ann.start("sticks", "person", "last")
    for _ in range(2):
        table.play("take1")
        table.see(lambda shown: shown["scene"].get("choices"))
    table.say(type="look", node=1, ahead=["take3", "take2"])
    table.see(lambda shown: shown["ahead"])
    table.say(type="look", node=None)
    table.see(lambda shown: not shown["ahead"])
    for kind, wish in ("hint", {"at": 4}), ("weights", {"on": True}), ("best", {"node": 4}):
        table.say(type="weigh" if kind == "weights" else kind, **wish)
        assert table.wait(lambda heard, kind=kind: heard["type"] in (kind, "error"))["type"] == kind
    ann.load(ann.record(table.match))
    ann.post(f"/api/matches/{table.match}/restart")
    ann.get("/api/library")
    assert not asked


def test_a_game_that_hangs_where_a_match_is_opened_is_not_tried_again(
    sticks: Path, data: Path, hanging: set[str], started: Started
) -> None:
    with serving(data) as port:
        ann = Device(port)
        tables = [sit(ann) for _ in range(4)]
        for table in tables:
            table.play("take3")
        ann.close()
    hanging.add("apply")
    rewrite(sticks, HANG)
    with serving(data):
        said = last_words(ann, table.match)
        assert "rules.py, line 28, it does not come to an end" in said
        before = len(started)
        assert last_words(ann, table.match) == said
        assert len(started) == before
        shown = ann.shelf()
        assert len(started) < before + len(tables), "nor in each of its matches"
        assert all(match["problem"] for match in shown) and len(shown) == len(tables)
        ann.close()


def test_a_broken_game_tells_no_secrets(
    ann: Device, games_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(KUHN, games_home / "kuhn")
    told = "assert len(self.cards) < 2, f'the deal was {self.cards}'"
    rewrite(folder, ("self.bets += ", f"{told}\n            self.bets += "))
    table = ann.start("kuhn", "person", "last")
    table.say(type="play", id="x", at=table.table["node"], move="b")
    said = table.told("error")["error"]
    assert "AssertionError" in said and "the deal was" not in said
    assert last_words(ann, table.match) == said
    log = capfd.readouterr().err
    assert "AssertionError" in log and not re.search("the deal was [JQK]", log)


def test_a_match_waits_for_its_game_to_come_back(sticks: Path, data: Path) -> None:
    with serving(data) as port:
        ann = Device(port)
        match = ann.begin("sticks")
    away = sticks.rename(data.with_name("away"))
    with serving(data):
        (shown,) = ann.shelf()
        assert shown["title"] == "sticks"
        assert shown["problem"] == last_words(ann, match)
        assert shown["problem"].startswith("The game sticks is not here")
        away.rename(sticks)
        ann.enter(match).play("take2")
        ann.close()


def test_a_game_that_hangs_when_it_is_loaded_is_a_card_that_says_so(
    ann: Device, sticks: Path, hanging: set[str], started: Started
) -> None:
    hanging.add("kind")
    rewrite(sticks, ("STICKS = 15", "while True: pass"))
    cards = {card["name"]: card for card in ann.get("/api/library")["games"]}
    assert "does not come to an end" in cards["sticks"]["fault"]
    assert "rules.py, line" in cards["sticks"]["fault"]
    assert "fault" not in cards["tictactoe"]
    before = len(started)
    ann.get("/api/library")
    assert len(started) == before, "it is not tried again at once"


@pytest.mark.parametrize("change", ["broken", "gone"])
def test_a_match_goes_on_with_the_files_that_it_began_with(
    ann: Device, sticks: Path, tmp_path: Path, change: str
) -> None:
    table = sit(ann)
    table.play("take3")
    rules = sticks / "rules.py"
    before = rules.read_text("utf-8")
    if change == "broken":
        rules.write_text("(")
    else:
        sticks.rename(tmp_path / "away")
    listed = {game["name"]: game for game in ann.get("/api/library")["games"]}
    faults = [game["fault"] for game in listed.values() if "fault" in game]
    assert ("sticks" in listed) == (change == "broken")
    assert ["rules.py, line 1," in fault for fault in faults] == [True] * (change == "broken")
    table.play("take3")  # who plays goes on playing
    if change == "gone":
        (tmp_path / "away").rename(sticks)
    rules.write_text(before, "utf-8")
    table.play("take3")


def test_a_match_goes_on_when_its_game_is_mended(ann: Device, sticks: Path) -> None:
    broken = f"{TAKE} // (action - 3)"
    rewrite(sticks, (TAKE, broken))
    table = sit(ann)
    take_three(table)
    rewrite(sticks, (broken, TAKE))
    ann.enter(table.match).play("take3")


def test_a_remote_game_ends_with_who_asked_it_though_it_left_a_thread(sticks: Path) -> None:
    thread = "import threading, time\nthreading.Thread(target=time.sleep, args=[1e6]).start()\n"
    rewrite(sticks, ("STICKS = 15", f"STICKS = 15\n{thread}"))
    one = remote_game.Remote(find_game("sticks"))
    assert one.kind().name == "sticks"
    assert one.process.stdin
    one.process.stdin.close()  # as when the server is killed
    assert one.process.wait(30) == 0


def test_a_remote_game_remembers_no_texts_that_people_send(sticks: Path) -> None:
    game = remote_game.Remote(find_game("sticks")).kind()()
    state = game.initial_state()
    assert isinstance(state, remote_game.RemoteState)
    state.to_play()
    known = dict(state.known)
    assert known
    for n in range(3):
        assert state.expand(f"what {n}") == ["what", str(n)]
    assert state.parse("take2") == 2
    assert state.known == known


def test_processes_of_files_that_were_changed_end(
    ann: Device, sticks: Path, monkeypatch: pytest.MonkeyPatch, started: Started
) -> None:
    monkeypatch.setattr(isolation, "KEPT", 2)
    for n in range(6):
        rewrite(sticks, ("STICKS = 15", f"STICKS = 15  # {n}\nSTICKS = 15"))
        sit(ann).close()
    assert len(started) == 6
    assert sum(process.poll() is None for process in started) <= 2 + 2


def test_what_nobody_holds_is_given_back(sticks: Path) -> None:
    one = remote_game.Remote(find_game("sticks"))
    state = one.kind()().initial_state()
    assert isinstance(state, remote_game.RemoteState)
    number = state.reference.number
    one.call(remote_game.DESK_KEY, "find", number)
    del state
    with pytest.raises(GameBroken, match="KeyError"):
        one.call(remote_game.DESK_KEY, "find", number)
    assert not one.dropped
