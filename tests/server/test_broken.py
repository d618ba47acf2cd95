"""Games of one's own that throw or hang: they end their own match, and nothing else."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from everygame.library.new import new_game
from everygame.library.registry import find_game
from everygame.process import isolation, remote_game
from everygame.process.faults import GameBroken
from everygame.server.matches.socket import AGAIN
from tests.server.serving import Device, serving

Make = Callable[[], Device]
Started = list[subprocess.Popen[bytes]]
KUHN = Path(__file__).parents[2] / "examples/kuhn"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """The processes of games, as they are started."""
    found: Started = []
    start = remote_game.start
    monkeypatch.setattr(remote_game, "start", lambda: found.append(start()) or found[-1])
    return found


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


def break_game(folder: Path, old: str, new: str) -> None:
    rules = folder / "rules.py"
    text = rules.read_text("utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), "utf-8")


def last_words(device: Device, match: str) -> str:
    """What a device is told when it comes to a table that is no more."""
    line = device.open(match)
    return str(line.wait(lambda heard: heard["type"] == "error")["error"])


PLACES = {
    "advance": ("self.left -= action", "line 28", "apply"),
    "legal actions": ("return [taken", "line 25", "legal_actions"),
    "scene": ('left = view.observation["left"]', "line 67", "draw"),
    "result": ("if self.left:", "line 32", "returns"),
}
"""What goes wrong, in which line that is then, and what is asked over there."""
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
CASES += [(place, how) for place in PLACES for how in ("throws", "loops") if place != "advance"]
NO_PLACE = ("dies", "eats")


@pytest.mark.parametrize(("place", "how"), CASES)
def test_a_broken_game_ends_its_own_match_with_a_report(
    device: Make,
    games_home: Path,
    hanging: set[str],
    started: Started,
    place: str,
    how: str,
) -> None:
    folder, one = new_game("sticks", games_home), device()
    old, line, method = PLACES[place]
    wrong, why = FAULTS[how]
    wrong = wrong.format(when=WHEN.get(place, "self.left == 12"))
    indent = " " * (4 if place == "scene" else 8)
    break_game(folder, old, f"{wrong}\n{indent}{old}")
    match = one.begin("sticks", "person", "person")
    other = one.open(one.begin("tictactoe", "person", "person"))
    other.see()
    table = one.open(match)
    table.see()
    if "to an end" in why:
        hanging.add(method)
    table.say(type="play", id="x", at=0, move="take3")
    assert other.play("b2")["type"] == "ack", "other matches go on"
    said = table.wait(lambda heard: heard["type"] == "error")["error"]
    assert "sticks" in said and why in said
    assert f"rules.py, {line}" in said or how in NO_PLACE
    before = len(started)
    assert last_words(one, match) == said
    assert len(started) == before, "it is not tried again"


def test_nobody_waits_for_a_game_that_hangs(
    device: Make, games_home: Path, monkeypatch: pytest.MonkeyPatch, started: Started
) -> None:
    """However many play it; here it would be waited for until the test itself is given up."""
    monkeypatch.setattr(remote_game, "CALL_SECONDS", 1e6)
    folder, one = new_game("sticks", games_home), device()
    break_game(
        folder, "self.left -= action", "while action == 3: pass\n        self.left -= action"
    )
    tables = [one.open(one.begin("sticks", "person", "person")) for _ in range(45)]
    other = one.open(one.begin("tictactoe", "person", "person"))
    for table in (*tables, other):
        table.see()
    for table in tables:
        table.say(type="play", id="x", at=0, move="take3")
    assert other.play("b2")["type"] == "ack"
    assert one.get("/api/games/tictactoe")
    for process in started:
        process.kill()


def test_another_match_of_a_game_that_hung_goes_on(
    device: Make, games_home: Path, hanging: set[str]
) -> None:
    folder, one = new_game("sticks", games_home), device()
    break_game(
        folder, "self.left -= action", "while action == 3: pass\n        self.left -= action"
    )
    broken, other = (one.open(one.begin("sticks", "person", "person")) for _ in range(2))
    for table in (broken, other):
        table.see()
    hanging.add("apply")
    broken.say(type="play", id="x", at=0, move="take3")
    broken.wait(lambda heard: heard["type"] == "error")
    hanging.clear()
    with pytest.raises(ConnectionClosed) as closed:
        other.play("take2")
    assert closed.value.rcvd and closed.value.rcvd.code == AGAIN
    again = one.open(other.match)
    again.see()
    assert again.play("take2")["type"] == "ack"


def test_no_remote_game_is_asked_where_everybody_waits(
    device: Make, games_home: Path, monkeypatch: pytest.MonkeyPatch
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
    new_game("sticks", games_home)
    one = device()
    table = one.open(one.begin("sticks", "person", "last"))
    table.see()
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
    save = one.request("GET", f"/api/matches/{table.match}/record")[2]
    again = one.open(one.ask("POST", "/api/matches/load", save, 200)["match"])
    again.see()
    one.post(f"/api/matches/{table.match}/restart")
    one.get("/api/library")
    assert not asked


def test_a_game_that_hangs_where_a_match_is_opened_is_not_tried_again(
    games_home: Path, data: Path, hanging: set[str], started: Started
) -> None:
    folder = new_game("sticks", games_home)
    with serving(data) as port:
        one = Device(port)
        tables = [one.open(one.begin("sticks", "person", "person")) for _ in range(6)]
        for table in tables:
            table.see()
            assert table.play("take3")["type"] == "ack"
        one.close()
    hanging.add("apply")
    break_game(
        folder, "self.left -= action", "while action == 3: pass\n        self.left -= action"
    )
    with serving(data):
        said = last_words(one, table.match)
        assert "rules.py, line 28, it does not come to an end" in said
        before = len(started)
        assert last_words(one, table.match) == said
        assert len(started) == before
        shown = one.get("/api/library")["matches"]
        assert len(started) < before + len(tables), "nor in each of its matches"
        assert len([match for match in shown if match["problem"]]) == 6
        one.close()


def test_a_broken_game_tells_no_secrets(
    device: Make, games_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(KUHN, games_home / "kuhn")
    told = "assert len(self.cards) < 2, f'the deal was {self.cards}'"
    break_game(games_home / "kuhn", "self.bets += ", f"{told}\n            self.bets += ")
    one = device()
    table = one.open(one.begin("kuhn", "person", "last"))
    table.see()
    table.say(type="play", id="x", at=table.table["node"], move="b")
    said = table.wait(lambda heard: heard["type"] == "error")["error"]
    assert "AssertionError" in said and "the deal was" not in said
    assert last_words(one, table.match) == said
    log = capfd.readouterr().err
    assert "AssertionError" in log and not re.search("the deal was [JQK]", log)


def test_a_match_waits_for_its_game_to_come_back(games_home: Path, data: Path) -> None:
    folder = new_game("sticks", games_home)
    with serving(data) as port:
        one = Device(port)
        match = one.begin("sticks", "person", "person")
    away = folder.rename(games_home.parent / "away")
    with serving(data):
        (shown,) = one.get("/api/library")["matches"]
        assert shown["title"] == "sticks"
        assert shown["problem"] == last_words(one, match)
        assert shown["problem"].startswith("The game sticks is not here")
        away.rename(folder)
        again = one.open(match)
        again.see()
        assert again.play("take2")["type"] == "ack"
        one.close()


def test_a_game_that_hangs_when_it_is_loaded_is_a_card_that_says_so(
    device: Make, games_home: Path, hanging: set[str], started: Started
) -> None:
    hanging.add("kind")
    folder, one = new_game("sticks", games_home), device()
    break_game(folder, "STICKS = 15", "while True: pass")
    cards = {card["name"]: card for card in one.get("/api/library")["games"]}
    assert "does not come to an end" in cards["sticks"]["fault"]
    assert "rules.py, line" in cards["sticks"]["fault"]
    assert "fault" not in cards["tictactoe"]
    before = len(started)
    one.get("/api/library")
    assert len(started) == before, "it is not tried again at once"


@pytest.mark.parametrize("change", ["broken", "gone"])
def test_a_match_goes_on_with_the_files_that_it_began_with(
    device: Make, games_home: Path, tmp_path: Path, change: str
) -> None:
    folder, one = new_game("sticks", games_home), device()
    table = one.open(one.begin("sticks", "person", "person"))
    table.see()
    assert table.play("take3")["type"] == "ack"
    before = (folder / "rules.py").read_text("utf-8")
    if change == "broken":
        (folder / "rules.py").write_text("(")
    else:
        folder = folder.rename(tmp_path / "away")
    listed = {game["name"]: game for game in one.get("/api/library")["games"]}
    faults = [game["fault"] for game in listed.values() if "fault" in game]
    assert ("sticks" in listed) == (change == "broken")
    assert ["rules.py, line 1," in fault for fault in faults] == [True] * (change == "broken")
    assert table.play("take3")["type"] == "ack", "who plays goes on playing"
    (folder / "rules.py").write_text(before, "utf-8")
    folder.rename(games_home / "sticks")
    assert table.play("take3")["type"] == "ack"


def test_a_match_goes_on_when_its_game_is_mended(device: Make, games_home: Path) -> None:
    folder, one = new_game("sticks", games_home), device()
    break_game(folder, "self.left -= action", "self.left -= action // (action - 2)")
    match = one.begin("sticks", "person", "person")
    table = one.open(match)
    table.see()
    table.say(type="play", id="x", at=0, move="take2")
    table.wait(lambda heard: heard["type"] == "error")
    break_game(folder, "self.left -= action // (action - 2)", "self.left -= action")
    again = one.open(match)
    again.see()
    assert again.play("take2")["type"] == "ack"


def test_a_remote_game_ends_with_who_asked_it_though_it_left_a_thread(games_home: Path) -> None:
    folder = new_game("sticks", games_home)
    thread = "import threading, time\nthreading.Thread(target=time.sleep, args=[1e6]).start()\n"
    break_game(folder, "STICKS = 15", f"STICKS = 15\n{thread}")
    one = remote_game.Remote(find_game("sticks"))
    assert one.kind().name == "sticks"
    assert one.process.stdin
    one.process.stdin.close()  # as when the server is killed
    assert one.process.wait(30) == 0


def test_a_remote_game_remembers_no_texts_that_people_send(games_home: Path) -> None:
    new_game("sticks", games_home)
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
    device: Make, games_home: Path, monkeypatch: pytest.MonkeyPatch, started: Started
) -> None:
    monkeypatch.setattr(isolation, "KEPT", 2)
    folder, one = new_game("sticks", games_home), device()
    for n in range(8):
        break_game(folder, "STICKS = 15", f"STICKS = 15  # {n}\nSTICKS = 15")
        table = one.open(one.begin("sticks", "person", "person"))
        table.see()
        table.stack.close()
    assert len(started) == 8
    assert sum(process.poll() is None for process in started) <= 2 + 2


def test_what_nobody_holds_is_given_back(games_home: Path) -> None:
    new_game("sticks", games_home)
    one = remote_game.Remote(find_game("sticks"))
    state = one.kind()().initial_state()
    assert isinstance(state, remote_game.RemoteState)
    number = state.reference.number
    one.call(remote_game.DESK_KEY, "find", number)
    del state
    with pytest.raises(GameBroken, match="KeyError"):
        one.call(remote_game.DESK_KEY, "find", number)
    assert not one.dropped
